/**
 * Messages to ERPs, by why they were not taken: what was given up first.
 */
import "../styles/desk.css"
import "../styles/exchange.css"
import "../styles/lists.css"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { Fragment, useState } from "react"
import type { Answer } from "../api/Answer.ts"
import { answered, api } from "../api/client.ts"
import * as Formats from "../formats.ts"
import { dayStart, useNow } from "../now.ts"
import { visible } from "../numbers.ts"
import { Asked, Empty, Failed, Loading } from "../parts/Asked.tsx"
import { Operation } from "../parts/Operation.tsx"
import { filtersOf } from "../parts/list.ts"
import { DayFilter, Ends, Head, TextFilter } from "../parts/Page.tsx"
import { Bulk, CheckAll, type Selection, useRowKeys, useSelection } from "../parts/Queue.tsx"
import { State } from "../parts/State.tsx"
import { oneOf } from "../search.ts"
import { useMay } from "../session.ts"
import { q } from "../texts/queues.ts"
import { t } from "../texts.ts"
import { deliveryShapes } from "./deliveries/shapes.ts"
import { orderOf } from "./deliveries/orderOf.ts"
import { DeliveryAct, type Selected } from "./deliveries/Acts.tsx"
import { Message } from "./deliveries/Message.tsx"

const route = getRouteApi("/deliveries")
const states = ["Dead", "Pending", "Delivered", "Cancelled"] as const
type Row = Answer<"/admin/deliveries">["items"][number]
type Search = ReturnType<typeof route.useSearch>

const exactly = { exact: true, includeSearch: true }

const spanOf = ({ since, until }: Search) => {
  const [from, to] = [dayStart(since), dayStart(until, 1)]
  return { ...(from === undefined ? {} : { since: from }), ...(to === undefined ? {} : { until: to }) }
}

const Causes = ({ search, state, now }: { readonly search: Search; readonly state: string; readonly now: number }) => {
  const query = spanOf(search)
  const causes = useQuery({
    queryKey: ["deliveries", "causes", query],
    queryFn: ({ signal }) => answered(api.GET("/admin/deliveries/causes", { params: { query }, signal })),
    placeholderData: (before) => before
  })
  const kept = Object.fromEntries(Object.entries({ state: search.state, since: search.since, until: search.until }).filter(([, value]) => value !== undefined))
  if (causes.data === undefined) return causes.error === null ? <Loading rows={5} /> : <Failed error={causes.error} again={() => void causes.refetch()} />
  const items = causes.data.items.filter((each) => each.state === state)
  const { others } = causes.data
  const isAll = search.cause === undefined && search.connection === undefined
  return (
    <nav className="facets" aria-label={q.causes}>
      <Link to="/deliveries" search={kept} activeOptions={exactly} aria-current={isAll ? "true" : undefined}><span>{q.all}</span><span className="c">{items.length === 0 ? "" : Formats.count(items.reduce((sum, { count }) => sum + count, 0))}</span></Link>
      {items.map((each) => (
        <Link key={`${each.connection} ${each.cause}`} to="/deliveries" search={{ ...kept, connection: each.connection, cause: each.cause }} activeOptions={exactly} aria-current={search.cause === each.cause && search.connection === each.connection ? "true" : undefined}>
          <span className="lines">{each.cause}</span><span className="c">{Formats.count(each.count)}</span>
          <small>{each.connection}, {q.oldest(Formats.age(each.oldestAt, now))}</small>
        </Link>
      ))}
      {others === undefined ? null : <small className="pad">{q.others(others.causes, others.count)}</small>}
    </nav>
  )
}

const below = (row: Row, now: number): string =>
  row.heldBehind !== undefined
    ? q.deliveries.held
    : row.state === "Pending" && row.dueAt !== undefined && Date.parse(row.dueAt) > now
    ? q.deliveries.due(Formats.duration(Date.parse(row.dueAt) - now))
    : q.deliveries.tried(row.attempts)

interface RowsProps {
  readonly items: ReadonlyArray<Row>
  readonly selection: Selection
  readonly open: string | undefined
  readonly onOpen: (id: string | undefined) => void
  readonly now: number
}

const Rows = ({ items, now, onOpen, open, selection }: RowsProps) => (
  <div className="scroll">
    <table className="cards c-message">
      <thead>
        <tr><th className="pick"><CheckAll ids={items.map(({ id }) => id)} selection={selection} label={q.selectAll} /></th><th>{q.deliveries.number}</th><th>{q.deliveries.operation}</th><th>{q.deliveries.to}</th><th>{q.deliveries.state}</th><th className="num">{q.deliveries.changed}</th></tr>
      </thead>
      <tbody>
        {items.map((row) => (
          <Fragment key={row.id}>
            <tr className={selection.has(row.id) ? "on" : row.id === open ? "open" : undefined}>
              <td className="pick"><input type="checkbox" checked={selection.has(row.id)} aria-label={q.select(row.number)} onChange={() => selection.toggle(row.id)} /></td>
              <td className="nowrap long n"><Link to="/orders/$link/$number" params={{ link: row.scope, number: orderOf(row.number) }}>{visible(row.number)}</Link></td>
              <td className="two w">
                <button type="button" className="row" aria-expanded={row.id === open} onClick={() => onOpen(row.id === open ? undefined : row.id)}><Operation name={row.operation} /></button>
                {row.cause === undefined ? null : <small>{row.cause}</small>}
              </td>
              <td className="nowrap muted l">{row.connection}</td>
              <td className="two s"><State shape={deliveryShapes[row.state]}>{q.deliveries.words[row.state]}</State><small>{below(row, now)}</small></td>
              <td className="num muted u"><time dateTime={row.updatedAt} title={row.updatedAt}>{Formats.moment(row.updatedAt, now)}</time></td>
            </tr>
            {row.id === open ? <tr className="under"><td colSpan={6}><Message id={row.id} now={now} /></td></tr> : null}
          </Fragment>
        ))}
      </tbody>
    </table>
  </div>
)

export const Deliveries = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { clear, go, isFiltered, set } = filtersOf(search, (next, replace) => void navigate({ search: next, replace, resetScroll: !replace }), ["after", "open"], ["state"])
  const now = useNow(10)
  const [maySend, mayCancel] = [useMay("tellAgain"), useMay("decide")]
  const [acting, setActing] = useState<{ readonly act: "send" | "cancel"; readonly selected: Selected } | undefined>(undefined)
  const state = oneOf(states, search.state) ?? "Dead"
  const { after, cause, connection } = search
  const query = { state, limit: "50", ...(cause === undefined ? {} : { cause }), ...(connection === undefined ? {} : { connection }), ...spanOf(search), ...(after === undefined ? {} : { after }) }
  const page = useQuery({ queryKey: ["deliveries", query], queryFn: ({ signal }) => answered(api.GET("/admin/deliveries", { params: { query }, signal })), placeholderData: (before) => before })
  const items = page.data?.items ?? []
  const ids = items.map(({ id }) => id)
  const selection = useSelection(ids)
  const isOpen = state === "Dead" || state === "Pending"
  // What waits is sent anyway; only what was given up, or has arrived, is sent again.
  const isSentAgain = state === "Dead" || state === "Delivered"
  const ofCause: Selected | undefined = cause === undefined ? undefined : { cause, ...(connection === undefined ? {} : { connection }), ...(state === "Dead" ? { dead: true } : {}), ...spanOf(search) }
  useRowKeys()
  return (
    <>
      <Head title={q.deliveries.title} about={q.deliveries.about}>
        <nav className="seg" aria-label={q.deliveries.view}>
          {states.map((each) => <Link key={each} to="/deliveries" search={each === "Dead" ? {} : { state: each }} activeOptions={exactly} aria-current={each === state ? "true" : undefined}>{q.deliveries.states[each]}</Link>)}
        </nav>
      </Head>
      <div className="split">
        <Causes search={search} state={state} now={now} />
        <section className="card" aria-labelledby="messages">
          <header>
            <h2 id="messages">{connection ?? q.deliveries.states[state]}</h2>
            <span className="grow" />
            <TextFilter label={q.deliveries.connection} value={connection} onChange={(next) => set({ connection: next })} />
            <DayFilter label={q.deliveries.since} value={search.since} onChange={(next) => set({ since: next })} />
            <DayFilter label={q.deliveries.until} value={search.until} onChange={(next) => set({ until: next })} />
          </header>
          {ofCause === undefined ? null : (
            <div className="info cause">
              <code>{cause}</code>
              <span className="grow" />
              {isOpen && mayCancel ? <button type="button" className="btn s danger" onClick={() => setActing({ act: "cancel", selected: ofCause })}>{q.deliveries.cancelAll}</button> : null}
              {state === "Dead" && maySend ? <button type="button" className="btn s" onClick={() => setActing({ act: "send", selected: ofCause })}>{q.deliveries.sendAll}</button> : null}
            </div>
          )}
          <Asked query={page} rows={10}>
            {({ next }) => items.length === 0
              ? <Empty action={isFiltered ? <button type="button" className="btn s" onClick={clear}>{t.clear}</button> : undefined}>{isFiltered ? q.deliveries.emptyFiltered : q.deliveries.empty[state]}</Empty>
              : (
                <>
                  <Rows items={items} selection={selection} open={search.open} onOpen={(open) => go({ open }, true)} now={now} />
                  <Bulk selection={selection} all={ids}>
                    {isOpen && mayCancel ? <button type="button" className="btn s danger" onClick={() => setActing({ act: "cancel", selected: { ids: [...selection.chosen] } })}>{q.deliveries.cancel(selection.chosen.length)}</button> : null}
                    {isSentAgain && maySend ? <button type="button" className="btn s p" onClick={() => setActing({ act: "send", selected: { ids: [...selection.chosen] } })}>{q.deliveries.send(selection.chosen.length)}</button> : null}
                  </Bulk>
                  <Ends next={next} isFirst={after === undefined} onNext={(to) => go({ after: to, open: undefined })} onFirst={() => go({ after: undefined, open: undefined })} />
                </>
              )}
          </Asked>
        </section>
      </div>
      {acting === undefined ? null : <DeliveryAct act={acting.act} isDelivered={state === "Delivered"} selected={acting.selected} onClose={() => setActing(undefined)} onDone={() => selection.set([])} />}
    </>
  )
}

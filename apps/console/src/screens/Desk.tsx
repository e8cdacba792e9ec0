/**
 * The desk: orders of shops that are not placed, by what they wait for.
 */
import "../styles/desk.css"
import "../styles/lists.css"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useState } from "react"
import type { Answer } from "../api/Answer.ts"
import { answered, api } from "../api/client.ts"
import { linkChoices, linkName, useLinks } from "../api/links.ts"
import * as Formats from "../formats.ts"
import { useNow } from "../now.ts"
import { visible } from "../numbers.ts"
import { Asked, Empty, Failed, Loading } from "../parts/Asked.tsx"
import { filtersOf } from "../parts/list.ts"
import { ChoiceFilter, Ends, Head } from "../parts/Page.tsx"
import { Bulk, CheckAll, type Selection, useRowKeys, useSelection } from "../parts/Queue.tsx"
import { oneOf } from "../search.ts"
import { useMay } from "../session.ts"
import { q } from "../texts/queues.ts"
import { t } from "../texts.ts"
import { CauseDialog, ChosenDialog } from "./desk/Acts.tsx"
import { causeName, grouped, lacking } from "./desk/causes.ts"
import { sentenceCase } from "./order/events.ts"
import { aloud } from "./order/sentence.ts"

const route = getRouteApi("/desk")
const states = ["held", "due", "waiting", "placed"] as const
type Row = Answer<"/admin/desk">["items"][number]

const keyOf = ({ number, scope }: Row): string => `${scope} ${number}`
const exactly = { exact: true, includeSearch: true }

const Causes = ({ state, shop, cause, now }: { readonly state: (typeof states)[number]; readonly shop: string | undefined; readonly cause: string | undefined; readonly now: number }) => {
  const causes = useQuery({
    queryKey: ["desk", "causes", shop ?? ""],
    queryFn: ({ signal }) => answered(api.GET("/admin/desk/causes", { params: { query: shop === undefined ? {} : { shop } }, signal })),
    placeholderData: (before) => before
  })
  const kept = { ...(state === "held" ? {} : { state }), ...(shop === undefined ? {} : { shop }) }
  if (causes.data === undefined) return causes.error === null ? <Loading rows={5} /> : <Failed error={causes.error} again={() => void causes.refetch()} />
  const items = grouped(causes.data.items, state)
  const { others } = causes.data
  return (
    <nav className="facets" aria-label={q.causes}>
      <Link to="/desk" search={kept} activeOptions={exactly} aria-current={cause === undefined ? "true" : undefined}><span>{q.all}</span><span className="c">{state === "held" ? Formats.count(items.reduce((sum, { count }) => sum + count, others?.count ?? 0)) : ""}</span></Link>
      {items.map((each) => (
        <Link key={each.cause} to="/desk" search={{ ...kept, cause: each.cause }} activeOptions={exactly} aria-current={cause === each.cause ? "true" : undefined}>
          <span>{causeName(each.cause)}</span><span className="c">{Formats.count(each.count)}</span>
          <small>{q.oldest(Formats.age(each.oldestAt, now))}</small>
        </Link>
      ))}
      {others === undefined ? null : <small className="pad">{q.others(others.causes, others.count)}</small>}
    </nav>
  )
}

const again = (dueAt: string | undefined, now: number): string => {
  if (dueAt === undefined) return "–"
  const left = Date.parse(dueAt) - now
  return left <= 0 ? q.desk.now : q.desk.within(Formats.duration(left))
}

const Rows = ({ items, selection, now }: { readonly items: ReadonlyArray<Row>; readonly selection: Selection; readonly now: number }) => (
  <div className="scroll">
    <table className="cards c-held">
      <thead>
        <tr><th className="pick"><CheckAll ids={items.map(keyOf)} selection={selection} label={q.selectAll} /></th><th>{q.desk.order}</th><th>{q.desk.shop}</th><th>{q.desk.lacks}</th><th className="num">{q.desk.since}</th><th className="num">{q.desk.again}</th></tr>
      </thead>
      <tbody>
        {items.map((row) => {
          const { what, where } = lacking(row.because ?? row.parts.map((part) => part.warehouse).join(", "))
          const below = where ?? (row.remedy === undefined ? "" : aloud(row.remedy))
          return (
            <tr key={keyOf(row)} className={selection.has(keyOf(row)) ? "on" : undefined}>
              <td className="pick"><input type="checkbox" checked={selection.has(keyOf(row))} aria-label={q.select(row.number)} onChange={() => selection.toggle(keyOf(row))} /></td>
              <td className="nowrap n"><Link to="/orders/$link/$number" params={{ link: row.scope, number: row.number }}>{visible(row.number)}</Link></td>
              <td className="nowrap muted l">{linkName(row.scope)}</td>
              <td className="two w">{row.because === undefined ? what : sentenceCase(what)}{below === "" ? null : <small>{below}</small>}</td>
              <td className="num g"><time dateTime={row.since} title={row.since}>{Formats.age(row.since, now)}</time></td>
              <td className="num muted d">{again(row.dueAt, now)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </div>
)

export const Desk = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { clear, go, isFiltered, set } = filtersOf(search, (next, replace) => void navigate({ search: next, replace }), ["after"], ["state"])
  const now = useNow(10)
  const mayHold = useMay("hold")
  const links = (useLinks() ?? []).filter(({ protocols }) => protocols.includes("platform"))
  /** What is done: to the rows that were chosen when it was asked for, or to all of the cause. */
  const [open, setOpen] = useState<{ readonly act: "hold" | "release"; readonly rows?: ReadonlyArray<Row> } | undefined>(undefined)
  const state = oneOf(states, search.state) ?? "held"
  const { after, cause, shop } = search
  const query = { state, limit: "50", ...(cause === undefined ? {} : { cause }), ...(shop === undefined ? {} : { shop }), ...(after === undefined ? {} : { after }) }
  const page = useQuery({ queryKey: ["desk", query], queryFn: ({ signal }) => answered(api.GET("/admin/desk", { params: { query }, signal })), placeholderData: (before) => before })
  const items = page.data?.items ?? []
  const selection = useSelection(items.map(keyOf))
  const chosen = items.filter((row) => selection.has(keyOf(row)))
  const close = () => setOpen(undefined)
  const isBefore = state !== "placed"
  useRowKeys()
  return (
    <>
      <Head title={q.desk.title} about={q.desk.about}>
        <nav className="seg" aria-label={q.desk.view}>
          {states.map((each) => <Link key={each} to="/desk" search={{ ...(each === "held" ? {} : { state: each }), ...(shop === undefined ? {} : { shop }) }} activeOptions={exactly} aria-current={each === state ? "true" : undefined}>{q.desk.states[each]}</Link>)}
        </nav>
      </Head>
      <div className="split">
        <Causes state={state} shop={shop} cause={cause} now={now} />
        <section className="card" aria-labelledby="held">
          <header>
            <h2 id="held">{cause === undefined ? q.desk.states[state] : causeName(cause)}</h2>
            <span className="grow" />
            {links.length < 2 ? null : <ChoiceFilter label={q.desk.shop} value={shop} options={linkChoices(links)} onChange={(next) => set({ shop: next })} />}
            {!mayHold || cause === undefined || items.length === 0 || state !== "held" ? null : (
              <>
                {cause === "person" ? null : <button type="button" className="btn s" onClick={() => setOpen({ act: "hold" })}>{q.desk.holdAll}</button>}
                <button type="button" className="btn s" onClick={() => setOpen({ act: "release" })}>{q.desk.releaseAll}</button>
              </>
            )}
          </header>
          <Asked query={page} rows={10}>
            {({ next }) => items.length === 0
              ? <Empty action={isFiltered ? <button type="button" className="btn s" onClick={clear}>{t.clear}</button> : undefined}>{isFiltered ? q.desk.emptyFiltered : q.desk.empty[state]}</Empty>
              : (
                <>
                  <Rows items={items} selection={selection} now={now} />
                  {mayHold && isBefore
                    ? (
                      <Bulk selection={selection} all={items.map(keyOf)}>
                        <button type="button" className="btn s" onClick={() => setOpen({ act: "hold", rows: chosen })}>{q.desk.hold(chosen.length)}</button>
                        {state === "held" ? <button type="button" className="btn s p" onClick={() => setOpen({ act: "release", rows: chosen })}>{q.desk.release(chosen.length)}</button> : null}
                      </Bulk>
                    )
                    : null}
                  <Ends next={next} isFirst={after === undefined} onNext={(to) => go({ after: to })} onFirst={() => go({ after: undefined })} />
                </>
              )}
          </Asked>
        </section>
      </div>
      {open?.rows === undefined ? null : <ChosenDialog act={open.act} chosen={open.rows} onClose={close} onDone={() => selection.set([])} />}
      {open === undefined || open.rows !== undefined || cause === undefined ? null : <CauseDialog act={open.act} cause={cause} shop={shop} onClose={close} />}
    </>
  )
}

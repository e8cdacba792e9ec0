/**
 * Creates of which nobody knows whether the peer has them, by the peer's words, and creates that wait for something.
 */
import "../styles/desk.css"
import "../styles/lists.css"
import "../styles/orders.css"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useState } from "react"
import type { Answer } from "../api/Answer.ts"
import { answered, api } from "../api/client.ts"
import * as Formats from "../formats.ts"
import { useNow } from "../now.ts"
import { visible } from "../numbers.ts"
import { Asked, Empty, Failed, Loading } from "../parts/Asked.tsx"
import { filtersOf } from "../parts/list.ts"
import { Ends, Head } from "../parts/Page.tsx"
import { Bulk, type Selection, useRowKeys, useSelection } from "../parts/Queue.tsx"
import { State } from "../parts/State.tsx"
import { useMay } from "../session.ts"
import { q } from "../texts/queues.ts"
import { t } from "../texts.ts"
import { DecideMany, type Selected } from "./doubt/DecideMany.tsx"
import { AfterCreate, isWrong } from "./order/AfterCreate.tsx"
import { DecideDialog } from "./order/DecideDialog.tsx"

const route = getRouteApi("/doubt")
type Row = Answer<"/admin/intents">["items"][number]
const exactly = { exact: true, includeSearch: true }

const causeOf = ({ failure, heldBecause }: Row): string | undefined => heldBecause ?? failure

const Causes = ({ cause, connection, now }: { readonly cause: string | undefined; readonly connection: string | undefined; readonly now: number }) => {
  const causes = useQuery({ queryKey: ["intents", "causes"], queryFn: ({ signal }) => answered(api.GET("/admin/intents/causes", { signal })) })
  if (causes.data === undefined) return causes.error === null ? <Loading rows={5} /> : <Failed error={causes.error} again={() => void causes.refetch()} />
  const { items, others } = causes.data
  return (
    <nav className="facets" aria-label={q.causes}>
      <Link to="/doubt" search={{}} activeOptions={exactly} aria-current={cause === undefined && connection === undefined ? "true" : undefined}><span>{q.all}</span><span className="c">{Formats.count(items.reduce((sum, { count }) => sum + count, others?.count ?? 0))}</span></Link>
      {items.map((each) => (
        <Link key={`${each.state} ${each.connection} ${each.cause}`} to="/doubt" search={{ connection: each.connection, ...(each.cause === undefined ? {} : { cause: each.cause }) }} activeOptions={exactly} aria-current={cause === each.cause && connection === each.connection ? "true" : undefined}>
          <span className="lines">{each.cause ?? q.doubt.noCause}</span><span className={each.state === "Doubtful" ? "c n-doubt" : "c"}>{Formats.count(each.count)}</span>
          <small>{each.connection}, {q.oldest(Formats.age(each.oldestAt, now))}</small>
        </Link>
      ))}
      {others === undefined ? null : <small className="pad">{q.others(others.causes, others.count)}</small>}
    </nav>
  )
}

const nextOf = (row: Row, now: number): string => {
  if (row.state === "Doubtful" && !row.isAskedAgain) return q.doubt.never
  if (row.dueAt === undefined) return "–"
  const left = Date.parse(row.dueAt) - now
  return left <= 0 ? q.doubt.now : q.doubt.within(Formats.duration(left))
}

interface RowsProps {
  readonly items: ReadonlyArray<Row>
  readonly selection: Selection
  readonly onDecide: ((row: Row) => void) | undefined
  readonly now: number
}

const Rows = ({ items, now, onDecide, selection }: RowsProps) => (
  <div className="scroll">
    <table className="cards c-doubt">
      <thead>
        <tr><th className="pick"><span className="vh">{q.doubt.pick}</span></th><th>{q.doubt.number}</th><th>{q.doubt.state}</th><th>{q.doubt.cause}</th><th className="num">{q.doubt.since}</th><th className="num">{q.doubt.next}</th><th><span className="vh">{q.doubt.act}</span></th></tr>
      </thead>
      <tbody>
        {items.map((row) => {
          const isDoubtful = row.state === "Doubtful"
          return (
            <tr key={row.id} className={selection.has(row.id) ? "on" : undefined}>
              <td className="pick">{isDoubtful ? <input type="checkbox" checked={selection.has(row.id)} aria-label={q.select(row.number)} onChange={() => selection.toggle(row.id)} /> : null}</td>
              <td className="two nowrap long n"><Link to="/orders/$link/$number" params={{ link: row.scope, number: row.number }} search={{ kind: row.kind }}>{visible(row.number)}</Link><small>{row.connection}</small></td>
              <td className="s"><State shape={isDoubtful ? "doubt" : isWrong(row) ? "fail" : "hold"}>{isDoubtful ? q.doubt.inDoubt : isWrong(row) ? q.doubt.wrong : q.doubt.held}</State></td>
              <td className="two w">{causeOf(row) ?? <span className="n0">{q.doubt.noCause}</span>}<small>{q.doubt.questions(row.queries, row.absences)}{row.isCancelWanted ? `, ${q.doubt.cancel}` : ""}</small></td>
              <td className="num g"><time dateTime={row.createdAt} title={row.createdAt}>{Formats.age(row.createdAt, now)}</time></td>
              <td className="num muted d">{nextOf(row, now)}</td>
              <td className="num b"><AfterCreate intent={row} />{isDoubtful && onDecide !== undefined ? <button type="button" className="btn s" onClick={() => onDecide(row)}>{q.doubt.decideOne}</button> : null}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </div>
)

export const Doubt = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { clear, go, isFiltered } = filtersOf(search, (next, replace) => void navigate({ search: next, replace }), ["after"])
  const now = useNow(10)
  const mayDecide = useMay("decide")
  const [one, setOne] = useState<Row | undefined>(undefined)
  const [many, setMany] = useState<Selected | undefined>(undefined)
  const { after, cause, connection } = search
  const query = { limit: "100", ...(connection === undefined ? {} : { connection }), ...(after === undefined ? {} : { after }) }
  const page = useQuery({ queryKey: ["intents", query], queryFn: ({ signal }) => answered(api.GET("/admin/intents", { params: { query }, signal })), placeholderData: (before) => before })
  const items = (page.data?.items ?? []).filter((row) => cause === undefined || causeOf(row) === cause)
  const doubtful = items.filter(({ state }) => state === "Doubtful").map(({ id }) => id)
  const selection = useSelection(doubtful)
  useRowKeys()
  return (
    <>
      <Head title={q.doubt.title} about={q.doubt.about} />
      <div className="split">
        <Causes cause={cause} connection={connection} now={now} />
        <section className="card" aria-labelledby="doubt">
          <header>
            <h2 id="doubt">{connection ?? q.all}</h2>
            <span className="grow" />
            {mayDecide && connection !== undefined && doubtful.length > 0 ? <button type="button" className="btn s" onClick={() => setMany({ connection, ...(cause === undefined ? {} : { cause }) })}>{q.doubt.decideAll}</button> : null}
          </header>
          {cause === undefined ? null : <p className="info"><code>{cause}</code></p>}
          <Asked query={page} rows={8}>
            {({ next }) => (
              <>
                {items.length === 0
                  ? <Empty action={isFiltered ? <button type="button" className="btn s" onClick={clear}>{t.clear}</button> : undefined}>{isFiltered ? q.doubt.emptyFiltered : q.doubt.empty}</Empty>
                  : (
                    <>
                      <Rows items={items} selection={selection} onDecide={mayDecide ? setOne : undefined} now={now} />
                      <Bulk selection={selection} all={doubtful}>
                        {mayDecide ? <button type="button" className="btn s p" onClick={() => setMany({ ids: [...selection.chosen] })}>{q.doubt.decide(selection.chosen.length)}</button> : null}
                      </Bulk>
                    </>
                  )}
                <Ends next={next} isFirst={after === undefined} onNext={(to) => go({ after: to })} onFirst={() => go({ after: undefined })} />
              </>
            )}
          </Asked>
        </section>
      </div>
      {one === undefined ? null : <DecideDialog intents={[one]} now={now} onClose={() => setOne(undefined)} />}
      {many === undefined ? null : <DecideMany selected={many} title={(count) => (count === 0 ? q.doubt.decideAllTitle : q.doubt.decideTitle(count))} onClose={() => setMany(undefined)} onDone={() => selection.set([])} />}
    </>
  )
}

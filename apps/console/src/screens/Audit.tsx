/**
 * Who did what over the admin API, the newest first.
 */
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import type { Answer } from "../api/Answer.ts"
import { answered, api } from "../api/client.ts"
import * as Formats from "../formats.ts"
import { useNow } from "../now.ts"
import { visible } from "../numbers.ts"
import { Asked, Empty } from "../parts/Asked.tsx"
import { Operation } from "../parts/Operation.tsx"
import { filtersOf } from "../parts/list.ts"
import { Ends, Head, TextFilter } from "../parts/Page.tsx"
import { useRowKeys } from "../parts/Queue.tsx"
import { State } from "../parts/State.tsx"
import { useIsLimited, useMay } from "../session.ts"
import { t } from "../texts.ts"
import { a } from "../texts/audit.ts"
import { shapeOfOutcome } from "./audit/outcome.ts"
import { queryOf } from "./audit/query.ts"

const route = getRouteApi("/audit")

type Entry = Answer<"/admin/audit">["items"][number]

/** What it was about: the order, which leads to its page, and what the request named. */
const About = ({ entry: { link, number, subject } }: { readonly entry: Entry }) =>
  link === undefined || number === undefined
    ? <>{visible(subject)}</>
    : <><Link to="/orders/$link/$number" params={{ link, number }}>{visible(number)}</Link>{subject === number || subject === "" ? null : <small>{visible(subject)}</small>}</>

export const Audit = () => {
  useRowKeys()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const now = useNow(30)
  const maySeeAll = useMay("audit")
  const isLimited = useIsLimited()
  const { clear, go, isFiltered, set } = filtersOf(search, (next, replace) => void navigate({ search: next, replace }), ["after"])
  const query = queryOf(search)
  const page = useQuery({ queryKey: ["audit", query], queryFn: ({ signal }) => answered(api.GET("/admin/audit", { params: { query }, signal })), placeholderData: (before) => before })
  return (
    <>
      <Head title={t.places.audit} about={maySeeAll && !isLimited ? a.about : a.aboutOwn} />
      <div className="filters" role="group" aria-label={t.filters}>
        <TextFilter label={a.who} value={search.who} onChange={(who) => set({ who })} />
        <TextFilter label={a.what} value={search.operation} onChange={(operation) => set({ operation })} />
        <TextFilter label={a.subject} value={search.subject} onChange={(subject) => set({ subject })} />
        <TextFilter label={a.order} value={search.number} onChange={(number) => set({ number })} />
        {isFiltered ? <button type="button" className="btn g s" onClick={clear}>{t.clear}</button> : null}
      </div>
      <section className="card" aria-label={t.places.audit}>
        <Asked query={page} rows={12}>
          {({ items, next }) => items.length === 0 ? <Empty>{isFiltered ? a.emptyFiltered : a.empty}</Empty> : (
            <>
              <div className="scroll">
                <table className="cards c-audit">
                  <thead><tr><th>{a.when}</th><th>{a.who}</th><th>{a.what}</th><th>{a.subject}</th><th>{a.why}</th><th>{a.outcome}</th></tr></thead>
                  <tbody>
                    {items.map((entry) => (
                      <tr key={entry.id}>
                        <td className="nowrap muted"><time dateTime={entry.at} title={entry.at}>{Formats.moment(entry.at, now)}</time></td>
                        <td className="two">{entry.who}<small>{a.vias[entry.via]}{entry.address === undefined ? "" : `, ${entry.address}`}</small></td>
                        <td><Operation name={entry.operation} /></td>
                        <td className="two">
                          <About entry={entry} />
                          {entry.detail === undefined ? null : <small>{visible(entry.detail)}</small>}
                          {entry.from === undefined && entry.to === undefined ? null : <small>{entry.from ?? a.none} → {entry.to ?? a.none}</small>}
                          {entry.effect === undefined ? null : <small>{entry.effect}</small>}
                        </td>
                        <td>{entry.reason ?? <span className="n0">–</span>}</td>
                        <td><State shape={shapeOfOutcome(entry.outcome)}>{entry.outcome === undefined ? a.underWay : a.outcomes[entry.outcome] ?? entry.outcome}</State>{entry.times === undefined ? null : <small>{a.times(entry.times)}</small>}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <Ends next={next} isFirst={search.after === undefined} onNext={(after) => go({ after })} onFirst={() => go({ after: undefined })} />
            </>
          )}
        </Asked>
      </section>
    </>
  )
}

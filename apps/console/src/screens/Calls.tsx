/**
 * The log of calls: one row a call, the newest first. The open row shows what was sent and what was answered.
 */
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { Fragment } from "react"
import { answered, api } from "../api/client.ts"
import * as Formats from "../formats.ts"
import { useNow } from "../now.ts"
import { visible } from "../numbers.ts"
import { Asked, Empty } from "../parts/Asked.tsx"
import { Operation } from "../parts/Operation.tsx"
import { filtersOf } from "../parts/list.ts"
import { ChoiceFilter, Ends, Head, TextFilter } from "../parts/Page.tsx"
import { useRowKeys } from "../parts/Queue.tsx"
import { State } from "../parts/State.tsx"
import { oneOf } from "../search.ts"
import { t } from "../texts.ts"
import { Exchange } from "./calls/Exchange.tsx"
import { shapeOfCall } from "./calls/outcome.ts"
import { directions, queryOf } from "./calls/query.ts"

const route = getRouteApi("/calls")
const columns = 7

export const Calls = () => {
  useRowKeys()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { clear, go, isFiltered, set } = filtersOf(search, (next, replace) => void navigate({ search: next, replace, resetScroll: !replace }), ["after", "open"])
  const now = useNow(30)
  const direction = oneOf(directions, search.direction)
  const { open, refused, request } = search
  const query = queryOf(search)
  const page = useQuery({
    queryKey: ["calls", query],
    queryFn: ({ signal }) => answered(api.GET("/admin/calls", { params: { query }, signal })),
    placeholderData: (before) => before
  })
  return (
    <>
      <Head title={t.calls.title} about={t.calls.about}><Link className="btn" to="/playground/signature">{t.calls.refusedSignatures}</Link></Head>
      <div className="filters" role="group" aria-label={t.filters}>
        <ChoiceFilter label={t.calls.direction} value={direction} options={directions.map((each) => [each, t.calls.directionNames[each]])} onChange={(value) => set({ direction: value })} />
        <TextFilter label={t.calls.who} value={search.scope} onChange={(value) => set({ scope: value })} />
        <TextFilter label={t.calls.operation} value={search.operation} onChange={(value) => set({ operation: value })} />
        <TextFilter label={t.calls.number} value={search.number} onChange={(value) => set({ number: value })} />
        <TextFilter label={t.calls.code} value={search.code} isCode onChange={(value) => set({ code: value })} />
        <TextFilter label={t.calls.request} value={request} isCode onChange={(value) => set({ request: value })} />
        <label className="check"><input type="checkbox" checked={refused !== undefined} onChange={(event) => set({ refused: event.target.checked ? "1" : undefined })} />{t.calls.refused}</label>
        {isFiltered ? <button type="button" className="btn g s" onClick={clear}>{t.clear}</button> : null}
      </div>
      {open !== undefined && page.data !== undefined && !page.data.items.some(({ id }) => id === open)
        ? <section className="card lone" aria-label={t.calls.one}><Exchange id={open} /><footer className="ends"><span className="grow" /><button type="button" className="btn s" onClick={() => go({ open: undefined })}>{t.close}</button></footer></section>
        : null}
      <section className="card" aria-label={t.calls.title}>
        <Asked query={page} rows={12}>
          {({ items, next }) => items.length === 0
            ? <Empty action={isFiltered ? <button type="button" className="btn s" onClick={clear}>{t.clear}</button> : undefined}>{isFiltered ? t.calls.emptyFiltered : t.calls.empty}</Empty>
            : (
              <>
                <div className="scroll">
                  <table className="cards c-call">
                    <thead>
                      <tr><th>{t.calls.when}</th><th>{t.calls.answer}</th><th>{t.calls.operation}</th><th>{t.calls.who}</th><th>{t.calls.direction}</th><th>{t.calls.number}</th><th className="num">{t.calls.took}</th></tr>
                    </thead>
                    <tbody>
                      {items.map((call) => (
                        <Fragment key={call.id}>
                          <tr className={call.id === open ? "open" : undefined}>
                            <td className="nowrap">
                              <button type="button" className="row" aria-expanded={call.id === open} onClick={() => go({ open: call.id === open ? undefined : call.id }, true)}><time dateTime={call.at} title={call.at}>{Formats.moment(call.at, now)}</time></button>
                            </td>
                            <td><State shape={shapeOfCall(call.code)}>{call.code}</State></td>
                            <td className="nowrap"><Operation name={call.operation} /></td>
                            <td className="nowrap muted">{call.scope}</td>
                            <td className="nowrap muted">{t.calls.directionNames[call.direction]}</td>
                            <td className="nowrap">{call.number === undefined ? <span className="n0">–</span> : visible(call.number)}</td>
                            <td className="num">{Formats.millis(call.millis)}</td>
                          </tr>
                          {call.id === open ? <tr className="under"><td colSpan={columns}><Exchange id={call.id} /></td></tr> : null}
                        </Fragment>
                      ))}
                    </tbody>
                  </table>
                </div>
                <Ends next={next} isFirst={search.after === undefined} onNext={(after) => go({ after, open: undefined })} onFirst={() => go({ after: undefined, open: undefined })} />
              </>
            )}
        </Asked>
      </section>
    </>
  )
}

/** The calls about an order and its parts, the newest first. A row opens both messages. */
import { useQueries } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Fragment } from "react"
import { answered, api } from "../../api/client.ts"
import * as Formats from "../../formats.ts"
import { Failed, Loading } from "../../parts/Asked.tsx"
import { Operation } from "../../parts/Operation.tsx"
import { State } from "../../parts/State.tsx"
import { o } from "../../texts/orders.ts"
import { t } from "../../texts.ts"
import { folded } from "./folded.ts"
import { Exchange } from "../calls/Exchange.tsx"
import { shapeOfCall } from "../calls/outcome.ts"

const most = 20

export const OrderCalls = ({ numbers, open, onOpen, now }: { readonly numbers: ReadonlyArray<string>; readonly open: string | undefined; readonly onOpen: (id: string | undefined) => void; readonly now: number }) => {
  const asked = useQueries({
    queries: numbers.map((number) => ({
      queryKey: ["calls", "about", number],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => answered(api.GET("/admin/calls", { params: { query: { number, limit: "100" } }, signal }))
    }))
  })
  const failed = asked.find(({ error }) => error !== null)
  const isLoading = asked.some(({ isPending }) => isPending)
  const byId = new Map(asked.flatMap(({ data }) => data?.items ?? []).map((call) => [call.id, call]))
  const calls = folded([...byId.values()].toSorted((one, other) => (one.at < other.at ? 1 : -1))).slice(0, most)
  return (
    <section className="card" aria-labelledby="exchange">
      <header><h2 id="exchange">{o.order.exchange}</h2><span className="meta">{o.order.exchangeAbout}</span></header>
      {failed === undefined ? null : <Failed error={failed.error} again={() => void failed.refetch()} />}
      {calls.length === 0 ? isLoading ? <Loading rows={3} /> : failed === undefined ? <p className="pad muted">{o.order.noCalls}</p> : null : (
        <div className="scroll">
          <table className="cards c-call o-call">
            <thead><tr><th>{t.calls.when}</th><th>{t.calls.answer}</th><th>{t.calls.operation}</th><th>{t.calls.who}</th><th className="num">{t.calls.took}</th></tr></thead>
            <tbody>
              {calls.map(({ count, newest: call }) => (
                <Fragment key={call.id}>
                  <tr className={call.id === open ? "open" : undefined}>
                    <td className="nowrap"><button type="button" className="row" aria-expanded={call.id === open} onClick={() => onOpen(call.id === open ? undefined : call.id)}><time dateTime={call.at} title={call.at}>{Formats.moment(call.at, now)}</time></button></td>
                    <td><State shape={shapeOfCall(call.code)}>{call.code}</State></td>
                    <td className="nowrap"><Operation name={call.operation} />{count === 1 ? null : <span className="meta"> {o.order.alike(count)}</span>}</td>
                    <td className="nowrap muted">{call.scope.split(":").slice(0, 2).join(":")}</td>
                    <td className="num">{Formats.millis(call.millis)}</td>
                  </tr>
                  {call.id === open ? <tr className="under"><td colSpan={5}><Exchange id={call.id} /></td></tr> : null}
                </Fragment>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="ends"><span className="grow" />{numbers.slice(0, 1).map((number) => <Link key={number} className="btn s" to="/calls" search={{ number }}>{o.order.others}</Link>)}</div>
    </section>
  )
}

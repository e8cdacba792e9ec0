/**
 * Every connection with its health, what needs a person first.
 */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { answered, api } from "../api/client.ts"
import * as Formats from "../formats.ts"
import { useNow } from "../now.ts"
import { Asked } from "../parts/Asked.tsx"
import { Count } from "../parts/Count.tsx"
import { Head } from "../parts/Page.tsx"
import { useRowKeys } from "../parts/Queue.tsx"
import { State } from "../parts/State.tsx"
import { Table } from "../parts/Table.tsx"
import { t } from "../texts.ts"
import { healthOf, kindOf } from "./connections/health.ts"
import { byGraveness } from "./flow/states.ts"

export const Connections = () => {
  useRowKeys()
  const now = useNow(10)
  const list = useQuery({ queryKey: ["connections"], queryFn: ({ signal }) => answered(api.GET("/admin/connections", { signal })) })
  return (
    <>
      <Head title={t.places.connections} about={t.connections.about} />
      <Asked query={list}>
        {({ items, misfits, unserved }) => (
          <>
            {misfits.length + unserved.length === 0 ? null : (
              <section className="card sec-first" aria-label={t.connections.unusable}>
                <ul className="finds">
                  {misfits.map((each) => <li key={each.id} className="fail"><span /><div><span className="what">{t.connections.misfit(each.id)}</span> <span className="why">{each.problems.map(({ message, path }) => `${path}: ${message}`).join("; ")}</span></div></li>)}
                  {unserved.map((each) => <li key={each.id} className="fail"><span /><div><span className="what">{t.connections.unserved(each.id, each.deliveries)}</span></div></li>)}
                </ul>
              </section>
            )}
            <section className="card" aria-label={t.places.connections}>
              <Table className="cards c-connection" rows={items.map((each) => ({ each, health: healthOf(each) })).toSorted((a, b) => byGraveness(a.health.shape, b.health.shape))} empty={t.connections.empty} head={<><th>{t.connections.name}</th><th>{t.connections.kind}</th><th>{t.connections.state}</th><th className="num">{t.connections.read}</th><th className="num">{t.connections.open}</th><th className="num">{t.connections.creates}</th><th className="num">{t.connections.due}</th><th className="num">{t.connections.dead}</th></>}>
                {({ each, health }) => (
                  <tr key={each.id}>
                    <td className="two"><Link to="/connections/$id" params={{ id: each.id }}>{each.id}</Link><small>{each.title}</small></td>
                    <td className="muted nowrap">{kindOf(each)}</td>
                    <td className="two"><State shape={health.shape}>{health.word}{health.since === undefined ? null : `, ${Formats.age(health.since, now)}`}</State>{health.because === undefined ? null : <small className="peer">{health.because}</small>}</td>
                    <td className="num muted" data-l={t.connections.read}>{each.lastPolledAt === undefined ? "–" : t.connections.ago(Formats.age(each.lastPolledAt, now))}</td>
                    <td className="num" data-l={t.connections.open}><Count value={each.openOrders} /></td>
                    <td className="num" data-l={t.connections.creates}><Count value={each.waitingIntents} tone="n-hold" /></td>
                    <td className="num" data-l={t.connections.due}><Count value={each.dueDeliveries} /></td>
                    <td className="num" data-l={t.connections.dead}><Count value={each.deadDeliveries} tone="n-fail" /></td>
                  </tr>
                )}
              </Table>
            </section>
          </>
        )}
      </Asked>
    </>
  )
}

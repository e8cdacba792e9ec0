/**
 * The nodes that are alive, and what the runner is.
 */
import "../styles/order.css"
import { useQuery } from "@tanstack/react-query"
import { answered, api } from "../api/client.ts"
import * as Formats from "../formats.ts"
import { useNow } from "../now.ts"
import { Asked } from "../parts/Asked.tsx"
import { Head } from "../parts/Page.tsx"
import { Tag } from "../parts/State.tsx"
import { p } from "../texts/peers.ts"
import { t } from "../texts.ts"

/** Nobody is told of heartbeats. */
const every = 5000

export const Nodes = () => {
  const now = useNow(5)
  const nodes = useQuery({ queryKey: ["nodes"], queryFn: ({ signal }) => answered(api.GET("/admin/nodes", { signal })), refetchInterval: every })
  const runner = useQuery({ queryKey: ["nodes", "runner"], queryFn: ({ signal }) => answered(api.GET("/admin/runner", { signal })), refetchInterval: 60_000 })
  return (
    <>
      <Head title={t.places.nodes} about={p.nodes.about} />
      <Asked query={runner} rows={2}>
        {({ database, hasDesk, publicUrl, schema, timeZone, version }) => (
          <dl className="facts">
            <div><dt>{p.nodes.version}</dt><dd>{version}<small>{p.nodes.schema} {schema}</small></dd></div>
            <div><dt>{p.nodes.database}</dt><dd>{p.nodes.databases[database]}</dd></div>
            <div><dt>{p.nodes.zone}</dt><dd>{timeZone}</dd></div>
            <div><dt>{p.nodes.address}</dt><dd>{publicUrl ?? p.nodes.noAddress}</dd></div>
            <div><dt>{p.nodes.desk}</dt><dd>{hasDesk ? p.nodes.hasDesk : p.nodes.noDesk}</dd></div>
          </dl>
        )}
      </Asked>
      <section className="card" aria-label={t.places.nodes}>
        <Asked query={nodes} rows={3}>
          {({ items }) => (
            <div className="scroll" tabIndex={0} role="group" aria-label={t.places.nodes}>
              <table>
                <thead><tr><th>{p.nodes.node}</th><th className="num">{p.nodes.since}</th><th className="num">{p.nodes.lease}</th></tr></thead>
                <tbody>
                  {items.map(({ id, isThis, leaseUntil, startedAt }) => (
                    <tr key={id}>
                      <td className="mono">{id} {isThis ? <Tag shape="ok">{p.nodes.here}</Tag> : null}</td>
                      <td className="num">{Formats.moment(startedAt, now)}</td>
                      <td className="num">{Formats.moment(leaseUntil, now)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Asked>
      </section>
    </>
  )
}

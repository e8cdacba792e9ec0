/**
 * One connection: what is the matter with it, how its calls went, and with whom it is linked.
 */
import "../styles/order.css"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { answered, api } from "../api/client.ts"
import * as Formats from "../formats.ts"
import { useNow } from "../now.ts"
import { visible } from "../numbers.ts"
import { Asked, Empty } from "../parts/Asked.tsx"
import { Count } from "../parts/Count.tsx"
import { Operation } from "../parts/Operation.tsx"
import { Head } from "../parts/Page.tsx"
import { Mark, State, Tag } from "../parts/State.tsx"
import { Table } from "../parts/Table.tsx"
import { t } from "../texts.ts"
import { shapeOfCall } from "./calls/outcome.ts"
import { Actions } from "./connections/Actions.tsx"
import { Courses } from "./connections/Courses.tsx"
import { type Connection as Shown, healthOf, healthsOf, kindOf } from "./connections/health.ts"
import { operationsOf } from "./connections/operations.ts"

const route = getRouteApi("/connections/$id")

const Facts = ({ connection, now }: { readonly connection: Shown; readonly now: number }) => {
  const { authorization, callsPerSecond, dueDeliveries, endpoint, environment, heldDeliveries, lastPolledAt, oldestDueAt, oldestOpenAt, openOrders, plugin, pollSeconds, rate, timeZone } = connection
  return (
    <dl className="facts">
      <div><dt>{t.connections.plugin}</dt><dd>{plugin}<small>{kindOf(connection)}, {t.connections.origins[connection.origin]}</small></dd></div>
      <div><dt>{t.connections.read}</dt><dd>{lastPolledAt === undefined ? "–" : t.connections.ago(Formats.age(lastPolledAt, now))}<small>{t.connections.every(Formats.duration(pollSeconds * 1000))}</small></dd></div>
      <div><dt>{t.connections.open}</dt><dd>{Formats.count(openOrders)}<small>{oldestOpenAt === undefined ? "" : t.flow.oldestSmall(Formats.age(oldestOpenAt, now))}</small></dd></div>
      <div><dt>{t.connections.due}</dt><dd>{Formats.count(dueDeliveries)}<small>{oldestDueAt === undefined ? t.connections.behind(heldDeliveries) : t.flow.oldestSmall(Formats.age(oldestDueAt, now))}</small></dd></div>
      <div><dt>{t.connections.rate}</dt><dd>{rate === undefined ? (callsPerSecond === undefined ? t.connections.noLimit : t.connections.perSecond(callsPerSecond)) : t.connections.perSecond(rate.perSecond)}<small>{endpoint === undefined ? "" : t.connections.underWay(endpoint.underWay, endpoint.share)}</small></dd></div>
      <div><dt>{t.connections.credential}</dt><dd>{authorization === undefined ? t.connections.inSettings : t.connections.authorizations[authorization.is]}<small>{authorization?.until === undefined ? `${t.connections.environments[environment]}, ${timeZone}` : t.connections.until(Formats.moment(authorization.until, now))}</small></dd></div>
    </dl>
  )
}

const Matters = ({ connection, now }: { readonly connection: Shown; readonly now: number }) => {
  const healths = healthsOf(connection)
  if (healths.length === 0) return null
  return (
    <section className="card sec-first" aria-label={t.connections.matters}>
      <ul className="finds">
        {healths.map((each) => (
          <li key={each.word} className={each.shape}>
            <Mark shape={each.shape} />
            <div><span className="what">{each.word}</span> {each.because === undefined ? null : <code className="why">{each.because}</code>}</div>
            <span className="age">{each.since === undefined ? null : t.flow.since(Formats.moment(each.since, now), Formats.age(each.since, now))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Operations = ({ id }: { readonly id: string }) => {
  const counts = useQuery({ queryKey: ["calls", "counts", id], queryFn: ({ signal }) => answered(api.GET("/admin/calls/counts", { params: { query: { scope: id } }, signal })), refetchInterval: 15_000 })
  return (
    <section className="card" aria-labelledby="operations">
      <header><h2 id="operations">{t.connections.operations}</h2><span className="meta">{t.connections.lastHour}</span></header>
      <Asked query={counts} rows={3}>
        {({ items }) => (
          <Table rows={operationsOf(items)} empty={t.connections.noCalls} head={<><th>{t.calls.operation}</th><th className="num">{t.connections.count}</th><th className="num">{t.flow.errorShare}</th><th>{t.connections.mostly}</th><th className="num">{t.flow.mean}</th></>}>
            {(each) => (
              <tr key={`${each.direction} ${each.operation}`}>
                <td><Link to="/calls" search={{ scope: id, operation: each.operation }}><Operation name={each.operation} /></Link></td>
                <td className="num">{Formats.count(each.calls)}</td>
                <td className="num"><Count value={each.failed} tone="n-fail">{Formats.share(each.failed / each.calls)}</Count></td>
                <td>{each.worst === undefined ? null : <Link to="/calls" search={{ scope: id, operation: each.operation, code: each.worst }}><code>{each.worst}</code></Link>}</td>
                <td className="num">{Formats.millis(each.meanMillis)}</td>
              </tr>
            )}
          </Table>
        )}
      </Asked>
    </section>
  )
}

const Latest = ({ id, now }: { readonly id: string; readonly now: number }) => {
  const calls = useQuery({ queryKey: ["calls", "latest", id], queryFn: ({ signal }) => answered(api.GET("/admin/calls", { params: { query: { scope: id, limit: "8" } }, signal })) })
  return (
    <section className="card" aria-labelledby="latest">
      <header><h2 id="latest">{t.connections.latest}</h2><span className="grow" /><Link className="meta" to="/calls" search={{ scope: id }}>{t.connections.allCalls}</Link></header>
      <Asked query={calls} rows={4}>
        {({ items }) => (
          <Table rows={items} empty={t.connections.noCalls}>
            {(call) => (
              <tr key={call.id}>
                <td className="nowrap"><Link to="/calls" search={{ scope: id, open: call.id }}>{Formats.moment(call.at, now)}</Link></td>
                <td><State shape={shapeOfCall(call.code)}>{call.code}</State></td>
                <td><Operation name={call.operation} /></td>
                <td className="muted">{visible(call.number ?? "")}</td>
                <td className="num">{Formats.millis(call.millis)}</td>
              </tr>
            )}
          </Table>
        )}
      </Asked>
    </section>
  )
}

const Side = ({ connection, now }: { readonly connection: Shown; readonly now: number }) => (
  <aside className="stack">
    <section className="card" aria-labelledby="links">
      <header><h2 id="links">{t.connections.links}</h2><span className="grow" /><span className="meta">{connection.links.length}</span></header>
      {connection.links.length === 0 ? <Empty>{t.connections.noLinks}</Empty> : connection.links.map((link) => (
        <div className="parcel" key={link.scope}>
          <div className="bar"><b className="mono">{link.scope}</b></div>
          <small>{link.protocols.join(", ")} · {link.erp}{link.copyTo.length === 0 ? "" : ` · ${t.connections.copies(link.copyTo.join(", "))}`}</small>
        </div>
      ))}
    </section>
    {connection.callback === undefined ? null : (
      <section className="card" aria-labelledby="callbacks">
        <header><h2 id="callbacks">{t.connections.callbacks}</h2></header>
        {connection.callback.addresses.map((each) => <div className="parcel" key={each}><code>{each}</code></div>)}
        {connection.subscription === undefined ? null : <div className="parcel"><small>{t.connections.subscribed(Formats.moment(connection.subscription.updatedAt, now))}</small></div>}
      </section>
    )}
    <section className="card" aria-labelledby="offers">
      <header><h2 id="offers">{t.connections.offers}</h2><span className="grow" /><span className="meta">{connection.offers.length}</span></header>
      <p className="pad offers">{connection.offers.map((each) => <code key={each}>{each}</code>)}</p>
    </section>
  </aside>
)

export const Connection = () => {
  const { id } = route.useParams()
  const now = useNow(5)
  const connection = useQuery({ queryKey: ["connections", id], queryFn: ({ signal }) => answered(api.GET("/admin/connections/{id}", { params: { path: { id } }, signal })) })
  const shown = connection.data
  const health = shown === undefined ? undefined : healthOf(shown)
  return (
    <>
      <Head
        title={id}
        crumb={<Link to="/connections">{t.places.connections}</Link>}
        about={shown?.title}
        tag={health === undefined ? undefined : <Tag shape={health.shape}>{health.word}</Tag>}
      >
        {shown === undefined ? null : <Actions connection={shown} />}
      </Head>
      <Asked query={connection}>
        {(each) => (
          <>
            <Matters connection={each} now={now} />
            <Facts connection={each} now={now} />
            <div className="two-col">
              <div className="stack"><Courses id={id} /><Operations id={id} /><Latest id={id} now={now} /></div>
              <Side connection={each} now={now} />
            </div>
          </>
        )}
      </Asked>
    </>
  )
}

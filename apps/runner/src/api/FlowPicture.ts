/**
 * Makes the picture of the flow out of what was counted: a node for each system, and an edge for each way between two of them.
 */
import * as Arr from "effect/Array"
import type { Connection, Flow, FlowCause, FlowEdge, FlowNode } from "@crossdock/admin-api"
import type { ConnectedLink } from "../Composition.ts"
import * as Contracts from "../Contracts.ts"
import { groupsOf } from "../engine/Groups.ts"
import type { Row } from "../store/Database.ts"
import type { Span } from "./FlowRows.ts"
import type { Seen } from "./CallerLinks.ts"
import { plural } from "./ConnectionHealth.ts"
import { instant, member } from "./Responses.ts"

export interface Counted {
  /** What the account of the call sees. */
  readonly seen: Pick<Seen, "links" | "receivers" | "scopes">
  readonly hasDesk: boolean
  /** Those that it sees. */
  readonly connections: ReadonlyArray<Connection>
  readonly span: Span
  readonly now: number
  readonly calls: ReadonlyArray<Row>
  readonly orders: { readonly rows: ReadonlyArray<Row>; readonly isMore: boolean; readonly oldest: number }
  readonly desk: ReadonlyArray<Row>
  readonly creates: ReadonlyArray<Row>
  readonly deliveries: { readonly due: ReadonlyArray<Row>; readonly held: ReadonlyArray<Row>; readonly dead: ReadonlyArray<Row> }
}

const minute = 60_000
const hub = "desk"

const kinds = { [Contracts.warehouse.id]: "warehouse", [Contracts.platform.id]: "shop", [Contracts.erp.id]: "erp", [Contracts.books.id]: "books" } as const

const nodeIdOf = ({ contract, id }: Pick<Connection, "contract" | "id">): string => `${kinds[contract]}:${id}`

const causeOf = (code: FlowCause["code"], text: string, params: FlowCause["params"] = {}): FlowCause => ({ code, params, text })

type Health = Pick<FlowNode, "cause" | "health" | "since">

/** The gravest of what is the matter with a connection. */
const healthOf = ({ health: { causes: [gravest], is } }: Connection): Health => ({
  health: is,
  ...(gravest !== undefined && { cause: causeOf(gravest.code, gravest.text, gravest.params) }),
  ...member("since", gravest?.since)
})

const sum = (rows: ReadonlyArray<Row>, column: string): number => rows.reduce((total, row) => total + Number(row[column] ?? 0), 0)

/** The earliest time of some rows. */
const oldestOf = (rows: ReadonlyArray<Row>): number | undefined =>
  rows.reduce((least: number | undefined, row) => row.oldest === null ? least : Math.min(least ?? Infinity, Number(row.oldest)), undefined)

export const make = (counted: Counted): Pick<Flow, "creates" | "desk" | "edges" | "messages" | "nodes" | "orders"> => {
  const { calls, connections, creates, deliveries, desk, hasDesk, now, orders, seen: { links, receivers, scopes }, span } = counted
  const isLimited = scopes !== undefined
  const byId = new Map(connections.map((connection) => [connection.id, connection]))
  const nodeOf = (id: string): string => byId.has(id) ? nodeIdOf(byId.get(id)!) : hub

  const pointsOf = (rows: ReadonlyArray<Row>): Array<number> => {
    const points = Array.from({ length: span.points }, () => 0)
    for (const row of rows) if (Number(row.point) < span.points) points[Number(row.point)]! += Number(row.n)
    return points
  }
  /** Minutes from the beginning of the first point, or from the oldest order that was counted. */
  const minutesFrom = (millis: number): number => Math.max(1, (now - millis) / minute)
  const rate = (count: number, from: number): number => Math.round((count / minutesFrom(from)) * 100) / 100
  const beginning = span.first * minute
  const callsBy = groupsOf(calls, ({ direction, scope }) => `${direction} ${scope}`)
  const ofCalls = (scope: string, direction: "in" | "out") => callsBy.get(`${direction} ${scope}`) ?? []
  const answersOf = (rows: ReadonlyArray<Row>): Pick<FlowEdge, "failedShare" | "meanMillis"> => {
    const n = sum(rows, "n")
    return n === 0 ? { failedShare: 0 } : { failedShare: Math.round((sum(rows, "failed") / n) * 1000) / 1000, meanMillis: Math.round(sum(rows, "millis") / n) }
  }
  const waitingOf = (rows: ReadonlyArray<Row>): Pick<FlowEdge, "oldest" | "waiting"> => ({ waiting: sum(rows, "n"), ...member("oldest", oldestOf(rows), instant) })

  const callEdge = (from: string, to: string, rows: ReadonlyArray<Row>, waits: ReadonlyArray<Row> = []): FlowEdge => ({
    from, to, counts: "calls", perMinute: rate(sum(rows, "n"), beginning), ...answersOf(rows), ...waitingOf(waits), minutes: pointsOf(rows)
  })
  const shopLinks = links.filter(({ contract }) => contract === Contracts.platform.id)

  const shopEdge = ({ peer, scope }: ConnectedLink): FlowEdge => {
    const arrived = orders.rows.filter((row) => row.scope === scope && row.kind === "platform_order")
    const from = orders.isMore ? Math.max(beginning, orders.oldest) : beginning
    return {
      from: `shop:${scope}`, to: hub, counts: "orders", perMinute: rate(sum(arrived, "n"), from),
      ...answersOf([...(isLimited ? [] : ofCalls(peer, "out")), ...ofCalls(scope, "in")]),
      ...waitingOf(desk.filter((row) => row.scope === scope && row.state === "due")), minutes: pointsOf(arrived)
    }
  }
  const peerEdge = (connection: Connection): FlowEdge =>
    callEdge(hub, nodeIdOf(connection), isLimited ? [] : ofCalls(connection.id, "out"), [
      ...creates.filter((row) => row.connection === connection.id),
      ...Object.values(deliveries).flatMap((rows) => rows.filter((row) => row.connection === connection.id))
    ])
  /** What callers ask of the runner goes from the ERP, or from a program of its own, to the peer of the link. */
  const callerEdge = ({ contract, erp, peer, scope }: ConnectedLink): ReadonlyArray<FlowEdge> => {
    const rows = ofCalls(scope, "in")
    if (rows.length === 0) return []
    const from = contract === Contracts.books.id || contract === Contracts.erp.id ? `caller:${scope}` : nodeOf(erp)
    return [callEdge(from, contract === Contracts.platform.id ? `shop:${scope}` : nodeOf(peer), rows)]
  }
  const receiverEdges = receivers.flatMap(({ scope }): ReadonlyArray<FlowEdge> => {
    const rows = ofCalls(scope, "in")
    return rows.length === 0 ? [] : [callEdge(`caller:${scope}`, hub, rows)]
  })
  const peers = connections.filter(({ contract, links: own }) => contract !== Contracts.platform.id || own.length === 0)
  const edges = [...shopLinks.map(shopEdge), ...peers.map(peerEdge), ...links.flatMap(callerEdge), ...receiverEdges]

  const held = desk.filter(({ state }) => state === "held")
  const ofShop = ({ id, peer, scope }: ConnectedLink): FlowNode => {
    const connection = byId.get(peer)
    const own = connection === undefined ? { health: "ok" as const } : healthOf(connection)
    return { id: `shop:${scope}`, kind: "shop", title: id, connection: peer, link: scope, ...member("plugin", connection?.plugin), ...own }
  }
  const ofConnection = (connection: Connection): FlowNode => ({
    id: nodeIdOf(connection), kind: kinds[connection.contract], title: connection.id, connection: connection.id, plugin: connection.plugin,
    ...healthOf(connection), ...(!isLimited && { openOrders: connection.openOrders })
  })
  /** A caller is named by its id, as in the list of callers. */
  const callerIds = new Map([...links.map(({ id, scope }) => [scope, id] as const), ...receivers.map(({ accessId, scope }) => [scope, accessId] as const)])
  const ofCaller = (id: string): FlowNode => {
    const link = id.slice("caller:".length)
    return { id, kind: "caller", title: callerIds.get(link) ?? link, link, health: "ok" }
  }
  const callers = [...new Set(edges.map(({ from }) => from).filter((id) => id.startsWith("caller:")))]
  const center: FlowNode = {
    id: hub, kind: "desk", title: hasDesk ? "Order desk" : "Crossdock", health: held.length === 0 ? "ok" : "waiting",
    ...member("since", oldestOf(held), instant),
    ...(held.length > 0 && { cause: causeOf("ORDERS_HELD", `${plural(sum(held, "n"), "order is", "orders are")} held`, { count: String(sum(held, "n")) }) })
  }
  const states = Arr.groupBy(desk, (row) => JSON.stringify([row.state, row.cause ?? ""]))
  const ofState = (state: string) => creates.filter((row) => row.state === state)
  return {
    nodes: [...shopLinks.map(ofShop), center, ...peers.map(ofConnection), ...callers.map(ofCaller)],
    edges,
    desk: Object.values(states).map((rows) => ({
      state: rows[0].state, ...member("cause", rows[0].cause as string | null), count: sum(rows, "n"), oldest: instant(oldestOf(rows) ?? now)
    })),
    creates: {
      pending: sum(ofState("Pending"), "n"),
      inFlight: sum(ofState("InFlight"), "n"),
      held: sum(ofState("Pending").filter((row) => Number(row.is_held) === 1), "n"),
      inDoubt: sum(ofState("Doubtful"), "n"),
      ...member("oldestInDoubt", oldestOf(ofState("Doubtful")), instant)
    },
    messages: { due: sum(deliveries.due, "n"), held: sum(deliveries.held, "n"), dead: sum(deliveries.dead, "n"), ...member("oldestDue", oldestOf(deliveries.due), instant) },
    orders: { count: sum(orders.rows, "n"), isMore: orders.isMore }
  }
}

/**
 * What the flow says about its nodes and edges, as shapes and words.
 */
import type { Answer } from "../../api/Answer.ts"
import * as Formats from "../../formats.ts"
import type { Shape } from "../../parts/State.tsx"
import { t } from "../../texts.ts"

export type Flow = Answer<"/admin/flow">
export type Node = Flow["nodes"][number]
export type Edge = Flow["edges"][number]

export const shapes: { readonly [Code in NonNullable<Node["cause"]>["code"]]: Shape } = {
  PAUSED: "fail", CALLS_FAIL: "fail", POLLS_FAIL: "fail", DELIVERIES_FAIL: "fail", AUTHORIZATION_REFUSED: "fail", AUTHORIZATION_NEEDED: "hold", RENEWAL_FAILS: "hold",
  CREATES_WAIT: "hold", DELIVERIES_DEAD: "fail", ORDERS_HELD: "hold"
}

/** How grave a state is, the gravest first. */
const graveness: ReadonlyArray<Shape> = ["fail", "doubt", "hold"]
export const byGraveness = (a: Shape, b: Shape): number => rank(a) - rank(b)
const rank = (shape: Shape): number => (graveness.includes(shape) ? graveness.indexOf(shape) : graveness.length)

export const shapeOfNode = ({ cause, health }: Node, { creates }: Pick<Flow, "creates">): Shape => {
  if (cause?.code === "CREATES_WAIT" && creates.inDoubt > 0) return "doubt"
  if (cause !== undefined) return shapes[cause.code]
  return health === "ok" ? "ok" : health === "waiting" ? "hold" : "fail"
}

/** A few words about a node: they stand in the picture. */
export const wordOfNode = ({ cause, health }: Node): string =>
  cause === undefined ? t.flow.health[health] : t.flow.causes[cause.code](Number(cause.params["count"] ?? 0))

/** What a node is called. A program that calls the runner may have the id of a shop, so its kind stands before it. */
export const nameOfNode = ({ kind, title }: Pick<Node, "kind" | "title">): string => (kind === "caller" ? t.flow.callerNamed(title) : title)

/** From which share of failed calls an edge is shown as failed, although its peer is not known to fail. */
const tooMany = 0.5

export interface EdgeState {
  readonly shape: Shape
  readonly word: string
  /** Both ends. */
  readonly from: Node
  readonly to: Node
  /** The end that is not the desk. */
  readonly peer: Node
}

export const hub = "desk"

/** The state of an edge is that of its far end; of one between two peers, the graver of both. */
export const stateOf = (edge: Edge, flow: Flow): EdgeState | undefined => {
  const from = flow.nodes.find(({ id }) => id === edge.from)
  const to = flow.nodes.find(({ id }) => id === edge.to)
  if (from === undefined || to === undefined) return undefined
  const ends = [from, to].filter(({ id }) => id !== hub).toSorted((a, b) => byGraveness(shapeOfNode(a, flow), shapeOfNode(b, flow)))
  const peer = ends[0] ?? to
  const shape = shapeOfNode(peer, flow)
  if (shape === "ok" && edge.failedShare >= tooMany) return { shape: "fail", word: t.flow.errors, from, to, peer }
  return { shape, word: wordOfNode(peer), from, to, peer }
}

/** For how many characters a line of a node has room. */
export const longestLine = 28

/** What a node is: the plugin of a connection, or what a caller does. */
const roleOf = ({ kind, link, plugin }: Node): string | undefined =>
  plugin ?? (kind !== "caller" ? undefined : link?.startsWith("receiver:") === true ? t.flow.sendsOrders : t.flow.callsErp)

/** The second and third line of a node in the picture. The time of a call, which the table has too, stands where it has room. */
export const linesOf = (node: Node, flow: Flow, now: number): { readonly second: string; readonly third: string } => {
  const isOwn = ({ from, to }: Edge) => from === node.id && to !== hub
  // What a caller asks of an ERP does not pass the desk.
  const edge = flow.edges.find((each) => (each.from === node.id && each.to === hub) || (each.to === node.id && each.from === hub) || (node.kind === "caller" && isOwn(each)))
  const role = roleOf(node)
  const both = [role, edge?.meanMillis === undefined ? undefined : Formats.millis(edge.meanMillis)].filter((each) => each !== undefined).join(" · ")
  const second = role !== undefined && both.length > longestLine ? role : both
  if (node.health !== "ok" || node.cause !== undefined) {
    const word = wordOfNode(node)
    return { second, third: node.since === undefined ? word : `${word}, ${Formats.age(node.since, now)}` }
  }
  // An ERP that sends orders has a way to a warehouse of its own, which is in the table and not in the picture.
  const own = flow.edges.filter(isOwn).reduce((total, { perMinute }) => total + perMinute, 0)
  const third = own > 0 && node.kind !== "caller"
    ? t.flow.sendsToo(Formats.rate(own))
    : node.kind === "shop"
    ? t.flow.ordersAMinute(Formats.rate(edge?.perMinute ?? 0))
    : node.kind === "warehouse" && node.openOrders !== undefined
    ? t.flow.openOrders(node.openOrders)
    : t.flow.callsAMinute(Formats.rate(edge?.perMinute ?? 0))
  return { second, third }
}

/** Orders of the desk in one of its states. */
export const atDesk = (flow: Flow, state: Flow["desk"][number]["state"]): { readonly count: number; readonly oldest: string | undefined } => {
  const rows = flow.desk.filter((row) => row.state === state)
  return { count: rows.reduce((total, row) => total + row.count, 0), oldest: rows.map((row) => row.oldest).toSorted()[0] }
}

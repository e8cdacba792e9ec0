/**
 * The flow in the admin API: shops, the order desk, warehouses, ERPs and books, what goes from one to another, and what waits where.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { described, Instant } from "./CommonSchemas.ts"
import { ConnectionHealth, HealthCause } from "./Connections.ts"
import { DeskState } from "./DeskDecision.ts"

export const FlowSpan = Schema.Literals(["15m", "1h", "24h", "7d"])
export type FlowSpan = typeof FlowSpan.Type

export const FlowCause = Schema.Struct({
  code: Schema.Literals([...HealthCause.fields.code.literals, "ORDERS_HELD"]),
  params: Schema.Record(Schema.String, Schema.String).annotate(described("Numbers and names of the text, and `because`, the words of the peer or of the person")),
  text: Schema.String
})
export type FlowCause = typeof FlowCause.Type

export const FlowNode = Schema.Struct({
  id: Schema.String.annotate(described("`desk`, or the kind and the link or connection, such as warehouse:north")),
  kind: Schema.Literals(["shop", "desk", "warehouse", "erp", "books", "caller"]).annotate(
    described("desk: the order desk, or the runner itself if there is no desk; caller: a program that calls the open API, or a service that sends orders")
  ),
  title: Schema.String,
  connection: Schema.optionalKey(Schema.String),
  link: Schema.optionalKey(Schema.String.annotate(described("The scope of the link, of a shop or a caller"))),
  plugin: Schema.optionalKey(Schema.String),
  health: ConnectionHealth.fields.is,
  since: Schema.optionalKey(Instant),
  cause: Schema.optionalKey(FlowCause),
  openOrders: Schema.optionalKey(Schema.Int.annotate(described("Orders that are not finished at the peer")))
})
export type FlowNode = typeof FlowNode.Type

export const FlowEdge = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  counts: Schema.Literals(["orders", "calls"]).annotate(described("What perMinute and minutes count: orders that arrived, or calls")),
  perMinute: Schema.Finite,
  failedShare: Schema.Finite.annotate(described("From 0 to 1: which share of the calls was not answered with OK")),
  meanMillis: Schema.optionalKey(Schema.Int.annotate(described("How long a call took on average. Absent: there were none"))),
  waiting: Schema.Int.annotate(described("Orders, creates or deliveries that wait to go this way")),
  oldest: Schema.optionalKey(Instant.annotate(described("Since when the oldest of them waits"))),
  minutes: Schema.Array(Schema.Int).annotate(described("Counts by time, oldest first; each is of `pointMinutes` minutes"))
})
export type FlowEdge = typeof FlowEdge.Type

export const Flow = Schema.Struct({
  span: FlowSpan,
  since: Instant.annotate(described("The beginning of the first point")),
  until: Instant.annotate(described("Now")),
  pointMinutes: Schema.Int.annotate(described("How many minutes one point of `minutes` has. There are at most 60 points")),
  nodes: Schema.Array(FlowNode),
  edges: Schema.Array(FlowEdge),
  desk: Schema.Array(Schema.Struct({
    state: DeskState,
    cause: Schema.optionalKey(Schema.String),
    count: Schema.Int,
    oldest: Instant
  })).annotate(described("Orders at the desk that are neither done nor closed, by state and cause")),
  creates: Schema.Struct({
    pending: Schema.Int,
    inFlight: Schema.Int,
    held: Schema.Int.annotate(described("Those of `pending` that wait for a name or for a paused connection")),
    inDoubt: Schema.Int.annotate(described("Whether the warehouse has them is not known")),
    oldestInDoubt: Schema.optionalKey(Instant)
  }),
  messages: Schema.Struct({
    due: Schema.Int,
    held: Schema.Int.annotate(described("Those that wait behind an earlier one of the same order")),
    dead: Schema.Int.annotate(described("Given up, until a person sends them again or cancels them")),
    oldestDue: Schema.optionalKey(Instant)
  }),
  orders: Schema.Struct({
    count: Schema.Int,
    isMore: Schema.Boolean.annotate(described("There were more; only the newest were counted, and the rates are of their time"))
  }).annotate(described("Orders of shops, and orders that warehouses have got, that arrived in the span"))
})
export type Flow = typeof Flow.Type

export const FlowGroup = HttpApiGroup.make("flow").add(
  HttpApiEndpoint.get("show", "/", {
    query: { span: Schema.optionalKey(FlowSpan.annotate(described("Default: 1h"))) },
    success: Flow
  })
).prefix("/admin/flow")

/**
 * The admin API as data: what an operator, a script or the command line may ask the runner. A client needs nothing else
 * of the runner than this file and what it exports of `definition/`; `crossdock` and the console are typed by it,
 * `/admin/openapi.json` is made from it.
 *
 * Times are ISO 8601 in UTC. What is personal is masked unless `reveal` asks for it; secrets are never answered.
 */
import * as Schema from "effect/Schema"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ConnectionsGroup, LinksGroup } from "./definition/Connections.ts"
import { PluginsGroup } from "./definition/Plugins.ts"
import { Authorization, Conflict, NotFound, PeerFailed, Problems } from "./definition/Refusals.ts"
import { described, Instant } from "./definition/Terms.ts"

export * from "./definition/Connections.ts"
export * from "./definition/Plugins.ts"
export * from "./definition/Refusals.ts"

// --- what is told ---------------------------------------------------------------------------------------------------

export const OrderKind = Schema.Literals(["outbound", "inbound"])

export const IntentState = Schema.Literals(["Pending", "InFlight", "Delivered", "Doubtful", "Dead", "Cancelled"])

export const Intent = Schema.Struct({
  id: Schema.String,
  scope: Schema.String,
  connection: Schema.String,
  operation: Schema.String,
  kind: OrderKind,
  number: Schema.String,
  numberSent: Schema.String,
  generation: Schema.Int,
  state: IntentState,
  heldBecause: Schema.optionalKey(Schema.String),
  attempts: Schema.Int,
  queries: Schema.Int,
  absences: Schema.Int.annotate(described("How often the peer said that it does not have it, far enough apart to count")),
  isAskedAgain: Schema.Boolean,
  isCancelWanted: Schema.Boolean,
  peerNumber: Schema.optionalKey(Schema.String),
  failure: Schema.optionalKey(Schema.String),
  dueAt: Schema.optionalKey(Instant),
  createdAt: Instant,
  updatedAt: Instant
})
export type Intent = typeof Intent.Type

export const Attempt = Schema.Struct({
  number: Schema.Int,
  kind: Schema.String,
  at: Instant,
  tookMillis: Schema.Int,
  outcome: Schema.String,
  detail: Schema.optionalKey(Schema.String)
})
export type Attempt = typeof Attempt.Type

export const Said = Schema.Struct({
  at: Instant,
  who: Schema.String,
  what: Schema.String,
  detail: Schema.optionalKey(Schema.String)
})
export type Said = typeof Said.Type

export const IntentDetail = Schema.Struct({
  ...Intent.fields,
  attemptList: Schema.Array(Attempt),
  history: Schema.Array(Said),
  asked: Schema.Json.annotate(described("What the ERP asked for; personal members are masked unless revealed")),
  sent: Schema.Json.annotate(described("What goes to the peer; personal members are masked unless revealed")),
  isRevealed: Schema.Boolean
})
export type IntentDetail = typeof IntentDetail.Type

export const DeliveryState = Schema.Literals(["Pending", "InFlight", "Delivered", "Dead", "Cancelled"])

export const Delivery = Schema.Struct({
  id: Schema.String,
  connection: Schema.String,
  scope: Schema.String,
  kind: OrderKind,
  number: Schema.String,
  operation: Schema.String,
  state: DeliveryState,
  attempts: Schema.Int,
  cause: Schema.optionalKey(Schema.String),
  dueAt: Schema.optionalKey(Instant),
  heldBehind: Schema.optionalKey(Schema.String.annotate(described("An earlier delivery of the same order that is not over"))),
  createdAt: Instant,
  updatedAt: Instant
})
export type Delivery = typeof Delivery.Type

export const DeliveryDetail = Schema.Struct({
  ...Delivery.fields,
  attemptList: Schema.Array(Attempt),
  content: Schema.optionalKey(Schema.String.annotate(described("The exact text of every attempt; only when revealed"))),
  payload: Schema.optionalKey(
    Schema.String.annotate(described("What it tells, as JSON, while it could not be written down for its ERP; only when revealed"))
  )
})
export type DeliveryDetail = typeof DeliveryDetail.Type

export const DeliveryCause = Schema.Struct({
  state: DeliveryState,
  connection: Schema.String,
  cause: Schema.String,
  count: Schema.Int,
  oldestAt: Instant,
  newestAt: Instant
})
export type DeliveryCause = typeof DeliveryCause.Type

/** How many a replay or cancel concerns; `isDone` tells whether it was only counted. */
export const Counted = Schema.Struct({
  count: Schema.Int,
  overtaken: Schema.Int.annotate(
    described("Of whose order something newer was delivered meanwhile: while they are counted, among them; once it is done, left out")
  ),
  isDone: Schema.Boolean,
  sample: Schema.Array(Delivery).annotate(described("The first few of them"))
})
export type Counted = typeof Counted.Type

export const Order = Schema.Struct({
  kind: OrderKind,
  scope: Schema.String,
  connection: Schema.String,
  number: Schema.String,
  generation: Schema.Int,
  status: Schema.optionalKey(Schema.String.annotate(described("Absent while the peer said nothing of it"))),
  peerStatus: Schema.optionalKey(Schema.String),
  intent: Schema.optionalKey(IntentState),
  trackingNumber: Schema.optionalKey(Schema.String),
  createdAt: Instant,
  updatedAt: Instant
})
export type Order = typeof Order.Type

export const Parcel = Schema.Struct({
  generation: Schema.Int,
  trackingNumber: Schema.String,
  carrierName: Schema.optionalKey(Schema.String),
  shippedAt: Schema.optionalKey(Instant),
  seenAt: Instant
})

export const ReceivedLine = Schema.Struct({
  generation: Schema.Int,
  sku: Schema.String,
  name: Schema.optionalKey(Schema.String),
  estimated: Schema.optionalKey(Schema.Int),
  received: Schema.Int,
  good: Schema.Int,
  bad: Schema.Int
})

export const OrderDetail = Schema.Struct({
  ...Order.fields,
  numberSent: Schema.optionalKey(Schema.String),
  isOpen: Schema.Boolean,
  warehouseCode: Schema.optionalKey(Schema.String),
  peerWarehouseCode: Schema.optionalKey(Schema.String),
  peerNumber: Schema.optionalKey(Schema.String),
  carrierName: Schema.optionalKey(Schema.String),
  failedReason: Schema.optionalKey(Schema.String),
  shippedAt: Schema.optionalKey(Instant),
  finishedAt: Schema.optionalKey(Instant),
  checkedAt: Schema.optionalKey(Instant),
  batches: Schema.optionalKey(Schema.Int),
  says: Schema.String.annotate(described("Where it is, in one sentence")),
  intents: Schema.Array(Intent).annotate(described("One for each generation, the newest first")),
  history: Schema.Array(Said),
  conflicts: Schema.Array(Said).annotate(described("What of the history a person should look at")),
  parcels: Schema.Array(Parcel),
  lines: Schema.Array(ReceivedLine),
  deliveries: Schema.Array(Delivery)
})
export type OrderDetail = typeof OrderDetail.Type

export const MapKind = Schema.Literals(["warehouse", "channel", "sku", "platform", "shop", "asnType"])
export type MapKind = typeof MapKind.Type

export const MapRow = Schema.Struct({
  link: Schema.String,
  kind: MapKind,
  ours: Schema.String,
  theirs: Schema.String,
  source: Schema.String.annotate(described("person, file or peer"))
})
export type MapRow = typeof MapRow.Type

export const MapChange = Schema.Struct({
  link: Schema.String,
  rows: Schema.Int.annotate(described("Rows that were written or removed")),
  released: Schema.Int.annotate(described("Orders that waited for a name and go on now")),
  notes: Schema.Array(Schema.String).annotate(described("Names of the peer that several names of the ERP stand for"))
})
export type MapChange = typeof MapChange.Type

export const MapFill = Schema.Struct({
  link: Schema.String,
  kind: MapKind,
  found: Schema.Int.annotate(described("Names that the peer lists")),
  added: Schema.Int,
  kept: Schema.Int.annotate(described("Names that a row held already; no row is overwritten")),
  others: Schema.Int.annotate(described("Names that belong to other links of the connection")),
  released: Schema.Int
})
export type MapFill = typeof MapFill.Type

export const Suggestion = Schema.Struct({ theirs: Schema.String, similarity: Schema.Finite })

export const Unmatched = Schema.Struct({
  link: Schema.String,
  kind: MapKind,
  name: Schema.String,
  times: Schema.Int,
  lastAt: Instant,
  suggestions: Schema.Array(Suggestion).annotate(described("Similar names of the peer, most similar first; none is taken by itself"))
})
export type Unmatched = typeof Unmatched.Type

export const UnmatchedList = Schema.Struct({
  items: Schema.Array(Unmatched),
  notes: Schema.Array(Schema.String).annotate(described("Why a list of the peer could not be had for suggestions"))
})

export const DriftFinding = Schema.Struct({
  scope: Schema.String,
  place: Schema.String,
  path: Schema.String,
  says: Schema.String,
  times: Schema.Int,
  firstAt: Instant,
  lastAt: Instant
})
export type DriftFinding = typeof DriftFinding.Type

export const RetentionReport = Schema.Struct({
  rules: Schema.Array(
    Schema.Struct({
      what: Schema.String,
      setting: Schema.String.annotate(described("Of the composition, such as retention.delivered")),
      days: Schema.Finite.annotate(described("So long it is kept after it is over"))
    })
  ),
  removed: Schema.Array(Schema.Struct({ at: Instant, says: Schema.String })).annotate(
    described("What of dead letters and orders was removed, the newest first")
  )
})
export type RetentionReport = typeof RetentionReport.Type

export const CompositionCheck = Schema.Struct({
  ok: Schema.Boolean,
  connections: Schema.Int,
  links: Schema.Int,
  receivers: Schema.Int,
  notes: Schema.Array(Schema.Struct({ path: Schema.String, says: Schema.String }))
})
export type CompositionCheck = typeof CompositionCheck.Type

// --- what is asked --------------------------------------------------------------------------------------------------

/** From 1 to 1000; 50 where it is absent. */
const limit = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })))
/** `next` of the page before. */
const after = Schema.optionalKey(Schema.String)
/** The scope of a link, or its id. Absent: the only link there is. */
const link = Schema.optionalKey(Schema.String)

const page = <S extends Schema.Top>(item: S) =>
  Schema.Struct({ items: Schema.Array(item), next: Schema.optionalKey(Schema.String.annotate(described("`after` of the next page"))) })

export const OrderPage = page(Order)
export const OrdersFound = Schema.Struct({ items: Schema.Array(OrderDetail) })
export const IntentPage = page(Intent)
export const DeliveryPage = page(Delivery)
export const DeliveryCauses = Schema.Struct({ items: Schema.Array(DeliveryCause) })
export const MapRows = Schema.Struct({ items: Schema.Array(MapRow) })
export const DriftList = Schema.Struct({ items: Schema.Array(DriftFinding) })

/** Which deliveries are meant: all members that are given must hold. None given: `isAll` must be true. */
export const Selection = Schema.Struct({
  ids: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMaxLength(1000))),
  cause: Schema.optionalKey(Schema.NonEmptyString.annotate(described("A part of the cause, in any letter case"))),
  connection: Schema.optionalKey(Schema.NonEmptyString),
  since: Schema.optionalKey(Instant.annotate(described("Owed at or after this moment"))),
  until: Schema.optionalKey(Instant.annotate(described("Owed before this moment"))),
  dead: Schema.optionalKey(Schema.Boolean.annotate(described("Dead letters alone"))),
  overtaken: Schema.optionalKey(
    Schema.Boolean.annotate(described("Also those of whose order something newer was delivered meanwhile; absent or false: they are left out"))
  ),
  isAll: Schema.optionalKey(Schema.Boolean),
  confirm: Schema.optionalKey(Schema.Boolean.annotate(described("Absent or false: they are counted and nothing is done"))),
  who: Schema.optionalKey(Schema.NonEmptyString)
})
export type Selection = typeof Selection.Type

const OrdersGroup = HttpApiGroup.make("orders").add(
  HttpApiEndpoint.get("list", "/", {
    query: { limit, after, kind: Schema.optionalKey(OrderKind), link, open: Schema.optionalKey(Schema.Boolean) },
    success: OrderPage,
    error: NotFound
  }),
  HttpApiEndpoint.get("show", "/:number", {
    params: { number: Schema.String },
    query: { link, kind: Schema.optionalKey(OrderKind) },
    success: OrdersFound,
    error: NotFound
  })
).prefix("/admin/orders")

const DeliveriesGroup = HttpApiGroup.make("deliveries").add(
  HttpApiEndpoint.get("list", "/", {
    query: {
      limit,
      after,
      dead: Schema.optionalKey(Schema.Boolean),
      state: Schema.optionalKey(DeliveryState),
      connection: Schema.optionalKey(Schema.String),
      cause: Schema.optionalKey(Schema.String),
      since: Schema.optionalKey(Instant),
      until: Schema.optionalKey(Instant)
    },
    success: DeliveryPage
  }),
  HttpApiEndpoint.get("causes", "/causes", {
    query: { connection: Schema.optionalKey(Schema.String), since: Schema.optionalKey(Instant), until: Schema.optionalKey(Instant) },
    success: DeliveryCauses
  }),
  HttpApiEndpoint.get("show", "/:id", {
    params: { id: Schema.String },
    query: { reveal: Schema.optionalKey(Schema.Boolean) },
    success: DeliveryDetail,
    error: NotFound
  }),
  HttpApiEndpoint.post("replay", "/replay", { payload: Selection, success: Counted }),
  HttpApiEndpoint.post("cancel", "/cancel", { payload: Selection, success: Counted })
).prefix("/admin/deliveries")

const IntentsGroup = HttpApiGroup.make("intents").add(
  HttpApiEndpoint.get("list", "/", {
    query: {
      limit,
      after,
      /** Absent: those that wait, Doubtful or held. */
      state: Schema.optionalKey(Schema.Union([IntentState, Schema.Literals(["waiting", "any"])])),
      connection: Schema.optionalKey(Schema.String)
    },
    success: IntentPage
  }),
  HttpApiEndpoint.get("show", "/:id", {
    params: { id: Schema.String },
    query: { reveal: Schema.optionalKey(Schema.Boolean) },
    success: IntentDetail,
    error: NotFound
  }),
  HttpApiEndpoint.post("decide", "/:id/decide", {
    params: { id: Schema.String },
    payload: Schema.Struct({
      decision: Schema.Literals(["Delivered", "Pending", "Dead"]),
      peerNumber: Schema.optionalKey(Schema.NonEmptyString),
      who: Schema.optionalKey(Schema.NonEmptyString)
    }),
    success: Intent,
    error: [NotFound, Conflict]
  })
).prefix("/admin/intents")

const MapsGroup = HttpApiGroup.make("maps").add(
  HttpApiEndpoint.get("list", "/", { query: { link, kind: Schema.optionalKey(MapKind) }, success: MapRows, error: NotFound }),
  HttpApiEndpoint.put("set", "/", {
    payload: Schema.Struct({ link, kind: MapKind, ours: Schema.NonEmptyString, theirs: Schema.NonEmptyString }),
    success: MapChange,
    error: NotFound
  }),
  HttpApiEndpoint.delete("remove", "/", {
    query: { link, kind: MapKind, ours: Schema.NonEmptyString },
    success: MapChange,
    error: NotFound
  }),
  HttpApiEndpoint.post("import", "/import", {
    payload: Schema.Struct({ link, csv: Schema.String.annotate(described("Columns kind, ours and theirs, in any order, with a header")) }),
    success: MapChange,
    error: NotFound
  }),
  HttpApiEndpoint.get("export", "/export", {
    query: { link, kind: Schema.optionalKey(MapKind) },
    success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
    error: NotFound
  }),
  HttpApiEndpoint.post("fillFromPeer", "/fill", {
    payload: Schema.Struct({ link, kind: Schema.Literals(["warehouse", "channel", "sku"]) }),
    success: MapFill,
    error: [NotFound, Conflict, PeerFailed]
  }),
  HttpApiEndpoint.get("unmatched", "/unmatched", { query: { link }, success: UnmatchedList, error: NotFound })
).prefix("/admin/maps")

const RunnerGroup = HttpApiGroup.make("runner").add(
  HttpApiEndpoint.get("drift", "/drift", { query: { limit, scope: Schema.optionalKey(Schema.String) }, success: DriftList }),
  HttpApiEndpoint.get("composition", "/composition", { success: CompositionCheck }),
  HttpApiEndpoint.get("retention", "/retention", { query: { limit }, success: RetentionReport })
).prefix("/admin")

export class Api extends HttpApi.make("crossdock-admin")
  .add(ConnectionsGroup, LinksGroup, PluginsGroup, OrdersGroup, DeliveriesGroup, IntentsGroup, MapsGroup, RunnerGroup)
  .middleware(Problems)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({
    title: "Crossdock admin API",
    version: "1",
    description: "For operators, on loopback. Every refusal is application/problem+json with code, says and path."
  }))
{}

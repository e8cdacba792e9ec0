/**
 * Orders and ASNs in the admin API: where each one is, with its intents, deliveries and history, by any of its numbers.
 */
import { ErpStock } from "@crossdock/books"
import { InboundPhase, OutboundPhase, PlatformOrder } from "@crossdock/core"
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Delivery } from "./Deliveries.ts"
import { DeskDecision } from "./DeskDecision.ts"
import { OrderKind, Said, Sentence } from "./History.ts"
import { Intent, IntentState } from "./Intents.ts"
import { Conflict, Invalid, NotFound } from "./Errors.ts"
import { after, described, Instant, limit, link, page, PathNumber } from "./CommonSchemas.ts"

/** The phases by which orders, ASNs and orders of shops are listed. */
export const OrderPhase = Schema.Literals([
  ...new Set([...OutboundPhase.OutboundPhase.literals, ...InboundPhase.InboundPhase.literals, ...PlatformOrder.PlatformPhase.literals])
])

/** The state of an order in one word. */
export const OrderState = Schema.Literals(["deciding", "waiting", "held", "placed", "sending", "inDoubt", "open", "shipped", "delivered", "cancelled", "refused", "failed", "closed"]).annotate(
  described("deciding: the order desk decides about it; waiting: not paid, or held by the shop; held: by the desk, or its create waits for a name or a paused connection; placed: at warehouses; sending: to the warehouse; inDoubt: whether the warehouse has it is not known; refused: by the warehouse, or given up")
)
export type OrderState = typeof OrderState.Type

export const Order = Schema.Struct({
  kind: OrderKind,
  scope: Schema.String,
  connection: Schema.String,
  number: Schema.String,
  generation: Schema.Int,
  state: Schema.optionalKey(OrderState.annotate(described("Only in the list"))),
  cause: Schema.optionalKey(Schema.String.annotate(described("Why the order desk holds it, such as stock. Only in the list"))),
  phase: Schema.optionalKey(Schema.String.annotate(described("Absent until the peer reports a status"))),
  status: Schema.optionalKey(Schema.String),
  intent: Schema.optionalKey(IntentState),
  trackingNumber: Schema.optionalKey(Schema.String),
  lookAt: Schema.optionalKey(
    Schema.Struct({ is: Schema.Literals(["absent", "still"]), since: Instant }).annotate(
      described("absent: the peer accepted the order but does not show it; still: the peer has reported nothing new for long")
    )
  ),
  createdAt: Instant,
  updatedAt: Instant
})
export type Order = typeof Order.Type

export const Parcel = Schema.Struct({
  generation: Schema.Int,
  trackingNumber: Schema.optionalKey(Schema.String.annotate(described("Absent until the warehouse tells one of a parcel that it knows by an id"))),
  parcelId: Schema.optionalKey(Schema.String),
  carrierName: Schema.optionalKey(Schema.String),
  trackingUrl: Schema.optionalKey(Schema.String),
  shippedAt: Schema.optionalKey(Instant),
  estimatedDeliveryAt: Schema.optionalKey(Instant),
  deliveredAt: Schema.optionalKey(Instant),
  weight: Schema.optionalKey(Schema.String.annotate(described("The number and its unit, if the warehouse names one"))),
  cost: Schema.optionalKey(Schema.String.annotate(described("The amount and its currency, if the warehouse names one"))),
  serialNumbers: Schema.optionalKey(Schema.Array(Schema.String)),
  seenAt: Instant
})

const Count = Schema.Union([Schema.Int, Schema.String]).annotate(described("A whole count is a number; one with a fraction is a text"))

export const ReceivedLine = Schema.Struct({
  generation: Schema.Int,
  sku: Schema.String,
  name: Schema.optionalKey(Schema.String),
  estimated: Schema.optionalKey(Count),
  received: Count,
  good: Count,
  bad: Count
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
  trackingUrl: Schema.optionalKey(Schema.String),
  shippedAt: Schema.optionalKey(Instant),
  deliveredAt: Schema.optionalKey(Instant),
  finishedAt: Schema.optionalKey(Instant),
  checkedAt: Schema.optionalKey(Instant),
  batches: Schema.optionalKey(Schema.Int),
  message: Schema.String.annotate(described("One sentence that says where the order is")),
  sentences: Schema.Array(Sentence).annotate(described("The same to be read aloud: where it is, what holds it, and who was told")),
  intents: Schema.Array(Intent).annotate(described("One for each generation, newest first")),
  history: Schema.Array(Said),
  conflicts: Schema.Array(Said).annotate(described("History entries that need a person's attention")),
  parcels: Schema.Array(Parcel),
  lines: Schema.Array(ReceivedLine),
  deliveries: Schema.Array(Delivery),
  foundBy: Schema.optionalKey(Schema.String.annotate(described("What the searched number is to this order: numberSent, peerNumber, trackingNumber, batchNo or partNumber. Absent: its own number"))),
  desk: Schema.optionalKey(DeskDecision.annotate(described("For an order of a shop that the order desk takes")))
})
export type OrderDetail = typeof OrderDetail.Type

/** An order of which a shop told and that the runner did not take. */
export const UntakenOrder = Schema.Struct({
  scope: Schema.String.annotate(described("The link, or the connection if nobody knows to which link the order belongs")),
  is: Schema.Literals(["no-shop", "unwritable", "refused"]).annotate(
    described("no-shop: the order names no shop, and links of several shops lead to the connection; unwritable: no message can carry its number; refused: the shop does not take a question for it")
  ),
  number: Schema.String.annotate(described("The shop's number of the order; control characters are written as \\uXXXX")),
  times: Schema.Int,
  firstAt: Instant,
  lastAt: Instant
})

export const OrderPage = Schema.Struct({
  ...page(Order).fields,
  total: Schema.optionalKey(Schema.Struct({
    count: Schema.Int,
    isMore: Schema.Boolean.annotate(described("There are more than were counted"))
  })).annotate(described("How many orders match, if `total` was asked for. Of all, 10,000 are counted, and of a choice without an index those among the newest 2,000")),
  untaken: Schema.optionalKey(Schema.Array(UntakenOrder)).annotate(described("Orders that have no record, because the runner could not take them. The first page has them if toLookAt is set"))
})

/** A record that has the searched number too, or shares another number with what was found. */
export const RelatedOrder = Schema.Struct({
  ...Order.fields,
  shared: Schema.String.annotate(described("The number that it was found by")),
  by: Schema.String.annotate(described("What that number is to it: number, numberSent, peerNumber, trackingNumber, batchNo, partNumber, onlineOrderId or displayNumber"))
})
export type RelatedOrder = typeof RelatedOrder.Type

/** Something that was said about one of the records. */
export const TimelineEntry = Schema.Struct({ ...Said.fields, kind: OrderKind, scope: Schema.String, number: Schema.String })
export type TimelineEntry = typeof TimelineEntry.Type

/** A movement in the books of an ERP that is kept in this runner. */
export const Booking = Schema.Struct({ ...ErpStock.StockMovement.fields, connection: Schema.String })
export type Booking = typeof Booking.Type

export const OrdersFound = Schema.Struct({
  items: Schema.Array(OrderDetail).annotate(described("The orders that have the number. Empty: several records have it as another number of theirs; they are in `related`")),
  related: Schema.Array(RelatedOrder),
  timeline: Schema.Array(TimelineEntry).annotate(described("What was said about the found orders and the related ones, oldest first")),
  bookings: Schema.Array(Booking).annotate(described("What moved in the books because of them, oldest first")),
  notes: Schema.Array(Schema.String).annotate(described("What could not be read"))
})

export const ErasedOrders = Schema.Struct({
  records: Schema.Array(Schema.Struct({ kind: OrderKind, scope: Schema.String, number: Schema.String })).annotate(
    described("The order, and what the desk has made for it at shops and warehouses")
  ),
  isErased: Schema.Boolean.annotate(described("false: nothing was changed, because the request was not confirmed")),
  creates: Schema.Int.annotate(described("Creates whose contents are masked")),
  contents: Schema.Int.annotate(described("Orders of shops whose contents are masked")),
  messages: Schema.Int.annotate(described("Messages to ERPs that were removed, and original messages of peers")),
  texts: Schema.Int.annotate(described("Other rows of whose texts a part was replaced"))
})

export const OrdersGroup = HttpApiGroup.make("orders").add(
  HttpApiEndpoint.get("list", "/", {
    query: {
      limit,
      after,
      kind: Schema.optionalKey(OrderKind),
      link,
      phase: Schema.optionalKey(OrderPhase),
      since: Schema.optionalKey(Instant),
      until: Schema.optionalKey(Instant),
      open: Schema.optionalKey(Schema.Boolean),
      q: Schema.optionalKey(Schema.NonEmptyString.check(Schema.isMaxLength(300)).annotate(described("Any number of the order, or its beginning"))),
      state: Schema.optionalKey(OrderState),
      cause: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Why the order desk holds it, such as stock"))),
      warehouse: Schema.optionalKey(Schema.NonEmptyString.annotate(described("The connection to the warehouse that has it, or a part of it"))),
      total: Schema.optionalKey(Schema.Boolean.annotate(described("Also say how many match"))),
      toLookAt: Schema.optionalKey(Schema.Boolean)
    },
    success: OrderPage.annotate(described("The newest first. A page may have fewer orders than `limit`, or none, although there are more; `next` goes on")),
    error: NotFound
  }),
  HttpApiEndpoint.get("show", "/:number", {
    params: { number: PathNumber },
    query: { link, kind: Schema.optionalKey(OrderKind) },
    success: OrdersFound,
    error: NotFound
  }),
  HttpApiEndpoint.post("erase", "/:number/erase", {
    params: { number: PathNumber },
    query: { link, kind: Schema.optionalKey(OrderKind) },
    payload: Schema.Struct({
      reason: Schema.NonEmptyString.annotate(described("Why, such as the number of the person's request; it is stored, so it should not name the person")),
      isConfirmed: Schema.optionalKey(Schema.Boolean.annotate(described("Default: false, which changes nothing and tells what would be erased"))),
      who: Schema.optionalKey(Schema.NonEmptyString.annotate(described("The name of the operator, for the history")))
    }),
    success: ErasedOrders,
    error: [NotFound, Conflict, Invalid]
  })
).prefix("/admin/orders")

export const AsnsGroup = HttpApiGroup.make("asns").add(
  HttpApiEndpoint.get("show", "/:number", { params: { number: PathNumber }, query: { link }, success: OrdersFound, error: NotFound })
).prefix("/admin/asns")

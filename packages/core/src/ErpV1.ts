/**
 * Version 1 of the ERP contract: the messages that the runner sends to an ERP, and the stock that it reads and allots there. An ERP whose
 * books callers read and change has the contract `BooksV1` of `@crossdock/books`, which adds to this one. Later releases may add optional
 * operations and optional fields to V1; any other change goes into a separate `ErpV2`.
 */
import * as Context from "effect/Context"
import type { DurationWithUnit } from "./DurationWithUnit.ts"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { RequestInvalid } from "./AdapterError.ts"
import * as Contract from "./Contract.ts"
import { UnannouncedReturn } from "./model/UnannouncedReturn.ts"
import { InboundProgress } from "./model/InboundOrder.ts"
import { Decimal } from "./model/Decimal.ts"
import { Money } from "./model/Money.ts"
import { OrderNumber, OutboundStatus, ShippedLine } from "./model/OutboundOrder.ts"
import type { PassedMember } from "./model/PassedMembers.ts"
import { ReadyOrder } from "./model/ReadyOrder.ts"
import { PlatformOrder, Refund } from "./model/PlatformOrder.ts"
import { unitField } from "./model/Line.ts"
import { Quantity } from "./model/Quantity.ts"
import { Sku } from "./model/Sku.ts"
import { StockBalance } from "./model/StockBalance.ts"
import * as Operation from "./Operation.ts"
import type { RateLimits } from "./RateLimits.ts"
import * as Subscriptions from "./Subscriptions.ts"

export { RenewSubscription, Subscribe, Unsubscribe } from "./Subscriptions.ts"

/**
 * Tells the ERP the status of an outbound order, as its warehouse reported it. The same content may come again, also with another
 * `deliveryId`, and must then change nothing; where the ERP does not see to that, the plugin does (document 1, pushOrderInfo).
 */
export const ReceiveOutboundStatus = Operation.make("receiveOutboundStatus", {
  payload: OutboundStatus,
  success: Operation.Empty,
  kind: "push",
  isPrepared: true
})

/**
 * Tells the ERP what a warehouse has received of an inbound order. The message always has a `batchNo`, and its counts are of that batch alone:
 * the ERP adds them once for each `batchNo` of the order. Another order may have the same `batchNo`. If the warehouse reports totals, the
 * runner makes a batch of what is new in them (document 1, pushAsnInfo).
 */
export const ReceiveInboundProgress = Operation.make("receiveInboundProgress", {
  payload: InboundProgress,
  success: Operation.Empty,
  kind: "push",
  isPrepared: true
})

/**
 * Tells the ERP that goods of an outbound order came back to a warehouse, and no inbound order had announced them. The message has all that came back under its
 * `returnId` up to now; the ERP books the difference from what it was told of that id before, so a repeat changes nothing.
 */
export const ReceiveReturn = Operation.make("receiveReturn", {
  payload: UnannouncedReturn,
  success: Operation.Empty,
  kind: "push",
  isPrepared: true
})

/**
 * Tells the ERP an order of a sales platform, new or changed. The message has the whole order. The ERP creates or updates the order that has
 * the same `platform`, `shopId` and `onlineOrderId`; it gets the states of an order one after another, as the runner learned of them
 * (document 2, pushOrder).
 */
export const ReceivePlatformOrder = Operation.make("receivePlatformOrder", {
  payload: PlatformOrder,
  success: Operation.Empty,
  kind: "push",
  isPrepared: true
})

/**
 * Tells the ERP a refund of a platform's order, once for each `refundId`, after the order that has it among its `refunds`. The ERP must book each
 * refund once, by `platform`, `shopId`, `onlineOrderId` and `refundId` together; a repeat changes nothing.
 */
export const ReceiveRefund = Operation.make("receiveRefund", {
  payload: Schema.Struct({
    platform: PlatformOrder.fields.platform,
    shopId: PlatformOrder.fields.shopId,
    onlineShopId: PlatformOrder.fields.onlineShopId,
    onlineOrderId: PlatformOrder.fields.onlineOrderId,
    refund: Refund
  }),
  success: Operation.Empty,
  kind: "push",
  isPrepared: true
})

const text = Schema.optionalKey(Schema.NonEmptyString)
const texts = Schema.optionalKey(Schema.NonEmptyArray(Schema.NonEmptyString))
const instant = Schema.optionalKey(Schema.DateTimeUtcFromString)

const page = {
  /** The start of the page: the `nextCursor` of the page before, unchanged. If absent, the first page is read. */
  cursor: text,
  /** The maximum number of records in the page. An ERP may return smaller pages. */
  limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))
} as const

const pageOf = <Item extends Schema.Codec<any, any>>(item: Item) =>
  Schema.Struct({
    items: Schema.Array(item),
    /** The cursor of the next page, which only the plugin interprets. If absent, this is the last page. */
    nextCursor: text,
    /** How many records all pages have. If absent, the ERP does not tell it. */
    total: Schema.optionalKey(Schema.Int)
  })

/**
 * Reads from the ERP the outbound orders that warehouses are to ship: the one with a number, or those that changed in a window of time. Orders
 * that were cancelled or are done by now are in the answer too, with that state. The number selects alone if both are given. An order that the ERP does not know is left out.
 * The runner places each order once, by its number, and cancels it at the warehouse once the ERP says that it is cancelled. With neither a
 * number nor both ends of a window, the call fails with `RequestInvalid` before the plugin is called.
 */
export const ListOutboundOrders = Operation.make("listOutboundOrders", {
  payload: Schema.Struct({
    /** Reads this order alone. */
    orderNumber: Schema.optionalKey(OrderNumber),
    /** Orders that changed at this time or later, and before `updatedTo`. Both are given, or none. An ERP that rounds times returns a little more. */
    updatedFrom: instant,
    /** The end of the window, which is not part of it. */
    updatedTo: instant,
    ...page
  }),
  success: Schema.Struct({
    items: Schema.Array(ReadyOrder),
    /** The numbers of orders of this page that exist and could not be read. A caller must not take them for unknown. */
    unreadable: Schema.optionalKey(Schema.Array(Schema.NonEmptyString)),
    /** The cursor of the next page, which only the plugin interprets. If absent, this is the last page. */
    nextCursor: text
  }),
  kind: "read"
})

/**
 * What an ERP tells by itself, for example by a webhook; a callback handler makes it and stores it with `storeEvent`. `OrderReady` has the
 * whole order; `OrderReadyChanged` has only its number, and the runner then reads it.
 */
export const Event = Schema.TaggedUnion({
  /** An order is ready for a warehouse, or a ready one has changed or was cancelled; the event has the whole order. */
  OrderReady: ReadyOrder.fields,
  /** The same, and the event has the order's number alone. The runner then reads the order, which needs `listOutboundOrders`. */
  OrderReadyChanged: { orderNumber: OrderNumber }
})
export type Event = typeof Event.Type

/** Reads from the ERP how much stock each warehouse has of each SKU by the ERP's own books, which may differ from what the warehouse reports. */
export const ListStockBalances = Operation.make("listStockBalances", {
  payload: Schema.Struct({
    /** The SKUs to read. If absent, all SKUs. */
    skus: texts,
    /** The ERP's names of the warehouses to read. If absent, all warehouses. An ERP may refuse that. */
    warehouseNames: texts,
    /** Whether SKUs without any stock are in the answer too. Default: false. */
    withEmpty: Schema.optionalKey(Schema.Boolean),
    ...page
  }),
  success: pageOf(StockBalance),
  kind: "read"
})

/** What is told of a document replaces what was told before: nothing of it is added up, so repeats, losses and disorder change nothing. */
const ofDocument = {
  /** An order, by the number that it has at the link of a warehouse. */
  document: Schema.Struct({
    /** The link of the warehouse. At another link, the same number is another order. */
    link: Schema.NonEmptyString,
    orderNumber: OrderNumber,
    /** Tells apart the orders that use a number at the link one after another. */
    issue: Schema.NonEmptyString
  }),
  /** Larger for each later statement of an operation about the document. A statement that is not newer than the last one changes nothing. */
  version: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  /**
   * `true` says that no other order has ever used the number, at any link. What an ERP knows of the number alone, from releases that told
   * it nothing else, then belongs to this document. Default: false.
   */
  ownsNumber: Schema.optionalKey(Schema.Boolean)
} as const

/** The unit of a quantity is left out if it counts pieces. */
const goods = Schema.Array(Schema.Struct({ sku: Sku, quantity: Quantity, unit: unitField }))

/**
 * Sets how much stock of an ERP warehouse is reserved for an outbound order: `lines` are the quantities that the order is to have in all,
 * including what has left already, so what stays reserved is the rest. All of the lines are set, or none; an empty list releases everything.
 * Its name in `offers` is `allotStock`. It fails with `Rejected` if more would be reserved than is available; the message names the SKU and how many
 * pieces there are. A statement that only releases is always taken.
 */
export const SetStockReservation = Operation.make("allotStock", {
  payload: Schema.Struct({ ...ofDocument, warehouseName: Schema.NonEmptyString, lines: goods }),
  success: Operation.Empty,
  kind: "push"
})

/** A parcel that has left, as far as it is known. */
const shippedParcel = Schema.Struct({
  /** The latest number. Absent while nobody has told it. */
  trackingNumber: text,
  carrierName: text,
  shippedAt: instant,
  /** When the carrier expects it to arrive. A change of this alone is told with the next other news. */
  estimatedDeliveryAt: instant,
  /** The gross weight, in `weightUnit`. */
  weight: Schema.optionalKey(Decimal),
  weightUnit: text,
  /** What the warehouse or its carrier charges for the parcel. */
  cost: Schema.optionalKey(Money),
  /** With lots and serial numbers, where the warehouse tells them. */
  lines: Schema.Array(ShippedLine)
})

/**
 * Tells the ERP exactly which goods of an outbound order (its `document`) have left the warehouse up to now. The ERP books the difference from what it was told before, in either direction;
 * pieces that have not left after all are in stock again. Goods have left whatever the ERP knows, so it is not refused for what is lacking.
 */
export const ReceiveShipments = Operation.make("receiveShipments", {
  payload: Schema.Struct({
    ...ofDocument,
    /** Where the goods left. If absent, where the document has its stock allotted. */
    warehouseCode: Schema.optionalKey(Schema.NonEmptyString),
    /** Everything that has left in all parcels together, as far as it was ordered. */
    lines: goods,
    /** What is reported to have left beyond the order. People decide what it is; it is not booked. */
    surplus: Schema.optionalKey(goods),
    /** Nothing more leaves, and nothing is missing that may turn up: what is still reserved is available again. */
    isEnded: Schema.Boolean,
    /** The parcels as far as they are known, for people and for the day of the sale. They add nothing to `lines`. */
    parcels: Schema.optionalKey(Schema.Array(shippedParcel))
  }),
  success: Operation.Empty,
  kind: "push",
  isPrepared: true
})

const required = [ReceiveOutboundStatus, ReceiveInboundProgress] as const
const optional = [
  ReceivePlatformOrder,
  ReceiveRefund,
  ReceiveReturn,
  ListOutboundOrders,
  ListStockBalances,
  SetStockReservation,
  ReceiveShipments,
  ...Subscriptions.operations
] as const

/**
 * Limits of the ERP's API, which a plugin states because callers must respect them and cannot find them out by calling it. For example
 * `{ callsPerSecond: 10, rates: { listStockBalances: { perSecond: 2 } } }`.
 */
export interface Limits extends RateLimits<(typeof required | typeof optional)[number]["name"]> {}

/** What a plugin states about its ERP, beside what it offers, because the runner must know it before it sends anything. */
export interface Facts {
  /** Whether the ERP has a status for delivered goods. If `false`, the runner reports an order as shipped and nothing later. Default: true. */
  readonly knowsDelivered?: boolean
  /**
   * Whether `receiveOutboundStatus` takes the phase `closedShort` and `notShipped`. If not, the runner tells such an order as `shipped`, or as
   * `failed` if no parcel of it is known, with `failedReason`. Default: false.
   */
  readonly knowsClosedShort?: boolean
  /**
   * Whether `receiveInboundProgress` takes the phase `cancelled`, of an inbound order of which nothing was received. If not, the runner tells
   * it as `closed`. Default: false.
   */
  readonly knowsCancelled?: boolean
  /**
   * How often the runner asks for outbound orders that changed and, if the plugin is one of `BooksV1`, for inbound orders. If absent, it
   * asks for outbound orders every 60 s, and for no inbound ones.
   */
  readonly pollInterval?: DurationWithUnit | undefined
  /**
   * The optional members of an outbound order that the ERP tells of those that it lists. The runner warns where a warehouse drops them.
   * Default: not stated, and nobody is warned.
   */
  readonly tells?: ReadonlyArray<PassedMember> | undefined
  /** How fast the ERP may be called. Default: as fast as calls come, unless the operator writes `callsPerSecond`. */
  readonly limits?: Limits | undefined
}

type Given = Readonly<Record<string, unknown>>

/** Refuses a question for outbound orders with neither a number nor a whole window. */
const check = (operation: Operation.Any, payload: unknown): RequestInvalid | undefined => {
  const given = payload as Given
  if (operation.name !== ListOutboundOrders.name || given["orderNumber"] !== undefined) return undefined
  const from = given["updatedFrom"] as DateTime.Utc | undefined
  const to = given["updatedTo"] as DateTime.Utc | undefined
  if (from === undefined) return new RequestInvalid({ path: "/updatedFrom", message: "is missing; send orderNumber, or both ends of a window" })
  if (to === undefined) return new RequestInvalid({ path: "/updatedTo", message: "is missing beside the other end of the window; send both" })
  return DateTime.isGreaterThan(from, to) ? new RequestInvalid({ path: "/updatedFrom", message: "is later than updatedTo; send the earlier time first" }) : undefined
}

/**
 * The contract as a named type, so that compiler errors show its name. `demands`: who offers `allotStock` must offer `listStockBalances`, who
 * offers `subscribe` must offer `unsubscribe`, and who offers `renew` must offer `subscribe`.
 */
export interface V1 extends Contract.Contract<"erp/v1", typeof required, typeof optional, Facts, Event> {
  readonly demands: Subscriptions.Demands & {
    readonly allotStock: "listStockBalances"
  }
}

/** The contract as a value: its operations, what they demand of each other, and the facts that a plugin states. */
export const contract: V1 = Contract.make("erp/v1", {
  required,
  optional,
  demands: {
    ...Subscriptions.demands,
    // The desk looks up what is available before it allots.
    allotStock: "listStockBalances"
  },
  facts: ["tells", "knowsDelivered", "knowsClosedShort", "knowsCancelled", "pollInterval", "limits"],
  check
})

/** One of the operations of this contract, as a union type. */
export type AnyOperation = Contract.AnyOperation<V1>
/**
 * The names of the optional operations, which a plugin may list in `offers`: `receivePlatformOrder`, `receiveRefund`, `receiveReturn`,
 * `listOutboundOrders`, `listStockBalances`, `allotStock`, `receiveShipments`, `subscribe`, `renew` and `unsubscribe`.
 */
export type OptionalName = Contract.OptionalName<V1>
/** The names of all operations of this contract. */
export type OperationName = Contract.OperationName<V1>
/**
 * What a plugin implements, by the name of the operation: the required ones, which are `receiveOutboundStatus` and `receiveInboundProgress`,
 * and each one that it offers. Those named `receive…` are a pair `prepare` and `deliver`, and all others functions. `make` returns it as
 * `handlers`.
 */
export type Handlers<Offers extends OptionalName = never> = Contract.Handlers<V1, Offers>
/** The function that a callback handler gets to store an event with. It succeeds only after the event is in the database. */
export type StoreEvent = Contract.StoreEvent<Event>
/** The function of an ERP plugin that handles a callback (webhook) of its peer; `make` returns it as `incoming`. */
export type CallbackHandler = Contract.CallbackHandler<Event>

/**
 * An ERP plugin at work, with one account. The runner opens it and calls operations with `call`, as in
 * `connection.call(ErpV1.ListOutboundOrders, payload)`, and those named `receive…` with `prepare` and `deliver`.
 */
export interface OpenConnection extends Contract.OpenConnection<V1> {}
/** The service under which an effect, such as a test, finds the open connection to an ERP. */
export class Erp extends Context.Service<Erp, OpenConnection>()("@crossdock/core/ErpV1/Erp") {}

/** An ERP plugin as a value, as `plugin` makes it. */
export interface Plugin<Settings extends Schema.Codec<any, any>, R, Id extends string = string>
  extends Contract.Plugin<V1, Erp, Settings, R, Id>
{}

/**
 * Makes an ERP plugin, which its author exports. Its option `make` returns `{ handlers }`, which `Handlers` describes, and `incoming` beside
 * `handlers` if `receives` is true.
 */
export const plugin: Contract.DefinePlugin<V1, Erp> = Contract.pluginFor(contract, Erp)

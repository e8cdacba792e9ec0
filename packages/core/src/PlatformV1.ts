/**
 * Version 1 of the platform contract: how Crossdock reads the orders and articles of one shop on a sales platform and tells
 * it what was shipped and what is in stock (spec 2, part B). One connection is one shop, unless its calls can name one of several. Later releases may add optional
 * operations and optional fields to V1; any other change goes into a separate `PlatformV2`.
 *
 * The tokens of a platform are no operations: a plugin obtains them through `authorization` and the port `Credentials`.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import type { DurationWithUnit } from "./DurationWithUnit.ts"
import * as Schema from "effect/Schema"
import { RequestInvalid } from "./AdapterError.ts"
import * as Contract from "./Contract.ts"
import { Documents } from "./model/Document.ts"
import type { PassedMember } from "./model/PassedMembers.ts"
import { EndStatuses, PlatformOrder, NamedStatus } from "./model/PlatformOrder.ts"
import { PlatformLocation, PlatformProduct, StockFailure, StockUpdate } from "./model/PlatformProduct.ts"
import { ShipmentItem, ShippingProvider, TrackedParcel } from "./model/PlatformShipment.ts"
import { TrackingUrl } from "./model/SharedFields.ts"
import { Quantity } from "./model/Quantity.ts"
import * as Operation from "./Operation.ts"
import type { RateLimits } from "./RateLimits.ts"
import * as Subscriptions from "./Subscriptions.ts"

export { RenewSubscription, Subscribe, Unsubscribe } from "./Subscriptions.ts"

const text = Schema.optionalKey(Schema.NonEmptyString)
const instant = Schema.optionalKey(Schema.DateTimeUtcFromString)
const items = Schema.optionalKey(Schema.NonEmptyArray(ShipmentItem))
const shipped = Schema.Struct({ lineId: Schema.NonEmptyString, quantity: Quantity })

const shop = {
  /**
   * The platform's id of the shop that a call is about. The runner sends it only where links of several shops lead to one connection. A
   * plugin whose limits say `shops: "several"` then asks for this shop alone; others may ignore it.
   */
  onlineShopId: text
} as const

/** What selects records by the time of their last change, and a page of them. */
const page = {
  /** Records that changed at this time or later. */
  updatedFrom: instant,
  /** Records that changed at this time or earlier. */
  updatedTo: instant,
  /** The start of the page: the `nextCursor` of the page before, unchanged. If absent, the first page is read. */
  cursor: text,
  /** The maximum number of records in the page. A peer may return smaller pages. */
  limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))
} as const

const paging = {
  /** The cursor of the next page, which only the plugin interprets. If absent, this is the last page. */
  nextCursor: text,
  /** The number of pages of `limit` records, if the peer counts them. */
  pageCount: Schema.optionalKey(Schema.Int)
} as const

/**
 * Reads orders by their numbers, or those that changed in a window of time. Numbers select alone if both are given. An order
 * that the platform does not know is left out. With neither numbers nor both ends of a window, the call fails with `RequestInvalid` before
 * the plugin is called (spec 2 §4B getOrder).
 */
export const GetOrders = Operation.make("getOrders", {
  payload: Schema.Struct({ onlineOrderIds: Schema.optionalKey(Schema.NonEmptyArray(Schema.NonEmptyString)), ...page, ...shop }),
  success: Schema.Struct({
    items: Schema.Array(PlatformOrder),
    /** The numbers of orders of this page that exist and could not be read. A caller must not take them for unknown. */
    unreadable: Schema.optionalKey(Schema.Array(Schema.NonEmptyString)),
    ...paging
  }),
  kind: "read"
})

/** Reads the platform's own status words that mean that an order is finished or cancelled (spec 2 §4B getOrderOnlineStatus). */
export const ListOrderStatuses = Operation.make("listOrderStatuses", { payload: Schema.Struct({ ...shop }), success: EndStatuses, kind: "read" })

/**
 * Tells the platform that goods of an order are ready to ship, or have been shipped, in one parcel. A repeat
 * might tell of a second parcel, so the runner first reads from the order whether it took effect. Its name in `offers` is `markReadyToShip`
 * (spec 2 §4B readyToShip).
 */
export const ReportOutgoingParcel = Operation.make("markReadyToShip", {
  payload: Schema.Struct({
    onlineOrderId: Schema.NonEmptyString,
    trackingNumber: Schema.NonEmptyString,
    /** The code of the carrier, as `listShippingProviders` returns it. */
    providerCode: Schema.NonEmptyString,
    /** The carrier as the warehouse names it, for shops that know carriers by their names. */
    carrierName: text,
    /** The web page on which the buyer can track the parcel, if the warehouse tells one. */
    trackingUrl: Schema.optionalKey(TrackingUrl),
    /** When the parcel left, if the warehouse tells it. */
    shippedAt: instant,
    /** The location of the platform from which the parcel leaves, by the code that `listLocations` returns. */
    locationId: text,
    /** The number of the parcel in its order, from 1. No two parcels of an order have the same one, and a repeat has the one of before. */
    parcelNumber: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
    /** What is in the parcel. If absent, the whole order. */
    lines: Schema.optionalKey(Schema.NonEmptyArray(shipped)),
    ...shop
  }),
  success: Operation.Empty,
  kind: "create"
})

/**
 * Reads articles by the ids of products or variants, or those that changed in a window of time. If several of these are given, the answer has
 * the articles that meet all of them. An id that the platform does not know is left out. Without ids, both ends of the window are given;
 * otherwise the call fails with `RequestInvalid` before the plugin is called (spec 2 §4B getProduct).
 */
export const ListProducts = Operation.make("listProducts", {
  payload: Schema.Struct({
    productIds: Schema.optionalKey(Schema.NonEmptyArray(Schema.NonEmptyString)),
    variantIds: Schema.optionalKey(Schema.NonEmptyArray(Schema.NonEmptyString)),
    ...page,
    ...shop
  }),
  success: Schema.Struct({ items: Schema.Array(PlatformProduct), ...paging }),
  kind: "read"
})

/** Reads the platform's own status words for articles, such as for sale or hidden (spec 2 §4B getProductStatus). */
export const ListProductStatuses = Operation.make("listProductStatuses", {
  payload: Schema.Struct({ ...shop }),
  success: Schema.Struct({ items: Schema.Array(NamedStatus) }),
  kind: "read"
})

/**
 * Tells the shop how many pieces of articles it may offer. The numbers replace what the shop had; articles that are not in the list keep
 * theirs. It succeeds even if the platform refuses some articles: `failures` names those, and is empty if it took all (spec 2 §4B
 * updateInventory).
 */
export const UpdateStock = Operation.make("updateStock", {
  payload: Schema.Struct({ items: Schema.NonEmptyArray(StockUpdate), ...shop }),
  success: Schema.Struct({ failures: Schema.Array(StockFailure) }),
  kind: "push"
})

/** Lists the carriers and shipping services of the shop (spec 2 §4B initLogistics). */
export const ListShippingProviders = Operation.make("listShippingProviders", {
  payload: Schema.Struct({ ...shop }),
  success: Schema.Struct({ items: Schema.Array(ShippingProvider) }),
  kind: "read"
})

/**
 * The old name of `ReportOutgoingParcel`, which is the same operation. Plugins that were written before the new name keep it. Only the
 * constant has a new name: in `offers` and among the handlers it stays `markReadyToShip`.
 *
 * @deprecated Write `ReportOutgoingParcel`.
 */
export const MarkReadyToShip: typeof ReportOutgoingParcel = ReportOutgoingParcel

/**
 * Arranges a shipment with a carrier of the platform and obtains its tracking number. A repeat might arrange a second one, so the runner
 * stores what it intends before it calls, and does not simply call again after a lost answer (spec 2 §4B getTrackNumber).
 */
export const CreateShipment = Operation.make("createShipment", {
  payload: Schema.Struct({
    onlineOrderId: Schema.NonEmptyString,
    /** The code of the carrier, as `listShippingProviders` returns it. */
    providerCode: Schema.NonEmptyString,
    /** The name of the same carrier. */
    providerName: Schema.NonEmptyString,
    /** What is in the shipment. If absent, the whole order. */
    items,
    ...shop
  }),
  success: Schema.Struct({
    trackingNumber: Schema.NonEmptyString,
    carrierName: text,
    /** The label and further documents that the platform made at once. If absent, `getLabels` reads them. */
    documents: Schema.optionalKey(Documents)
  }),
  kind: "create"
})

/** Cancels a shipment that `createShipment` arranged (spec 2 §4B cancelLogisticsOrder). */
export const CancelShipment = Operation.make("cancelShipment", {
  payload: Schema.Struct({ onlineOrderId: Schema.NonEmptyString, trackingNumber: Schema.NonEmptyString, reason: text, items, ...shop }),
  success: Operation.Empty,
  kind: "cancel"
})

/** Reads the labels of the shipments of an order, and the other documents that are to go with them (spec 2 §4B getLabelData). */
export const GetLabels = Operation.make("getLabels", {
  payload: Schema.Struct({
    onlineOrderId: Schema.NonEmptyString,
    /** The code of the carrier of the shipments. */
    providerCode: text,
    providerName: text,
    /** What is in the shipments. If absent, the whole order. */
    items,
    ...shop
  }),
  success: Schema.Struct({ items: Documents }),
  kind: "read"
})

/** Reads where a parcel is, by the number of its order or of its package; one of the two must be given (spec 2 §4B getTrackingInfo, U-42). */
export const TrackParcel = Operation.make("trackParcel", {
  payload: Schema.Struct({ onlineOrderId: text, packageNumber: text, ...shop }),
  success: TrackedParcel,
  kind: "read"
})

/** Lists the locations, as the shop names them, for which it counts stock and from which it says that orders leave (spec 2 §4B getPlatformWarehouse). */
export const ListLocations = Operation.make("listLocations", { payload: Schema.Struct({ ...shop }), success: Schema.Struct({ items: Schema.Array(PlatformLocation) }), kind: "read" })

/**
 * Tells the peer that Crossdock may use the shop, or may not any more (`isLocked`), and to which address the peer sends the orders of the
 * shop. The runner calls it when a shop is connected or removed, and when its ERP locks or unlocks it. It is for a peer that must be told,
 * such as a service that serves several shops. Its name in `offers` is `setShopAccess` (spec 2 §4B pushAuthorizationInfo).
 */
export const ReportShopAccess = Operation.make("setShopAccess", {
  payload: Schema.Struct({
    /** Whether Crossdock may not use the shop any more. */
    isLocked: Schema.Boolean,
    /** The address of the runner to which the peer sends the orders of the shop. It is the same as in `subscribe`. */
    callbackUrl: Schema.URLFromString,
    /** The ERP's number of the customer that the shop belongs to, for a peer that asks for it. If absent, the plugin takes it from its settings. */
    customerId: text,
    ...shop
  }),
  success: Operation.Empty,
  kind: "push"
})

/**
 * What a platform tells by itself, for example by a webhook; a callback handler makes it and stores it with `storeEvent`. `OrderPushed` has
 * the whole order; `OrderChanged` has only its number, and the runner then reads it.
 */
export const Event = Schema.TaggedUnion({
  /** An order was created or changed; the event has the whole order (spec 2 §4B pushOrder). */
  OrderPushed: { order: PlatformOrder },
  /** An order was created or changed, and the event has its number alone. The runner then reads the order. */
  OrderChanged: { onlineOrderId: Schema.NonEmptyString }
})
export type Event = typeof Event.Type

/** Limits of the platform's API, which a plugin states because callers must respect them and cannot find them out by calling it. */
export interface Limits extends RateLimits<(typeof required | typeof optional)[number]["name"]> {
  /** The maximum number of order numbers in one query. */
  readonly ordersPerQuery: number
  /** The maximum number of articles in one stock update. Default: 1. */
  readonly stockUpdatesPerCall?: number
  /**
   * The longest window of time that one query of the platform covers. The runner reads changed orders in windows of at most that (of 16 s
   * if it is shorter); what a caller asks, and `listProducts`, may be longer, and the plugin cuts it. Default: 24 hours (U-43).
   */
  readonly updateWindow?: DurationWithUnit
  /** How long a change may stay invisible to reads after the platform has made it. Default: 60 s (U-141). */
  readonly visibilityDelay?: DurationWithUnit
  /** The time between two polls for changed orders. Default: 60 s. */
  readonly pollInterval?: DurationWithUnit
  /**
   * Whether the cursors of `getOrders` lead to every order of a window although orders change while its pages are read, as those do that
   * name the last record of a page. The runner then reads the pages once. Otherwise a change may move orders to a page that was read
   * before, and it reads them until two readings agree. Default: false.
   */
  readonly hasStableCursor?: boolean
  /**
   * How many shops one account may have. `several`: a call that names its shop by `onlineShopId` reads and changes nothing of the others.
   * `one`: no call names a shop, so where links of several shops lead to a connection, the runner refuses calls that name no order.
   * Default: `one`.
   */
  readonly shops?: "one" | "several"
  /**
   * The optional members of an outbound order that the platform tells of its orders, by the names that they have there. The runner warns
   * where a warehouse of the desk drops them. Default: not stated, and nobody is warned.
   */
  readonly tells?: ReadonlyArray<PassedMember>
  /** The formats in which the platform gives labels, each shipment in one of them. Default: `PDF`. */
  readonly labelFormats?: ReadonlyArray<string>
}

type Given = Readonly<Record<string, unknown>>

const wrong = (path: string, message: string) => new RequestInvalid({ path, message })

/**
 * Refuses a selection without a key and without a whole window (spec 2 §4B rules 1 and 2). Keys that select "alone" allow no half
 * of a window beside them, and the order of its ends does not matter (U-99). Beside other keys, each end is optional.
 */
const windowOf = (given: Given, keys: ReadonlyArray<string>, others: "alone" | "with times"): RequestInvalid | undefined => {
  const isKeyed = keys.some((key) => given[key] !== undefined)
  const from = given["updatedFrom"] as DateTime.Utc | undefined
  const to = given["updatedTo"] as DateTime.Utc | undefined
  if ((from === undefined) !== (to === undefined) && (others === "alone" || !isKeyed)) {
    return wrong(from === undefined ? "/updatedFrom" : "/updatedTo", "is missing beside the other end of the window; send both or none")
  }
  if (from !== undefined && to !== undefined && DateTime.isGreaterThan(from, to) && (others === "with times" || !isKeyed)) {
    return wrong("/updatedFrom", "is later than updatedTo; send the earlier time first")
  }
  return from === undefined && !isKeyed
    ? wrong("/updatedFrom", `is missing; send ${keys.join(" or ")}, or both ends of a window`)
    : undefined
}

const tooMany = (path: string, given: unknown, most: number, what: string): RequestInvalid | undefined => {
  const { length } = (given ?? []) as ReadonlyArray<unknown>
  return length > most ? wrong(path, `this platform takes ${most} ${what}, not ${length}`) : undefined
}

const check = (operation: Operation.Any, payload: unknown, { limits }: { readonly limits: Limits }): RequestInvalid | undefined => {
  const given = payload as Given
  if (operation.name === GetOrders.name) {
    return windowOf(given, ["onlineOrderIds"], "alone") ?? tooMany("/onlineOrderIds", given["onlineOrderIds"], limits.ordersPerQuery, "orders per query")
  }
  if (operation.name === ListProducts.name) return windowOf(given, ["productIds", "variantIds"], "with times")
  if (operation.name === UpdateStock.name) return tooMany("/items", given["items"], limits.stockUpdatesPerCall ?? 1, "articles per stock update")
  return operation.name === TrackParcel.name && given["onlineOrderId"] === undefined && given["packageNumber"] === undefined
    ? wrong("/onlineOrderId", "is missing; send it, or packageNumber")
    : undefined
}

const required = [GetOrders] as const
const optional = [
  ListOrderStatuses,
  ReportOutgoingParcel,
  ListProducts,
  ListProductStatuses,
  UpdateStock,
  ListShippingProviders,
  CreateShipment,
  CancelShipment,
  GetLabels,
  TrackParcel,
  ListLocations,
  ReportShopAccess,
  ...Subscriptions.operations
] as const

/**
 * The contract as a named type, so that compiler errors show its name. `demands`: who offers `cancelShipment` must offer `createShipment`, who
 * offers `subscribe` must offer `unsubscribe`, and who offers `renew` must offer `subscribe`.
 */
export interface V1 extends Contract.Contract<"platform/v1", typeof required, typeof optional, { readonly limits: Limits }, Event> {
  readonly demands: Subscriptions.Demands & { readonly cancelShipment: "createShipment" }
}

/** The contract as a value: its operations, what they demand of each other, and the facts that a plugin states. */
export const contract: V1 = Contract.make("platform/v1", {
  required,
  optional,
  demands: { cancelShipment: "createShipment", ...Subscriptions.demands },
  facts: ["limits"],
  check
})

/** One of the operations of this contract, as a union type. */
export type AnyOperation = Contract.AnyOperation<V1>
/**
 * The names of the optional operations, which a plugin may list in `offers`: `listOrderStatuses`, `markReadyToShip`, `listProducts`,
 * `listProductStatuses`, `updateStock`, `listShippingProviders`, `createShipment`, `cancelShipment`, `getLabels`, `trackParcel`,
 * `listLocations`, `setShopAccess`, `subscribe`, `renew` and `unsubscribe`.
 */
export type OptionalName = Contract.OptionalName<V1>
/** The names of all operations of this contract. */
export type OperationName = Contract.OperationName<V1>
/**
 * What a plugin implements, by the name of the operation: the required one, which is `getOrders`, and each one that it offers. `make` returns
 * it as `handlers`.
 */
export type Handlers<Offers extends OptionalName = never> = Contract.Handlers<V1, Offers>
/** The function that a callback handler gets to store an event with. It succeeds only after the event is in the database. */
export type StoreEvent = Contract.StoreEvent<Event>
/** The function of a platform plugin that handles a callback (webhook) of its peer; `make` returns it as `incoming`. */
export type CallbackHandler = Contract.CallbackHandler<Event>

/**
 * The old name of `CallbackHandler`, which is the same type. Plugins that were written before the new name keep it.
 *
 * @deprecated Write `CallbackHandler`.
 */
export type Incoming = CallbackHandler

/**
 * A platform plugin at work, with one account. The runner opens it and calls operations with `call`, as in
 * `connection.call(PlatformV1.GetOrders, payload)`.
 */
export interface OpenConnection extends Contract.OpenConnection<V1> {}
/** The service under which an effect, such as a test, finds the open connection to a shop. */
export class Platform extends Context.Service<Platform, OpenConnection>()("@crossdock/core/PlatformV1/Platform") {}

/** A platform plugin as a value, as `plugin` makes it. */
export interface Plugin<Settings extends Schema.Codec<any, any>, R, Id extends string = string>
  extends Contract.Plugin<V1, Platform, Settings, R, Id>
{}

/**
 * Makes a platform plugin, which its author exports. Its option `make` returns `{ handlers }`, which `Handlers` describes, and `incoming` beside
 * `handlers` if `receives` is true.
 */
export const plugin: Contract.DefinePlugin<V1, Platform> = Contract.pluginFor(contract, Platform)

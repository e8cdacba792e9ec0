/**
 * Version 1 of the warehouse contract: its operations, its events, and the functions that declare a plugin. Later releases
 * may add optional operations and optional fields to V1. Any other change goes into a separate `WarehouseV2`.
 */
import * as Context from "effect/Context"
import type { DurationWithUnit } from "./DurationWithUnit.ts"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { RequestInvalid } from "./AdapterError.ts"
import * as Contract from "./Contract.ts"
import * as Document from "./model/Document.ts"
import { UnannouncedReturn } from "./model/UnannouncedReturn.ts"
import { AsnNumber, InboundOrder, InboundProgress, InboundStatus } from "./model/InboundOrder.ts"
import { OrderNumber, OutboundOrder, OutboundReport } from "./model/OutboundOrder.ts"
import type { PassedMember } from "./model/PassedMembers.ts"
import { Product } from "./model/Product.ts"
import { Sku } from "./model/Sku.ts"
import { StockLevel } from "./model/StockLevel.ts"
import { ShippingChannel, WarehouseRecord } from "./model/Warehouse.ts"
import * as Operation from "./Operation.ts"
import type { RateLimits } from "./RateLimits.ts"
import { type DefinePluginWithSelectedOffers, pluginWithSelectedOffersFor } from "./SelectedOffers.ts"
import * as Subscriptions from "./Subscriptions.ts"

const WarehouseCode = Schema.NonEmptyString

const Unreadable = Schema.optionalKey(Schema.Array(Schema.NonEmptyString))

/**
 * Creates an outbound order: the warehouse is to ship goods to a receiver. A repeat might create a second order at the warehouse, so the
 * runner stores what it intends before it calls, and after a lost answer reads the order before it calls again (document 1, createOrder).
 */
export const CreateOutboundOrder = Operation.make("createOutboundOrder", {
  payload: OutboundOrder,
  success: Schema.Struct({
    /** The warehouse's own number of the order. If absent, the warehouse knows the order by `orderNumber` alone, or gives its number later. */
    warehouseOrderNumber: Schema.optionalKey(Schema.NonEmptyString)
  }),
  kind: "create"
})

/**
 * Cancels an outbound order. It succeeds if the order is cancelled afterwards, even if it was cancelled before, or if the warehouse has
 * taken the request and decides it later. It fails with `Rejected` if the goods have left, if the warehouse has decided not to cancel, or
 * if it does not know the order (document 1, cancelOrder).
 */
export const CancelOutboundOrder = Operation.make("cancelOutboundOrder", {
  payload: Schema.Struct({
    orderNumber: OrderNumber,
    warehouseCode: Schema.optionalKey(WarehouseCode),
    /** The warehouse's own number of the order, if it is known. */
    warehouseOrderNumber: Schema.optionalKey(Schema.NonEmptyString),
    /** The reference code that the warehouse's distribution system gave to the order (document 2, cancelOrder). The runner never sends it. */
    referenceCode: Schema.optionalKey(Schema.NonEmptyString)
  }),
  success: Schema.Struct({
    /**
     * `cancelled`: the order is cancelled. `requested`: the warehouse has not decided yet; the status of the order tells how it ends, and a
     * repeat answers `requested` as long as nothing is decided. Default: `cancelled`.
     */
    outcome: Schema.optionalKey(Schema.Literals(["cancelled", "requested"]))
  }),
  kind: "cancel"
})

/**
 * Reads the status of outbound orders. The response leaves out an order that the warehouse does not know; this is not an
 * error. If the warehouse has several orders with one number, the response has the newest of those that have not ended, or
 * the newest of all if every one has ended (document 1, getOrder and getOrderList).
 */
export const GetOutboundOrders = Operation.make("getOutboundOrders", {
  payload: Schema.Struct({
    orders: Schema.NonEmptyArray(Schema.Struct({
      orderNumber: OrderNumber,
      /** The warehouse's own number of the order, if it is known. Some peers find orders by it only. */
      warehouseOrderNumber: Schema.optionalKey(Schema.NonEmptyString),
      /** The reference code of the warehouse's distribution system (document 2, getOrder). The runner never sends it. */
      referenceCode: Schema.optionalKey(Schema.NonEmptyString)
    })),
    warehouseCode: Schema.optionalKey(WarehouseCode)
  }),
  success: Schema.Struct({
    items: Schema.Array(OutboundReport),
    /** The numbers of orders that were asked for, exist at the warehouse and could not be read. A caller must not take them for unknown. */
    unreadable: Unreadable
  }),
  kind: "read"
})

/** Lists the warehouses that the account may use: one warehouse system may have several. */
export const ListWarehouses = Operation.make("listWarehouses", {
  payload: Schema.Struct({}),
  success: Schema.Struct({ items: Schema.Array(WarehouseRecord) }),
  kind: "read"
})

/** Lists the shipping options, called channels, from which an outbound order chooses one by its code: of one warehouse, or of all. */
export const ListChannels = Operation.make("listChannels", {
  payload: Schema.Struct({
    /** If absent, the response has the channels of all warehouses. */
    warehouseCode: Schema.optionalKey(WarehouseCode)
  }),
  success: Schema.Struct({ items: Schema.Array(ShippingChannel) }),
  kind: "read"
})

/**
 * Reads one page of stock. Every page except the last has the cursor of the next page; `StockPages.forEachPage` follows the
 * cursors. A cursor contains all that the plugin needs to continue, so it may be used again, also by another node of the
 * runner (document 1, syncInventory).
 */
export const ListStock = Operation.make("listStock", {
  payload: Schema.Struct({
    warehouseCode: WarehouseCode,
    /** The SKUs to read. If absent, all SKUs. */
    skus: Schema.optionalKey(Schema.NonEmptyArray(Sku)),
    /** Reads only stock that changed at or after this time. A peer that cannot filter by time returns all stock. */
    updatedSince: Schema.optionalKey(Schema.DateTimeUtcFromString),
    /** The start of the page: the `nextCursor` of the page before, unchanged. If absent, the first page is read. */
    cursor: Schema.optionalKey(Schema.NonEmptyString),
    /** The maximum number of records in the page. A peer may return smaller pages. */
    limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))
  }),
  success: Schema.Struct({
    items: Schema.Array(StockLevel),
    /** The cursor of the next page, which only the plugin interprets. If absent, this is the last page. */
    nextCursor: Schema.optionalKey(Schema.NonEmptyString),
    /** The number of pages of `limit` records, if the peer counts them. Only a missing `nextCursor` marks the last page. */
    pageCount: Schema.optionalKey(Schema.Int)
  }),
  kind: "read"
})

/**
 * Creates an inbound order (ASN): it announces goods that will arrive at the warehouse. A plugin that offers it must also offer `getInboundOrders`, because the runner needs that to
 * find out whether a request without a response took effect (document 1, createAsnOrder).
 */
export const CreateInboundOrder = Operation.make("createInboundOrder", {
  payload: InboundOrder,
  success: Schema.Struct({
    /** The warehouse's own number of the inbound order. If absent, the warehouse knows it by `asnNumber` alone, or gives its number later. */
    referenceNumber: Schema.optionalKey(Schema.NonEmptyString)
  }),
  kind: "create"
})

/**
 * Reads the status of inbound orders. The response leaves out an inbound order that the warehouse does not know. The
 * quantities are totals since the order was created (document 1, getAsnList).
 */
export const GetInboundOrders = Operation.make("getInboundOrders", {
  payload: Schema.Struct({
    inboundOrders: Schema.NonEmptyArray(Schema.Struct({
      asnNumber: AsnNumber,
      /** The warehouse's own number of the inbound order, if it is known. Some peers find inbound orders by it only. */
      referenceNumber: Schema.optionalKey(Schema.NonEmptyString),
      /** The type with which the inbound order was created. */
      type: Schema.optionalKey(Schema.NonEmptyString)
    })),
    warehouseCode: Schema.optionalKey(WarehouseCode)
  }),
  success: Schema.Struct({
    items: Schema.Array(InboundStatus),
    /** The numbers of inbound orders that were asked for, exist at the warehouse and could not be read. A caller must not take them for unknown. */
    unreadable: Unreadable
  }),
  kind: "read"
})

/**
 * Cancels inbound orders. The response has one result for each order: the operation succeeds even if an order could not be
 * cancelled (document 1, cancelAsnOrder).
 */
export const CancelInboundOrders = Operation.make("cancelInboundOrders", {
  payload: Schema.Struct({
    asnNumbers: Schema.NonEmptyArray(AsnNumber),
    warehouseCode: Schema.optionalKey(WarehouseCode)
  }),
  success: Schema.Struct({
    items: Schema.Array(Schema.Struct({
      asnNumber: AsnNumber,
      /** Why the inbound order was not cancelled. If absent, it is cancelled. */
      failure: Schema.optionalKey(Schema.NonEmptyString)
    }))
  }),
  kind: "cancel"
})

/** Creates a product or updates it. A repeat of the same record creates no second product (document 1, insert_sku_info). */
export const UpsertProduct = Operation.make("upsertProduct", {
  payload: Product,
  success: Operation.Empty,
  kind: "push"
})

export { RenewSubscription, Subscribe, Unsubscribe } from "./Subscriptions.ts"

/**
 * What a warehouse tells by itself, for example by a webhook; a callback handler makes it and stores it with `storeEvent`.
 * - `OutboundStatusChanged`, `InboundProgressed` and `ReturnReceived` have all that is new, so the runner reads nothing
 * - `OutboundChanged` and `InboundChanged` only name an order, which the runner then reads
 * - `StockChanged` says that stock changed. A runner that compares stock with its books then compares it soon; a runner that does not compare
 *   ignores the event
 */
export const Event = Schema.TaggedUnion({
  /** The status of an outbound order changed; the event has the new status (document 1, pushOrderInfo). */
  OutboundStatusChanged: { status: OutboundReport },
  /** Goods of an inbound order arrived; the event has the quantities (document 1, pushAsnInfo). */
  InboundProgressed: { progress: InboundProgress },
  /** An outbound order changed, but the event does not contain the change. The runner then reads the order. */
  OutboundChanged: { orderNumber: OrderNumber, warehouseOrderNumber: Schema.optionalKey(Schema.NonEmptyString) },
  /** An inbound order changed, but the event does not contain the change. The runner then reads the inbound order. */
  InboundChanged: { asnNumber: AsnNumber, referenceNumber: Schema.optionalKey(Schema.NonEmptyString) },
  /**
   * Goods of an outbound order came back that no inbound order announced; the event has all that came back under the id of the return. The
   * runner tells the ERP once what is new of it.
   */
  ReturnReceived: { returned: UnannouncedReturn },
  /** Stock changed at the warehouse. A runner that compares stock with its books then does so within a minute. */
  StockChanged: { warehouseCode: Schema.optionalKey(WarehouseCode), skus: Schema.optionalKey(Schema.NonEmptyArray(Sku)) }
})
export type Event = typeof Event.Type

/**
 * An `Event` that contains the new status of an outbound order or the received quantities of an inbound one, so that the runner need not read
 * it. Of the others, `ReturnReceived` tells of returned goods, and the rest only say that something changed.
 */
export type EventWithStatus = Extract<Event, { readonly _tag: "OutboundStatusChanged" | "InboundProgressed" }>

/** Limits of the warehouse's API, which a plugin states because callers must respect them and cannot find them out by calling it. */
export interface Limits extends RateLimits<(typeof required | typeof optional)[number]["name"]>, Document.DocumentLimits {
  /** The maximum number of lines in one outbound order. */
  readonly linesPerOrder: number
  /** The maximum number of outbound orders in one query. */
  readonly ordersPerQuery: number
  /** The maximum number of inbound orders in one query. Default: `ordersPerQuery`. */
  readonly asnsPerQuery?: number
  /** Whether every outbound order needs a channel code. Default: false. */
  readonly requiresChannel?: boolean
  /**
   * The optional members of an outbound order that the plugin passes on to the warehouse; it drops the others of `PassedMembers.all`. The
   * runner warns where a shop or an ERP tells what is dropped. Default: not stated, and nobody is warned.
   */
  readonly passesOn?: ReadonlyArray<PassedMember>
  /** Whether the warehouse keeps `shipsComplete` of an outbound order. Default: false; such an order is refused before it is sent. */
  readonly canShipComplete?: boolean
  /** How long a change may stay invisible to reads after the peer has made it. Default: 60 s (U-141). */
  readonly visibilityDelay?: DurationWithUnit
  /** The time between two polls for the status of open orders. Default: 60 s. */
  readonly pollInterval?: DurationWithUnit
}

const mostOf = (operation: Operation.Any, { asnsPerQuery, linesPerOrder, ordersPerQuery }: Limits) =>
  operation.name === CreateOutboundOrder.name
    ? { list: "lines", most: linesPerOrder, message: "lines per order" }
    : operation.name === GetOutboundOrders.name
    ? { list: "orders", most: ordersPerQuery, message: "orders per query" }
    : operation.name === GetInboundOrders.name
    ? { list: "inboundOrders", most: asnsPerQuery ?? ordersPerQuery, message: "inbound orders per query" }
    : undefined

/** Refuses documents that the warehouse does not take. A label without `OWN_PACKAGE` has no effect, so it is not looked at. */
const documentsProblem = ({ documents = [], packageType }: OutboundOrder, limits: Limits): RequestInvalid | undefined => {
  let content = 0
  for (const [at, document] of documents.entries()) {
    const { kind, source } = document
    const problem = kind === "label" && packageType !== "OWN_PACKAGE" ? undefined : Document.refusalOf(document, limits)
    if (problem !== undefined) return new RequestInvalid({ path: `/documents/${at}${problem.path}`, message: problem.message })
    if (source._tag === "Content") content += Redacted.value(source.base64).length
  }
  return documents.length > Document.mostDocuments || content > Document.mostContent
    ? new RequestInvalid({ path: "/documents", message: `are ${documents.length} with ${content} characters of Base64; send at most ${Document.mostDocuments} with ${Document.mostContent} characters together` })
    : undefined
}

const check = (operation: Operation.Any, payload: unknown, { limits }: { readonly limits: Limits }): RequestInvalid | undefined => {
  if (operation.name === CreateOutboundOrder.name && limits.canShipComplete !== true && (payload as OutboundOrder).shipsComplete === true) {
    return new RequestInvalid({ path: "/shipsComplete", message: "this warehouse may ship an order in several parcels at several times; send it without shipsComplete, or to another warehouse" })
  }
  const documents = operation.name === CreateOutboundOrder.name ? documentsProblem(payload as OutboundOrder, limits) : undefined
  if (documents !== undefined) return documents
  const bound = mostOf(operation, limits)
  if (bound === undefined) return undefined
  const { length } = (payload as Readonly<Record<string, ReadonlyArray<unknown>>>)[bound.list]!
  return length > bound.most
    ? new RequestInvalid({ path: `/${bound.list}`, message: `this warehouse takes ${bound.most} ${bound.message}, not ${length}` })
    : undefined
}

const required = [CreateOutboundOrder, CancelOutboundOrder, GetOutboundOrders] as const
const optional = [
  ListWarehouses,
  ListChannels,
  ListStock,
  CreateInboundOrder,
  GetInboundOrders,
  CancelInboundOrders,
  UpsertProduct,
  ...Subscriptions.operations
] as const

/**
 * The contract as a named type, so that compiler errors show its name. `demands`: who offers `createInboundOrder` must offer
 * `getInboundOrders`, who offers `subscribe` must offer `unsubscribe`, and who offers `renew` must offer `subscribe`.
 */
export interface V1 extends Contract.Contract<"warehouse/v1", typeof required, typeof optional, { readonly limits: Limits }, Event> {
  readonly demands: Subscriptions.Demands & { readonly createInboundOrder: "getInboundOrders" }
}

/** The contract as a value: its operations, what they demand of each other, and the facts that a plugin states. */
export const contract: V1 = Contract.make("warehouse/v1", {
  required,
  optional,
  demands: { createInboundOrder: "getInboundOrders", ...Subscriptions.demands },
  facts: ["limits"],
  check
})

/** One of the operations of this contract, as a union type. */
export type AnyOperation = Contract.AnyOperation<V1>
/**
 * The names of the optional operations, which a plugin may list in `offers`: `listWarehouses`, `listChannels`, `listStock`,
 * `createInboundOrder`, `getInboundOrders`, `cancelInboundOrders`, `upsertProduct`, `subscribe`, `renew` and `unsubscribe`.
 */
export type OptionalName = Contract.OptionalName<V1>
/** The names of all operations of this contract. */
export type OperationName = Contract.OperationName<V1>
/**
 * What a plugin implements, by the name of the operation: the required ones, which are `createOutboundOrder`, `cancelOutboundOrder` and
 * `getOutboundOrders`, and each one that it offers. `make` returns it as `handlers`.
 */
export type Handlers<Offers extends OptionalName = never> = Contract.Handlers<V1, Offers>
/** The function that a callback handler gets to store an event with. It succeeds only after the event is in the database. */
export type StoreEvent = Contract.StoreEvent<Event>
/** The function of a warehouse plugin that handles a callback (webhook) of its peer; `make` returns it as `incoming`. */
export type CallbackHandler = Contract.CallbackHandler<Event>

/**
 * The old name of `CallbackHandler`, which is the same type. Plugins that were written before the new name keep it.
 *
 * @deprecated Write `CallbackHandler`.
 */
export type Incoming = CallbackHandler

/**
 * A warehouse plugin at work, with one account. The runner opens it and calls operations with `call`, as in
 * `connection.call(WarehouseV1.GetOutboundOrders, payload)`.
 */
export interface OpenConnection extends Contract.OpenConnection<V1> {}
/** The service under which an effect, such as a test, finds the open connection to a warehouse. */
export class Warehouse extends Context.Service<Warehouse, OpenConnection>()("@crossdock/core/WarehouseV1/Warehouse") {}

/** A warehouse plugin as a value, as `plugin` makes it. */
export interface Plugin<Settings extends Schema.Codec<any, any>, R, Id extends string = string>
  extends Contract.Plugin<V1, Warehouse, Settings, R, Id>
{}

/**
 * Makes a warehouse plugin, which its author exports. Its option `make` returns `{ handlers }`, which `Handlers` describes, and `incoming`
 * beside `handlers` if `receives` is true.
 */
export const plugin: Contract.DefinePlugin<V1, Warehouse> = Contract.pluginFor(contract, Warehouse)

/**
 * Makes one of several warehouse plugins that share their handlers, such as one for each type of a warehouse system: `can` names every
 * optional operation that `make` returns a handler for, and `offers` those of them that this plugin offers. Throws if an offered operation
 * lacks the one that it demands.
 */
export const pluginWithSelectedOffers: DefinePluginWithSelectedOffers<V1, Warehouse> = pluginWithSelectedOffersFor(contract, Warehouse)

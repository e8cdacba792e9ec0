/**
 * Version 1 of the warehouse contract: operations and events as data, and how a plugin is declared. Within v1 an
 * optional operation or field may be added; anything else is `WarehouseV2` beside it.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import { RequestInvalid } from "./AdapterError.ts"
import * as Contract from "./Contract.ts"
import { AsnNumber, InboundOrder, InboundProgress, InboundStatus } from "./model/InboundOrder.ts"
import { OrderNumber, OutboundOrder, OutboundStatus } from "./model/OutboundOrder.ts"
import { Product } from "./model/Product.ts"
import { Sku } from "./model/Sku.ts"
import { StockLevel } from "./model/StockLevel.ts"
import { Channel, WarehouseRecord } from "./model/Warehouse.ts"
import * as Operation from "./Operation.ts"

const WarehouseCode = Schema.NonEmptyString

/** No document promises that a repeat is harmless, so the runner sends it through an intent. Document 1, createOrder. */
export const CreateOutboundOrder = Operation.make("createOutboundOrder", {
  payload: OutboundOrder,
  success: Schema.Struct({ warehouseOrderNumber: Schema.NonEmptyString }),
  kind: "create"
})

/**
 * Succeeds when the order is cancelled afterwards, also when it was cancelled before. An order that has left, or that
 * the warehouse does not know, is `Rejected`. Document 1, cancelOrder.
 */
export const CancelOutboundOrder = Operation.make("cancelOutboundOrder", {
  payload: Schema.Struct({
    orderNumber: OrderNumber,
    warehouseCode: Schema.optionalKey(WarehouseCode),
    warehouseOrderNumber: Schema.optionalKey(Schema.NonEmptyString),
    /** What the warehouse's distribution calls the order (document 2, cancelOrder). */
    referenceCode: Schema.optionalKey(Schema.NonEmptyString)
  }),
  success: Schema.Void,
  kind: "cancel"
})

/**
 * An order the warehouse does not know is absent from the answer; it is not an error. Of several orders under one
 * number the newest that has not ended is meant, else the newest. Document 1, getOrder and getOrderList.
 */
export const GetOutboundOrders = Operation.make("getOutboundOrders", {
  payload: Schema.Struct({
    orderNumbers: Schema.NonEmptyArray(OrderNumber),
    warehouseCode: Schema.optionalKey(WarehouseCode),
    /** Known numbers of the warehouse by order number, for peers that find by these. */
    warehouseOrderNumbers: Schema.optionalKey(Schema.Record(Schema.String, Schema.NonEmptyString)),
    /** What the warehouse's distribution calls them, by order number (document 2, getOrder). */
    referenceCodes: Schema.optionalKey(Schema.Record(Schema.String, Schema.NonEmptyString))
  }),
  success: Schema.Array(OutboundStatus),
  kind: "read"
})

export const ListWarehouses = Operation.make("listWarehouses", {
  payload: Schema.Struct({}),
  success: Schema.Array(WarehouseRecord),
  kind: "read"
})

export const ListChannels = Operation.make("listChannels", {
  /** Absent: the channels of all warehouses. */
  payload: Schema.Struct({ warehouseCode: Schema.optionalKey(WarehouseCode) }),
  success: Schema.Array(Channel),
  kind: "read"
})

/**
 * A page of stock. Each page but the last names the cursor of the next one, and `StockPages.walk` follows them. A cursor
 * may be used again, and by another node: what it needs stands in it. Document 1, syncInventory.
 */
export const ListStock = Operation.make("listStock", {
  payload: Schema.Struct({
    warehouseCode: WarehouseCode,
    /** Absent: all. */
    skus: Schema.optionalKey(Schema.NonEmptyArray(Sku)),
    /** Only what changed at or after this moment; a peer that cannot tell answers with all. */
    updatedSince: Schema.optionalKey(Schema.DateTimeUtcFromString),
    /** Where the page begins: `nextCursor` of the page before, unchanged. Absent: the first page. */
    cursor: Schema.optionalKey(Schema.NonEmptyString),
    /** Records of a page at most; a peer may have smaller pages. */
    limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))
  }),
  success: Schema.Struct({
    items: Schema.Array(StockLevel),
    /** Opaque: nobody but the plugin reads it. Absent: this is the last page. */
    nextCursor: Schema.optionalKey(Schema.NonEmptyString),
    /** How many pages of `limit` records there are, where the peer counts them. The end is told by `nextCursor` alone. */
    pageCount: Schema.optionalKey(Schema.Int)
  }),
  kind: "read"
})

/** Offering it demands `getInboundOrders`: an intent that nobody can settle is not offered. Document 1, createAsnOrder. */
export const CreateInboundOrder = Operation.make("createInboundOrder", {
  payload: InboundOrder,
  success: Schema.Struct({ referenceNumber: Schema.optionalKey(Schema.NonEmptyString) }),
  kind: "create"
})

/** An inbound order the warehouse does not know is absent from the answer. Quantities are totals. Document 1, getAsnList. */
export const GetInboundOrders = Operation.make("getInboundOrders", {
  payload: Schema.Struct({
    asnNumbers: Schema.NonEmptyArray(AsnNumber),
    warehouseCode: Schema.optionalKey(WarehouseCode),
    /** Known numbers of the warehouse by ASN number, for peers that find by these. */
    referenceNumbers: Schema.optionalKey(Schema.Record(Schema.String, Schema.NonEmptyString)),
    /** The types that the orders were created with, by ASN number. */
    types: Schema.optionalKey(Schema.Record(Schema.String, Schema.NonEmptyString))
  }),
  success: Schema.Array(InboundStatus),
  kind: "read"
})

/** Answers per inbound order; success of the whole says nothing about one. Document 1, cancelAsnOrder. */
export const CancelInboundOrders = Operation.make("cancelInboundOrders", {
  payload: Schema.Struct({
    asnNumbers: Schema.NonEmptyArray(AsnNumber),
    warehouseCode: Schema.optionalKey(WarehouseCode)
  }),
  success: Schema.Array(Schema.Struct({
    asnNumber: AsnNumber,
    /** Why it was not cancelled; absent: it is. */
    failure: Schema.optionalKey(Schema.NonEmptyString)
  })),
  kind: "cancel"
})

/** Creates the product or updates it; the same record again leaves one product. Document 1, insert_sku_info. */
export const UpsertProduct = Operation.make("upsertProduct", {
  payload: Product,
  success: Schema.Void,
  kind: "push"
})

const Subscription = Schema.Struct({
  /** The vendor's id of this registration, needed to renew and to end it. */
  subscriptionId: Schema.NonEmptyString,
  /** When the registration expires. If absent, it does not expire. */
  expiresAt: Schema.optionalKey(Schema.DateTimeUtcFromString)
})

/** Registers the address that the vendor shall call; runs when a connection opens. */
export const Subscribe = Operation.make("subscribe", {
  payload: Schema.Struct({ callbackUrl: Schema.URLFromString }),
  success: Subscription,
  kind: "push"
})

/** Runs before a registration lapses. */
export const Renew = Operation.make("renew", {
  payload: Schema.Struct({ subscriptionId: Schema.NonEmptyString, callbackUrl: Schema.URLFromString }),
  success: Subscription,
  kind: "push"
})

/** Runs when a connection closes. */
export const Unsubscribe = Operation.make("unsubscribe", {
  payload: Schema.Struct({ subscriptionId: Schema.NonEmptyString }),
  success: Schema.Void,
  kind: "push"
})

/** What a warehouse tells without being asked. */
export const Event = Schema.TaggedUnion({
  /** Document 1, pushOrderInfo. */
  OutboundStatusChanged: { status: OutboundStatus },
  /** Document 1, pushAsnInfo. */
  InboundProgressed: { progress: InboundProgress },
  /** Something about the order changed; what, the event does not say. Whoever is told reads the order. */
  OutboundChanged: { orderNumber: OrderNumber, warehouseOrderNumber: Schema.optionalKey(Schema.NonEmptyString) },
  /** Something about the inbound order changed; what, the event does not say. Whoever is told reads it. */
  InboundChanged: { asnNumber: AsnNumber, referenceNumber: Schema.optionalKey(Schema.NonEmptyString) }
})
export type Event = typeof Event.Type

/** An event that says itself what changed. */
export type Report = Extract<Event, { readonly _tag: "OutboundStatusChanged" | "InboundProgressed" }>

/** What callers must respect and cannot discover by calling. */
export interface Limits {
  readonly linesPerOrder: number
  readonly ordersPerQuery: number
  /** Absent: as many as orders. */
  readonly asnsPerQuery?: number
  /** Calls per second that the provider allows this account; absent: 10 (U-21). */
  readonly callsPerSecond?: number
  /** How long the peer may hide what it has already done; absent: 60 s (U-141). */
  readonly visibilityDelay?: Duration.Input
  /** How often it may be polled for open orders; absent: 60 s. */
  readonly pollInterval?: Duration.Input
}

const mostOf = (operation: Operation.Any, { asnsPerQuery, linesPerOrder, ordersPerQuery }: Limits) =>
  operation === CreateOutboundOrder
    ? { list: "lines", most: linesPerOrder, message: "lines per order" }
    : operation === GetOutboundOrders
    ? { list: "orderNumbers", most: ordersPerQuery, message: "orders per query" }
    : operation === GetInboundOrders
    ? { list: "asnNumbers", most: asnsPerQuery ?? ordersPerQuery, message: "inbound orders per query" }
    : undefined

const check = (operation: Operation.Any, payload: unknown, { limits }: { readonly limits: Limits }): RequestInvalid | undefined => {
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
  Subscribe,
  Renew,
  Unsubscribe
] as const

/** The contract as a named type, so that compiler errors show its name. */
export interface V1 extends Contract.Contract<"warehouse/v1", typeof required, typeof optional, { readonly limits: Limits }, Event> {
  readonly demands: { readonly createInboundOrder: "getInboundOrders" }
}

export const contract: V1 = Contract.make("warehouse/v1", {
  required,
  optional,
  demands: { createInboundOrder: "getInboundOrders" },
  facts: ["limits"],
  check
})

export type AnyOperation = Contract.AnyOperation<V1>
export type OptionalName = Contract.OptionalName<V1>
export type OperationName = Contract.OperationName<V1>
export type Handlers<Offers extends OptionalName = never> = Contract.Handlers<V1, Offers>
export type Emit = Contract.Emit<Event>
export type Incoming = Contract.Incoming<Event>

export interface Adapter extends Contract.Adapter<V1> {}
/** The warehouse reached by the current connection. */
export class Warehouse extends Context.Service<Warehouse, Adapter>()("@crossdock/core/WarehouseV1/Warehouse") {}

export interface Plugin<Settings extends Schema.Codec<any, any>, R, Id extends string = string>
  extends Contract.Plugin<V1, Warehouse, Settings, R, Id>
{}

/** Declares a warehouse plugin; `make` returns a handler for every required operation and for each one that it offers. */
export const plugin = Contract.pluginFor(contract, Warehouse)

/** Declares a warehouse plugin whose offers are chosen elsewhere; `make` returns a handler for all that it `can` do. */
export const preset = Contract.presetFor(contract, Warehouse)

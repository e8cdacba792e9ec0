/**
 * Version 1 of the warehouse contract: operations and events as data, and how a plugin is declared. Within v1 an
 * optional operation or field may be added; anything else is `WarehouseV2` beside it.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { AdapterError, OperationUnsupported, type Reason, RequestInvalid } from "./AdapterError.ts"
import { atHome, type Connected } from "./Connected.ts"
import { AsnNumber, InboundOrder, InboundProgress, InboundStatus } from "./model/InboundOrder.ts"
import { OrderNumber, OutboundOrder, OutboundStatus } from "./model/OutboundOrder.ts"
import { Product } from "./model/Product.ts"
import { Sku } from "./model/Sku.ts"
import { StockLevel } from "./model/StockLevel.ts"
import { Channel, WarehouseRecord } from "./model/Warehouse.ts"
import * as Operation from "./Operation.ts"
import type * as Transport from "./Transport.ts"

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

/** Pages count from 1. A plugin whose peer uses cursors walks them inside. Document 1, syncInventory. */
export const ListStock = Operation.make("listStock", {
  payload: Schema.Struct({
    warehouseCode: WarehouseCode,
    /** Absent: all. */
    skus: Schema.optionalKey(Schema.NonEmptyArray(Sku)),
    /** Only what changed at or after this moment; a peer that cannot tell answers with all. */
    updatedSince: Schema.optionalKey(Schema.DateTimeUtcFromString),
    page: Schema.Int.check(Schema.isGreaterThan(0)),
    pageSize: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))
  }),
  success: Schema.Struct({
    items: Schema.Array(StockLevel),
    isLast: Schema.Boolean,
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

/** Exchanges what a person entered for lasting credentials. A code works once, so a lost answer needs a person. */
export const Authorize = Operation.make("authorize", {
  payload: Schema.Struct({ values: Schema.Record(Schema.String, Schema.RedactedFromValue(Schema.String)) }),
  success: Schema.Struct({ values: Schema.Record(Schema.String, Schema.RedactedFromValue(Schema.String)) }),
  kind: "create"
})

const Subscription = Schema.Struct({
  /** The vendor's id of this registration, needed to renew and to end it. */
  subscriptionId: Schema.NonEmptyString,
  /** Absent: it does not lapse. */
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

/** Every adapter offers these. */
export const required = [CreateOutboundOrder, CancelOutboundOrder, GetOutboundOrders] as const

/** An adapter offers these when its peer can. */
export const optional = [
  ListWarehouses,
  ListChannels,
  ListStock,
  CreateInboundOrder,
  GetInboundOrders,
  CancelInboundOrders,
  UpsertProduct,
  Authorize,
  Subscribe,
  Renew,
  Unsubscribe
] as const

type RequiredOperation = (typeof required)[number]
type OptionalOperation = (typeof optional)[number]

export type AnyOperation = RequiredOperation | OptionalOperation
export type OptionalName = OptionalOperation["name"]
export type OperationName = AnyOperation["name"]

/** All operations by name. */
export const operations: { readonly [O in AnyOperation as O["name"]]: O } = Object.fromEntries(
  [...required, ...optional].map((operation) => [operation.name, operation])
) as never

export type Handlers<Offers extends OptionalName = never> =
  & Operation.Handlers<RequiredOperation>
  & Pick<Operation.Handlers<OptionalOperation>, Offers>

/** What a warehouse tells without being asked. */
export const Event = Schema.TaggedUnion({
  /** Document 1, pushOrderInfo. */
  OutboundStatusChanged: { status: OutboundStatus },
  /** Document 1, pushAsnInfo. */
  InboundProgressed: { progress: InboundProgress }
})
export type Event = typeof Event.Type

/** Facts a caller must respect and cannot discover by calling. */
export interface Limits {
  readonly linesPerOrder: number
  readonly ordersPerQuery: number
  /** Absent: as many as orders. */
  readonly asnsPerQuery?: number
  /** How long the peer may hide what it has already done; absent: 60 s (U-141). */
  readonly visibilityDelay?: Duration.Input
  /** How often it may be polled for open orders; absent: 60 s. */
  readonly pollInterval?: Duration.Input
}

export interface Adapter {
  readonly id: string
  readonly limits: Limits
  readonly offers: ReadonlyArray<OptionalName>
  readonly call: <O extends AnyOperation>(
    operation: O,
    payload: O["payload"]["Type"]
  ) => Effect.Effect<O["success"]["Type"], AdapterError>
}

/** The warehouse reached by the current connection. */
export class Warehouse extends Context.Service<Warehouse, Adapter>()("@crossdock/core/WarehouseV1/Warehouse") {}

/** Takes an event for good: it succeeds only once the event is stored. When it fails, the peer must be made to call again. */
export type Emit = (event: Event) => Effect.Effect<void, Reason>

/**
 * A call from the peer is a request answered by a response, like at any other server. It verifies who calls, emits what it
 * is told, and answers with success only when `emit` has succeeded. In a runner the peer calls
 * `<public address>/callbacks/<connection>`.
 */
export type Incoming<Settings> = (
  settings: Settings,
  emit: Emit,
  connected: Connected
) => (request: Transport.Request) => Effect.Effect<Transport.Response>

export interface Plugin<Settings extends Schema.Codec<any, any>, R, Id extends string = string> {
  readonly contract: "warehouse/v1"
  readonly id: Id
  /** For people: what it reaches. */
  readonly title: string
  readonly settings: Settings
  readonly limits: Limits
  readonly offers: ReadonlyArray<OptionalName>
  /** Tried out against the real peer: the column Debug of the capability matrix. */
  readonly isTried: boolean
  readonly incoming?: Incoming<Settings["Type"]>
  /** Where below `<public address>/callbacks/<connection>` the peer calls; none: with these settings it does not. Absent: there. */
  readonly callbackPaths?: (settings: Settings["Type"]) => ReadonlyArray<string>
  /** The hosts it may call with these settings, `host`, `host:port` or `*.domain`; the runner lets it call no others. */
  readonly hosts?: (settings: Settings["Type"]) => ReadonlyArray<string>
  /** Fails with a reason when the connection cannot be opened; the same again may succeed later. */
  readonly layer: (settings: Settings["Type"], connected?: Connected) => Layer.Layer<Warehouse, Reason, R>
}

/** `createInboundOrder` without `getInboundOrders` is a type error that names what is missing. */
export type Settleable<Offers extends OptionalName> = "createInboundOrder" extends Offers
  ? "getInboundOrders" extends Offers ? unknown : { readonly offers: "createInboundOrder also needs getInboundOrders" }
  : unknown

const isOffered = (name: OperationName, offers: ReadonlyArray<OptionalName>): boolean =>
  required.some((operation) => operation.name === name) || offers.some((offered) => offered === name)

const withinLimits = (operation: AnyOperation, payload: unknown, limits: Limits): RequestInvalid | undefined => {
  if (operation.name === "createOutboundOrder") {
    const { lines } = payload as OutboundOrder
    return lines.length > limits.linesPerOrder
      ? new RequestInvalid({ path: "/lines", says: `this warehouse takes ${limits.linesPerOrder} lines per order, not ${lines.length}` })
      : undefined
  }
  if (operation.name === "getOutboundOrders") {
    const { orderNumbers } = payload as typeof GetOutboundOrders.payload.Type
    return orderNumbers.length > limits.ordersPerQuery
      ? new RequestInvalid({ path: "/orderNumbers", says: `this warehouse is asked for ${limits.ordersPerQuery} orders at a time` })
      : undefined
  }
  if (operation.name === "getInboundOrders") {
    const { asnNumbers } = payload as typeof GetInboundOrders.payload.Type
    const most = limits.asnsPerQuery ?? limits.ordersPerQuery
    return asnNumbers.length > most
      ? new RequestInvalid({ path: "/asnNumbers", says: `this warehouse is asked for ${most} inbound orders at a time` })
      : undefined
  }
  return undefined
}

/** That a handler under a name is the one of the operation of that name, `Handlers` says and the compiler cannot follow. */
const handlerOf = <O extends AnyOperation>(handlers: Handlers, { name }: O): Operation.Handler<O> | undefined => {
  const byName: { readonly [Name in OperationName]?: unknown } = handlers
  return byName[name] as Operation.Handler<O> | undefined
}

/**
 * Declares a warehouse plugin. `make` returns a handler for every required operation and for each optional one named in
 * `offers`; one that is left out does not compile. A handler that `offers` does not name is never called.
 */
export const plugin = <
  const Id extends string,
  Settings extends Schema.Codec<any, any>,
  R,
  const Offers extends OptionalName = never
>(
  spec: {
    readonly id: Id
    readonly title?: string
    readonly settings: Settings
    readonly limits: Limits
    readonly offers: ReadonlyArray<Offers>
    /** Absent: not yet. */
    readonly isTried?: boolean
    /** Absent: it may call any host that its settings name. */
    readonly hosts?: (settings: Settings["Type"]) => ReadonlyArray<string>
    readonly make: (
      settings: Settings["Type"],
      connected: Connected
    ) => Effect.Effect<Handlers<NoInfer<Offers>>, Reason, R>
    readonly incoming?: Incoming<Settings["Type"]>
    /** Such as `/reports/orders`, where the peer calls below its address; absent: at the address itself. */
    readonly callbackPaths?: (settings: Settings["Type"]) => ReadonlyArray<string>
  } & Settleable<Offers>
): Plugin<Settings, Exclude<R, Scope.Scope>, Id> => ({
  contract: "warehouse/v1",
  id: spec.id,
  title: spec.title ?? spec.id,
  settings: spec.settings,
  limits: spec.limits,
  offers: spec.offers,
  ...(spec.hosts && { hosts: spec.hosts }),
  isTried: spec.isTried ?? false,
  ...(spec.incoming && { incoming: spec.incoming }),
  ...(spec.callbackPaths && { callbackPaths: spec.callbackPaths }),
  layer: (settings, connected = atHome) =>
    Layer.effect(
      Warehouse,
      Effect.map(spec.make(settings, connected), (handlers) =>
        Warehouse.of({
          id: spec.id,
          limits: spec.limits,
          offers: spec.offers,
          call: (operation, payload) => {
            const handler = isOffered(operation.name, spec.offers) ? handlerOf(handlers, operation) : undefined
            const broken = withinLimits(operation, payload, spec.limits)
            const answer = broken !== undefined
              ? Effect.fail(broken)
              : handler === undefined
              ? Effect.fail(new OperationUnsupported())
              : handler(payload)
            return answer.pipe(
              Effect.mapError((reason) => new AdapterError({ adapter: spec.id, operation: operation.name, reason })),
              Effect.withSpan(`${spec.id}.${operation.name}`, { kind: "client" }, { captureStackTrace: false })
            )
          }
        }))
    )
})

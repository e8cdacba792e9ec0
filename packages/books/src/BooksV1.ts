/**
 * Version 1 of the contract of an ERP whose books a runner reads and writes: everything of `ErpV1`, and the inbound orders, movements,
 * batches, transfers and conversions of document 3. Wherever a runner takes an ERP, it takes one with this contract too. Later releases
 * may add optional operations and optional fields to V1; any other change goes into a separate `BooksV2`.
 */
import { Contract, ErpV1, InboundOrder, Operation, type RateLimits, Subscriptions } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import { ErpInboundDraft, ErpInboundOrder, ReceivedBatch, SubmittedInboundOrder } from "./model/ErpInbound.ts"
import { ErpRecord, InboundAnnouncement } from "./model/ErpRecords.ts"
import { BatchStock, MarketplaceStock, StockBalance, StockMovement, StorageLocationStock } from "./model/ErpStock.ts"
import { AssemblyOrder, SplitOrder, StockMove, TransferDraft, TransferOrder } from "./model/ErpStockOrder.ts"

/**
 * Tells whether the warehouse took an inbound order. An ERP that offers this leaves it to the runner to announce the orders that are
 * created with `sendsToWarehouse` (document 3, CREATE_ASN_ORDER). A repeat of the same announcement must change nothing.
 */
export const ReceiveInboundAnnouncement = Operation.make("receiveInboundAnnouncement", {
  payload: InboundAnnouncement,
  success: Operation.Empty,
  kind: "push",
  isPrepared: true
})

const text = Schema.optionalKey(Schema.NonEmptyString)
const texts = Schema.optionalKey(Schema.NonEmptyArray(Schema.NonEmptyString))
const instant = Schema.optionalKey(Schema.DateTimeUtcFromString)
const flag = Schema.optionalKey(Schema.Boolean)

const page = {
  /** The start of the page: the `nextCursor` of the page before, unchanged. If absent, the first page is read. */
  cursor: text,
  /** The maximum number of records in the page. An ERP may return smaller pages. */
  limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))
}

/** A page. Only a missing `nextCursor` marks the last one; the plugin alone interprets it. */
const pageOf = <Item extends Schema.Codec<any, any>>(item: Item) =>
  Schema.Struct({
    items: Schema.Array(item),
    nextCursor: text,
    /** How many records all pages have. If absent, the ERP does not tell it. */
    total: Schema.optionalKey(Schema.Int)
  })

/** A window of creation times. Both ends belong to it. An ERP that knows days alone also returns the rest of the first and last day. */
const createdIn = { createdFrom: instant, createdTo: instant }

/** Reads inbound orders, with all conditions that are given (document 3, QUERY_ASN_LIST). */
export const ListInboundOrders = Operation.make("listInboundOrders", {
  payload: Schema.Struct({
    warehouseName: text,
    type: text,
    /** The ERP's own word for the state. */
    status: text,
    /** The ERP's number, the number of the order behind it, or the creator's number. */
    number: text,
    trackingNumber: text,
    /** Part of a SKU or of a product's name. */
    skuOrName: text,
    /** A window of one of four times. Both ends belong to it. An ERP that knows days alone also returns the rest of the first and last day. */
    time: Schema.optionalKey(Schema.Struct({
      of: Schema.Literals(["created", "stocked", "finished", "updated"]),
      from: Schema.DateTimeUtcFromString,
      to: Schema.DateTimeUtcFromString
    })),
    /** `true` selects orders that were sent to the warehouse, could not be sent, or were received with an exception. */
    isSent: flag,
    isSendFailed: flag,
    isReceivingFailed: flag,
    /** Whether lines tell the lots that were received. */
    withLots: flag,
    ...page
  }),
  success: pageOf(ErpInboundOrder),
  kind: "read"
})

/** Creates an inbound order. Its `customNumber` shows afterwards whether it was created (document 3, CREATE_ASN_ORDER). */
export const SubmitInboundOrder = Operation.make("submitInboundOrder", { payload: ErpInboundDraft, success: SubmittedInboundOrder, kind: "create" })

/** Cancels an inbound order of which nothing was received. A second call succeeds too (document 3, CANCEL_ASN_ORDER). */
export const CancelInboundOrder = Operation.make("cancelInboundOrder", {
  payload: Schema.Struct({ asnNumber: InboundOrder.AsnNumber }),
  success: Operation.Empty,
  kind: "cancel"
})

/** Reads the batches that were received in a window of time, both ends included (document 3, QUERY_ASN_BATCH_LIST). */
export const ListReceivedBatches = Operation.make("listReceivedBatches", {
  payload: Schema.Struct({
    receivedFrom: Schema.DateTimeUtcFromString,
    receivedTo: Schema.DateTimeUtcFromString,
    /** The number of the batch, of its inbound order, of the order behind it, or the creator's number. */
    number: text,
    skuOrName: text,
    warehouseName: text,
    type: text,
    ...page
  }),
  success: pageOf(ReceivedBatch),
  kind: "read"
})

/** `listStockBalances` of every ERP, with the questions and the figures that only books know (document 3, QUERY_SIMPLE_LIST_INVENTORY_V2). */
export const ListStockBalances = Operation.make("listStockBalances", {
  payload: Schema.Struct({
    skus: texts,
    /** If absent, all warehouses that the caller may see. An ERP may refuse that. */
    warehouseNames: texts,
    withCombinations: flag,
    withEmpty: flag,
    /** Whether costs are in the currency in which they arose, and not in that of the ERP. */
    inOriginalCurrency: flag,
    withCosts: flag,
    ...page
  }),
  success: pageOf(StockBalance),
  kind: "read"
})

/** Reads changes of balances in a window of time, both ends included (document 3, QUERY_INVENTORY_LOG_LIST). */
export const ListStockMovements = Operation.make("listStockMovements", {
  payload: Schema.Struct({
    from: Schema.DateTimeUtcFromString,
    to: Schema.DateTimeUtcFromString,
    warehouseName: text,
    locationCode: text,
    /** A class of movements or some finer classes, in the ERP's own words. Only one of the two is given. */
    type: text,
    subtypes: texts,
    /** Kinds of entries of the ERP's log, in its own words. */
    recordTypes: texts,
    documentNumber: text,
    sku: text,
    /** Movements of what is in transit, or of what is in the building. */
    of: Schema.optionalKey(Schema.Literals(["inTransit", "inStock"])),
    ...page
  }),
  success: pageOf(StockMovement),
  kind: "read"
})

/** Reads assembly orders by number, by creation time, or both (document 3, QUERY_INVENTORY_ASSEMBLY_LIST). */
export const ListAssemblyOrders = Operation.make("listAssemblyOrders", {
  payload: Schema.Struct({ number: text, ...createdIn, warehouseName: text, ...page }),
  success: pageOf(AssemblyOrder),
  kind: "read"
})

/** Reads split orders by number, by creation time, or both (document 3, QUERY_INVENTORY_RESTORE_LIST). */
export const ListSplitOrders = Operation.make("listSplitOrders", {
  payload: Schema.Struct({ number: text, ...createdIn, warehouseName: text, ...page }),
  success: pageOf(SplitOrder),
  kind: "read"
})

/**
 * Reads transfer orders by creation time, or by their own number, the creator's number, an inbound number or a tracking number
 * (document 3, QUERY_INVENTORY_TRANSFER_LIST).
 */
export const ListTransferOrders = Operation.make("listTransferOrders", {
  payload: Schema.Struct({ number: text, ...createdIn, status: text, ...page }),
  success: pageOf(TransferOrder),
  kind: "read"
})

/** Creates a transfer of available goods. Some ERPs do not tell its number (document 3, CREATE_TRANSFER_AVAILABLE_ORDER). */
export const CreateTransferOrder = Operation.make("createTransferOrder", {
  payload: TransferDraft,
  success: Schema.Struct({ transferNumber: text }),
  kind: "create"
})

/** Moves goods between storage locations: all of the moves, or none (document 3, TRANSFER_STORAGE_LOCATION). */
export const MoveStock = Operation.make("moveStock", {
  payload: Schema.Struct({
    /** A number of the caller. An ERP that keeps it moves once, and tells it as the `documentNumber` of the movements. */
    customNumber: text,
    moves: Schema.NonEmptyArray(StockMove)
  }),
  success: Operation.Empty,
  kind: "create"
})

/** Reads stock by storage location (document 3, QUERY_STORAGE_LOCATION_INVENTORY_LIST). */
export const ListStorageLocationStock = Operation.make("listStorageLocationStock", {
  payload: Schema.Struct({
    skus: Schema.NonEmptyArray(Schema.NonEmptyString),
    warehouseNames: Schema.NonEmptyArray(Schema.NonEmptyString),
    locationCode: text,
    withEmpty: flag,
    ...page
  }),
  success: pageOf(StorageLocationStock),
  kind: "read"
})

/** Reads stock by received batch (document 3, QUERY_BATCH_INVENTORY_LIST). */
export const ListBatchStock = Operation.make("listBatchStock", {
  payload: Schema.Struct({
    skus: texts,
    warehouseName: text,
    locationCode: text,
    /** The number of the batch, of its inbound order, of the order behind it, or the creator's number. */
    number: text,
    receivedFrom: instant,
    receivedTo: instant,
    withEmpty: flag,
    ...page
  }),
  success: pageOf(BatchStock),
  kind: "read"
})

/** Reads stock of warehouses that a marketplace operates. Each list selects exact values (document 3, QUERY_MARKETPLACE_SBS_INVENTORY_LIST). */
export const ListMarketplaceStock = Operation.make("listMarketplaceStock", {
  payload: Schema.Struct({
    shopNames: texts,
    /** Codes that `listMarketplaceWarehouses` returns. */
    warehouseCodes: texts,
    levels: Schema.optionalKey(Schema.NonEmptyArray(Schema.Int)),
    itemIds: texts,
    itemNames: texts,
    skuIds: texts,
    skuNames: texts,
    ...page
  }),
  success: pageOf(MarketplaceStock),
  kind: "read"
})

/** Lists the codes of the marketplace's warehouses that the caller may see (document 3, QUERY_MARKETPLACE_SBS_WHS_ID_LIST). */
export const ListMarketplaceWarehouses = Operation.make("listMarketplaceWarehouses", {
  payload: Schema.Struct({}),
  success: Schema.Struct({ items: Schema.Array(Schema.NonEmptyString) }),
  kind: "read"
})

/**
 * Enters records that no message creates: all of them, or none. A record that was entered before is not booked again, so a repeat
 * changes nothing. A wrong record fails with `RequestInvalid`, whose `path` points to it.
 */
export const EnterRecords = Operation.make("enterRecords", {
  payload: Schema.Struct({ records: Schema.NonEmptyArray(ErpRecord) }),
  /** How many records were entered, and how many the ERP had already. */
  success: Schema.Struct({ entered: Schema.Int, repeated: Schema.Int }),
  kind: "push"
})

const required = ErpV1.contract.required

/** The optional operations of every ERP. `listStockBalances` is this contract's own, which tells more. */
const ofErps = [ErpV1.ReceivePlatformOrder, ErpV1.ReceiveRefund, ErpV1.ReceiveReturn, ErpV1.ListOutboundOrders, ErpV1.SetStockReservation, ErpV1.ReceiveShipments] as const

const optional = [
  ...ofErps,
  ReceiveInboundAnnouncement,
  ListInboundOrders,
  SubmitInboundOrder,
  CancelInboundOrder,
  ListReceivedBatches,
  ListStockBalances,
  ListStockMovements,
  ListAssemblyOrders,
  ListSplitOrders,
  ListTransferOrders,
  CreateTransferOrder,
  MoveStock,
  ListStorageLocationStock,
  ListBatchStock,
  ListMarketplaceStock,
  ListMarketplaceWarehouses,
  EnterRecords,
  ...Subscriptions.operations
] as const

/** Limits of the API of the ERP and its books that callers must respect and cannot find out by calling it. */
export interface Limits extends RateLimits.RateLimits<(typeof required | typeof optional)[number]["name"]> {}

/** What the runner must know about an ERP and its books before it calls anything. */
export interface Facts extends ErpV1.Facts {
  /** How fast they may be called. Default: as fast as calls come, unless the operator writes `callsPerSecond`. */
  readonly limits?: Limits | undefined
  /** Whether the number of a page, from 1, is a cursor of it, so that any page can be read without those before it. Default: false. */
  readonly numbersPages?: boolean
}

/** The contract as a named type, so that compiler errors show its name. */
export interface V1 extends Contract.Contract<"books/v1", typeof required, typeof optional, Facts, ErpV1.Event> {
  readonly demands: ErpV1.V1["demands"] & {
    readonly submitInboundOrder: "listInboundOrders"
    readonly cancelInboundOrder: "listInboundOrders"
    readonly createTransferOrder: "listTransferOrders"
    readonly moveStock: "listStockMovements"
  }
}

export const contract: V1 = Contract.make("books/v1", {
  required,
  optional,
  // What may have been created or cancelled is found out by reading.
  demands: {
    ...ErpV1.contract.demands,
    submitInboundOrder: "listInboundOrders",
    cancelInboundOrder: "listInboundOrders",
    createTransferOrder: "listTransferOrders",
    moveStock: "listStockMovements"
  },
  facts: [...ErpV1.contract.facts, "numbersPages"],
  check: (operation, payload, facts: Facts) => ErpV1.contract.check?.(operation, payload, facts)
})

export type AnyOperation = Contract.AnyOperation<V1>
export type OptionalName = Contract.OptionalName<V1>
export type OperationName = Contract.OperationName<V1>
export type StoreEvent = Contract.StoreEvent<ErpV1.Event>
export type CallbackHandler = Contract.CallbackHandler<ErpV1.Event>
export type Handlers<Offers extends OptionalName = never> = Contract.Handlers<V1, Offers>

export interface OpenConnection extends Contract.OpenConnection<V1> {}
/** The adapter of the books that the current connection reaches. */
export class Books extends Context.Service<Books, OpenConnection>()("@crossdock/books/BooksV1/Books") {}

export interface Plugin<Settings extends Schema.Codec<any, any>, R, Id extends string = string>
  extends Contract.Plugin<V1, Books, Settings, R, Id>
{}

/**
 * Declares a plugin of an ERP with books. For every required operation and each one that it offers, its `make` returns a pair `prepare` and
 * `deliver` if the name begins with `receive`, and a function otherwise.
 */
export const plugin = Contract.pluginFor(contract, Books)

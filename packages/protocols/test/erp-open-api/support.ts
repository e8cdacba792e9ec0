/**
 * Values and a wire for the tests of document 3.
 */
import { BooksV1 } from "@crossdock/books"
import { type AdapterError, Drift, type Json, Transport } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { Client, Envelope, Profile, Server, Signature } from "../../src/erp-open-api/index.ts"
import { tables } from "../../src/erp-open-api/Messages/StockOrders.ts"
import { Mapping, read as readTable, type Table } from "../../src/wire/index.ts"
import * as Recorded from "../recorded.ts"
import * as StockOrders from "./stockOrderSamples.ts"

export { BooksV1, Client, Envelope, Profile, Server }

export const now = 1_767_225_600_000

/** Runs a test at a moment whose milliseconds have 13 digits. */
export const atNow = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.andThen(TestClock.setTime(now), work)

export const profile = (record: Readonly<Record<string, string | boolean>> = {}): Profile.Profile => ({ ...Profile.defaults, ...record })

export const appSecret = Redacted.make("s3cret-app", { label: "appSecret" })

export const caller: Server.Caller = { id: "app-1", key: "link-1", appSecret, signing: "strict", profile: Profile.defaults, timeZone: "UTC+8" }

const decoded = <S extends Schema.Codec<any, any>>(schema: S, encoded: unknown): S["Type"] => Schema.decodeUnknownSync(schema)(encoded)

const box = { boxNumber: 1, items: [{ sku: "W-1", quantity: 2 }], length: "40", width: "30.5", height: "20", weight: "1.25" }
const lot = { lot: "L-1", producedOn: "2025-12-01", expiresOn: "2027-12-01", originCountry: "CN" }

const placed = {
  asnNumber: "ASN-1",
  warehouseName: "Main",
  warehouseId: "9007199254740993",
  type: "PURCHASE",
  phase: "announced",
  status: "NEW",
  purchaseCurrency: "CNY",
  firstLegCurrency: "USD",
  transferCurrency: "CNY",
  lines: [{
    sku: "W-1",
    name: "Lamp",
    expected: 10,
    received: 6,
    good: 5,
    bad: 1,
    purchasePrice: "4.5000",
    firstLegPrice: "0.25",
    transferPrice: "0.1000",
    lots: [lot],
    note: "fragile"
  }]
}

export const submitted = decoded(BooksV1.SubmitInboundOrder.success, {
  ...placed,
  businessNumber: "PO-1",
  customNumber: "C-1",
  trackingNumber: "T-1",
  remark: "by \"truck\" 陈 & <co> 50%",
  createdAt: "2026-01-01T00:00:00.000Z",
  isSent: true,
  isSendFailed: false,
  isReceivingFailed: false
})

/** An inbound order with every member that the wire carries. */
export const order = decoded(BooksV1.ListInboundOrders.success, {
  items: [{
    ...placed,
    businessNumber: "PO-1",
    customNumber: "C-1",
    trackingNumber: "T-1",
    remark: "by \"truck\" 陈 & <co> 50%",
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-02T00:00:00.000Z",
    stockedAt: "2026-01-03T00:00:00.000Z",
    finishedAt: "2026-01-04T00:00:00.000Z",
    customFields: [{ recordType: "SYS_ASN", name: "colour", type: "choice", defaultValue: "red", choices: "red,blue", remark: "of the lamp", isRequired: true, isSearchable: false, isShown: true }],
    boxes: [box]
  }]
}).items[0]!

export const draft = decoded(BooksV1.SubmitInboundOrder.payload, {
  warehouseName: "Main",
  customNumber: "C-1",
  trackingNumber: "T-1",
  remark: "by \"truck\" 陈 & <co> 50% + \u2028",
  purchaseCurrency: "CNY",
  firstLegCurrency: "USD",
  transferCurrency: "CNY",
  lines: [{
    sku: "W-1",
    expected: 10,
    purchasePrice: "4.5000",
    firstLegPrice: "0.25",
    transferPrice: "0.1000",
    condition: "good",
    piecesPerBox: 5,
    reference: "my line",
    ...lot,
    note: "fragile"
  }],
  sendsToWarehouse: true,
  estimatedArrivalAt: "2026-02-01T00:00:00.000Z",
  shippingMethod: "sea",
  containerModel: "40HQ",
  packaging: "assembly",
  boxCount: 1,
  isOfShipper: true,
  customFields: [{ id: "12", value: "red" }],
  namesLots: true,
  serialNumbers: { customerCode: "C-9", orderType: "SALE", orderedAt: "2026-01-01T00:00:00.000Z", url: "https://files.example/sn.csv", agentWarehouseCode: "A-1", agentWarehouseName: "Agent", storeCode: "S-1", storeName: "Store" },
  boxes: [box],
  mergesRepeatedSkus: false,
  tags: ["888", "9007199254740993"]
})

export const transferDraft = decoded(BooksV1.CreateTransferOrder.payload, {
  warehouseName: "Main",
  toWarehouseName: "Shop",
  customNumber: "C-1",
  carrierName: "Truck",
  trackingNumber: "T-1",
  estimatedArrivalAt: "2026-02-01T00:00:00.000Z",
  remark: "soon",
  lines: [{
    sku: "W-1",
    quantity: 5,
    asnNumber: "ASN-1",
    shipmentId: "F-1",
    referenceId: "REF-1",
    piecesPerBox: "2",
    netWeight: "0.50",
    grossWeights: ["0.60", "0.65"],
    length: "40",
    width: "30.5",
    height: "20",
    reference: "my line"
  }, { sku: "W-2", quantity: 1, asnNumber: "7", grossWeights: ["1"] }]
})

const firstMove = { sku: "W-1", warehouseName: "Main", batchNo: "R-1", fromLocationCode: "SYS LOC", toLocationCode: "B-02", quantity: "3", reason: "nearer to the door" }

export const moves = decoded(BooksV1.MoveStock.payload, { moves: [firstMove, { ...firstMove, sku: "W-2", quantity: "1" }] })

export const batch = decoded(BooksV1.ListReceivedBatches.success, {
  items: [{
    batchNo: "R-1",
    asnNumber: "ASN-1",
    businessNumber: "PO-1",
    customNumber: "C-1",
    warehouseName: "Main",
    type: "PURCHASE",
    receivedAt: "2026-01-03T00:00:00.000Z",
    received: 6,
    skuCount: 1,
    lines: [{ sku: "W-1", name: "Lamp", purchasePrice: "4.50", purchaseCurrency: "CNY", locationCode: "SYS LOC", received: 6, delivered: 2 }]
  }]
}).items[0]!

const day = (text: string) => DateTime.makeUnsafe(text)

/** A window whose ends are those of days in the zone of the connection. */
export const window = { from: day("2025-12-31T16:00:00Z"), to: day("2026-01-31T15:59:59.999Z") }

const page = (name: keyof typeof lists, item: object) => decoded(BooksV1.contract.operations[name].success, { items: [item], total: 1 })

const lists = {
  listStockBalances: 0, listStockMovements: 0, listStorageLocationStock: 0, listBatchStock: 0, listMarketplaceStock: 0
} as const

const figures = (...names: ReadonlyArray<string>) => Object.fromEntries(names.map((name, at) => [name, `${at + 1}.50`]))

const warehouse = { warehouseName: "Main", warehouseId: "9007199254740993" }

/** The record that a sample of a message stands for. */
const recordOf = (table: Table.Table, sample: Json.JsonObject): object => Mapping.fromWire(table, readTable(table, sample).value as object)

const created = { createdFrom: day("2026-01-01T00:00:00Z"), createdTo: day("2026-01-02T00:00:00.999Z") }

/** The calls about stock, likewise. */
const stock = {
  listStockBalances: {
    payload: { skus: ["W-1", "W-2"], warehouseNames: ["Main", "Other"], withCombinations: true, withEmpty: true, inOriginalCurrency: false, withCosts: true, limit: 50 },
    success: page("listStockBalances", {
      sku: "W-1",
      name: "Lamp",
      ...warehouse,
      warehouseCode: "MAIN",
      warehouseGroups: [{ id: "7", name: "North" }],
      ...figures(
        "total", "available", "reserved", "reservedForOrders", "reservedForFirstLeg", "reservedForTransfers", "reservedForAssembly", "unavailable", "inTransit",
        "inTransitOfPurchases", "inTransitOfFirstLeg", "inTransitOfTransfers", "inTransitOfAssembly", "inTransitOfReturns", "inTransitOfManualOrders", "totalCost",
        "availableCost", "unavailableCost", "reservedCost", "inTransitCost", "totalValue", "availableValue", "unavailableValue", "reservedValue", "inTransitValue",
        "sold3Days", "sold7Days", "sold15Days", "sold30Days", "sold60Days", "sold90Days", "soldPerDay3Days", "soldPerDay7Days", "soldPerDay15Days",
        "soldPerDay30Days", "soldPerDay60Days", "soldPerDay90Days"
      )
    })
  },
  listStockMovements: {
    payload: { from: day("2026-01-01T00:00:00Z"), to: day("2026-01-02T00:00:00.999Z"), warehouseName: "Main", locationCode: "SYS LOC", subtypes: ["I_PLAN", "S_PLAN"], recordTypes: ["DECREASE"], documentNumber: "B-1", sku: "W-1", of: "inStock", limit: 50 },
    success: page("listStockMovements", {
      id: "9007199254740995",
      sku: "W-1",
      ...warehouse,
      locationCode: "SYS LOC",
      type: "FIRST_LEG",
      subtype: "I_PLAN",
      documentNumber: "B-1",
      inTransitBefore: "3",
      inTransitChange: "-3",
      inTransitAfter: "0",
      before: "0",
      change: "3",
      after: "3",
      batchNo: "R-1",
      operator: "someone",
      at: "2026-01-01T10:00:00.000Z",
      cost: "4.5000"
    })
  },
  listStorageLocationStock: {
    payload: { skus: ["W-1"], warehouseNames: ["Main"], locationCode: "SYS LOC", withEmpty: true, limit: 50 },
    success: page("listStorageLocationStock", { sku: "W-1", name: "Lamp", ...warehouse, warehouseCode: "MAIN", locationCode: "SYS LOC", total: "5", available: "3" })
  },
  listBatchStock: {
    payload: { skus: ["W-1"], warehouseName: "Main", locationCode: "SYS LOC", number: "R-1", receivedFrom: window.from, receivedTo: window.to, withEmpty: true, limit: 50 },
    success: page("listBatchStock", {
      sku: "W-1",
      ...warehouse,
      locationCode: "SYS LOC",
      batchNo: "R-1",
      customNumber: "C-1",
      businessNumber: "PO-1",
      stockedAt: "2026-01-03T00:00:00.000Z",
      total: "5",
      reserved: "2",
      available: "3",
      ageInDays: "30",
      holdingCost: "1.25",
      currency: "CNY"
    })
  },
  listMarketplaceStock: {
    payload: { shopNames: ["Shop"], warehouseCodes: ["WHS-1"], levels: [1, 2], itemIds: ["I-1"], itemNames: ["Lamp"], skuIds: ["V-1"], skuNames: ["red"], limit: 50 },
    success: page("listMarketplaceStock", {
      warehouseCode: "WHS-1",
      itemId: "WI-1",
      itemName: "Lamp",
      imageUrl: "https://shop.example/lamp.png",
      shopName: "Shop",
      shopItems: [{ itemId: "I-1", skuId: "V-1" }],
      matchStatus: "NORMAL",
      matchReason: "by hand",
      sku: "W-1",
      skuName: "Lamp",
      level: 2,
      ...figures(
        "inTransit", "sellable", "reserved", "unsellable", "excess", "coverageDays", "coverageDaysInWarehouse", "soldPerDay", "sold7Days", "sold15Days", "sold30Days",
        "sold60Days", "sold90Days", "aged0To30", "aged31To60", "aged61To90", "aged91To120", "aged121To180", "agedOver180"
      )
    })
  },
  listAssemblyOrders: {
    payload: { number: "A-1", ...created, warehouseName: "Main", limit: 50 },
    success: { items: [recordOf(tables.assembly, StockOrders.assembly)], total: 1 }
  },
  listTransferOrders: {
    payload: { number: "TR-1", ...created, status: "NEW", limit: 50 },
    success: { items: [recordOf(tables.transfer, StockOrders.transfer)], total: 1 }
  },
  listSplitOrders: {
    payload: { number: "S-1", ...created, warehouseName: "Main", limit: 50 },
    success: { items: [recordOf(tables.split, StockOrders.split)], total: 1 }
  },
  listMarketplaceWarehouses: { payload: {}, success: { items: ["WHS-1", "WHS-2"] } }
} as const

/** One payload of each operation, with every member that the wire carries, and what the ERP answers to it. */
export const calls = {
  listInboundOrders: {
    payload: {
      warehouseName: "Main",
      type: "PURCHASE",
      status: "NEW",
      number: "ASN-1",
      trackingNumber: "T-1",
      skuOrName: "lamp",
      time: { of: "updated", ...window },
      isSent: true,
      isReceivingFailed: true,
      withLots: true,
      limit: 50
    },
    success: { items: [order], total: 1 }
  },
  submitInboundOrder: { payload: draft, success: submitted },
  cancelInboundOrder: { payload: { asnNumber: order.asnNumber }, success: {} },
  listReceivedBatches: {
    payload: { receivedFrom: window.from, receivedTo: window.to, number: "R-1", skuOrName: "lamp", warehouseName: "Main", type: "PURCHASE", limit: 50 },
    success: { items: [batch], total: 1 }
  },
  createTransferOrder: { payload: transferDraft, success: { transferNumber: "TR-1" } },
  moveStock: { payload: moves, success: {} },
  ...stock
} as const

/** The path of each operation. */
export const doorOf = (name: Name): Envelope.Door => (/Inbound|Received/.test(name) ? "asn" : "inventory")

export type Name = keyof typeof calls

export type Books = Recorded.Books<{ readonly operation: string; readonly payload: unknown; readonly info: Server.Info; readonly caller: string }>

export type Answers = { readonly [N in Name]?: (payload: never) => unknown }

export interface More {
  readonly answers?: Answers
  readonly caller?: Partial<Server.Caller>
  readonly client?: Partial<Client.Settings>
  readonly server?: Partial<Server.Options<never>>
}

export const settings: Client.Settings = {
  baseUrl: new URL("https://erp.example/base/"),
  appId: "app-1",
  appSecret,
  profile: Profile.defaults,
  timeZone: "UTC+8"
}

export const serverOf = (kept: Books, { answers = {}, caller: changed = {}, server = {} }: More = {}) => {
  const known = { ...caller, ...changed }
  const serve = Server.make<never>({
    find: (appId) => (appId === known.id ? known : undefined),
    dispatch: (who, operation, payload, info) => {
      kept.dispatched.push({ operation: operation.name, payload, info, caller: who.key })
      const name = operation.name as Name
      const answer = answers[name] as ((payload: unknown) => unknown) | undefined
      const found = answer === undefined ? calls[name].success : answer(payload)
      return (Effect.isEffect(found) ? found : Effect.succeed(found)) as never
    },
    ...server
  })
  return (request: Transport.Request) => Effect.provideService(serve(request), Drift.Drift, Recorded.reporter(kept))
}

type Call = (payload: never) => Effect.Effect<unknown, AdapterError.Reason>

export const clientOf = (kept: Books, serve: Recorded.Serve, more: Partial<Client.Settings> = {}) => {
  const client = Effect.runSync(Effect.provide(Client.make({ ...settings, ...more }), Recorded.wireTo(kept, serve)))
  const { query, raw, ...handlers } = client
  return { query, raw, ...Recorded.reporting(handlers, kept) as unknown as Readonly<Record<Name, Call>> }
}

/** Client and server joined by a wire. */
export const joined = (more: More = {}) => {
  const kept: Books = Recorded.books()
  const serve = serverOf(kept, more)
  return { kept, serve, client: clientOf(kept, serve, more.client) }
}

/** A client whose peer answers with one fixed text. */
export const answeredWith = (body: unknown, status = 200, headers: Transport.Headers = []) => {
  const kept: Books = Recorded.books()
  const text = typeof body === "string" ? body : JSON.stringify(body)
  return { kept, client: clientOf(kept, () => Effect.succeed({ status, headers, body: text })) }
}

type Fields = Omit<Envelope.Fields, "sign"> & { readonly sign?: string }

export const fieldsOf = (change: Partial<Fields> = {}, secret = appSecret): Envelope.Fields => {
  const fields = { appId: "app-1", serviceType: "CANCEL_ASN_ORDER", bizParam: "{\"asnNumber\":\"ASN-1\"}", timestamp: String(now), ...change }
  return { ...fields, sign: change.sign ?? Signature.sign(fields, secret, Profile.defaults) }
}

/** A request of these fields, in this order. */
export const requestOf = (fields: Readonly<Record<string, string>>, contentType: "multipart" | "urlencoded" = "multipart", path = "/api/v1/asn"): Transport.Request => ({
  method: "POST",
  url: new URL(path, "https://erp.example"),
  ...Envelope.written(fields as never, contentType)
})

/** The envelope of an answer, and its content if it has one. */
export const read = ({ body }: Transport.Response) => {
  const envelope = JSON.parse(body)
  return { envelope, content: envelope.bizContent ? JSON.parse(envelope.bizContent) : undefined }
}

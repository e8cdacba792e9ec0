/**
 * How merchant B tries to reach what belongs to merchant A, by every operation of every contract. Each try names a record of A; the second
 * payload names one that nobody has in the same way, and must be answered alike.
 */
import { type BooksV1 } from "@crossdock/books"
import { Decimal, type PlatformV1, type WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Orders from "./Orders.ts"
import { marketOf, pieces, placeOf } from "./TwoMerchants.ts"

/** What A has, by the names under which B may try to reach it, each beside a name that nobody has. */
export const names = {
  order: ["SO-A", "SO-NONE"],
  asn: ["ASN-A", "ASN-NONE"],
  /** The provider's own number of the order. */
  providersNumber: ["W-1", "W-999"],
  shopOrder: ["A-1", "N-1"],
  parcel: ["SHIP-1", "SHIP-999"],
  article: ["I-A", "I-NONE"],
  erpAsn: ["ASN1", "ASN999"],
  customNumber: ["CN-A", "CN-NONE"],
  transfer: ["TR1", "TR999"],
  place: [placeOf.A, "Nowhere"],
  market: [marketOf.A, "Market N"]
} as const satisfies Readonly<Record<string, readonly [theirs: string, nobodys: string]>>

type Name = (name: keyof typeof names) => string

export interface Row {
  /** The payloads of the tries, under the names of A's records or under those that nobody has. */
  readonly tries: (name: Name) => ReadonlyArray<unknown>
  /** Whether the two answers may differ, because B creates a record of its own. */
  readonly creates?: true
}

type Rows<Name extends string> = { readonly [N in Name]: Row | { readonly notServed: string } }

const time = { from: DateTime.makeUnsafe(0), to: DateTime.makeUnsafe(4_000_000_000_000) }
const created = { createdFrom: time.from, createdTo: time.to }
const page = { limit: 100 }
const unlisted = { notServed: "no document has a message for it, so no caller reaches it" }
const told = { notServed: "the runner tells an ERP of the records of a link; no caller reaches it" }

export const warehouse: Rows<WarehouseV1.OperationName> = {
  createOutboundOrder: { tries: () => [Orders.order("SO-A2")], creates: true },
  cancelOutboundOrder: {
    tries: (name) => [
      { orderNumber: name("order") },
      { orderNumber: name("order"), warehouseOrderNumber: name("providersNumber") },
      ...[name("providersNumber"), name("providersNumber").toLowerCase(), `0${name("providersNumber")}`].map((warehouseOrderNumber) => ({ orderNumber: "SO-B9", warehouseOrderNumber }))
    ]
  },
  getOutboundOrders: {
    tries: (name) => [
      { orders: [{ orderNumber: name("order") }] },
      { orders: [{ orderNumber: name("order") }, { orderNumber: "SO-B8" }], warehouseCode: "WH-1" },
      ...[name("providersNumber"), name("providersNumber").toLowerCase()].map((number) => ({ orders: [{ orderNumber: "SO-B9", warehouseOrderNumber: number }] }))
    ]
  },
  listWarehouses: { tries: () => [{}] },
  listChannels: { tries: () => [{ warehouseCode: "WH-1" }] },
  listStock: { tries: () => [{ warehouseCode: "WH-1", ...page }, { warehouseCode: "WH-1", skus: ["A-SKU"], ...page }] },
  createInboundOrder: { tries: () => [Orders.asn("ASN-A2")], creates: true },
  getInboundOrders: { tries: (name) => [{ inboundOrders: [{ asnNumber: name("asn") }] }, { inboundOrders: [{ asnNumber: name("asn") }, { asnNumber: "ASN-B8" }], warehouseCode: "WH-1" }] },
  cancelInboundOrders: { tries: (name) => [{ asnNumbers: [name("asn")] }] },
  upsertProduct: { tries: () => [{ sku: "SKU-1", erpSku: "SKU-1", title: "of B" }], creates: true },
  subscribe: unlisted,
  renew: unlisted,
  unsubscribe: unlisted
}

const carrier = { providerCode: "post", providerName: "Post" }

export const platform: Rows<PlatformV1.OperationName> = {
  getOrders: { tries: (name) => [{ onlineOrderIds: [name("shopOrder")], ...page }, { updatedFrom: DateTime.makeUnsafe(1_700_000_000_000), updatedTo: DateTime.makeUnsafe(1_700_000_900_000), ...page }] },
  listOrderStatuses: { tries: () => [{}] },
  markReadyToShip: { tries: (name) => [{ onlineOrderId: name("shopOrder"), trackingNumber: "FAKE", providerCode: "post" }] },
  listProducts: { tries: (name) => [{ productIds: [name("article")], ...page }, { updatedFrom: DateTime.makeUnsafe(1_700_000_000_000), updatedTo: DateTime.makeUnsafe(1_700_000_900_000), ...page }] },
  listProductStatuses: { tries: () => [{}] },
  updateStock: { tries: (name) => [{ items: [{ productId: name("article"), stock: Decimal.fromText("0")! }] }] },
  listShippingProviders: { tries: () => [{}] },
  createShipment: { tries: (name) => [{ onlineOrderId: name("shopOrder"), ...carrier }] },
  cancelShipment: { tries: (name) => [{ onlineOrderId: name("shopOrder"), trackingNumber: name("parcel") }, { onlineOrderId: "B-1", trackingNumber: name("parcel") }] },
  getLabels: { tries: (name) => [{ onlineOrderId: name("shopOrder") }, { onlineOrderId: name("shopOrder"), ...carrier }] },
  trackParcel: { tries: (name) => [{ onlineOrderId: name("shopOrder") }, { packageNumber: name("parcel") }, { onlineOrderId: "B-1", packageNumber: name("parcel") }] },
  listLocations: { tries: () => [{}] },
  setShopAccess: { tries: () => [{ isLocked: true, callbackUrl: new URL("https://erp.example/orders") }] },
  subscribe: unlisted,
  renew: unlisted,
  unsubscribe: unlisted
}

const line = { sku: "SKU-1", expected: pieces(1), purchasePrice: Decimal.fromText("1")! }
const draft = (warehouseName: string, customNumber: string) => ({ warehouseName, customNumber, purchaseCurrency: "CNY", lines: [line] })
const transfer = (warehouseName: string, toWarehouseName: string, asnNumber: string) =>
  ({ warehouseName, toWarehouseName, carrierName: "truck", customNumber: "TN-B", lines: [{ sku: "SKU-1", quantity: pieces(1), asnNumber }] })
const move = (warehouseName: string) =>
  ({ moves: [{ sku: "SKU-1", warehouseName, batchNo: "B-1", fromLocationCode: "A", toLocationCode: "B", quantity: pieces(2), reason: "nearer" }] })

export const erp: Rows<BooksV1.OperationName> = {
  listInboundOrders: { tries: (name) => [{ ...page }, { number: name("erpAsn"), ...page }, { number: name("customNumber"), ...page }, { warehouseName: name("place"), ...page }] },
  submitInboundOrder: { tries: (name) => [draft(name("place"), "CN-B")] },
  cancelInboundOrder: { tries: (name) => [{ asnNumber: name("erpAsn") }] },
  listReceivedBatches: { tries: (name) => [{ receivedFrom: time.from, receivedTo: time.to, ...page }, { receivedFrom: time.from, receivedTo: time.to, warehouseName: name("place"), ...page }] },
  listStockBalances: { tries: (name) => [{ warehouseNames: [name("place")], ...page }, { warehouseNames: [placeOf.B], ...page }, { warehouseNames: [placeOf.B, name("place")], ...page }] },
  listStockMovements: { tries: (name) => [{ ...time, ...page }, { ...time, warehouseName: name("place"), ...page }, { ...time, documentNumber: name("customNumber"), ...page }] },
  listAssemblyOrders: { tries: (name) => [{ ...created, ...page }, { ...created, warehouseName: name("place"), ...page }] },
  listSplitOrders: { tries: (name) => [{ ...created, ...page }, { ...created, warehouseName: name("place"), ...page }] },
  listTransferOrders: { tries: (name) => [{ ...created, ...page }, { number: name("transfer"), ...page }] },
  createTransferOrder: { tries: (name) => [transfer(name("place"), placeOf.B, "ASN1"), transfer(placeOf.B, name("place"), "ASN1")] },
  moveStock: { tries: (name) => [move(name("place"))] },
  listStorageLocationStock: { tries: (name) => [{ skus: ["SKU-1"], warehouseNames: [name("place")], ...page }] },
  listBatchStock: { tries: (name) => [{ skus: ["SKU-1"], ...page }, { skus: ["SKU-1"], warehouseName: name("place"), ...page }] },
  listMarketplaceStock: { tries: (name) => [{ ...page }, { shopNames: [name("market")], ...page }] },
  listMarketplaceWarehouses: { tries: () => [{}] },
  receiveOutboundStatus: told,
  receiveInboundProgress: told,
  receivePlatformOrder: told,
  receiveInboundAnnouncement: told,
  enterRecords: unlisted,
  allotStock: unlisted,
  listOutboundOrders: unlisted,
  receiveRefund: told,
  receiveReturn: told,
  receiveShipments: told,
  subscribe: unlisted,
  renew: unlisted,
  unsubscribe: unlisted
}

/** The text with one word in place of each of these names, so that two answers can be compared. */
export const withoutNames = (text: string): string =>
  Object.values(names).flat().toSorted((a, b) => b.length - a.length).reduce((before, name) => before.replaceAll(new RegExp(name, "gi"), "NAME"), text)

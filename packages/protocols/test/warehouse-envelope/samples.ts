/**
 * One message of each kind with every member that document 1 names, in the form that is written by default.
 */
import { Json } from "@crossdock/core"
import { envelope } from "../../src/warehouse-envelope/Envelope.ts"
import * as CancelAsnOrder from "../../src/warehouse-envelope/Messages/CancelAsnOrder.ts"
import * as CancelOrder from "../../src/warehouse-envelope/Messages/CancelOrder.ts"
import * as Channels from "../../src/warehouse-envelope/Messages/Channels.ts"
import * as CreateAsnOrder from "../../src/warehouse-envelope/Messages/CreateAsnOrder.ts"
import * as CreateOrder from "../../src/warehouse-envelope/Messages/CreateOrder.ts"
import * as GetAsnList from "../../src/warehouse-envelope/Messages/GetAsnList.ts"
import * as GetOrder from "../../src/warehouse-envelope/Messages/GetOrder.ts"
import * as GetOrderList from "../../src/warehouse-envelope/Messages/GetOrderList.ts"
import * as InsertSkuInfo from "../../src/warehouse-envelope/Messages/InsertSkuInfo.ts"
import * as PushAsnInfo from "../../src/warehouse-envelope/Messages/PushAsnInfo.ts"
import * as PushOrderInfo from "../../src/warehouse-envelope/Messages/PushOrderInfo.ts"
import * as StatusRecord from "../../src/warehouse-envelope/Messages/StatusRecord.ts"
import * as SyncInventory from "../../src/warehouse-envelope/Messages/SyncInventory.ts"
import * as Warehouses from "../../src/warehouse-envelope/Messages/Warehouses.ts"
import { InboundOrders, WarehousesAndChannels } from "../../src/kit/index.ts"
import type { Table } from "../../src/wire/index.ts"
import type { Law } from "../law/index.ts"

const n = (digits: string) => new Json.Numeral(digits)

/** `%PDF-1.4` */
export const label = "JVBERi0xLjQ="

export const receiver = {
  name: "A. Buyer",
  phone: "1",
  email: "a@example.org",
  country: "SG",
  state: "SG",
  city: "Singapore",
  district: "Centre",
  address1: "1 Road",
  address2: "#02-03",
  postalCode: "000001"
}

export const item = {
  sku: "SKU-1",
  erpSku: "E-1",
  name: "Lamp",
  quantity: "2",
  amount: n("19.90"),
  shippingPrice: n("1.00"),
  hsCode: "9405",
  chineseCustomsDeclarationName: "灯",
  englishCustomsDeclarationName: "lamp"
}

export const createOrder = {
  orderNumber: "SO-1",
  onlineOrderId: "P-1",
  shopName: "Shop",
  warehouseCode: "WH-1",
  logisticsCode: "STD",
  platform: "SHOPEE",
  freight: n("4.50"),
  packageType: "NORMAL",
  trackingNumber: "T-1",
  labelData: label,
  codEnabled: 0,
  codPayAmount: n("9.90"),
  codCurrency: "SGD",
  orderCreate: 1767225600000,
  deliveryTime: 1767312000000,
  onlineShopId: "S-1",
  receiver,
  skuList: [item]
}

export const status = {
  orderNumber: "SO-1",
  warehouseOrderNumber: "WO-1",
  wmsStatus: "picking",
  status: "SENDING",
  carrierName: "Ninja",
  trackingNumber: "TN-1",
  failedReason: "none"
}

export const inventory = {
  warehouseCode: "WH-1",
  warehouseSku: "SKU-1",
  onwayQuantity: "1",
  pendingQuantity: "2",
  sellableQuantity: "3",
  unsellableQuantity: "4",
  reservedQuantity: "5",
  useQuantity: "6",
  totalQuantity: "20"
}

const packingLine = {
  boxNumber: 1,
  markCode: "B1",
  quantity: 10,
  sku: "SKU-1",
  name: "Lamp",
  length: n("10.50"),
  width: n("5.00"),
  height: n("2.25")
}

const asnLine = { sku: "SKU-1", name: "Lamp", quantity: 10 }

export const createAsnOrder = {
  asnNumber: "ASN-1",
  warehouseCode: "WH-1",
  customNumber: "C-1",
  estimatedArrivalDate: 1767225600000,
  trackNumber: "IN-1",
  type: "PURCHASE",
  orderNumber: "SO-1",
  onlineOrderId: "P-1",
  saleReturnReason: "broken",
  skuList: [asnLine],
  asnMarkSku: [packingLine],
  warehouseOrderNumber: "WO-1"
}

const received = { sku: "SKU-1", name: "Lamp", estimatedQuantity: 10, receivedQuantity: 5, goodQuantity: 4, badQuantity: 1 }

export const asnRecord = {
  asnNumber: "ASN-1",
  wmsStatus: "FINISHED",
  referenceNumber: "IN-9",
  finishTime: "2026-01-01 08:00:00",
  skuList: [received]
}

export const skuRecord = {
  warehouseCode: "WH-1",
  sku: "SKU-1",
  erpSku: "E-1",
  title: "Lamp",
  barcode: "4006381333931",
  specifications: "red",
  imageUrl: "https://example.org/lamp.png",
  weight: n("1.20"),
  netWeight: n("1.00"),
  weightUnit: "kg",
  length: n("10.00"),
  width: n("10.00"),
  height: n("10.00"),
  dimensionUnit: "cm",
  itemPackage: 6
}

export const pushOrderInfo = {
  orderNumber: "SO-1",
  onlineOrderId: "P-1",
  warehouseCode: "WH-1",
  customerCode: "CU-1",
  carrier: "Ninja",
  trackNumber: "TN-1",
  warehouseOrderNumber: "WO-1",
  wmsStatus: "picking",
  status: "SENDING",
  shippingTime: 1767225600000,
  skuList: [{ sku: "SKU-1", quantity: 2 }],
  errorMsg: "none"
}

export const pushAsnInfo = {
  warehouseCode: "WH-1",
  customerCode: "CU-1",
  asnNumber: "ASN-1",
  wmsStatus: "RECEIVING",
  referenceNumber: "IN-9",
  finishTime: 1767225600000,
  updateTime: 1767225600000,
  skuList: [received],
  batchNo: "ASN-1-1"
}

const asked = { orderNumber: "SO-1", warehouseCode: "WH-1", warehouseOrderNumber: "WO-1" }
const asns = { asnNumbers: ["ASN-1"], warehouseCode: "WH-1" }
const cancelled = { asnNumber: "ASN-1", operation: "CANCEL", info: "received already" }
const refused = { sku: "SKU-1", operation: "CREATE", info: "no barcode" }

/** The members of a table that are not those of every answer. */
const own = (table: Table.Table): Table.Table => ({
  ...table,
  members: table.members.filter(({ name }) => name !== "success" && name !== "message")
})

const tableOf = (table: Table.Table, member: string): Table.Table => {
  const found = table.members.find(({ name }) => name === member)?.type as { readonly table: Table.Table }
  return found.table
}

export const subjects: Law.Subjects = {
  envelope: { table: envelope, sample: { accessId: "acc-1", method: "warehouses", content: "{}", sign: "0a" } },
  response: { table: CancelOrder.cancelOrder.answer, sample: { success: true, message: "refused" } },
  warehouse: { table: WarehousesAndChannels.warehouse, sample: { warehouseCode: "WH-1", warehouseName: "North" } },
  channel: {
    table: WarehousesAndChannels.channel,
    sample: { channelCode: "STD", channelName: "Standard", warehouseCode: "WH-1", carrierName: "Ninja" }
  },
  createOrder: { table: CreateOrder.request, sample: createOrder },
  receiver: { table: CreateOrder.receiver, sample: receiver },
  item: { table: CreateOrder.item, sample: item },
  status: { table: StatusRecord.statusRecord, sample: status },
  inventory: { table: SyncInventory.inventory, sample: inventory },
  createAsnOrder: { table: CreateAsnOrder.createAsnOrder.request, sample: createAsnOrder },
  "createAsnOrder line": { table: InboundOrders.line, sample: asnLine },
  asnMarkSku: { table: CreateAsnOrder.packingLine, sample: packingLine },
  asnList: { table: InboundOrders.record, sample: asnRecord },
  "asnList line": { table: InboundOrders.receivedLine, sample: received },
  insert_sku_info: { table: InsertSkuInfo.insertSkuInfo.request, sample: skuRecord },
  pushOrderInfo: { table: PushOrderInfo.content, sample: pushOrderInfo },
  "pushOrderInfo line": { table: PushOrderInfo.line, sample: pushOrderInfo.skuList[0]! },
  pushAsnInfo: { table: PushAsnInfo.content, sample: pushAsnInfo },
  "pushAsnInfo line": { table: PushAsnInfo.line, sample: received },
  "warehouses answer": {
    table: own(Warehouses.warehouses.answer),
    sample: { warehouseList: [{ warehouseCode: "WH-1", warehouseName: "North" }] }
  },
  channels: { table: Channels.channels.request, sample: { warehouseCode: "WH-1" } },
  "channels answer": {
    table: own(Channels.channels.answer),
    sample: { channelList: [{ channelCode: "STD", channelName: "Standard", warehouseCode: "WH-1", carrierName: "Ninja" }] }
  },
  "createOrder answer": { table: own(CreateOrder.createOrder.answer), sample: { data: { warehouseOrderNumber: "WO-1" } } },
  "createOrder data": { table: tableOf(CreateOrder.createOrder.answer, "data"), sample: { warehouseOrderNumber: "WO-1" } },
  cancelOrder: { table: CancelOrder.cancelOrder.request, sample: asked },
  getOrder: { table: GetOrder.getOrder.request, sample: asked },
  "getOrder answer": { table: own(GetOrder.getOrder.answer), sample: { data: status } },
  getOrderList: { table: GetOrderList.getOrderList.request, sample: { orderNumberList: ["SO-1", "SO-2"], warehouseCode: "WH-1" } },
  "getOrderList answer": { table: own(GetOrderList.getOrderList.answer), sample: { data: [status] } },
  syncInventory: { table: SyncInventory.request, sample: { pageSize: 100, page: 1, warehouseCode: "WH-1", warehouseSku: "SKU-1" } },
  "syncInventory answer": {
    table: own(SyncInventory.answer),
    sample: { isLastPage: true, currentPage: 1, pageCount: 1, data: [inventory] }
  },
  "createAsnOrder answer": { table: own(CreateAsnOrder.createAsnOrder.answer), sample: { results: [cancelled] } },
  "createAsnOrder result": { table: CreateAsnOrder.result, sample: cancelled },
  getAsnList: { table: GetAsnList.getAsnList.request, sample: asns },
  "getAsnList answer": { table: own(GetAsnList.getAsnList.answer), sample: { asnList: [asnRecord] } },
  cancelAsnOrder: { table: CancelAsnOrder.cancelAsnOrder.request, sample: asns },
  "cancelAsnOrder answer": {
    table: CancelAsnOrder.cancelAsnOrder.answer,
    sample: { success: "true", message: "one was refused", results: [cancelled] }
  },
  "cancelAsnOrder result": { table: CancelAsnOrder.result, sample: cancelled },
  "insert_sku_info answer": { table: InsertSkuInfo.insertSkuInfo.answer, sample: { success: "true", message: "refused", results: [refused] } },
  "insert_sku_info result": { table: InsertSkuInfo.result, sample: refused },
  "callback answer": { table: PushOrderInfo.answer, sample: { success: "true", errorMsg: "refused" } }
}

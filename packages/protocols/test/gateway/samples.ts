/**
 * One message of each kind with every member that document 2 part A names, in the form that is written by default.
 */
import { Json } from "@crossdock/core"
import * as CancelAsnOrder from "../../src/gateway/Messages/CancelAsnOrder.ts"
import * as CancelOrder from "../../src/gateway/Messages/CancelOrder.ts"
import * as CreateAsnOrder from "../../src/gateway/Messages/CreateAsnOrder.ts"
import * as CreateOrder from "../../src/gateway/Messages/CreateOrder.ts"
import * as GetAsnList from "../../src/gateway/Messages/GetAsnList.ts"
import * as GetOrder from "../../src/gateway/Messages/GetOrder.ts"
import * as InitChannels from "../../src/gateway/Messages/InitChannels.ts"
import * as InitWarehouses from "../../src/gateway/Messages/InitWarehouses.ts"
import * as InsertSkuInfo from "../../src/gateway/Messages/InsertSkuInfo.ts"
import * as StatusRecord from "../../src/gateway/Messages/StatusRecord.ts"
import * as SyncInventory from "../../src/gateway/Messages/SyncInventory.ts"
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
  address1: "1 Road",
  postalCode: "000001",
  district: "Centre",
  address2: "#02-03"
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
  englishCustomsDeclarationName: "lamp",
  skuId: "PP-1"
}

export const createOrder = {
  warehouseKey: "k1",
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
  skuList: [item],
  ext: [{ houseNumber: "7a" }],
  totalPrice: n("44.30"),
  currency: "SGD",
  payTimeLocal: 1767225600000,
  isInsurance: 1,
  insuranceValue: 100,
  userNick: "seller-1",
  remark: "ring twice",
  packageId: "PK-1",
  shippingProviderName: "Ninja",
  shippingProviderId: "NV"
}

export const status = {
  orderNumber: "SO-1",
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

export const packingLine = {
  boxNumber: 1,
  markCode: "B1",
  quantity: 10,
  sku: "SKU-1",
  name: "Lamp",
  length: n("10.50"),
  width: n("5.00"),
  height: n("2.25"),
  lengthUnit: "cm"
}

const asnLine = { sku: "SKU-1", name: "Lamp", quantity: 10 }

export const createAsnOrder = {
  warehouseKey: "k1",
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
  incomingOrderGoodsType: "1",
  containerType: "3",
  bulkCargoType: 1,
  palletCnt: 4,
  bulkCargoTypePiece: "0",
  containerModel: "reefer"
}

const received = { sku: "SKU-1", name: "Lamp", estimatedQuantity: 10, receivedQuantity: 5, goodQuantity: 4, badQuantity: 1 }

export const asnRecord = {
  asnNumber: "ASN-1",
  wmsStatus: "FINISHED",
  referenceNumber: "IN-9",
  finishTime: "2026-01-01 08:00:00",
  skuList: [received]
}

export const insertSkuInfo = {
  warehouseKey: "k1",
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
  itemPackage: 6,
  cdPriceMethod: "RATE",
  englishCustomsDeclarationName: "lamp",
  chineseCustomsDeclarationName: "灯",
  brand: "Lumen",
  customsCode: "9405",
  wmsBarcode: "W-1",
  customsDeclarationPrice: n("5.00"),
  cdPriceMaximum: n("8.00"),
  cdPriceRate: n("0.50"),
  purchaseCost: n("3.10"),
  purchaseCostUnit: "CNY",
  currencyMap: { USD: n("7.1000"), VND: n("0.00029") }
}

export const named = { orderNumber: "SO-1", warehouseOrderNumber: "WO-1", referenceCode: "D-1" }
export const asnNumber = { asnNumber: "ASN-1", refCode: "IN-9", type: "PURCHASE" }
const created = { warehouseOrderNumber: "WO-1", orderNumber: "SO-1", info: "accepted", success: true }
const cancelledOrder = { orderNumber: "SO-1", info: "it has left", success: false }
const createdAsn = { asnNumber: "ASN-1", wmsAsnNumber: "IN-9", info: "accepted", success: true }
const cancelledAsn = { asnNumber: "ASN-1", operation: "CANCEL", info: "received already", success: false }
const upserted = { sku: "SKU-1", operation: "CREATE", info: "accepted", success: true }
const channel = { channelCode: "STD", channelName: "Standard", warehouseCode: "WH-1", carrierName: "Ninja" }
const page = { isLastPage: true, currentPage: 1, pageCount: 1, data: [inventory] }

/** The result of an answer. */
const own = (table: Table.Table): Table.Table => ({ ...table, members: table.members.filter(({ name }) => name === "result") })

export const subjects: Law.Subjects = {
  response: {
    table: GetOrder.getOrder.answer,
    sample: { success: true, errorMsg: "refused", result: { warehouseGetOrderList: [status] }, code: null }
  },
  warehouse: { table: WarehousesAndChannels.warehouse, sample: { warehouseCode: "WH-1", warehouseName: "North" } },
  channel: { table: WarehousesAndChannels.channel, sample: channel },
  createOrder: { table: CreateOrder.request, sample: createOrder },
  receiver: { table: CreateOrder.receiver, sample: receiver },
  item: { table: CreateOrder.item, sample: item },
  ext: { table: CreateOrder.ext, sample: createOrder.ext[0]! },
  status: { table: StatusRecord.statusRecord, sample: status },
  inventory: { table: SyncInventory.inventory, sample: inventory },
  createAsnOrder: { table: CreateAsnOrder.request, sample: createAsnOrder },
  "createAsnOrder line": { table: InboundOrders.line, sample: asnLine },
  asnMarkSku: { table: CreateAsnOrder.packingLine, sample: packingLine },
  asnList: { table: InboundOrders.record, sample: asnRecord },
  "asnList line": { table: InboundOrders.receivedLine, sample: received },
  insertSkuInfo: { table: InsertSkuInfo.insertSkuInfo.request, sample: insertSkuInfo },
  initWarehouses: { table: InitWarehouses.initWarehouses.request, sample: { warehouseKey: ["k1"] } },
  "initWarehouses answer": {
    table: own(InitWarehouses.initWarehouses.answer),
    sample: { result: { warehouseInfoList: [{ warehouseCode: "WH-1", warehouseName: "North" }] } }
  },
  "initWarehouses result": {
    table: InitWarehouses.result,
    sample: { warehouseInfoList: [{ warehouseCode: "WH-1", warehouseName: "North" }] }
  },
  initChannels: { table: InitChannels.initChannels.request, sample: { warehouseKey: ["k1"], warehouseCode: "WH-1" } },
  "initChannels answer": { table: own(InitChannels.initChannels.answer), sample: { result: { channelList: [channel] } } },
  "initChannels result": { table: InitChannels.result, sample: { channelList: [channel] } },
  "createOrder answer": { table: own(CreateOrder.answer), sample: { result: created } },
  "createOrder result": { table: CreateOrder.result, sample: created },
  cancelOrder: { table: CancelOrder.request, sample: { warehouseKey: ["k1"], warehouseCode: "WH-1", cancelOrderList: [named] } },
  "cancelOrder result": { table: CancelOrder.result, sample: cancelledOrder },
  "order named": { table: CancelOrder.named, sample: named },
  getOrder: { table: GetOrder.request, sample: { warehouseKey: "k1", warehouseCode: "WH-1", getOrderInfoList: [named] } },
  "getOrder result": { table: GetOrder.result, sample: { warehouseGetOrderList: [status] } },
  syncInventory: {
    table: SyncInventory.request,
    sample: {
      warehouseKey: "k1",
      pageSize: 100,
      page: 1,
      warehouseCode: "WH-1",
      warehouseSkuList: [{ warehouseSku: "SKU-1" }],
      updateTimeFrom: 1767225600000
    }
  },
  "syncInventory SKU": { table: SyncInventory.wanted, sample: { warehouseSku: "SKU-1" } },
  "syncInventory answer": { table: own(SyncInventory.answer), sample: { result: page } },
  "syncInventory result": { table: SyncInventory.result, sample: page },
  "createAsnOrder answer": { table: own(CreateAsnOrder.answer), sample: { result: createdAsn } },
  "createAsnOrder result": { table: CreateAsnOrder.result, sample: createdAsn },
  getAsnList: { table: GetAsnList.getAsnList.request, sample: { warehouseKey: "k1", asnNumbers: [asnNumber], warehouseCode: "WH-1" } },
  "getAsnList number": { table: GetAsnList.asked, sample: asnNumber },
  "getAsnList answer": { table: own(GetAsnList.getAsnList.answer), sample: { result: { asnList: [asnRecord] } } },
  "getAsnList result": { table: GetAsnList.result, sample: { asnList: [asnRecord] } },
  cancelAsnOrder: {
    table: CancelAsnOrder.cancelAsnOrder.request,
    sample: { warehouseKey: "k1", asnNumbers: ["ASN-1"], warehouseCode: "WH-1" }
  },
  "cancelAsnOrder answer": { table: own(CancelAsnOrder.cancelAsnOrder.answer), sample: { result: { results: [cancelledAsn] } } },
  "cancelAsnOrder result": { table: CancelAsnOrder.result, sample: { results: [cancelledAsn] } },
  "cancelAsnOrder item": { table: CancelAsnOrder.item, sample: cancelledAsn },
  "insertSkuInfo answer": { table: own(InsertSkuInfo.insertSkuInfo.answer), sample: { result: upserted } },
  "insertSkuInfo result": { table: InsertSkuInfo.result, sample: upserted }
}

/**
 * One message of each kind with every member that document 3 names for assembly, transfer and split orders.
 */
import { Json } from "@crossdock/core"
import { tables } from "../../src/erp-open-api/Messages/StockOrders.ts"
import type { Law } from "../law/index.ts"

const n = (digits: string) => new Json.Numeral(digits)
const warehouse = { warehouseName: "Main", warehouseId: n("9007199254740993") }
const text = "2026-01-01 08:00:00"
const millis = 1767225600000
const page = { page: 2, pageSize: 50 }

const assemblyPart = { sku: "P-1", expectQuantity: n("4"), quantity: n("4") }
const assemblyItem = { sku: "W-1", status: "PROCESSING", expectQuantity: n("2"), processedQuantity: n("1"), parts: [assemblyPart] }
const assemblyWorker = { name: "someone" }

export const assembly = {
  assemblyNumber: "A-1",
  ...warehouse,
  status: "NEW",
  asnNumber: "ASN-1",
  finishTime: text,
  customNumber: "C-1",
  createTime: text,
  assemblyList: [assemblyItem],
  processStartTime: text,
  processEndTime: text,
  workers: [assemblyWorker]
}

const transferField = { columName: "colour", value: "red", columType: "STRING" }
const transferItem = {
  id: n("7"),
  fbaNo: "F-1",
  refId: "REF-1",
  sku: "W-1",
  expectedQuantity: n("5"),
  receiveQuantity: n("4"),
  packingRate: n("2"),
  cdNetWeight: n("0.50"),
  cdWeight: n("0.60"),
  cdWeightUnit: "KG",
  cartonLength: n("0.4"),
  cartonWidth: n("0.3"),
  cartonHeight: n("0.2"),
  cartonDimensionUnit: "m"
}
const transferFee = { name: "freight", amount: n("10.00"), appliedAmount: n("5.00"), paidAmount: n("4.00"), invalidAmount: n("1.00"), status: "PAID" }

export const transfer = {
  transferNumber: "TR-1",
  type: "AVAILABLE",
  destWarehouseType: "OTHER",
  status: "NEW",
  createTime: millis,
  updateTime: millis,
  customNumber: "C-1",
  ...warehouse,
  destWarehouseName: "Shop",
  destWarehouseId: n("8"),
  logisticsName: "Truck",
  trackNumber: "T-1",
  preReceiveTime: millis,
  remark: "soon",
  customFieldValueList: [transferField],
  skuVOList: [transferItem],
  feeList: [transferFee]
}

const splitPart = { id: n("9"), sku: "P-1", title: "Shade", picUrl: "https://p.example/1", partRate: n("2"), totalReceivedQty: n("4"), purchasePrice: n("1.5"), totalCost: n("6.0") }
const splitItem = { sku: "W-1", title: "Lamp", picUrl: "https://p.example/2", expectedQty: n("2"), completedQty: n("2"), totalFee: n("1"), totalCost: n("6.0"), partList: [splitPart] }
const splitWorker = { name: "someone", userId: n("3"), username: "some" }

export const split = {
  orderNumber: "S-1",
  ...warehouse,
  status: "NEW",
  asnNumber: "ASN-1",
  customNumber: "C-1",
  orderTime: millis,
  skuList: [splitItem],
  remarkList: ["careful"],
  restoreOrderStartTime: millis,
  restoreOrderEndTime: millis,
  finishTime: millis,
  workerList: [splitWorker]
}

const times = { createTimeFrom: text, createTimeTo: text }

export const requests = {
  QUERY_INVENTORY_ASSEMBLY_LIST: { assemblyNumber: "A-1", ...times, warehouseName: "Main", ...page },
  QUERY_INVENTORY_TRANSFER_LIST: { ...times, numberParam: "TR-1", status: "NEW", ...page },
  QUERY_INVENTORY_RESTORE_LIST: { orderNumber: "S-1", orderTimeFrom: text, orderTimeTo: text, warehouseName: "Main", ...page }
}

export const subjects: Law.Subjects = {
  assembly: { table: tables.assembly, sample: assembly },
  assemblyItem: { table: tables.assemblyItem, sample: assemblyItem },
  assemblyPart: { table: tables.assemblyPart, sample: assemblyPart },
  assemblyWorker: { table: tables.assemblyWorker, sample: assemblyWorker },
  transfer: { table: tables.transfer, sample: transfer },
  transferField: { table: tables.transferField, sample: transferField },
  transferItem: { table: tables.transferItem, sample: transferItem },
  transferFee: { table: tables.transferFee, sample: transferFee },
  split: { table: tables.split, sample: split },
  splitItem: { table: tables.splitItem, sample: splitItem },
  splitPart: { table: tables.splitPart, sample: splitPart },
  splitWorker: { table: tables.splitWorker, sample: splitWorker },
  QUERY_INVENTORY_ASSEMBLY_LIST: { table: tables.assemblyRequest, sample: requests.QUERY_INVENTORY_ASSEMBLY_LIST },
  QUERY_INVENTORY_TRANSFER_LIST: { table: tables.transferRequest, sample: requests.QUERY_INVENTORY_TRANSFER_LIST },
  QUERY_INVENTORY_RESTORE_LIST: { table: tables.splitRequest, sample: requests.QUERY_INVENTORY_RESTORE_LIST }
}

/**
 * One message of each kind with every member that document 3 names for the inbound path, in the form that is written by default.
 */
import { Json } from "@crossdock/core"
import { envelope } from "../../src/erp-open-api/Envelope.ts"
import { requests } from "../../src/erp-open-api/Messages/Inbound.ts"
import { records } from "../../src/erp-open-api/Messages/InboundOrder.ts"
import type { Law } from "../law/index.ts"
import { box } from "./rows.ts"

const n = (digits: string) => new Json.Numeral(digits)

const receiveInfo = { mfgDate: "2025-12-01", expDate: "2027-12-01", batchNo: "L-1", originCountry: "CN" }

export const asnSku = {
  sku: "W-1",
  title: "Lamp",
  purchasePrice: n("4.5000"),
  firstLegPrice: n("0.25"),
  transferPrice: n("0.1000"),
  expectQuantity: 10,
  receiveQuantity: 6,
  goodNum: 5,
  damageNum: 1,
  receiveInfoList: [receiveInfo],
  skuNotes: "fragile"
}

const customField = {
  tableName: "SYS_ASN",
  columType: "SELECT",
  columName: "colour",
  defaultValue: "red",
  candidateValue: "red,blue",
  remark: "of the lamp",
  required: 1,
  isQuery: 0,
  isShow: 1
}

export const asn = {
  asnNumber: "ASN-1",
  businessNumber: "PO-1",
  customNumber: "C-1",
  trackNumber: "T-1",
  warehouseName: "Main",
  warehouseId: n("9007199254740993"),
  type: "PURCHASE",
  status: "NEW",
  remark: "by truck",
  createTime: "2026-01-01 08:00:00",
  updateTime: "2026-01-02 08:00:00",
  stockInTime: "2026-01-03 08:00:00",
  finishTime: "2026-01-04 08:00:00",
  purchasePriceCurrency: "CNY",
  firstLegPriceCurrency: "USD",
  transferPriceCurrency: "CNY",
  asnSkuVOList: [asnSku],
  asnCustomFieldValueVOList: [customField],
  asnMarkVOList: [box]
}

const batchLine = {
  sku: "W-1",
  title: "Lamp",
  purchasePrice: n("4.50"),
  purchasePriceCurrency: "CNY",
  storageLocationCode: "SYS LOC",
  receiveQuantity: 6,
  deliveryQuantity: 2
}

export const batch = {
  receiveNumber: "R-1",
  asnNumber: "ASN-1",
  businessNumber: "PO-1",
  customNumber: "C-1",
  warehouseName: "Main",
  asnType: "PURCHASE",
  receiveTime: "2026-01-03 08:00:00+08:00",
  totalQuantity: 6,
  skuQuantity: 1,
  asnSkuVOList: [batchLine]
}

const tag = { sendWms: 1, sendFailed: 0, receiveException: 1 }

const asnList = {
  warehouseName: "Main",
  type: "PURCHASE",
  status: "NEW",
  tag,
  skuKeyWord: "lamp",
  number: "ASN-1",
  trackNumber: "T-1",
  page: 2,
  pageSize: 50,
  timeType: "UPDATE_TIME",
  timeFrom: "2026-01-01",
  timeEnd: "2026-01-31",
  returnBatchInfo: true
}

const createLine = {
  sku: "W-1",
  purchasePrice: n("4.5000"),
  firstLegPrice: n("0.25"),
  transferPrice: n("0.1000"),
  expectQuantity: 10,
  skuStatus: "GOOD",
  perBoxQuantity: 5,
  apiCustom: "my line",
  batchNo: "L-1",
  mfgDate: "2025-12-01",
  expDate: "2027-12-01",
  originCountry: "CN",
  skuNotes: "fragile"
}

const snInfo = {
  customerCode: "C-9",
  orderType: "SALE",
  orderDate: "2026-01-01 08:00:00",
  snUrl: "https://files.example/sn.csv",
  agentWarehouseCode: "A-1",
  agentWarehouseName: "Agent",
  storeCode: "S-1",
  storeName: "Store"
}

const customFieldValue = { customFieldId: n("12"), value: "red" }

export const create = {
  warehouseName: "Main",
  customNumber: "C-1",
  trackNumber: "T-1",
  remark: "by truck",
  purchasePriceCurrency: "CNY",
  firstLegPriceCurrency: "USD",
  transferPriceCurrency: "CNY",
  asnSkuVOList: [createLine],
  sendWarehouseFlag: "Y",
  preArriveTime: 1767225600000,
  shippingType: "01",
  containerModel: "40HQ",
  packageType: "ASSEMBLY",
  boxCount: 1,
  customerType: "SHIPPER",
  asnCustomFieldValueVOList: [customFieldValue],
  isSpecifyBatch: true,
  snInfo,
  asnMarkVOList: [box],
  mergeDuplicateSkuLines: false,
  asnTagList: [n("888"), n("999"), n("1050")]
}

const batchList = {
  receiveTimeFrom: "2026-01-01",
  receiveTimeTo: "2026-01-31",
  numberParam: "R-1",
  skuParam: "lamp",
  warehouseName: "Main",
  asnType: "PURCHASE",
  page: 2,
  pageSize: 50
}

export const subjects: Law.Subjects = {
  request: { table: envelope, sample: { appId: "app-1", serviceType: "CANCEL_ASN_ORDER", bizParam: "{}", timestamp: "1700000000000", sign: "ab" } },
  Asn: { table: records.Asn, sample: asn },
  AsnSku: { table: records.AsnSku, sample: asnSku },
  ReceiveInfo: { table: records.ReceiveInfo, sample: receiveInfo },
  customField: { table: records.customField, sample: customField },
  box: { table: records.box, sample: box },
  boxItem: { table: records.boxItem, sample: box.asnMarkSkuVOList[0]! },
  AsnTag: { table: requests.AsnTag, sample: tag },
  batch: { table: records.batch, sample: batch },
  batchLine: { table: records.batchLine, sample: batchLine },
  QUERY_ASN_LIST: { table: requests.asnListRequest, sample: asnList },
  CREATE_ASN_ORDER: { table: requests.createRequest, sample: create },
  createLine: { table: requests.asnLine, sample: createLine },
  snInfo: { table: requests.serialNumbers, sample: snInfo },
  customFieldValue: { table: requests.customFieldValue, sample: customFieldValue },
  CANCEL_ASN_ORDER: { table: requests.cancelRequest, sample: { asnNumber: "ASN-1" } },
  QUERY_ASN_BATCH_LIST: { table: requests.batchListRequest, sample: batchList }
}

/** The service types of the inbound path (spec 3 §4.1). */
import { type BooksV1, type ErpInbound } from "@crossdock/books"
import { AdapterError } from "@crossdock/core"
import { Mapping, omitUndefined, Table } from "../../wire/index.ts"
import { ok } from "../Answer.ts"
import { asn, batch, batchOf, box, created, createdOf, orderOf, phaseOf, submittedOf, tag } from "./InboundOrder.ts"
import { boolean, content, dateText, define, defineList, exactPrice, firstDay, lastDay, page, quantity, unnumbered, whole } from "./Response.ts"

type Time = "timeType" | "timeFrom" | "timeEnd"
const times: ReadonlyArray<Time> = ["timeType", "timeFrom", "timeEnd"]

/** If any of the three is given, all are. */
const timeRules = times.map((name) => ({
  name: `a window has ${name}`,
  on: "both" as const,
  verdict: "refuse" as const,
  check: (asked: { readonly [N in Time]?: unknown }) =>
    asked[name] === undefined && times.some((other) => asked[other] !== undefined)
      ? { path: `/${name}`, message: "is missing; send timeType, timeFrom and timeEnd, or none of them" }
      : undefined
}))

const asnListRequest = Table.make("QUERY_ASN_LIST", [
  Table.optional("warehouseName", Table.code),
  Table.optional("type", Table.text),
  Table.optional("status", Table.text),
  Table.optional("tag", Table.object(tag, { emptyIsAbsent: true }), { is: "isSent", byHand: ["isSendFailed", "isReceivingFailed"] }),
  Table.optional("skuKeyWord", Table.text, { is: "skuOrName" }),
  Table.optional("number", Table.code),
  Table.optional("trackNumber", Table.code, { is: "trackingNumber", also: ["trackingNumber", "trackiNumber"] }),
  ...page(),
  Table.optional("timeType", Table.enumOf({ created: ["CREATE_TIME"], stocked: ["STOCK_IN_TIME"], finished: ["FINISH_TIME"], updated: ["UPDATE_TIME"] }), { is: "time/of" }),
  Table.optional("timeFrom", firstDay, { is: "time/from" }),
  Table.optional("timeEnd", lastDay, { is: "time/to" }),
  Table.optional("returnBatchInfo", boolean, { is: "withLots" })
], timeRules)

type ListPayload = typeof BooksV1.ListInboundOrders.payload.Type
type Tag = Table.Value<typeof tag>

/** Only a mark that is set selects (U-119). */
const set = (flag: boolean | undefined) => (flag === true ? true : undefined)

export const queryAsnList = defineList({
  method: "QUERY_ASN_LIST",
  operation: "listInboundOrders",
  request: asnListRequest,
  item: asn,
  requestOf: ({ isReceivingFailed, isSendFailed, isSent }: ListPayload) => {
    const marks = omitUndefined({ sendWms: set(isSent), sendFailed: set(isSendFailed), receiveException: set(isReceivingFailed) })
    return { tag: Object.keys(marks).length === 0 ? undefined : marks }
  },
  payloadOf: ({ tag: { receiveException, sendFailed, sendWms } = {} }: { readonly tag?: Tag }) =>
    ({ isSent: set(sendWms), isSendFailed: set(sendFailed), isReceivingFailed: set(receiveException) }),
  elementOf: (order: ErpInbound.ErpInboundOrder) => Mapping.toWire(asn, orderOf(order)),
  recordOf: ({ status }: { readonly status: string }, profile) => ({ phase: phaseOf(status, profile) })
})

const asnLine = Table.make("CREATE_ASN_ORDER line", [
  Table.required("sku", Table.key),
  Table.required("purchasePrice", exactPrice(4)),
  Table.optional("firstLegPrice", exactPrice(2)),
  Table.optional("transferPrice", exactPrice(4)),
  Table.required("expectQuantity", quantity, { is: "expected" }),
  Table.optional("skuStatus", Table.enumOf({ good: ["GOOD"], damaged: ["DAMAGE"] }), { is: "condition" }),
  Table.optional("perBoxQuantity", { ...whole, min: 1 }, { is: "piecesPerBox" }),
  Table.optional("apiCustom", Table.text, { is: "reference" }),
  Table.optional("batchNo", Table.textUpTo(255), { is: "lot" }),
  Table.optional("mfgDate", Table.day, { is: "producedOn" }),
  Table.optional("expDate", Table.day, { is: "expiresOn" }),
  Table.optional("originCountry", Table.text),
  Table.optional("skuNotes", Table.text, { is: "note" })
])

const serialNumbers = Table.make("snInfo", [
  Table.optional("customerCode", Table.text),
  Table.optional("orderType", Table.text),
  Table.optional("orderDate", dateText, { is: "orderedAt" }),
  Table.optional("snUrl", Table.text, { is: "url" }),
  Table.optional("agentWarehouseCode", Table.text),
  Table.optional("agentWarehouseName", Table.text),
  Table.optional("storeCode", Table.text),
  Table.optional("storeName", Table.text)
])

const customFieldValue = Table.make("custom-field value", [
  Table.required("customFieldId", Table.numberId, { is: "id" }),
  Table.required("value", Table.text)
])

/** Each code of a container is its own spelling. */
const containers = [
  "20'", "20DC", "20FR", "20GP", "20HQ", "20OT", "40'", "40DC", "40FR", "40GOH", "40HC", "40HQ", "40HR", "40OT", "40RQ", "45'", "45HC", "45HQ", "53HQ",
  "53 DRY VAN", "40GP", "45GP"
]
const containerWords = Object.fromEntries(containers.map((code) => [code, [code]])) as Table.EnumValues

const shippingWords = { sea: ["01"], air: ["02"], express: ["03"], land: ["04"], specialCar: ["05"], rail: ["06"], font: ["07"], other: ["08"] } as const

/** The numbers of the boxes are exactly 1 to n, in any order (U-107). */
const boxRule = {
  name: "boxes are numbered from 1 without a gap",
  on: "both" as const,
  verdict: "refuse" as const,
  check: ({ asnMarkVOList = [] }: { readonly asnMarkVOList?: ReadonlyArray<{ readonly boxNumber: number }> }) => {
    const numbers = new Set<number>()
    const wrong = asnMarkVOList.findIndex(({ boxNumber }) => boxNumber > asnMarkVOList.length || numbers.size === numbers.add(boxNumber).size)
    return wrong === -1 ? undefined : { path: `/asnMarkVOList/${wrong}/boxNumber`, message: `is repeated or leaves a gap; number the boxes from 1 to ${asnMarkVOList.length}` }
  }
}

const createRequest = Table.make("CREATE_ASN_ORDER", [
  Table.required("warehouseName", Table.code),
  Table.optional("customNumber", Table.code),
  Table.optional("trackNumber", Table.code, { is: "trackingNumber", also: ["trackingNumber", "trackiNumber"] }),
  Table.optional("remark", Table.text),
  Table.required("purchasePriceCurrency", Table.text, { is: "purchaseCurrency" }),
  Table.optional("firstLegPriceCurrency", Table.text, { is: "firstLegCurrency" }),
  Table.optional("transferPriceCurrency", Table.text, { is: "transferCurrency" }),
  Table.required("asnSkuVOList", Table.list(Table.object(asnLine), { nonEmpty: true }), { is: "lines" }),
  Table.optional("sendWarehouseFlag", Table.enumOf({ Y: ["Y", "y"], N: ["N", "n"] }), { is: "sendsToWarehouse", byHand: [] }),
  Table.optional("preArriveTime", { kind: "instant", written: "ms" }, { is: "estimatedArrivalAt" }),
  Table.optional("shippingType", Table.enumOf(shippingWords), { is: "shippingMethod" }),
  Table.optional("containerModel", Table.enumOf(containerWords)),
  Table.optional("packageType", Table.enumOf({ assembly: ["ASSEMBLY"], mixing: ["MIXING"] }), { is: "packaging" }),
  Table.optional("boxCount", whole),
  Table.optional("customerType", Table.enumOf({ SHIPPER: ["SHIPPER"] }), { is: "isOfShipper", byHand: [] }),
  Table.optional("asnCustomFieldValueVOList", Table.list(Table.object(customFieldValue)), { is: "customFields" }),
  Table.optional("isSpecifyBatch", boolean, { is: "namesLots" }),
  Table.optional("snInfo", Table.object(serialNumbers), { is: "serialNumbers" }),
  Table.optional("asnMarkVOList", Table.list(Table.object(box)), { is: "boxes" }),
  Table.optional("mergeDuplicateSkuLines", boolean, { is: "mergesRepeatedSkus" }),
  Table.optional("asnTagList", Table.list(Table.numberId), { is: "tags" })
], [boxRule])

const createAnswer = Table.make("CREATE_ASN_ORDER answer", [...content, Table.required("result", Table.object(created), { is: "" })])

/** Every order has a number of its creator, and counts pieces. */
const refusalOf = (draft: ErpInbound.ErpInboundDraft): AdapterError.RequestInvalid | undefined => {
  const missing = unnumbered(draft)
  if (missing !== undefined) return missing
  const counted = draft.lines.findIndex(({ unit }) => unit !== undefined)
  return counted === -1
    ? undefined
    : new AdapterError.RequestInvalid({ path: `/lines/${counted}/unit`, message: "is set, but this protocol counts pieces only; send pieces without a unit" })
}

export const createAsnOrder = define({
  method: "CREATE_ASN_ORDER",
  operation: "submitInboundOrder",
  request: createRequest,
  answer: createAnswer,
  refusalOf,
  fromPayload: (draft) =>
    Mapping.toWire(createRequest, draft, {
      sendWarehouseFlag: draft.sendsToWarehouse === undefined ? undefined : draft.sendsToWarehouse ? "Y" : "N",
      customerType: draft.isOfShipper === true ? "SHIPPER" : undefined
    }),
  toPayload: (value) =>
    Mapping.fromWire<ErpInbound.ErpInboundDraft>(createRequest, value, {
      sendsToWarehouse: value.sendWarehouseFlag === undefined ? undefined : value.sendWarehouseFlag === "Y",
      isOfShipper: value.customerType === "SHIPPER" ? true : undefined
    }),
  toAnswer: (order) => ({ ...ok, result: createdOf(order) }),
  fromAnswer: ({ result }, asked, _, profile) => {
    const status = result.status ?? "NEW"
    const told = submittedOf(result)
    return { ...told, warehouseName: result.warehouseName ?? asked.warehouseName, status, phase: phaseOf(status, profile), lines: told.lines ?? [] }
  }
})

const cancelAnswer = Table.make("CANCEL_ASN_ORDER answer", [
  ...content,
  Table.always("errorCode", Table.text, { is: null }),
  Table.always("errorMsg", Table.text, { is: null })
])

export const cancelAsnOrder = define({
  method: "CANCEL_ASN_ORDER",
  operation: "cancelInboundOrder",
  request: Table.make("CANCEL_ASN_ORDER", [Table.required("asnNumber", Table.key)]),
  answer: cancelAnswer,
  toAnswer: () => ok,
  fromAnswer: () => ({})
})

const batchListRequest = Table.make("QUERY_ASN_BATCH_LIST", [
  Table.required("receiveTimeFrom", firstDay, { is: "receivedFrom" }),
  Table.required("receiveTimeTo", lastDay, { is: "receivedTo" }),
  Table.optional("numberParam", Table.code, { is: "number" }),
  Table.optional("skuParam", Table.text, { is: "skuOrName" }),
  Table.optional("warehouseName", Table.code),
  Table.optional("asnType", Table.text, { is: "type" }),
  ...page()
])

export const queryAsnBatchList = defineList({
  method: "QUERY_ASN_BATCH_LIST",
  operation: "listReceivedBatches",
  request: batchListRequest,
  item: batch,
  elementOf: (found: ErpInbound.ReceivedBatch) => Mapping.toWire(batch, batchOf(found))
})

/** The tables of the requests, for tests of their members. */
export const requests = { asnListRequest, AsnTag: tag, createRequest, asnLine, serialNumbers, customFieldValue, cancelRequest: cancelAsnOrder.request, batchListRequest, cancelAnswer, createAnswer }

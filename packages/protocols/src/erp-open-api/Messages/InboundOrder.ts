/** The records of inbound orders and of received batches (spec 3 §2.3 and §2.4). */
import type { ErpInbound } from "@crossdock/books"
import type { InboundPhase } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import { type Context, Mapping, omitUndefined, Table } from "../../wire/index.ts"
import { count, dateText, measure, price, quantity, whole } from "./Response.ts"

/** The words for each phase beside the cancelled one, which the profile names. A word that is not listed is never an end state (U-48). */
const phases: Readonly<Record<string, InboundPhase.InboundPhase>> = {
  NEW: "announced",
  SHIPPING: "shipping",
  RECEIVING: "receiving",
  FINISHED: "received"
}

/** The phase that a status stands for. */
export const phaseOf = (status: string, { cancelledStates }: Context.Profile): InboundPhase.InboundPhase =>
  String(cancelledStates).split(",").some((state) => state.trim() === status) ? "cancelled" : Object.hasOwn(phases, status) ? phases[status]! : "announced"

const receiveInfo = Table.make("ReceiveInfo", [
  Table.optional("mfgDate", Table.day, { is: "producedOn" }),
  Table.optional("expDate", Table.day, { is: "expiresOn" }),
  Table.optional("batchNo", Table.text, { is: "lot" }),
  Table.optional("originCountry", Table.text)
])

const line = Table.make("AsnSku", [
  Table.required("sku", Table.key),
  Table.required("title", Table.text, { is: "name" }),
  Table.required("purchasePrice", price(4)),
  Table.required("firstLegPrice", price(2)),
  Table.required("transferPrice", price(4)),
  Table.required("expectQuantity", count, { is: "expected" }),
  Table.required("receiveQuantity", count, { is: "received" }),
  Table.required("goodNum", count, { is: "good", also: ["goodQuantity"] }),
  Table.required("damageNum", count, { is: "bad", also: ["badQuantity"] }),
  Table.optional("receiveInfoList", Table.list(Table.object(receiveInfo)), { is: "lots" }),
  Table.optional("skuNotes", Table.text, { is: "note" })
])

const customField = Table.make("custom-field definition", [
  Table.required("tableName", Table.text, { is: "recordType" }),
  Table.required("columType", Table.enumOf({ number: ["NUMBER"], date: ["DATE"], text: ["STRING"], choice: ["SELECT"] }), { is: "type" }),
  Table.required("columName", Table.text, { is: "name" }),
  Table.optional("defaultValue", Table.text),
  Table.optional("candidateValue", Table.text, { is: "choices" }),
  Table.optional("remark", Table.text),
  Table.optional("required", Table.flag, { is: "isRequired" }),
  Table.optional("isQuery", Table.flag, { is: "isSearchable" }),
  Table.optional("isShow", Table.flag, { is: "isShown" })
])

const boxItem = Table.make("box mark item", [Table.required("sku", Table.key), Table.required("quantity", quantity)])

/** A box, with its lengths in centimetres and its weight in kilograms. */
export const box = Table.make("box mark", [
  Table.required("boxNumber", { ...whole, min: 1 }),
  Table.required("asnMarkSkuVOList", Table.list(Table.object(boxItem)), { is: "items" }),
  Table.required("length", measure),
  Table.required("width", measure),
  Table.required("height", measure),
  Table.required("weight", measure)
])

const trackNumber = Table.optional("trackNumber", Table.code, { is: "trackingNumber", also: ["trackingNumber", "trackiNumber"] })

export const asn = Table.make("Asn", [
  Table.required("asnNumber", Table.key),
  Table.required("businessNumber", Table.text),
  Table.optional("customNumber", Table.code),
  trackNumber,
  Table.required("warehouseName", Table.code),
  Table.required("warehouseId", Table.numberId),
  Table.required("type", Table.text),
  Table.required("status", Table.text),
  Table.optional("remark", Table.text),
  Table.required("createTime", dateText, { is: "createdAt" }),
  Table.optional("updateTime", dateText, { is: "updatedAt" }),
  Table.optional("stockInTime", dateText, { is: "stockedAt" }),
  Table.optional("finishTime", dateText, { is: "finishedAt" }),
  Table.required("purchasePriceCurrency", Table.text, { is: "purchaseCurrency" }),
  Table.required("firstLegPriceCurrency", Table.text, { is: "firstLegCurrency" }),
  Table.required("transferPriceCurrency", Table.text, { is: "transferCurrency" }),
  Table.required("asnSkuVOList", Table.list(Table.object(line)), { is: "lines" }),
  // Elements of another shape are left out and reported (variants.md row 53).
  Table.optional("asnCustomFieldValueVOList", Table.list(Table.object(customField), { skipInvalidItems: true }), { is: "customFields" }),
  Table.optional("asnMarkVOList", Table.list(Table.object(box)), { is: "boxes" })
])

/** Marks of an order, with which a query selects orders. The other members of a tag have no meaning that is shown. */
export const tag = Table.make("AsnTag", [
  Table.optional("sendWms", Table.flag),
  Table.optional("sendFailed", Table.flag),
  Table.optional("receiveException", Table.flag)
])

/** The members of an order that the answer of its creation is known to have. Only its number is needed. */
export const created = Table.make("created Asn", [
  Table.required("asnNumber", Table.key),
  Table.optional("status", Table.text),
  Table.optional("type", Table.text),
  Table.optional("warehouseId", Table.numberId),
  Table.optional("warehouseName", Table.code),
  Table.optional("asnSkuVOList", Table.list(Table.object(line), { skipInvalidItems: true }), { is: "lines" }),
  Table.optional("purchasePriceCurrency", Table.text, { is: "purchaseCurrency" }),
  Table.optional("firstLegPriceCurrency", Table.text, { is: "firstLegCurrency" }),
  Table.optional("transferPriceCurrency", Table.text, { is: "transferCurrency" }),
  Table.optional("businessNumber", Table.text),
  Table.optional("customNumber", Table.code),
  trackNumber,
  Table.optional("remark", Table.text),
  Table.optional("createTime", dateText, { is: "createdAt" }),
  Table.optional("tag", Table.object(tag, { emptyIsAbsent: true }), { is: "isSent", byHand: ["isSendFailed", "isReceivingFailed"] })
])

/** Every price is required on the wire. One that the ERP does not tell is written as 0, as are the amounts of an item of a platform (U-58). */
const noPrice = BigDecimal.make(0n, 0)

/** A line without a name is named by its SKU. */
const lineOf = (one: ErpInbound.ErpInboundLine): ErpInbound.ErpInboundLine => ({
  ...one,
  name: one.name ?? one.sku,
  purchasePrice: one.purchasePrice ?? noPrice,
  firstLegPrice: one.firstLegPrice ?? noPrice,
  transferPrice: one.transferPrice ?? noPrice
})

export const linesOf = <Order extends { readonly lines: ReadonlyArray<ErpInbound.ErpInboundLine> }>(order: Order): Order => ({ ...order, lines: order.lines.map(lineOf) })

/** The record of an order that was just created. The number of the order behind it is its own unless the ERP tells another. */
export const createdOf = (order: ErpInbound.SubmittedInboundOrder) => {
  const { isReceivingFailed: receiveException, isSendFailed: sendFailed, isSent: sendWms } = order
  const marks = omitUndefined({ sendWms, sendFailed, receiveException })
  return Mapping.toWire(created, linesOf({ businessNumber: order.asnNumber, ...order }), { tag: Object.keys(marks).length === 0 ? undefined : marks })
}

/** The order that the record of a created one tells. */
export const submittedOf = (record: Table.Value<typeof created>): ErpInbound.SubmittedInboundOrder => {
  const { receiveException: isReceivingFailed, sendFailed: isSendFailed, sendWms: isSent } = record.tag ?? {}
  return Mapping.fromWire<ErpInbound.SubmittedInboundOrder>(created, record, omitUndefined({ isSent, isSendFailed, isReceivingFailed }))
}

/** What an order has on the wire although the ERP may not tell it. A currency is that of the purchase, or of the costs of inventory (U-110). */
export const orderOf = (order: ErpInbound.ErpInboundOrder): ErpInbound.ErpInboundOrder => {
  const { asnNumber, businessNumber = asnNumber, purchaseCurrency = "CNY", firstLegCurrency = purchaseCurrency, transferCurrency = purchaseCurrency, type = "MANUAL" } = order
  return { ...linesOf(order), businessNumber, purchaseCurrency, firstLegCurrency, transferCurrency, type }
}

/** Likewise for a received batch. */
export const batchOf = (found: ErpInbound.ReceivedBatch): ErpInbound.ReceivedBatch => ({
  ...found,
  businessNumber: found.businessNumber ?? found.asnNumber,
  lines: found.lines.map((one) => ({ ...one, name: one.name ?? one.sku, purchasePrice: one.purchasePrice ?? noPrice }))
})

const batchLine = Table.make("batch line", [
  Table.required("sku", Table.key),
  Table.required("title", Table.text, { is: "name" }),
  Table.required("purchasePrice", measure),
  Table.optional("purchasePriceCurrency", Table.text, { is: "purchaseCurrency" }),
  Table.required("storageLocationCode", Table.code, { is: "locationCode" }),
  Table.required("receiveQuantity", count, { is: "received" }),
  Table.required("deliveryQuantity", count, { is: "delivered" })
])

export const batch = Table.make("batch", [
  Table.optional("receiveNumber", Table.code, { is: "batchNo" }),
  Table.required("asnNumber", Table.key),
  Table.required("businessNumber", Table.text),
  Table.optional("customNumber", Table.code),
  Table.required("warehouseName", Table.code),
  Table.optional("asnType", Table.text, { is: "type" }),
  Table.optional("receiveTime", { kind: "instant", written: "zoned" }, { is: "receivedAt" }),
  Table.required("totalQuantity", count, { is: "received" }),
  Table.required("skuQuantity", count, { is: "skuCount" }),
  Table.required("asnSkuVOList", Table.list(Table.object(batchLine)), {
    is: "lines",
    also: ["skuVOList"],
    named: { name: "batchSkuListMember", forms: { skuVOList: "skuVOList" } }
  })
])

/** The tables of the records, for tests of their members. */
export const records = { Asn: asn, AsnSku: line, ReceiveInfo: receiveInfo, customField, box, boxItem, batch, batchLine, created }

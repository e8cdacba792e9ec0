/** pushOrderInfo, the callback about an outbound order. Document 1, 2.13. */
import type { OutboundOrder, Sku } from "@crossdock/core"
import { given, Table } from "../../wire/index.ts"
import { pieces, timestamp, trackingNames } from "./Forms.ts"
import { callbackResponse } from "./Response.ts"
import { failedReason } from "./StatusRecord.ts"

export const method = "pushOrderInfo"

export const line = Table.make("pushOrderInfo line", [
  Table.required("sku", Table.key),
  Table.required("quantity", pieces)
])

/** Row 02. An unknown word moves nothing. */
const state = Table.wordOr(
  { SENDING: ["SENDING"], SUCCESS: ["SUCCESS", "JOIN"], CANCEL: ["CANCEL"], FAILED: ["FAILED"] },
  "SENDING",
  { name: "shippedPush", forms: { JOIN: { SUCCESS: "JOIN" } } }
)

export const content = Table.make(method, [
  Table.required("orderNumber", Table.key),
  Table.optional("onlineOrderId", Table.text),
  Table.required("warehouseCode", Table.code),
  Table.optional("customerCode", Table.text),
  Table.optional("carrier", Table.text, { also: [["carrierName", "X-119"]] }),
  Table.required("trackNumber", Table.code, { also: trackingNames.trackNumber, mayBeEmpty: true }),
  Table.optional("warehouseOrderNumber", Table.code),
  Table.required("wmsStatus", Table.text),
  Table.required("status", state),
  Table.optional("shippingTime", timestamp),
  Table.optional(
    "skuList",
    Table.list(Table.object(line), { single: true, option: { name: "pushSkuList", forms: { object: "object" } } })
  ),
  Table.optional("errorMsg", Table.text)
], [
  {
    name: "a shipped order has a tracking number",
    on: "both",
    verdict: "refuse",
    check: ({ status, trackNumber }) =>
      status.is === "SUCCESS" && (trackNumber === undefined || trackNumber === "")
        ? { path: "/trackNumber", says: "is empty although the status is SUCCESS; send the waybill number" }
        : undefined
  }
])

export const answer = Table.make(`${method} answer`, callbackResponse)

export const toWire = (status: OutboundOrder.OutboundStatus): Table.WriteValue<typeof content> =>
  given({
    orderNumber: status.orderNumber,
    onlineOrderId: status.onlineOrderId,
    warehouseCode: status.warehouseCode ?? "",
    customerCode: status.customerCode,
    carrier: status.carrierName,
    trackNumber: status.trackingNumber ?? "",
    warehouseOrderNumber: status.warehouseOrderNumber,
    wmsStatus: status.peerStatus || status.status,
    status: { is: status.status },
    shippingTime: status.shippedAt,
    skuList: status.lines,
    errorMsg: failedReason(status)
  })

export const fromWire = (value: Table.Value<typeof content>): OutboundOrder.OutboundStatus =>
  given({
    orderNumber: value.orderNumber as OutboundOrder.OrderNumber,
    onlineOrderId: value.onlineOrderId,
    warehouseCode: value.warehouseCode,
    customerCode: value.customerCode,
    carrierName: value.carrier,
    trackingNumber: value.trackNumber || undefined,
    warehouseOrderNumber: value.warehouseOrderNumber,
    peerStatus: value.wmsStatus,
    status: value.status.is,
    shippedAt: value.shippingTime,
    lines: value.skuList?.map(({ quantity, sku }) => ({ sku: sku as Sku.Sku, quantity })),
    failedReason: value.errorMsg
  })

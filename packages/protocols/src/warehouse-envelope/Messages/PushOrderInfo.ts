/** The messages of pushOrderInfo, the callback that reports the status of an outbound order (spec 1 §2.13). */
import { type OutboundOrder, OutboundPhase, Quantity } from "@crossdock/core"
import { Forms, StatusRecords } from "../../kit/index.ts"
import { Mapping, Table } from "../../wire/index.ts"
import { callbackResponse } from "./Response.ts"

export const method = "pushOrderInfo"

export const line = Table.make("pushOrderInfo line", [
  Table.required("sku", Table.key),
  Table.required("quantity", Forms.ordered)
])

/**
 * JOIN is read as SUCCESS, and is written if the profile asks for it (variants.md row 02). An unknown value is read as
 * `open` and changes nothing.
 */
const phase = Table.openEnum(
  { ...StatusRecords.words, shipped: ["SUCCESS", "JOIN"] },
  "open",
  { name: "shippedPush", forms: { JOIN: { shipped: "JOIN", delivered: "JOIN", closedShort: "JOIN" } } }
)

export const content = Table.make(method, [
  Table.required("orderNumber", Table.key),
  Table.optional("onlineOrderId", Table.text),
  Table.required("warehouseCode", Table.code),
  Table.optional("customerCode", Table.text),
  Table.optional("carrier", Table.text, { is: "carrierName", also: ["carrierName"] }),
  Table.required("trackNumber", Table.code, { is: "trackingNumber", also: Forms.trackingNames.trackNumber, mayBeEmpty: true }),
  Table.optional("warehouseOrderNumber", Table.peerNumber),
  Table.required("wmsStatus", Table.text, { is: "status" }),
  Table.required("status", phase, { is: "phase" }),
  Table.optional("shippingTime", Forms.timestamp, { is: "shippedAt" }),
  Table.optional(
    "skuList",
    Table.list(Table.object(line), { single: true, option: { name: "pushSkuList", forms: { object: "object" } } }),
    { is: "lines" }
  ),
  Table.optional("errorMsg", Table.text, { is: "failedReason" })
], [
  {
    name: "a shipped order has a tracking number",
    on: "both",
    verdict: "refuse",
    check: ({ status, trackNumber }) =>
      OutboundPhase.allGoodsHaveLeft(status.value) && (trackNumber === undefined || trackNumber === "")
        ? { path: "/trackNumber", message: "is empty although the status is SUCCESS; send the waybill number" }
        : undefined
  }
])

export const answer = Table.make(`${method} answer`, callbackResponse)

/** Returns true if every line counts whole pieces, the only quantities that this message can carry (U-80). */
const isInPieces = (lines: NonNullable<OutboundOrder.OutboundStatus["lines"]>): boolean =>
  lines.every(({ quantity, unit }) => unit === undefined && Quantity.toNumber(quantity) !== undefined)

/** Converts a status to the message. If any line is not in whole pieces, the message leaves out all lines. */
export const toWire = ({ lines, ...status }: OutboundOrder.OutboundStatus): Table.WriteValue<typeof content> =>
  Mapping.toWire(content, lines === undefined || !isInPieces(lines) ? status : { ...status, lines }, {
    warehouseCode: status.warehouseCode ?? "",
    trackNumber: status.trackingNumber ?? "",
    errorMsg: StatusRecords.failedReason(status)
  })

export const fromWire = ({ trackNumber, ...value }: Table.Value<typeof content>): OutboundOrder.OutboundStatus =>
  Mapping.fromWire(content, trackNumber === "" ? value : { ...value, trackNumber })

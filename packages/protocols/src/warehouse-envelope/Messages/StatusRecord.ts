/** What a warehouse says about one outbound order. Document 1, 2.7 and 3. */
import type { OutboundOrder } from "@crossdock/core"
import { given, Table } from "../../wire/index.ts"
import { trackingNames } from "./Forms.ts"

/** An unknown word moves nothing, so it is read as the state in which nothing has happened yet. */
const state = Table.wordOr(
  { SENDING: ["SENDING"], SUCCESS: ["SUCCESS"], CANCEL: ["CANCEL"], FAILED: ["FAILED"] },
  "SENDING"
)

export const statusRecord = Table.make("status", [
  Table.required("orderNumber", Table.key),
  Table.optional("warehouseOrderNumber", Table.code),
  Table.required("wmsStatus", Table.text),
  Table.required("status", state),
  Table.optional("carrierName", Table.text, { also: [["carrier", "X-119"]] }),
  Table.optional("trackingNumber", Table.code, { also: trackingNames.trackingNumber }),
  Table.optional("failedReason", Table.text)
], [
  {
    name: "a shipped order has a tracking number",
    on: "both",
    verdict: "report",
    check: ({ status, trackingNumber }) =>
      status.is === "SUCCESS" && trackingNumber === undefined
        ? { path: "/trackingNumber", says: "is missing although the status is SUCCESS" }
        : undefined
  },
  {
    name: "a failed order has a reason",
    on: "both",
    verdict: "report",
    check: ({ failedReason, status }) =>
      status.is === "FAILED" && failedReason === undefined
        ? { path: "/failedReason", says: "is missing although the status is FAILED" }
        : undefined
  }
])

/** The reason that is told; where the warehouse gives none, its own word for the state. */
export const failedReason = (status: OutboundOrder.OutboundStatus): string | undefined =>
  status.failedReason ?? (status.status === "FAILED" ? status.peerStatus || "FAILED" : undefined)

export const isWithheld = (status: OutboundOrder.OutboundStatus): boolean =>
  status.status === "SUCCESS" && status.trackingNumber === undefined

/**
 * SUCCESS needs a tracking number; an order that left without one is in progress until the number is known, and
 * `isWithheld` says so.
 */
export const toWire = (status: OutboundOrder.OutboundStatus): Table.WriteValue<typeof statusRecord> =>
  given({
    orderNumber: status.orderNumber,
    warehouseOrderNumber: status.warehouseOrderNumber,
    wmsStatus: status.peerStatus || status.status,
    status: { is: isWithheld(status) ? "SENDING" : status.status },
    carrierName: status.carrierName,
    trackingNumber: status.trackingNumber,
    failedReason: failedReason(status)
  })

export const fromWire = (value: Table.Value<typeof statusRecord>): OutboundOrder.OutboundStatus =>
  given({
    orderNumber: value.orderNumber as OutboundOrder.OrderNumber,
    warehouseOrderNumber: value.warehouseOrderNumber,
    status: value.status.is,
    peerStatus: value.wmsStatus,
    carrierName: value.carrierName,
    trackingNumber: value.trackingNumber,
    failedReason: value.failedReason
  })

/** What a warehouse says about one outbound order. Document 2, 2.5 and 3. */
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

export const isWithheld = (status: OutboundOrder.OutboundStatus): boolean =>
  status.status === "SUCCESS" && status.trackingNumber === undefined

/**
 * SUCCESS needs a tracking number; an order that left without one is in progress until the number is known, and
 * `isWithheld` says so. FAILED needs a reason; where the warehouse gives none, it is its own word for the state.
 */
export const toWire = (status: OutboundOrder.OutboundStatus): Table.WriteValue<typeof statusRecord> =>
  given({
    orderNumber: status.orderNumber,
    wmsStatus: status.peerStatus || status.status,
    status: { is: isWithheld(status) ? "SENDING" : status.status },
    carrierName: status.carrierName,
    trackingNumber: status.trackingNumber,
    failedReason: status.failedReason ?? (status.status === "FAILED" ? status.peerStatus || "FAILED" : undefined)
  })

export const fromWire = (value: Table.Value<typeof statusRecord>): OutboundOrder.OutboundStatus =>
  given({
    orderNumber: value.orderNumber as OutboundOrder.OrderNumber,
    status: value.status.is,
    peerStatus: value.wmsStatus,
    carrierName: value.carrierName,
    trackingNumber: value.trackingNumber,
    failedReason: value.failedReason
  })

/** What a warehouse says about one outbound order. Document 1, 2.7 and 3; document 2, 2.5 and 3. */
import type { Drift, Json, OutboundOrder } from "@crossdock/core"
import { Mapping, Table } from "../../wire/index.ts"
import { trackingNames } from "./Forms.ts"

/** An unknown word moves nothing, so it is read as the state in which nothing has happened yet. */
const state = Table.openEnum(
  { SENDING: ["SENDING"], SUCCESS: ["SUCCESS"], CANCEL: ["CANCEL"], FAILED: ["FAILED"] },
  "SENDING"
)

export const orderNumber = Table.required("orderNumber", Table.key)

/** What stands behind the numbers. */
export const members = [
  Table.required("wmsStatus", Table.text, { is: "peerStatus" }),
  Table.required("status", state),
  Table.optional("carrierName", Table.text, { also: ["carrier"] }),
  Table.optional("trackingNumber", Table.code, { also: trackingNames.trackingNumber }),
  Table.optional("failedReason", Table.text)
] as const

interface Told {
  readonly status: Table.Recognised<string>
  readonly trackingNumber?: string
  readonly failedReason?: string
}

export const rules = [
  {
    name: "a shipped order has a tracking number",
    on: "both",
    verdict: "report",
    check: ({ status, trackingNumber }: Told) =>
      status.value === "SUCCESS" && trackingNumber === undefined
        ? { path: "/trackingNumber", message: "is missing although the status is SUCCESS" }
        : undefined
  },
  {
    name: "a failed order has a reason",
    on: "both",
    verdict: "report",
    check: ({ failedReason, status }: Told) =>
      status.value === "FAILED" && failedReason === undefined
        ? { path: "/failedReason", message: "is missing although the status is FAILED" }
        : undefined
  }
] as const

/** The reason that is told; where the warehouse gives none, its own word for the state. */
export const failedReason = (status: OutboundOrder.OutboundStatus): string | undefined =>
  status.failedReason ?? (status.status === "FAILED" ? status.peerStatus || "FAILED" : undefined)

const isWithheld = (status: OutboundOrder.OutboundStatus): boolean =>
  status.status === "SUCCESS" && status.trackingNumber === undefined

/** Tells of each order that left without a tracking number; `list` is where the answer to `method` has its records. */
export const withheldAt = (method: string, list: string) => (statuses: ReadonlyArray<OutboundOrder.OutboundStatus>): ReadonlyArray<Drift.Finding> =>
  statuses.filter(isWithheld).map(() => ({
    where: `${method} answer`,
    path: `${list}/trackingNumber`,
    message: "is not known for a shipped order; written as SENDING until it is"
  }))

/**
 * What stands in a record otherwise than in the model. SUCCESS needs a tracking number; an order that left without one
 * is in progress until the number is known, and `isWithheld` says so.
 */
export const shown = (status: OutboundOrder.OutboundStatus) => ({
  wmsStatus: status.peerStatus || status.status,
  status: { value: isWithheld(status) ? "SENDING" as const : status.status },
  failedReason: failedReason(status)
})

export const fromWire = (table: Table.Table) => (value: object): OutboundOrder.OutboundStatus => Mapping.fromWire(table, value)

/** A record that cannot be read tells that the order is there, and nothing of its state. */
export const withSkipped = (
  found: ReadonlyArray<OutboundOrder.OutboundStatus>,
  skipped: ReadonlyArray<Json.JsonObject>
): ReadonlyArray<OutboundOrder.OutboundStatus> => [
  ...found,
  ...skipped.flatMap((record) =>
    typeof record["orderNumber"] === "string" && record["orderNumber"] !== ""
      ? [{ orderNumber: record["orderNumber"] as OutboundOrder.OrderNumber, status: "SENDING" as const, peerStatus: "" }]
      : [])
]

/** What a warehouse says about one outbound order. Document 1, 2.7 and 3; document 2, 2.5 and 3. */
import { type Drift, type Json, type OutboundOrder, OutboundPhase } from "@crossdock/core"
import { omitUndefined, Table } from "../../wire/index.ts"
import { trackingNames } from "./Forms.ts"

/**
 * The words of both documents for a phase; of two phases with one word the first is read. They have no word for
 * `delivered`. An unknown word moves nothing, so it is read as `open`.
 */
export const words = { open: ["SENDING"], shipped: ["SUCCESS"], delivered: ["SUCCESS"], cancelled: ["CANCEL"], failed: ["FAILED"] } as const

const phase = Table.openEnum(words, "open")

export const orderNumber = Table.required("orderNumber", Table.key)

/** What stands behind the numbers. */
export const members = [
  Table.required("wmsStatus", Table.text, { is: "status" }),
  Table.required("status", phase, { is: "phase" }),
  Table.optional("carrierName", Table.text, { also: ["carrier"] }),
  Table.optional("trackingNumber", Table.code, { also: trackingNames.trackingNumber }),
  Table.optional("failedReason", Table.text)
] as const

interface Told {
  readonly status: Table.Recognised<string>
  readonly trackingNumber?: string
  readonly failedReason?: string
}

const isToldWith = (name: string, told: OutboundOrder.OutboundStatus["phase"], member: "trackingNumber" | "failedReason") => ({
  name,
  on: "both" as const,
  verdict: "report" as const,
  check: (record: Told) =>
    record.status.value === told && record[member] === undefined
      ? { path: `/${member}`, message: `is missing although the status is ${words[told][0]}` }
      : undefined
})

export const rules = [
  isToldWith("a shipped order has a tracking number", "shipped", "trackingNumber"),
  isToldWith("a failed order has a reason", "failed", "failedReason")
]

/** The reason that is told; where the warehouse gives none, its own word for the state. */
export const failedReason = (status: OutboundOrder.OutboundStatus): string | undefined =>
  status.failedReason ?? (status.phase === "failed" ? status.status : undefined)

const isWithheld = (status: OutboundOrder.OutboundStatus): boolean =>
  OutboundPhase.hasLeft(status.phase) && status.trackingNumber === undefined

/** Tells of each order that left without a tracking number; `list` is where the answer to `method` has its records. */
export const withheldAt = (method: string, list: string) => (statuses: ReadonlyArray<OutboundOrder.OutboundStatus>): ReadonlyArray<Drift.Finding> =>
  statuses.filter(isWithheld).map(() => ({
    where: `${method} answer`,
    path: `${list}/trackingNumber`,
    message: "is not known for a shipped order; written as SENDING until it is"
  }))

/** An order that left needs a tracking number; one without is told as in progress until the number is known. */
export const toldAs = (status: OutboundOrder.OutboundStatus): OutboundOrder.OutboundStatus => ({
  ...status,
  ...omitUndefined({ failedReason: failedReason(status) }),
  phase: isWithheld(status) ? "open" : status.phase
})

export const told = (statuses: ReadonlyArray<OutboundOrder.OutboundStatus>): ReadonlyArray<OutboundOrder.OutboundStatus> => statuses.map(toldAs)

/** An order that arrived is told as one that left, without when, and nobody is told where to follow it. */
export const cannotAnswer = [{ place: "/*/phase", value: "delivered" }, "/*/trackingUrl", "/*/deliveredAt"] as const

/** The warehouse's own word in a record of which the rest cannot be read. */
export const wordIn = (record: Json.JsonObject, ...names: ReadonlyArray<string>): string =>
  names.map((name) => record[name]).find((word): word is string => typeof word === "string" && word !== "") ?? "UNREADABLE"

/** A record that cannot be read tells that an order is there, and nothing of its phase. */
export const skippedAs = <Status>(member: string, statusOf: (number: never, unread: Json.JsonObject) => Status) =>
(found: ReadonlyArray<Status>, skipped: ReadonlyArray<Json.JsonObject>): ReadonlyArray<Status> => [
  ...found,
  ...skipped.flatMap((record) => typeof record[member] === "string" && record[member] !== "" ? [statusOf(record[member] as never, record)] : [])
]

export const withSkipped = skippedAs<OutboundOrder.OutboundStatus>("orderNumber", (number, unread) =>
  ({ orderNumber: number, phase: "open", status: wordIn(unread, "wmsStatus", "status") }))

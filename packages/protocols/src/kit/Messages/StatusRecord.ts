/** The status of one outbound order in the answers of a warehouse (spec 1 §2.7 and §3, spec 2 §2.5 and §3). */
import { type Drift, type Json, type OutboundOrder, OutboundPhase, type WarehouseV1 } from "@crossdock/core"
import { omitUndefined, Table } from "../../wire/index.ts"
import { trackingNames } from "./Forms.ts"

/**
 * The texts for each phase in both specifications. If two phases share a text, it is read as the first of them. The
 * specifications have no text for `delivered` and `closedShort`. An unknown text is read as `open`, so it changes nothing.
 */
export const words = { open: ["SENDING"], shipped: ["SUCCESS"], delivered: ["SUCCESS"], cancelled: ["CANCEL"], failed: ["FAILED"], closedShort: ["SUCCESS"] } as const

/** The orders that the warehouse knows, as `getOutboundOrders` answers them. */
type Statuses = typeof WarehouseV1.GetOutboundOrders.success.Type

const phase = Table.openEnum(words, "open")

export const orderNumber = Table.required("orderNumber", Table.key)

/** The members after the numbers that identify the order. */
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

/** The reason of a failure, or why an order was closed short; if the warehouse gives none, its status text is used. */
export const failedReason = (status: OutboundOrder.OutboundReport): string | undefined =>
  status.failedReason ?? (status.phase === "failed" || status.phase === "closedShort" ? status.status : undefined)

/** Whether a report of an order that was closed short says that something of it has left. */
const tellsOfGoods = ({ lines = [], parcels = [], shippedAt }: OutboundOrder.OutboundReport): boolean => lines.length + parcels.length > 0 || shippedAt !== undefined

const isWithheld = (status: OutboundOrder.OutboundReport): boolean =>
  (OutboundPhase.allGoodsHaveLeft(status.phase) || (status.phase === "closedShort" && tellsOfGoods(status))) && status.trackingNumber === undefined

/**
 * Reports each order that was shipped without a tracking number. `list` is the path of the records in the answer to
 * `method`.
 */
export const withheldAt = (method: string, list: string) => ({ items }: Statuses): ReadonlyArray<Drift.Finding> =>
  items.filter(isWithheld).map(() => ({
    where: `${method} answer`,
    path: `${list}/trackingNumber`,
    message: "is not known for a shipped order; the status is written as SENDING until it is known"
  }))

/**
 * A shipped order needs a tracking number. Until the number is known, the order is written as in progress; one that was closed short without a
 * parcel is written as failed.
 */
export const toldAs = (status: OutboundOrder.OutboundReport): OutboundOrder.OutboundReport => ({
  ...status,
  ...omitUndefined({ failedReason: failedReason(status) }),
  phase: isWithheld(status) ? "open" : status.phase === "closedShort" && status.trackingNumber === undefined ? "failed" : status.phase
})

export const told = ({ items, ...found }: Statuses): Statuses => ({ ...found, items: items.map(toldAs) })

/** A delivered order is written as shipped, and so is one that was closed short, with the reason; what the latest parcel has beside its number and its carrier is left out. */
export const cannotAnswer = [
  { place: "/items/*/phase", value: "delivered" },
  { place: "/items/*/phase", value: "closedShort" },
  "/items/*/notShipped",
  "/items/*/trackingUrl",
  "/items/*/deliveredAt",
  "/items/*/parcelId",
  "/items/*/returnedAt",
  "/items/*/saidAt",
  "/items/*/weight",
  "/items/*/weightUnit",
  "/items/*/cost",
  "/items/*/estimatedDeliveryAt"
] as const

/** The status text of a record whose other members cannot be read. */
export const wordIn = (record: Json.JsonObject, ...names: ReadonlyArray<string>): string =>
  names.map((name) => record[name]).find((word): word is string => typeof word === "string" && word !== "") ?? "UNREADABLE"

/**
 * A record that cannot be read still proves that the order exists, so it is added with a phase that changes nothing.
 */
export const skippedAs = <Status>(member: string, statusOf: (number: never, unread: Json.JsonObject) => Status) =>
<Found extends { readonly items: ReadonlyArray<Status> }>(found: Found, skipped: ReadonlyArray<Json.JsonObject>): Found => ({
  ...found,
  items: [
    ...found.items,
    ...skipped.flatMap((record) => typeof record[member] === "string" && record[member] !== "" ? [statusOf(record[member] as never, record)] : [])
  ]
})

export const withSkipped = skippedAs<OutboundOrder.OutboundReport>("orderNumber", (number, unread) =>
  ({ orderNumber: number, phase: "open", status: wordIn(unread, "wmsStatus", "status") }))

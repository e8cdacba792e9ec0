/**
 * What a report about an outbound order means for its stored row: as text, as a key, and as the values to store. The functions are pure.
 */
import { type OutboundOrder, OutboundPhase } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import { hash } from "node:crypto"
import type { Row } from "../../store/Database.ts"
import * as StoredPhases from "../../store/StoredPhases.ts"
import type * as StatusTransition from "./StatusTransition.ts"
import * as StoredFulfilment from "./StoredFulfilment.ts"

export type Parcels = ReadonlyMap<string, StatusTransition.Parcel>

/** The values that a report changes in the row of its order; null leaves a value as it is, except `failedReason`. Times are in milliseconds since 1970. */
export interface Change {
  readonly phase: string
  readonly status: string
  readonly peerNumber: string | null
  readonly carrierName: string | null
  readonly trackingNumber: string | null
  readonly failedReason: string | null
  readonly shippedAt: number | null
  readonly trackingUrl: string | null
  readonly deliveredAt: number | null
  readonly peerWarehouseCode: string | null
  readonly isOpen: 0 | 1
}

/** A parcel in a report, with the same nulls. */
export interface ReportedParcel extends StatusTransition.Parcel {
  readonly trackingNumber: string
  readonly carrierName: string | null
}

const millis = (time: DateTime.Utc | undefined): number | null => time === undefined ? null : DateTime.toEpochMillis(time)

export const textOf = ({ phase, status, trackingNumber }: OutboundOrder.OutboundStatus): string =>
  `${phase} (${status})${trackingNumber === undefined ? "" : `, tracking number ${trackingNumber}`}`

/** Whether a report of an order in progress tells of a new parcel that left, although the order has ended: it arrives late. */
const isLateParcel = (row: Row, { phase, shippedAt, trackingNumber }: OutboundOrder.OutboundStatus): boolean =>
  phase === "open" && trackingNumber !== undefined && shippedAt !== undefined && row.phase !== null && OutboundPhase.isEnded(row.phase) &&
  trackingNumber !== row.tracking_number && !StoredFulfilment.ofRow(row).keys.includes(trackingNumber)

/**
 * Completes a report of a shipped order that has no tracking number, which the contract requires (D1-257). It takes the stored
 * number; without one it reports the order as open, because the number may still arrive. A parcel that is reported after the end of its
 * order has left like any other.
 */
export const completed = (row: Row, reported: OutboundOrder.OutboundStatus): OutboundOrder.OutboundStatus => {
  if (isLateParcel(row, reported)) return { ...reported, phase: "shipped", ...(row.phase === "shipped" && { status: row.peer_status }) }
  if (!OutboundPhase.hasLeft(reported.phase) || reported.trackingNumber !== undefined) return reported
  if (row.phase !== null && OutboundPhase.isVoid(row.phase)) return reported
  return row.tracking_number === null
    ? { ...reported, phase: "open" }
    : { ...reported, trackingNumber: row.tracking_number }
}

/** The key by which a repeated report is recognised, within one generation of the order (D1-369). */
export const keyOf = (row: Row, reported: OutboundOrder.OutboundStatus): string => {
  const { deliveredAt, phase, shippedAt, status, trackingNumber, trackingUrl, warehouseOrderNumber } = reported
  // Newer fields are part of the key only if present, because older releases stored keys without them.
  const more = deliveredAt === undefined && trackingUrl === undefined ? [] : [millis(deliveredAt), trackingUrl ?? null]
  const told = [row.generation, warehouseOrderNumber ?? null, StoredPhases.wordOf(phase), status, trackingNumber ?? null, millis(shippedAt), ...more]
  return `status:${hash("sha256", JSON.stringify(told))}`
}

/** What is known of an order before a report. */
export const knownOf = (row: Row, parcels: Parcels): StatusTransition.Known => ({
  phase: row.phase,
  status: row.peer_status,
  trackingNumber: row.tracking_number,
  warehouseOrderNumber: row.peer_number,
  parcels
})

export const changeOf = (row: Row, parcels: Parcels, status: OutboundOrder.OutboundStatus): Change => {
  // A report about an earlier parcel does not make it the latest parcel again.
  const isEarlier = status.trackingNumber !== undefined && status.trackingNumber !== row.tracking_number && parcels.has(status.trackingNumber)
  return {
    phase: status.phase,
    status: status.status,
    peerNumber: status.warehouseOrderNumber ?? null,
    carrierName: isEarlier ? null : status.carrierName ?? null,
    trackingNumber: isEarlier ? null : status.trackingNumber ?? null,
    failedReason: status.failedReason ?? null,
    shippedAt: isEarlier ? null : millis(status.shippedAt),
    trackingUrl: isEarlier ? null : status.trackingUrl ?? null,
    deliveredAt: isEarlier ? null : millis(status.deliveredAt),
    peerWarehouseCode: status.warehouseCode ?? null,
    isOpen: OutboundPhase.isEnded(status.phase) ? 0 : 1
  }
}

/** The parcel of a report; `undefined` if it has none that was shipped. */
export const parcelOf = ({ carrierName, deliveredAt, phase, shippedAt, trackingNumber, trackingUrl }: OutboundOrder.OutboundStatus): ReportedParcel | undefined =>
  OutboundPhase.hasLeft(phase) && trackingNumber !== undefined
    ? { trackingNumber, carrierName: carrierName ?? null, shippedAt: millis(shippedAt), trackingUrl: trackingUrl ?? null, deliveredAt: millis(deliveredAt) }
    : undefined

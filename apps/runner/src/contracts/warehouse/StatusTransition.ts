/**
 * Decides what a report about an outbound order changes in the stored state. The functions are pure and implement the whole
 * rule (U-15).
 */
import { type OutboundOrder, OutboundPhase } from "@crossdock/core"
import * as DateTime from "effect/DateTime"

/** The times at which a parcel was shipped and delivered, in milliseconds since 1970. */
export interface Parcel {
  readonly shippedAt: number | null
  readonly deliveredAt: number | null
  readonly trackingUrl: string | null
}

export interface Known {
  readonly phase: OutboundPhase.OutboundPhase | null
  readonly status: string | null
  readonly trackingNumber: string | null
  readonly warehouseOrderNumber: string | null
  /** Shipped parcels by tracking number. */
  readonly parcels: ReadonlyMap<string, Parcel>
}

/**
 * - `apply`: the report has a new phase, or changes within the same phase
 * - `parcel`: the report has a further parcel of a shipped order
 * - `revive`: goods were shipped after the order was cancelled or had failed
 * - `repeat`: the report has nothing new
 * - `conflict`: the report contradicts a final phase and is not applied
 */
export type Effect = "apply" | "parcel" | "revive" | "repeat" | "conflict"

const { hasLeft, isEnded } = OutboundPhase

export const ofReport = (known: Known | undefined, report: OutboundOrder.OutboundStatus): Effect => {
  if (known === undefined || known.phase === null) return "apply"
  // If a parcel is shipped after others were delivered, the order is in transit again.
  if (hasLeft(known.phase) && isFurtherParcel(known, report)) return "parcel"
  if (known.phase === report.phase) return hasNews(known, report) ? "apply" : "repeat"
  if (hasLeft(known.phase) && hasLeft(report.phase)) return report.phase === "delivered" ? "apply" : "repeat"
  if (!isEnded(known.phase)) return "apply"
  if (hasLeft(report.phase) && !hasLeft(known.phase) && report.trackingNumber !== undefined) return "revive"
  return "conflict"
}

/** Returns true if a report matters to an ERP without a status for delivered goods: it has more news than the delivery. */
export const isNewsBesideDelivery = (known: Known, { deliveredAt: _arrived, ...report }: OutboundOrder.OutboundStatus): boolean => {
  if (known.phase === null || !hasLeft(known.phase) || !hasLeft(report.phase)) return true
  const status = report.phase === "delivered" ? report.status : known.status
  return ofReport({ ...known, phase: "shipped", status }, { ...report, phase: "shipped" }) !== "repeat"
}

const isFurtherParcel = ({ parcels }: Known, { phase, trackingNumber }: OutboundOrder.OutboundStatus): boolean =>
  hasLeft(phase) && trackingNumber !== undefined && parcels.size > 0 && !parcels.has(trackingNumber)

/** Returns true if a report differs from the stored state in a field by which repeats are recognised. */
const hasNews = (known: Known, report: OutboundOrder.OutboundStatus): boolean => {
  const { deliveredAt, phase, shippedAt, trackingNumber, trackingUrl, warehouseOrderNumber } = report
  if (known.status !== report.status) return true
  if (warehouseOrderNumber !== undefined && warehouseOrderNumber !== known.warehouseOrderNumber) return true
  if (trackingNumber === undefined) return false
  const parcel = known.parcels.get(trackingNumber)
  if (parcel === undefined) return hasLeft(phase) || known.trackingNumber !== trackingNumber
  return hasLeft(phase) && (
    isNews(parcel.shippedAt, shippedAt && DateTime.toEpochMillis(shippedAt)) ||
    isNews(parcel.deliveredAt, deliveredAt && DateTime.toEpochMillis(deliveredAt)) ||
    isNews(parcel.trackingUrl, trackingUrl)
  )
}

const isNews = <A>(known: A | null, told: A | undefined): boolean => told !== undefined && told !== known

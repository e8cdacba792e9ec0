/**
 * What a report about an outbound order does to what is known of it: pure, and the whole of rule U-15.
 */
import { type OutboundOrder, OutboundPhase } from "@crossdock/core"
import * as DateTime from "effect/DateTime"

/** When a parcel left and arrived, in milliseconds since 1970. */
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
  /** Parcels that left, by tracking number. */
  readonly parcels: ReadonlyMap<string, Parcel>
}

/**
 * - `apply`: a new phase, or news of the same phase
 * - `parcel`: a further parcel of an order that has left
 * - `revive`: goods left after the order was cancelled or had failed
 * - `repeat`: nothing new
 * - `conflict`: would leave an end
 */
export type Effect = "apply" | "parcel" | "revive" | "repeat" | "conflict"

const { hasLeft, isEnded } = OutboundPhase

export const ofReport = (known: Known | undefined, report: OutboundOrder.OutboundStatus): Effect => {
  if (known === undefined || known.phase === null) return "apply"
  // A parcel that leaves after others have arrived is under way, and the order with it.
  if (hasLeft(known.phase) && isFurtherParcel(known, report)) return "parcel"
  if (known.phase === report.phase) return hasNews(known, report) ? "apply" : "repeat"
  if (hasLeft(known.phase) && hasLeft(report.phase)) return report.phase === "delivered" ? "apply" : "repeat"
  if (!isEnded(known.phase)) return "apply"
  if (hasLeft(report.phase) && !hasLeft(known.phase) && report.trackingNumber !== undefined) return "revive"
  return "conflict"
}

/** Whether an ERP that has no word for `delivered` is told: only what it would be told if the goods had not arrived. */
export const isNewsBesideDelivery = (known: Known, { deliveredAt: _arrived, ...report }: OutboundOrder.OutboundStatus): boolean => {
  if (known.phase === null || !hasLeft(known.phase) || !hasLeft(report.phase)) return true
  const status = report.phase === "delivered" ? report.status : known.status
  return ofReport({ ...known, phase: "shipped", status }, { ...report, phase: "shipped" }) !== "repeat"
}

const isFurtherParcel = ({ parcels }: Known, { phase, trackingNumber }: OutboundOrder.OutboundStatus): boolean =>
  hasLeft(phase) && trackingNumber !== undefined && parcels.size > 0 && !parcels.has(trackingNumber)

/** What is the same in all that a repeat is known by is nothing new. */
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

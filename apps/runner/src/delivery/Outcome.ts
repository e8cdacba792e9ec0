/**
 * What a report about an outbound order does to what is known of it: pure, and the whole of rule U-15.
 */
import type { OutboundOrder } from "@crossdock/core"
import * as DateTime from "effect/DateTime"

export interface Known {
  readonly status: OutboundOrder.OutboundState | null
  readonly peerStatus: string | null
  readonly trackingNumber: string | null
  readonly warehouseOrderNumber: string | null
  /** When each parcel left, by its tracking number; milliseconds since 1970. */
  readonly parcels: ReadonlyMap<string, number | null>
}

/**
 * - `apply`: a new state, or news of the same state
 * - `parcel`: a further parcel of a shipped order
 * - `revive`: shipped after FAILED or CANCEL; the goods have left
 * - `repeat`: nothing new
 * - `conflict`: would leave an end state
 */
export type Effect = "apply" | "parcel" | "revive" | "repeat" | "conflict"

const ends: ReadonlySet<string> = new Set(["SUCCESS", "CANCEL", "FAILED"])

export const isEnd = (status: string | null): boolean => status !== null && ends.has(status)

export const ofReport = (known: Known | undefined, report: OutboundOrder.OutboundStatus): Effect => {
  if (known === undefined || known.status === null) return "apply"
  if (known.status === report.status) {
    if (isFurtherParcel(known, report)) return "parcel"
    return hasNews(known, report) ? "apply" : "repeat"
  }
  if (!isEnd(known.status)) return "apply"
  if (report.status === "SUCCESS" && report.trackingNumber !== undefined) return "revive"
  return "conflict"
}

const isFurtherParcel = ({ parcels }: Known, { status, trackingNumber }: OutboundOrder.OutboundStatus): boolean =>
  status === "SUCCESS" && trackingNumber !== undefined && parcels.size > 0 && !parcels.has(trackingNumber)

/** What is the same in all that a repeat is known by is nothing new. */
const hasNews = (known: Known, report: OutboundOrder.OutboundStatus): boolean => {
  const { shippedAt, trackingNumber, warehouseOrderNumber } = report
  if (known.peerStatus !== report.peerStatus) return true
  if (warehouseOrderNumber !== undefined && warehouseOrderNumber !== known.warehouseOrderNumber) return true
  if (trackingNumber === undefined) return false
  const isKnown = known.trackingNumber === trackingNumber || known.parcels.has(trackingNumber)
  if (!isKnown || (report.status === "SUCCESS" && !known.parcels.has(trackingNumber))) return true
  return report.status === "SUCCESS" && shippedAt !== undefined && known.parcels.get(trackingNumber) !== DateTime.toEpochMillis(shippedAt)
}

/**
 * What a report about an outbound order does to what is known of it: pure, and the whole of rule U-15.
 */
import type { OutboundOrder } from "@crossdock/core"

export interface Known {
  readonly status: OutboundOrder.OutboundState | null
  readonly peerStatus: string | null
  readonly trackingNumber: string | null
  readonly warehouseOrderNumber: string | null
  readonly parcels: ReadonlyArray<string>
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
  const isNewParcel = report.trackingNumber !== undefined && !known.parcels.includes(report.trackingNumber)
  if (known.status === report.status) {
    if (report.status === "SUCCESS" && isNewParcel && known.parcels.length > 0) return "parcel"
    const hasNews = known.peerStatus !== report.peerStatus || isNewParcel
    return hasNews ? "apply" : "repeat"
  }
  if (!isEnd(known.status)) return "apply"
  if (report.status === "SUCCESS" && report.trackingNumber !== undefined) return "revive"
  return "conflict"
}

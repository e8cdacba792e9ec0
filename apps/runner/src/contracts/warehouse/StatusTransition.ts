/**
 * Decides what a report about an outbound order changes in the word for the order. The functions are pure and implement the whole rule
 * (U-15). Whether goods have left does not depend on the word.
 */
import { type OutboundOrder, OutboundPhase } from "@crossdock/core"
import * as DateTime from "effect/DateTime"

/** The word for an order before a report, with the numbers that were reported. */
export interface Known {
  readonly phase: OutboundPhase.OutboundPhase | null
  readonly status: string | null
  readonly trackingNumber: string | null
  readonly warehouseOrderNumber: string | null
  /** What was reported last of the parcel with that tracking number. Times are in milliseconds since 1970. */
  readonly latest: { readonly shippedAt: number | null; readonly deliveredAt: number | null; readonly trackingUrl: string | null }
  /** The numbers under which parcels have left. */
  readonly shippedNumbers: ReadonlySet<string>
}

/**
 * - `apply`: the report has a new phase, or changes within the same phase
 * - `parcel`: the report has a further parcel of a shipped order
 * - `revive`: goods were shipped after the order was cancelled or had failed
 * - `repeat`: the report has nothing new
 * - `conflict`: the report contradicts a final phase and is not applied
 */
export type Effect = "apply" | "parcel" | "revive" | "repeat" | "conflict"

const { allGoodsHaveLeft, isNoLongerOpen, allParcelsHaveLeft } = OutboundPhase

/** `areGoodsNew`: the report says something of goods that was not reported before. */
export const ofReport = (known: Known, report: OutboundOrder.OutboundReport, areGoodsNew: boolean): Effect => {
  if (known.phase === null) return "apply"
  // If a parcel is shipped after others were delivered, the order is in transit again.
  if (areGoodsNew && allParcelsHaveLeft(known.phase) && isFurtherParcel(known, report)) return "parcel"
  if (known.phase === report.phase) return areGoodsNew || isNewWord(known, report) ? "apply" : "repeat"
  if (allGoodsHaveLeft(known.phase) && allParcelsHaveLeft(report.phase)) return report.phase === "shipped" ? "repeat" : "apply"
  // What is told of parcels after an order was closed short changes the goods and not the word.
  if (known.phase === "closedShort" && allGoodsHaveLeft(report.phase)) return "repeat"
  if (!isNoLongerOpen(known.phase)) return "apply"
  if (allParcelsHaveLeft(report.phase) && OutboundPhase.endedUnshipped(known.phase) && report.trackingNumber !== undefined) return "revive"
  return "conflict"
}

const isFurtherParcel = ({ shippedNumbers }: Known, { parcels = [], phase, ...latest }: OutboundOrder.OutboundReport): boolean =>
  allParcelsHaveLeft(phase) && shippedNumbers.size > 0 && [...parcels, latest].some(({ trackingNumber }) => trackingNumber !== undefined && !shippedNumbers.has(trackingNumber))

const hasNewNumber = ({ shippedNumbers, trackingNumber, warehouseOrderNumber }: Known, report: OutboundOrder.OutboundReport): boolean =>
  (report.warehouseOrderNumber !== undefined && report.warehouseOrderNumber !== warehouseOrderNumber) ||
  (report.trackingNumber !== undefined && report.trackingNumber !== trackingNumber && !shippedNumbers.has(report.trackingNumber))

const isNews = <A>(known: A | null, told: A | undefined): boolean => told !== undefined && told !== known

const millis = (time: DateTime.Utc | undefined): number | undefined => time && DateTime.toEpochMillis(time)

/** Whether a report is about the latest parcel of an order that was shipped, whose number it may have left out. */
const isOfLatest = ({ trackingNumber }: Known, report: OutboundOrder.OutboundReport): boolean =>
  allParcelsHaveLeft(report.phase) && trackingNumber !== null && report.trackingNumber === trackingNumber

const hasNewShipment = (known: Known, report: OutboundOrder.OutboundReport): boolean =>
  isOfLatest(known, report) && (isNews(known.latest.shippedAt, millis(report.shippedAt)) || isNews(known.latest.trackingUrl, report.trackingUrl))

const hasNewArrival = (known: Known, report: OutboundOrder.OutboundReport): boolean =>
  isOfLatest(known, report) && isNews(known.latest.deliveredAt, millis(report.deliveredAt))

/** Whether a report says more than the goods: another phase, another word for it, a number, or a time or tracking page of the latest parcel. */
export const isNewWord = (known: Known, report: OutboundOrder.OutboundReport): boolean =>
  known.phase !== report.phase || known.status !== report.status || hasNewNumber(known, report) || hasNewShipment(known, report) || hasNewArrival(known, report)

const isClosing = (known: Known, report: OutboundOrder.OutboundReport): boolean => report.phase === "closedShort" && known.phase !== "closedShort"

/** Whether a report of a shipped order says only that it has arrived, in whatever words. */
export const isArrival = (known: Known, report: OutboundOrder.OutboundReport): boolean =>
  known.phase !== null && allParcelsHaveLeft(known.phase) && allParcelsHaveLeft(report.phase) && !isClosing(known, report) && (report.phase === "delivered" || report.status === known.status) &&
  !hasNewNumber(known, report) && !hasNewShipment(known, report)

/**
 * What a report about an outbound order changes in its stored row. The function is pure; units of work and transactions carry it out.
 */
import { Decimal, type OutboundOrder, OutboundPhase } from "@crossdock/core"
import { type FulfilmentRecord, Quantities } from "../../fulfilment/ShippedGoods.ts"
import * as DateTime from "effect/DateTime"
import { hash } from "node:crypto"
import type { Row } from "../../store/Database.ts"
import * as StoredPhases from "../../store/StoredPhases.ts"
import * as StatusTransition from "./StatusTransition.ts"
import * as StoredFulfilment from "./StoredFulfilment.ts"

type Status = OutboundOrder.OutboundReport
type Record = FulfilmentRecord.FulfilmentRecord

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
export interface ReportedParcel {
  readonly trackingNumber: string
  readonly carrierName: string | null
  readonly trackingUrl: string | null
  readonly shippedAt: number | null
  readonly deliveredAt: number | null
}

export interface Decision {
  readonly row: Row
  /** The word for the order, as it was before. */
  readonly known: StatusTransition.Known
  /** The report, with what its latest parcel says, and the number that a shipped order must have. */
  readonly status: Status
  readonly effect: StatusTransition.Effect
  /** What was reported of the goods, before and with this report. They are the same value if it says nothing new. */
  readonly before: Record
  readonly record: Record
  readonly change: Change
  /** The parcels of the report that have left. */
  readonly parcels: ReadonlyArray<ReportedParcel>
  /** Recognises a repeated report, within one generation of the order (D1-369). */
  readonly key: string
}

const millis = (time: DateTime.Utc | undefined): number | null => time === undefined ? null : DateTime.toEpochMillis(time)

export const textOf = ({ phase, status, trackingNumber }: Status): string =>
  `${phase} (${status})${trackingNumber === undefined ? "" : `, tracking number ${trackingNumber}`}`

/** What a report says at its top is about its latest parcel, of which `parcels` may tell more. */
const withLatest = (told: Status): Status => {
  const latest = told.parcels?.findLast(({ trackingNumber }) => told.trackingNumber === undefined || told.trackingNumber === trackingNumber)
  if (latest === undefined) return told
  const { carrierName, lines, parcels = [] } = told
  // The carrier of an order is the one of each parcel that names none.
  const carried = carrierName === undefined ? parcels : parcels.map((parcel) => ({ carrierName, ...parcel }))
  return { ...told, ...latest, ...(lines !== undefined && { lines }), parcels: carried }
}

/**
 * Completes a report of a shipped order that has no tracking number, which the contract requires (D1-257). It takes the stored
 * number; without one it reports the order as open, because the number may still arrive. So it does with an order that was closed short, if
 * any of it has left. A parcel that is reported after the end of its
 * order has left like any other, also if its report says that the order goes on.
 */
const completed = (row: Row, known: StatusTransition.Known, reported: Status, { before, record }: Pick<Decision, "before" | "record">): Status => {
  const { phase, shippedAt, trackingNumber } = reported
  const isInProgress = row.phase === null || row.phase === "open"
  // An order stays closed short, whatever is reported later of its parcels.
  if ((row.phase === "closedShort" || (isInProgress && before.phases.includes("closedShort"))) && (OutboundPhase.allGoodsHaveLeft(phase) || (phase === "open" && shippedAt !== undefined))) {
    return completed(row, known, { ...reported, phase: "closedShort", status: row.peer_status }, { before, record })
  }
  if (phase === "open" && trackingNumber !== undefined && shippedAt !== undefined && row.phase !== null && OutboundPhase.isNoLongerOpen(row.phase)) {
    if (trackingNumber === row.tracking_number || known.shippedNumbers.has(trackingNumber)) return reported
    return { ...reported, phase: "shipped", ...(row.phase === "shipped" && { status: row.peer_status }) }
  }
  if (phase === "closedShort" && trackingNumber === undefined) {
    if (row.tracking_number !== null) return { ...reported, trackingNumber: row.tracking_number }
    return isInProgress && record.keys.length > 0 ? { ...reported, phase: "open" } : reported
  }
  if (!OutboundPhase.allGoodsHaveLeft(phase) || trackingNumber !== undefined || (row.phase !== null && OutboundPhase.endedUnshipped(row.phase))) return reported
  return row.tracking_number === null ? { ...reported, phase: "open" } : { ...reported, trackingNumber: row.tracking_number }
}

/** Tells what stays of an order that was closed short from the reports before, if this one does not. */
const withList = (status: Status, { notShipped: lists }: Record): Status =>
  status.phase === "closedShort" && status.notShipped === undefined && lists.length > 0 ? { ...status, notShipped: lists.reduce(Quantities.min) } : status

const listOf = ({ notShipped, phase }: Status): ReadonlyArray<unknown> =>
  phase === "closedShort" && notShipped !== undefined ? [Quantities.fromLines(notShipped).map(({ quantity, sku, unit }) => [sku, unit ?? null, Decimal.toText(quantity)])] : []

const keyOf = (row: Row, reported: Status): string => {
  const { deliveredAt, phase, shippedAt, status, trackingNumber, trackingUrl, warehouseOrderNumber } = reported
  // Newer fields are part of the key only if present, because older releases stored keys without them.
  const more = deliveredAt === undefined && trackingUrl === undefined ? [] : [millis(deliveredAt), trackingUrl ?? null]
  const told = [row.generation, warehouseOrderNumber ?? null, StoredPhases.wordOf(phase), status, trackingNumber ?? null, millis(shippedAt), ...more, ...listOf(reported)]
  return `status:${hash("sha256", JSON.stringify(told))}`
}

const changeOf = (row: Row, { shippedNumbers }: StatusTransition.Known, status: Status): Change => {
  // A report about an earlier parcel does not make it the latest parcel again.
  const isEarlier = status.trackingNumber !== undefined && status.trackingNumber !== row.tracking_number && shippedNumbers.has(status.trackingNumber)
  const { carrierName, deliveredAt, shippedAt, trackingNumber, trackingUrl }: Partial<Status> = isEarlier ? {} : status
  return {
    phase: status.phase,
    status: status.status,
    peerNumber: status.warehouseOrderNumber ?? null,
    carrierName: carrierName ?? null,
    trackingNumber: trackingNumber ?? null,
    failedReason: status.failedReason ?? null,
    shippedAt: millis(shippedAt),
    trackingUrl: trackingUrl ?? null,
    deliveredAt: millis(deliveredAt),
    peerWarehouseCode: status.warehouseCode ?? null,
    isOpen: OutboundPhase.isNoLongerOpen(status.phase) ? 0 : 1
  }
}

const parcelsIn = ({ parcels = [], ...latest }: Status): ReadonlyArray<ReportedParcel> => {
  const all = new Map([...parcels, latest].flatMap(({ carrierName, deliveredAt, shippedAt, trackingNumber, trackingUrl }): ReadonlyArray<[string, ReportedParcel]> => {
    const hasLeft = OutboundPhase.allParcelsHaveLeft(latest.phase) || shippedAt !== undefined || deliveredAt !== undefined
    if (!hasLeft || trackingNumber === undefined) return []
    return [[trackingNumber, { trackingNumber, carrierName: carrierName ?? null, trackingUrl: trackingUrl ?? null, shippedAt: millis(shippedAt), deliveredAt: millis(deliveredAt) }]]
  }))
  return [...all.values()]
}

/** The word for an order, as it is stored. */
export const knownOf = (row: Row, { statements }: Record): StatusTransition.Known => ({
  phase: row.phase,
  status: row.peer_status,
  trackingNumber: row.tracking_number,
  warehouseOrderNumber: row.peer_number,
  latest: { shippedAt: row.shipped_at ?? null, deliveredAt: row.delivered_at ?? null, trackingUrl: row.tracking_url ?? null },
  shippedNumbers: new Set(statements.flatMap(({ kind, trackingNumber }) => kind === "announced" || trackingNumber === undefined ? [] : [trackingNumber]))
})

/** Decides about a report. `before` is what was reported of the goods of the row; `isOwnWord`: only the phase has a meaning. */
export const of = (row: Row, before: Record, told: Status, isOwnWord = false): Decision => {
  const known = knownOf(row, before)
  const record = StoredFulfilment.add(before, told)
  const status = withList(completed(row, known, withLatest(told), { before, record }), record)
  return {
    row,
    known,
    status,
    effect: isOwnWord && row.phase === status.phase ? "repeat" : StatusTransition.ofReport(known, status, record !== before),
    before,
    record,
    change: changeOf(row, known, status),
    parcels: parcelsIn(status),
    key: keyOf(row, status)
  }
}

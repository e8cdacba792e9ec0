/**
 * What a report says about goods that left the warehouse.
 */
import { type OutboundOrder, OutboundPhase } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Pieces from "../Pieces.ts"

type Status = OutboundOrder.OutboundStatus

/** Goods that have left. */
export interface Left {
  /** Empty if the report names none. */
  readonly trackingNumber: string
  readonly shippedAt: number | undefined
  readonly pieces: ReadonlyMap<string, number>
}

const millis = (time: DateTime.Utc | undefined): number | undefined => time && DateTime.toEpochMillis(time)

/** While an order is open, only goods with a time of shipment have left. */
const hasLeft = ({ phase }: Status, shippedAt: DateTime.Utc | undefined): boolean => OutboundPhase.hasLeft(phase) || shippedAt !== undefined

const piecesOf = (lines: ReadonlyArray<OutboundOrder.ShippedLine>): ReadonlyMap<string, number> =>
  bySku(lines.map(({ quantity, sku }) => ({ sku, pieces: Pieces.of(quantity) })))

/** The parcels with known contents that have left. */
export const withContents = (status: Status): ReadonlyArray<Left> =>
  (status.parcels ?? []).flatMap(({ lines = [], shippedAt, trackingNumber }) =>
    lines.length > 0 && hasLeft(status, shippedAt) ? [{ trackingNumber, shippedAt: millis(shippedAt), pieces: piecesOf(lines) }] : [])

/** What the report tells of the whole order; undefined if nothing has left, or the report does not tell what. */
export const totals = (status: Status): Left | undefined => {
  const { lines = [], shippedAt, trackingNumber = "" } = status
  return lines.length > 0 && hasLeft(status, shippedAt) ? { trackingNumber, shippedAt: millis(shippedAt), pieces: piecesOf(lines) } : undefined
}

/** Whether a report of an order that goes on tells that goods have left. */
export const tellsOfGoods = (status: Status): boolean =>
  OutboundPhase.hasLeft(status.phase) || totals(status) !== undefined || withContents(status).length > 0

/** Adds up pieces by SKU. */
export const bySku = (lines: ReadonlyArray<{ readonly sku: string; readonly pieces: number }>): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const { pieces, sku } of lines) sums.set(sku, (sums.get(sku) ?? 0) + pieces)
  return sums
}

/**
 * What a report says about goods that left the warehouse.
 */
import { type OutboundOrder, OutboundPhase } from "@crossdock/core"
import * as DateTime from "effect/DateTime"

type Status = OutboundOrder.OutboundStatus

/** Goods that left together. */
export interface Parcel {
  /** Empty if the report names none. */
  readonly trackingNumber: string
  readonly shippedAt: number | undefined
  readonly lines: ReadonlyArray<OutboundOrder.ShippedLine>
}

const millis = (time: DateTime.Utc | undefined): number | undefined => time && DateTime.toEpochMillis(time)

/** The parcels with known contents that have left. While an order is open, only a parcel with a time of its own has left. */
export const withContents = (status: Status): ReadonlyArray<Parcel> => {
  const { lines = [], parcels, phase, shippedAt, trackingNumber = "" } = status
  const told = parcels?.some((parcel) => parcel.lines !== undefined && parcel.lines.length > 0)
    ? parcels.map((parcel) => ({ trackingNumber: parcel.trackingNumber, shippedAt: millis(parcel.shippedAt), lines: parcel.lines ?? [] }))
    : [{ trackingNumber, shippedAt: millis(shippedAt), lines }]
  return told.filter((parcel) => parcel.lines.length > 0 && (OutboundPhase.hasLeft(phase) || parcel.shippedAt !== undefined))
}

/** The pieces of a parcel by SKU. */
export const bySku = (lines: ReadonlyArray<{ readonly sku: string; readonly pieces: number }>): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const { pieces, sku } of lines) sums.set(sku, (sums.get(sku) ?? 0) + pieces)
  return sums
}

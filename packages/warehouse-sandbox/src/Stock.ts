/**
 * Stock as movements: what changes, and when. An order reserves stock when it is created. Its movements take effect at
 * their times, without a background job.
 */
import * as Schema from "effect/Schema"

/** A number of pieces in an order or a parcel: a whole number greater than 0 (U-80). */
export const Pieces = Schema.Int.check(Schema.isGreaterThan(0))

/** The stock of one SKU in one warehouse. `good` includes reserved pieces. */
export interface Level {
  readonly good: number
  readonly bad: number
  /** Pieces that are reserved for outbound orders. */
  readonly reserved: number
  /** Pieces of inbound orders that have not arrived. */
  readonly inTransit: number
}

/** An amount that is added to a level. */
export interface Change extends Level {
  readonly sku: string
}

/** A change that takes effect at a time, in milliseconds since 1970. */
export interface Movement extends Change {
  readonly at: number
}

export const available = (level: Level): number => level.good - level.reserved

/** The reservations that an order makes now, which its movements remove later. */
export const promised = (movements: ReadonlyArray<Movement>): ReadonlyArray<Change> =>
  summed(movements.map(({ inTransit, reserved, sku }) => ({ sku, good: 0, bad: 0, reserved: 0 - reserved, inTransit: 0 - inTransit })))

/** The changes of a cancelled order: its reservations end, and its goods stay. */
export const released = (movements: ReadonlyArray<Change>): ReadonlyArray<Change> =>
  summed(movements.map(({ inTransit, reserved, sku }) => ({ sku, good: 0, bad: 0, reserved, inTransit })))

/** Adds up changes per SKU. */
export const summed = (changes: ReadonlyArray<Change>): ReadonlyArray<Change> => {
  const bySku = new Map<string, Change>()
  for (const { bad, good, inTransit, reserved, sku } of changes) {
    const sum = bySku.get(sku)
    bySku.set(sku, {
      sku,
      good: good + (sum?.good ?? 0),
      bad: bad + (sum?.bad ?? 0),
      reserved: reserved + (sum?.reserved ?? 0),
      inTransit: inTransit + (sum?.inTransit ?? 0)
    })
  }
  return [...bySku.values()]
}

/** The pieces per SKU, in the order of the lines. */
export const pieces = (lines: ReadonlyArray<{ readonly sku: string; readonly quantity: number }>): ReadonlyMap<string, number> => {
  const bySku = new Map<string, number>()
  for (const { quantity, sku } of lines) bySku.set(sku, quantity + (bySku.get(sku) ?? 0))
  return bySku
}

/**
 * Stock as movements: what changes on a shelf, and when. A promise is booked with the order; what it promises happens
 * at its time, without anything running in between.
 */

/** Pieces of one SKU in one warehouse. `good` holds the promised ones too. */
export interface Level {
  readonly good: number
  readonly bad: number
  /** Promised to outbound orders. */
  readonly reserved: number
  /** Announced by inbound orders and not arrived. */
  readonly inTransit: number
}

/** What is added to a level. */
export interface Change extends Level {
  readonly sku: string
}

/** A change that comes true at a `EpochMillis`. */
export interface Movement extends Change {
  readonly at: number
}

export const available = (level: Level): number => level.good - level.reserved

/** What is promised from now until the movements happen: the opposite of what they take off the promises. */
export const promised = (movements: ReadonlyArray<Movement>): ReadonlyArray<Change> =>
  summed(movements.map(({ inTransit, reserved, sku }) => ({ sku, good: 0, bad: 0, reserved: 0 - reserved, inTransit: 0 - inTransit })))

/** What giving up movements that did not happen changes: the promises end, the goods stay where they are. */
export const released = (movements: ReadonlyArray<Change>): ReadonlyArray<Change> =>
  summed(movements.map(({ inTransit, reserved, sku }) => ({ sku, good: 0, bad: 0, reserved, inTransit })))

/** One change per SKU. */
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

/** Pieces by SKU, in the order of the lines. */
export const pieces = (lines: ReadonlyArray<{ readonly sku: string; readonly quantity: number }>): ReadonlyMap<string, number> => {
  const bySku = new Map<string, number>()
  for (const { quantity, sku } of lines) bySku.set(sku, quantity + (bySku.get(sku) ?? 0))
  return bySku
}

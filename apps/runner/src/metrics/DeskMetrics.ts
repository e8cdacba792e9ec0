/**
 * Counters and times of the order desk, by link of the shop.
 */
import type * as Context from "effect/Context"
import * as Metric from "effect/Metric"

/** Seconds from when the desk takes an order until it is placed: at once, or after a person or new stock. */
const placingBoundaries = [1, 5, 15, 60, 300, 900, 3600, 14_400, 86_400, 259_200]

/** Seconds from when the desk takes an order until its shop is told of the first parcel. */
const parcelBoundaries = [60, 900, 3600, 14_400, 28_800, 43_200, 86_400, 129_600, 172_800, 259_200, 432_000, 604_800, 1_209_600]

const placed = Metric.counter("crossdock_desk_placed_total", { description: "Orders of shops that the desk has placed for the first time, by link of the shop", incremental: true })

const placing = Metric.histogram("crossdock_desk_placing_seconds", {
  description: "Seconds from when the desk takes an order until it places it for the first time, by link of the shop",
  boundaries: placingBoundaries
})

const parcel = Metric.histogram("crossdock_desk_parcel_seconds", {
  description: "Seconds from when the desk takes an order until its shop has accepted the notice of its first parcel, by link of the shop",
  boundaries: parcelBoundaries
})

/** The counter is there from the start, so that a rate is seen from the first order on. */
export const begin = (context: Context.Context<never>, shops: ReadonlyArray<string>): void => {
  for (const link of shops) Metric.withAttributes(placed, { link }).updateUnsafe(0, context)
}

/** Counts an order that was placed for the first time. */
export const countPlaced = (context: Context.Context<never>, link: string, seconds: number): void => {
  Metric.withAttributes(placed, { link }).updateUnsafe(1, context)
  Metric.withAttributes(placing, { link }).updateUnsafe(seconds, context)
}

/** Counts the first parcel of an order that its shop knows. */
export const countParcel = (context: Context.Context<never>, link: string, seconds: number): void => Metric.withAttributes(parcel, { link }).updateUnsafe(seconds, context)

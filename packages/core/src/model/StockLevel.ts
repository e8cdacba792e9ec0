/**
 * The stock of one SKU in one warehouse at one moment. It is a balance, not a movement. Documents 1 and 2 name the same
 * figures without defining them (document 1, 2.8; document 2, 2.6). This module defines them so that:
 *
 *     total = sellable + reserved + occupied + unsellable + pending
 *
 * Each piece in the building counts in exactly one of the five figures, and `inTransit` counts in none of them. If a
 * warehouse's API does not report a figure, the plugin leaves the figure out instead of writing 0.
 */
import * as BigDecimal from "effect/BigDecimal"
import * as Schema from "effect/Schema"
import * as Decimal from "./Decimal.ts"
import { Sku } from "./Sku.ts"

/** A number of stock: an exact decimal, which unlike a `Quantity` may be negative. Crossdock passes it on unchanged (U-80). */
export const Figure = Decimal.Decimal
export type Figure = typeof Figure.Type

const told = Schema.optionalKey(Figure)

/**
 * The stock of one SKU in one warehouse, as the warehouse reports it. Each piece in the building counts in exactly one of `sellable`,
 * `reserved`, `occupied`, `unsellable` and `pending`, which add up to `total`. A figure that the warehouse does not report is absent, not 0.
 */
export const StockLevel = Schema.Struct({
  warehouseCode: Schema.NonEmptyString,
  sku: Sku,
  /** The unit of the figures. If absent, they count pieces. */
  unit: Schema.optionalKey(Schema.NonEmptyString),
  /** Stock that is free for new orders, so without `reserved`. It is negative if more is promised than the warehouse has. */
  sellable: Figure,
  /** Stock in the building that is promised to outbound orders that have not left. Picked and packed goods count here. */
  reserved: told,
  /** Stock in the building that is held for other work, such as counting or repacking, and not available to orders. */
  occupied: told,
  /** Stock in the building that is not for sale, because it is damaged, expired or blocked. */
  unsellable: told,
  /** Stock that has arrived and is not yet put away. It is in the building but not yet available to orders. */
  pending: told,
  /** All goods in the building: `sellable + reserved + occupied + unsellable + pending`. */
  total: told,
  /** Stock that inbound orders announce and that has not arrived. It is part of no other figure and not of `total`. */
  inTransit: told
})
export type StockLevel = typeof StockLevel.Type

/** The names of the five figures of a `StockLevel` that add up to its `total`. */
export const partsOfTotal = ["sellable", "reserved", "occupied", "unsellable", "pending"] as const

/** Makes a number of stock from a number or a text, for example `figure(3)` or `figure("-1.25")`. Throws a `RangeError` if the value is no decimal of at most 38 digits. */
export const figure = (value: number | string): Figure => {
  const found = Decimal.fromText(String(value))
  if (found === undefined) throw new RangeError(`${value} is not a decimal of at most 38 digits`)
  return found
}

/**
 * Adds up those of the five figures in `partsOfTotal` that a stock level has; absent ones count as 0. If it has all five, the result is what
 * its `total` must be.
 */
export const sumOfParts = (level: StockLevel): Figure =>
  partsOfTotal.reduce((sum, name) => {
    const found = level[name]
    return found === undefined ? sum : BigDecimal.sum(sum, found)
  }, BigDecimal.make(0n, 0))

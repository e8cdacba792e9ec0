/**
 * How much of one SKU a warehouse has at one moment, as a balance and not as a movement. Documents 1 and 2 name the same
 * figures and do not define them (document 1, 2.8; document 2, 2.6); here each is defined by what it holds:
 *
 *     total = sellable + reserved + occupied + unsellable + pending
 *
 * Each piece in the building is in exactly one of the five; `inTransit` is in none of them. A figure that is absent is not
 * told by the warehouse: a plugin leaves out what its API does not say, and writes no zero for it.
 */
import * as BigDecimal from "effect/BigDecimal"
import * as Schema from "effect/Schema"
import * as Decimal from "./Decimal.ts"
import { Sku } from "./Sku.ts"

/** Exact. A figure may be below 0 or a fraction, and is told as it is (U-80). */
export const Figure = Decimal.Decimal
export type Figure = typeof Figure.Type

const told = Schema.optionalKey(Figure)

export const StockLevel = Schema.Struct({
  warehouseCode: Schema.NonEmptyString,
  sku: Sku,
  /** What the figures count. Absent: pieces. */
  unit: Schema.optionalKey(Schema.NonEmptyString),
  /** What a new order can be promised now, so without `reserved`. Below 0: more is promised than the warehouse has. */
  sellable: Figure,
  /** In the building and promised to outbound orders that have not left; picked and packed goods are still in it. */
  reserved: told,
  /** In the building and held for other work, such as counting or repacking, so that no order can have it now. */
  occupied: told,
  /** In the building and not to be sold: damaged, expired or blocked. */
  unsellable: told,
  /** Arrived and not yet put away: in the building, and no order can have it yet. */
  pending: told,
  /** All goods in the building: `sellable + reserved + occupied + unsellable + pending`. */
  total: told,
  /** Announced by inbound orders and not yet arrived, so in no other figure and not in `total`. */
  inTransit: told
})
export type StockLevel = typeof StockLevel.Type

/** The figures whose sum is `total`. */
export const parts = ["sellable", "reserved", "occupied", "unsellable", "pending"] as const

/** `figure(3)`, `figure("-1.25")`. Throws for what is not a decimal of at most 38 digits. */
export const figure = (value: number | string): Figure => {
  const found = Decimal.fromText(String(value))
  if (found === undefined) throw new RangeError(`${value} is not a decimal of at most 38 digits`)
  return found
}

/** The sum of those of the five figures that the warehouse tells: its `total` where it tells them all. */
export const sumOfParts = (level: StockLevel): Figure =>
  parts.reduce((sum, name) => {
    const found = level[name]
    return found === undefined ? sum : BigDecimal.sum(sum, found)
  }, BigDecimal.make(0n, 0))

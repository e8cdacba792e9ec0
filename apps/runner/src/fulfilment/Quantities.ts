/**
 * Exact quantities of several articles: what was ordered, what is in a parcel, what is missing. An article is a SKU in one unit, so 2 kg
 * and 2 pieces of a SKU are never added up.
 */
import * as BigDecimal from "effect/BigDecimal"
import * as Schema from "effect/Schema"
import type * as Decimal from "@crossdock/core/model/Decimal"
import { unitField } from "@crossdock/core/model/Line"
import * as Quantity from "@crossdock/core/model/Quantity"
import { Sku } from "@crossdock/core/model/Sku"

/** The quantity of one article. Without a unit, it counts pieces. */
export const Item = Schema.Struct({ sku: Sku, unit: unitField, quantity: Quantity.Quantity })
export type Item = typeof Item.Type

/** Each article once, sorted by SKU and unit. No quantity is 0 or ends with a zero after the decimal point, so equal quantities look alike. */
export const Quantities = Schema.Array(Item)
export type Quantities = typeof Quantities.Type

export const none: Quantities = []

/** Removes zeros at the end of the decimal places. */
const normalize = (quantity: Decimal.Decimal): Quantity.Quantity => {
  if (quantity.scale === 0) return quantity
  let { scale, value } = quantity
  if (scale < 0) return BigDecimal.make(value * 10n ** BigInt(-scale), 0)
  for (; scale > 0 && value % 10n === 0n; scale--) value /= 10n
  return scale === quantity.scale ? quantity : BigDecimal.make(value, scale)
}

const compareText = (one: string, other: string): number => one === other ? 0 : one < other ? -1 : 1

const compareArticles = (one: Item, other: Item): number => compareText(one.sku, other.sku) || compareText(one.unit ?? "", other.unit ?? "")

/** Combines the quantities of each article; 0 stands for an article that a list does not have. Results that are not above 0 are left out. */
const combine = (
  one: Quantities,
  other: Quantities,
  quantityOf: (one: Quantity.QuantityOrZero, other: Quantity.QuantityOrZero) => Decimal.Decimal
): Quantities => {
  const combined: Array<Item> = []
  for (let at = 0, otherAt = 0; at < one.length || otherAt < other.length;) {
    const [item, otherItem] = [one[at], other[otherAt]]
    const order = item === undefined ? 1 : otherItem === undefined ? -1 : compareArticles(item, otherItem)
    const first = order <= 0 ? item! : otherItem!
    const quantity = normalize(quantityOf(order <= 0 ? item!.quantity : Quantity.zero, order >= 0 ? otherItem!.quantity : Quantity.zero))
    if (quantity.value > 0n) combined.push(quantity === first.quantity ? first : { ...first, quantity })
    if (order <= 0) at++
    if (order >= 0) otherAt++
  }
  return combined
}

/** Adds up the lines of an order or of a parcel, of which several may have the same SKU. */
export const fromLines = (lines: ReadonlyArray<Item>): Quantities => {
  const sums: Array<Item> = []
  for (const line of lines.toSorted(compareArticles)) {
    const { quantity, sku, unit: named } = line
    const last = sums.at(-1)
    if (last !== undefined && compareArticles(last, line) === 0) sums[sums.length - 1] = { ...last, quantity: BigDecimal.sum(last.quantity, quantity) }
    else sums.push({ sku, ...(named !== undefined && { unit: named }), quantity })
  }
  return sums.flatMap((item) => item.quantity.value > 0n ? [{ ...item, quantity: normalize(item.quantity) }] : [])
}

export const plus = (one: Quantities, other: Quantities): Quantities =>
  one.length === 0 ? other : other.length === 0 ? one : combine(one, other, BigDecimal.sum)

/** Returns what `from` has more than `bound`. */
export const beyond = (from: Quantities, bound: Quantities): Quantities => bound.length === 0 ? from : combine(from, bound, Quantity.subtract)

/** Returns the larger quantity of each article. */
export const max = (one: Quantities, other: Quantities): Quantities => combine(one, other, Quantity.max)

/** Returns the smaller quantity of each article. */
export const min = (one: Quantities, other: Quantities): Quantities => combine(one, other, Quantity.min)

/** Leaves out the articles that `other` does not have. */
export const onlyArticlesOf = (quantities: Quantities, other: Quantities): Quantities =>
  combine(quantities, other, (quantity, { value }) => value > 0n ? quantity : Quantity.zero)

export const sum = (all: Iterable<Quantities>): Quantities => {
  let total = none
  for (const quantities of all) total = plus(total, quantities)
  return total
}

export const isNone = (quantities: Quantities): boolean => quantities.length === 0

/** Returns true if `bound` has at least as much of each article. */
export const isWithin = (quantities: Quantities, bound: Quantities): boolean => isNone(beyond(quantities, bound))

export const isSame = (one: Quantities, other: Quantities): boolean =>
  one.length === other.length &&
  one.every((item, at) => compareArticles(item, other[at]!) === 0 && Quantity.equals(item.quantity, other[at]!.quantity))

/** Compares the sums over all articles. Of two lists of which one contains the other, the smaller one comes first. */
export const compareSizes = (one: Quantities, other: Quantities): number =>
  Quantity.compare(Quantity.sum(one.map(({ quantity }) => quantity)), Quantity.sum(other.map(({ quantity }) => quantity)))

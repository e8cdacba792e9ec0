/**
 * Compares the stock that a warehouse reports with the books. Pure functions.
 */
import { type ErpStock } from "@crossdock/books"
import { type Decimal, Quantity, StockLevel } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"

/** The figure that is compared: all goods in the building, or what is free for new orders. */
export type Compared = "total" | "available"

export interface Difference {
  readonly sku: string
  readonly books: Decimal.Decimal
  readonly theirs: Decimal.Decimal
}

export interface Comparison {
  readonly figure: Compared
  readonly differences: ReadonlyArray<Difference>
}

type Balance = Pick<ErpStock.StockBalance, "available" | "sku" | "total">

const totalOf = (level: StockLevel.StockLevel): Decimal.Decimal | undefined =>
  level.total ?? (StockLevel.partsOfTotal.every((name) => level[name] !== undefined) ? StockLevel.sumOfParts(level) : undefined)

const bySku = <A extends { readonly sku: string }>(records: ReadonlyArray<A>, figureOf: (record: A) => Decimal.Decimal): ReadonlyMap<string, Decimal.Decimal> => {
  const sums = new Map<string, Decimal.Decimal>()
  for (const record of records) sums.set(record.sku, BigDecimal.sum(sums.get(record.sku) ?? Quantity.zero, figureOf(record)))
  return sums
}

/**
 * The SKUs of one warehouse whose figures are not equal; one that a side does not list counts as 0 there. A warehouse that does not
 * tell all goods of every SKU is compared by what is free for new orders.
 */
export const compare = (balances: ReadonlyArray<Balance>, levels: ReadonlyArray<StockLevel.StockLevel>): Comparison => {
  const figure = levels.every((level) => totalOf(level) !== undefined) ? "total" : "available"
  const books = bySku(balances, (balance) => balance[figure])
  const theirs = bySku(levels, (level) => figure === "total" ? totalOf(level) ?? Quantity.zero : level.sellable)
  const differences = [...new Set([...books.keys(), ...theirs.keys()])].toSorted().flatMap((sku) => {
    const found = { sku, books: books.get(sku) ?? Quantity.zero, theirs: theirs.get(sku) ?? Quantity.zero }
    return BigDecimal.equals(found.books, found.theirs) ? [] : [found]
  })
  return { figure, differences }
}

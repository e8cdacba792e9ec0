/**
 * The prices of one piece, each in its own currency, and what they add up to.
 */
import { Decimal, type SqlStorage } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"

/** The prices of one piece. A price without a currency counts in no cost. */
export interface Prices {
  readonly purchasePrice?: Decimal.Decimal
  readonly purchaseCurrency?: string
  readonly firstLegPrice?: Decimal.Decimal
  readonly firstLegCurrency?: string
  readonly transferPrice?: Decimal.Decimal
  readonly transferCurrency?: string
}

const pairs = [["purchasePrice", "purchaseCurrency"], ["firstLegPrice", "firstLegCurrency"], ["transferPrice", "transferCurrency"]] as const

/** The prices with the currency of those that have none. */
export const inCurrency = (prices: Prices, base: string): Prices => ({
  ...prices,
  ...Object.fromEntries(pairs.flatMap(([price, currency]) => prices[price] !== undefined && prices[currency] === undefined ? [[currency, base]] : []))
})

/** What one piece costs in one currency, and what the goods alone cost. */
export interface UnitCost {
  readonly cost: BigDecimal.BigDecimal
  readonly goods: BigDecimal.BigDecimal
}

export const zero = BigDecimal.make(0n, 0)

/** What one piece costs, by currency. */
export const unitCosts = (prices: Prices): ReadonlyMap<string, UnitCost> => {
  const costs = new Map<string, UnitCost>()
  for (const [price, currency] of pairs) {
    const amount = prices[price]
    const unit = prices[currency]
    if (amount === undefined || unit === undefined) continue
    const { cost, goods } = costs.get(unit) ?? { cost: zero, goods: zero }
    costs.set(unit, {
      cost: BigDecimal.sum(cost, amount),
      goods: price === "purchasePrice" ? BigDecimal.sum(goods, amount) : goods
    })
  }
  return costs
}

/** The average prices of pieces that were bought at several, weighted by their numbers; a price that is absent counts as 0. */
export const averaged = (bought: ReadonlyArray<{ readonly prices: Prices; readonly pieces: number }>): Prices => {
  const [first] = bought
  if (first === undefined) return {}
  const averages = pairs.flatMap(([price]) => {
    if (bought.every(({ prices }) => prices[price] === undefined)) return []
    const amount = first.prices[price] ?? zero
    if (bought.every(({ prices }) => BigDecimal.equals(prices[price] ?? zero, amount))) return [[price, amount] as const]
    const sum = bought.reduce((all, { pieces, prices }) => BigDecimal.sum(all, times(prices[price] ?? zero, pieces)), zero)
    const count = BigDecimal.make(BigInt(bought.reduce((all, { pieces }) => all + pieces, 0)), 0)
    return [[price, BigDecimal.round(BigDecimal.divideUnsafe(sum, count), { scale: averageScale, mode: "half-from-zero" })] as const]
  })
  return { ...first.prices, ...Object.fromEntries(averages) }
}

/** The decimal places of an average price. */
const averageScale = 4

/** A price times a number of pieces. */
export const times = (amount: BigDecimal.BigDecimal, pieces: number): BigDecimal.BigDecimal =>
  BigDecimal.multiply(amount, BigDecimal.make(BigInt(pieces), 0))

export const toText = (amount: BigDecimal.BigDecimal | undefined): string | null => amount === undefined ? null : Decimal.toText(amount)

const priceOf = (found: SqlStorage.Value | undefined) => typeof found === "string" ? Decimal.fromText(found) : undefined

/** The columns of the prices in the table `batch`. */
export const columns = ["purchase_price", "purchase_currency", "first_leg_price", "first_leg_currency", "transfer_price", "transfer_currency"] as const

/** Reads the prices of a row with these columns. */
export const fromRow = (row: SqlStorage.Row): Prices => {
  const [purchasePrice, firstLegPrice, transferPrice] = ["purchase_price", "first_leg_price", "transfer_price"].map((name) => priceOf(row[name]))
  const [purchaseCurrency, firstLegCurrency, transferCurrency] = ["purchase_currency", "first_leg_currency", "transfer_currency"]
    .map((name) => typeof row[name] === "string" ? row[name] : undefined)
  return {
    ...(purchasePrice && { purchasePrice }),
    ...(firstLegPrice && { firstLegPrice }),
    ...(transferPrice && { transferPrice }),
    ...(purchaseCurrency !== undefined && { purchaseCurrency }),
    ...(firstLegCurrency !== undefined && { firstLegCurrency }),
    ...(transferCurrency !== undefined && { transferCurrency })
  }
}

/** The prices as columns of the table `batch`. */
export const toRow = (prices: Prices) => ({
  purchase_price: toText(prices.purchasePrice),
  purchase_currency: prices.purchaseCurrency ?? null,
  first_leg_price: toText(prices.firstLegPrice),
  first_leg_currency: prices.firstLegCurrency ?? null,
  transfer_price: toText(prices.transferPrice),
  transfer_currency: prices.transferCurrency ?? null
})

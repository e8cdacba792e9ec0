/**
 * Amounts of money with their currency, and prices of one piece or of a whole line.
 */
import * as BigDecimal from "effect/BigDecimal"
import * as Schema from "effect/Schema"
import * as Decimal from "./Decimal.ts"

/** If absent, the source did not name a currency; nothing in Crossdock guesses one. */
const currency = Schema.optionalKey(Schema.NonEmptyString)

/** An amount of money and its currency, such as `EUR`. If `currency` is absent, the source did not name one; nothing guesses it. */
export const Money = Schema.Struct({ amount: Decimal.Decimal, currency })
export type Money = typeof Money.Type

/** Whether a price is for one piece or for the whole line. */
export const PriceBasis = Schema.Literals(["piece", "line"])
export type PriceBasis = typeof PriceBasis.Type

/** The price of a line, for one piece of it or for all of it (`per`). If the line has a `unit`, `piece` means one of that unit. */
export const Price = Schema.Struct({ amount: Decimal.Decimal, currency, per: PriceBasis })
export type Price = typeof Price.Type

/** Makes an amount, for example `of("4.50", "EUR")`. Throws a `RangeError` if the amount is not a decimal of at most 38 digits. */
export const of = (amount: number | string, currencyCode?: string): Money => ({
  amount: decimal(amount),
  ...(currencyCode !== undefined && { currency: currencyCode })
})

/**
 * Makes a price, for example `priceOf("9.95", "piece", "EUR")`. Throws a `RangeError` if the amount is not a decimal of at
 * most 38 digits.
 */
export const priceOf = (amount: number | string, per: PriceBasis, currencyCode?: string): Price => ({ ...of(amount, currencyCode), per })

const decimal = (amount: number | string): Decimal.Decimal => {
  const found = Decimal.fromText(String(amount))
  if (found === undefined) throw new RangeError(`${amount} is not a decimal of at most 38 digits`)
  return found
}

/**
 * What a line costs per piece, or as a whole, whichever of the two its price is for: `per` says what is wanted, `quantity` how much the line
 * has. Returns `undefined` if there is no exact result: 10.00
 * for 3 pieces has no exact price of one piece.
 */
export const amountPer = (per: PriceBasis, price: Price, quantity: Decimal.Decimal): Decimal.Decimal | undefined => {
  if (per === price.per) return price.amount
  if (per === "line") return within(trimmed(BigDecimal.multiply(price.amount, quantity), price.amount.scale))
  if (quantity.value === 0n) return undefined
  const each = BigDecimal.divideUnsafe(price.amount, quantity)
  return BigDecimal.equals(BigDecimal.multiply(each, quantity), price.amount)
    ? within(trimmed(each, price.amount.scale))
    : undefined
}

/** Drops trailing zeros, but keeps at least `places` decimal places, as many as the price had. */
const trimmed = (amount: Decimal.Decimal, places: number): Decimal.Decimal => {
  const shortest = BigDecimal.normalize(amount)
  return BigDecimal.scale(shortest, Math.max(shortest.scale, places))
}

const within = (amount: Decimal.Decimal): Decimal.Decimal | undefined => Decimal.fromText(Decimal.toText(amount))

/**
 * Amounts of money with their currency, and prices that say what they are of.
 */
import * as BigDecimal from "effect/BigDecimal"
import * as Schema from "effect/Schema"
import * as Decimal from "./Decimal.ts"

/** Absent: the source did not say in which currency, and nobody guesses. */
const currency = Schema.optionalKey(Schema.NonEmptyString)

export const Money = Schema.Struct({ amount: Decimal.Decimal, currency })
export type Money = typeof Money.Type

/** Of one piece, or of all that stands on the line. */
export const Per = Schema.Literals(["piece", "line"])
export type Per = typeof Per.Type

/** What a line costs. One piece is one unit where the line names a unit. */
export const Price = Schema.Struct({ amount: Decimal.Decimal, currency, per: Per })
export type Price = typeof Price.Type

/** `of("4.50", "EUR")`. Throws for what is no decimal. */
export const of = (amount: number | string, inCurrency?: string): Money => ({
  amount: decimal(amount),
  ...(inCurrency !== undefined && { currency: inCurrency })
})

/** `priceOf("9.95", "piece", "EUR")`. Throws for what is no decimal. */
export const priceOf = (amount: number | string, per: Per, inCurrency?: string): Price => ({ ...of(amount, inCurrency), per })

const decimal = (amount: number | string): Decimal.Decimal => {
  const found = Decimal.fromText(String(amount))
  if (found === undefined) throw new RangeError(`${amount} is not a decimal of at most 38 digits`)
  return found
}

/**
 * The amount of a price as an amount of one piece or of the whole line. Undefined where it cannot be told exactly: 10.00
 * for 3 pieces is no price of one piece.
 */
export const amountPer = (per: Per, price: Price, quantity: Decimal.Decimal): Decimal.Decimal | undefined => {
  if (per === price.per) return price.amount
  if (per === "line") return within(trimmed(BigDecimal.multiply(price.amount, quantity), price.amount.scale))
  if (quantity.value === 0n) return undefined
  const each = BigDecimal.divideUnsafe(price.amount, quantity)
  return BigDecimal.equals(BigDecimal.multiply(each, quantity), price.amount)
    ? within(trimmed(each, price.amount.scale))
    : undefined
}

/** Without zeros at the end, but with as many decimal places as the price was told with. */
const trimmed = (amount: Decimal.Decimal, places: number): Decimal.Decimal => {
  const shortest = BigDecimal.normalize(amount)
  return BigDecimal.scale(shortest, Math.max(shortest.scale, places))
}

const within = (amount: Decimal.Decimal): Decimal.Decimal | undefined => Decimal.fromText(Decimal.toText(amount))

/**
 * Quantities as exact decimals, so that 0.1 kg stays exactly 0.1 kg. A line may name the `unit` of its quantity; without a
 * unit, the quantity counts pieces.
 */
import * as BigDecimal from "effect/BigDecimal"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Decimal from "./Decimal.ts"

type Encoded = number | string

const Encoded = Schema.Union([Schema.Int, Schema.String.check(Schema.makeFilter(Decimal.isDecimalText, { expected: "a decimal of at most 38 digits" }))])

/** Encodes a quantity without decimal places as a JSON number, and any other as text, so that no decimal place is lost. */
const encode = (quantity: Decimal.Decimal): Encoded => (quantity.scale === 0 ? toNumber(quantity) : undefined) ?? Decimal.toText(quantity)

const decode = (encoded: Encoded): Decimal.Decimal =>
  typeof encoded === "number" ? fromIntegerUnchecked(encoded) : Decimal.fromText(encoded)!

const decimalThat = (isMeant: (value: bigint) => boolean, expected: string) =>
  Encoded.pipe(Schema.decodeTo(
    Decimal.Decimal.pipe(Schema.toType).check(Schema.makeFilter(({ value }) => isMeant(value), { expected })),
    SchemaTransformation.transform({ decode, encode })
  ))

/** How much is ordered, sent or packed: an exact decimal greater than 0. It counts pieces, unless the record names a `unit`. */
export const Quantity = decimalThat((value) => value > 0n, "a quantity greater than 0")
export type Quantity = typeof Quantity.Type

/** How much was counted up to now, which may be nothing: an exact decimal of 0 or more. */
export const QuantityOrZero = decimalThat((value) => value >= 0n, "a count from 0")
export type QuantityOrZero = typeof QuantityOrZero.Type

/**
 * The old name of `QuantityOrZero`, which is the same schema. Plugins that were written before the new name keep it.
 *
 * @deprecated Write `QuantityOrZero`.
 */
export const Count: typeof QuantityOrZero = QuantityOrZero
/**
 * The old name of the type `QuantityOrZero`.
 *
 * @deprecated Write `QuantityOrZero`.
 */
export type Count = QuantityOrZero

/**
 * Makes a quantity or 0, for example `of(3)` or `of("1.25")`. Throws a `RangeError` if the value is negative or no decimal of at
 * most 38 digits. 0 is no `Quantity`; a schema that asks for one refuses it.
 */
export const of = (value: number | string): QuantityOrZero => {
  const quantity = Decimal.fromText(String(value))
  if (quantity === undefined || quantity.value < 0n) throw new RangeError(`${value} is not a quantity`)
  return quantity
}

/** 0 as a `QuantityOrZero`. The schema `Quantity` refuses it. */
export const zero: QuantityOrZero = BigDecimal.make(0n, 0)

/** Whether a decimal is 0 or more and has at most 38 digits, so that it can be stored and sent. A sum or a difference may be outside of that. */
export const isQuantityOrZero: (value: Decimal.Decimal) => boolean = Schema.is(QuantityOrZero)

/**
 * Makes a quantity from a number that the caller knows to be whole and greater than 0, faster than `of`: nothing checks whether it is greater
 * than 0. Throws a `RangeError` for a fraction.
 */
export const fromIntegerUnchecked = (value: number): Quantity => BigDecimal.make(BigInt(value), 0)

/** Converts a whole quantity to a JavaScript number. Returns `undefined` for a fraction, and for a value that a number cannot hold exactly. */
export const toNumber = ({ scale, value }: Decimal.Decimal): number | undefined => {
  const unit = scale > 0 ? 10n ** BigInt(scale) : 1n
  const whole = scale < 0 ? value * 10n ** BigInt(-scale) : value / unit
  return value % unit === 0n && Number.isSafeInteger(Number(whole)) ? Number(whole) : undefined
}

/** Returns true if both are the same amount; 2 equals 2.0. */
export const equals = (one: Quantity, other: Quantity): boolean => BigDecimal.equals(one, other)

/** Returns -1 if the first quantity is smaller, 1 if it is larger, and 0 if both are the same amount. */
export const compare = (one: Quantity, other: Quantity): -1 | 0 | 1 => BigDecimal.Order(one, other)

/** Returns the smaller of two quantities. */
export const min = (one: Quantity, other: Quantity): Quantity => compare(one, other) <= 0 ? one : other

/** Returns the larger of two quantities. */
export const max = (one: Quantity, other: Quantity): Quantity => compare(one, other) >= 0 ? one : other

/** Returns the sum of the quantities; 0 if there are none. */
export const sum = (quantities: Iterable<Quantity>): QuantityOrZero => {
  let total: QuantityOrZero = zero
  for (const quantity of quantities) total = BigDecimal.sum(total, quantity)
  return total
}

/** Returns `from` minus `quantity`. The result is negative if `quantity` is larger. */
export const subtract = (from: Quantity, quantity: Quantity): Decimal.Decimal => BigDecimal.subtract(from, quantity)

/** Returns `from` minus `quantity`, or 0 if `quantity` is larger. */
export const remaining = (from: Quantity, quantity: Quantity): QuantityOrZero => max(zero, subtract(from, quantity))

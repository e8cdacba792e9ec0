/**
 * How much of something: exact decimals, so that 1.5 kg and 0.1 kg stay what they are. Beside a quantity a line may
 * name its `unit`; without one the quantity counts pieces.
 */
import * as BigDecimal from "effect/BigDecimal"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Decimal from "./Decimal.ts"

type Encoded = number | string

const Encoded = Schema.Union([Schema.Int, Schema.String.check(Schema.makeFilter(Decimal.isText, { expected: "a decimal of at most 38 digits" }))])

/** A whole number of pieces is a number in JSON; whatever has decimal places is text, which keeps them all. */
const encode = (quantity: Decimal.Decimal): Encoded => (quantity.scale === 0 ? toNumber(quantity) : undefined) ?? Decimal.toText(quantity)

const decode = (encoded: Encoded): Decimal.Decimal =>
  typeof encoded === "number" ? ofWhole(encoded) : Decimal.fromText(encoded)!

const decimalThat = (isMeant: (value: bigint) => boolean, expected: string) =>
  Encoded.pipe(Schema.decodeTo(
    Decimal.Decimal.pipe(Schema.toType).check(Schema.makeFilter(({ value }) => isMeant(value), { expected })),
    SchemaTransformation.transform({ decode, encode })
  ))

/** How much is ordered, sent or packed: greater than 0. */
export const Quantity = decimalThat((value) => value > 0n, "a quantity greater than 0")
export type Quantity = typeof Quantity.Type

/** How much has been counted so far: 0 or more. */
export const Count = decimalThat((value) => value >= 0n, "a count from 0")
export type Count = typeof Count.Type

/** `of(3)`, `of("1.25")`. Throws for what is no quantity; only a count may be 0. */
export const of = (value: number | string): Quantity => {
  const quantity = Decimal.fromText(String(value))
  if (quantity === undefined || quantity.value < 0n) throw new RangeError(`${value} is not a quantity`)
  return quantity
}

/** A whole number that is known to be one. */
export const ofWhole = (value: number): Quantity => BigDecimal.make(BigInt(value), 0)

/** A whole quantity as a number; undefined for one with a fraction, and for one that a number cannot hold exactly. */
export const toNumber = ({ scale, value }: Decimal.Decimal): number | undefined => {
  const unit = scale > 0 ? 10n ** BigInt(scale) : 1n
  const whole = scale < 0 ? value * 10n ** BigInt(-scale) : value / unit
  return value % unit === 0n && Number.isSafeInteger(Number(whole)) ? Number(whole) : undefined
}

/** Whether both are the same amount: 2 equals 2.0. */
export const equals = (one: Quantity, other: Quantity): boolean => BigDecimal.equals(one, other)

/** Below 0 where the first is less, above 0 where it is more, 0 where both are the same amount. */
export const compare = (one: Quantity, other: Quantity): -1 | 0 | 1 => BigDecimal.Order(one, other)

/** All of them together; 0 for none. */
export const sum = (quantities: Iterable<Quantity>): Quantity => {
  let total: Quantity = BigDecimal.make(0n, 0)
  for (const quantity of quantities) total = BigDecimal.sum(total, quantity)
  return total
}

/** What is left of the first without the second; below 0 where the second is more. */
export const subtract = (from: Quantity, quantity: Quantity): Decimal.Decimal => BigDecimal.subtract(from, quantity)

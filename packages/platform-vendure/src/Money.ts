/**
 * Amounts of Vendure: whole numbers, whose last digits are decimal places. How many these are is one figure of the server
 * (`moneyStrategyPrecision`), the same for every currency: with the usual 2, 100000 JPY in Vendure are 1000.00 yen.
 */
import { type Decimal } from "@crossdock/core"
import { JsonNumber } from "@crossdock/http-kit"
import * as BigDecimal from "effect/BigDecimal"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** An amount as Vendure writes it. */
export const Minor = JsonNumber.Digits.pipe(Schema.decodeTo(
  Schema.BigInt,
  SchemaTransformation.transform({ decode: BigInt, encode: String })
))
export type Minor = typeof Minor.Type

/** The number of decimal places of every amount of a server. */
export const Precision = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 18 }))

/** Makes the function that writes amounts as decimals, exactly. */
export const decimals = (precision: number) => (minor: Minor): Decimal.Decimal => BigDecimal.make(minor, precision)

export const sum = (amounts: ReadonlyArray<Minor>): Minor => amounts.reduce((total, amount) => total + amount, 0n)

/**
 * Schemas for JSON numbers that a double cannot represent: ids with 16 or more digits, and exact amounts.
 */
import { Decimal, Json } from "@crossdock/core"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** A JSON number as core's `Json.parse` returns it: a double, or a `Numeral` with its digits if a double would lose some. */
export const JsonNumber = Schema.declare(
  (value: unknown): value is number | Json.Numeral => value instanceof Json.Numeral || (typeof value === "number" && Number.isFinite(value)),
  { expected: "a JSON number" }
)

const textOf = (number: number | Json.Numeral): string => Json.textIfNumber(number) ?? ""
const numberOf = (text: string): number | Json.Numeral => new Json.Numeral(text)
const digits = /^-?(?:0|[1-9]\d*)$/

/** A whole JSON number of any length, such as an id, as the text of its digits. */
export const Digits = JsonNumber.pipe(Schema.decodeTo(
  Schema.String.check(Schema.isPattern(digits, { expected: "a whole JSON number" })),
  SchemaTransformation.transform({ decode: textOf, encode: numberOf })
))

/** A JSON number as an exact decimal of up to 38 digits. Numbers with an exponent are refused. */
export const FromDecimal = JsonNumber.pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transform({ decode: textOf, encode: numberOf })
  ),
  Schema.decodeTo(Decimal.Decimal)
)

/**
 * Schemas for JSON numbers that a double cannot hold: ids of 16 and more digits, amounts with every digit.
 */
import { Decimal, Json } from "@crossdock/core"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** A JSON number as `Json.parse` of core gives it: a double, or its digits where a double would lose some. */
export const JsonNumber = Schema.declare(
  (value: unknown): value is number | Json.Numeral => value instanceof Json.Numeral || (typeof value === "number" && Number.isFinite(value)),
  { expected: "a JSON number" }
)

const textOf = (number: number | Json.Numeral): string => Json.numberText(number) ?? ""
const numberOf = (text: string): number | Json.Numeral => new Json.Numeral(text)
const digits = /^-?(?:0|[1-9]\d*)$/

/** A whole JSON number of any length as the text of its digits, such as an id. */
export const Digits = JsonNumber.pipe(Schema.decodeTo(
  Schema.String.check(Schema.isPattern(digits, { expected: "a whole JSON number" })),
  SchemaTransformation.transform({ decode: textOf, encode: numberOf })
))

/** A JSON number as a decimal of up to 38 digits, written with the digits that it has; an exponent is refused. */
export const FromDecimal = JsonNumber.pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transform({ decode: textOf, encode: numberOf })
  ),
  Schema.decodeTo(Decimal.Decimal)
)

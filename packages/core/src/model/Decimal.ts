/**
 * Decimal numbers for money, weights and sizes. They keep every digit that was read: `4.50` stays `4.50`.
 */
import * as BigDecimal from "effect/BigDecimal"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** Writes a decimal in plain notation, with the trailing zeros that it was read with: `4.50` stays `4.50`. */
export const toText = ({ scale, value }: BigDecimal.BigDecimal): string => {
  if (scale <= 0) return String(value * 10n ** BigInt(-scale))
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, "0")
  return `${value < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Matches plain notation of up to 38 digits. Text with an exponent is refused (U-149). */
const plain = /^-?(?=(?:\.?\d){1,38}$)\d+(?:\.\d+)?$/

/** Whether a text is a decimal of at most 38 digits in plain notation, such as `-4.50`; one with an exponent is none. */
export const isDecimalText = (text: string): boolean => plain.test(text)

/** Parses a decimal of at most 38 digits in plain notation, such as `-4.50`. Returns `undefined` for any other text. */
export const fromText = (text: string): BigDecimal.BigDecimal | undefined =>
  text.length <= short ? ofShort(text) : plain.test(text) ? ofPlain(text) : undefined

/** A double holds every number of up to 15 digits exactly. */
const short = 15

/** Parses what `plain` matches, one character at a time. Nearly every amount is short, and a regular expression is slower. */
const ofShort = (text: string): BigDecimal.BigDecimal | undefined => {
  const first = text.charCodeAt(0) === 45 ? 1 : 0
  let value = 0
  let point = -1
  for (let at = first; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) value = value * 10 + code - 48
    else if (code === 46 && point === -1 && at > first) point = at
    else return undefined
  }
  if (text.length === first || point === text.length - 1) return undefined
  return BigDecimal.make(BigInt(first === 1 ? -value : value), point === -1 ? 0 : text.length - point - 1)
}

/** Parses text that matches `plain`: the position of the decimal point gives the scale. */
const ofPlain = (text: string): BigDecimal.BigDecimal => {
  const point = text.indexOf(".")
  return point === -1
    ? BigDecimal.make(BigInt(text), 0)
    : BigDecimal.make(BigInt(text.slice(0, point) + text.slice(point + 1)), text.length - point - 1)
}

const digits = 38
const firstTooLarge = 10n ** BigInt(digits)

/** Returns true if `toText` writes the value with at most 38 digits, so that every value of the type can be encoded. */
const fits = ({ scale, value }: BigDecimal.BigDecimal): boolean =>
  scale < digits &&
  scale > -digits &&
  value > -firstTooLarge &&
  value < firstTooLarge &&
  (scale >= 0 || value === 0n || String(value).replace("-", "").length - scale <= digits)

/** A decimal of at most 38 digits. It is encoded as text with the scale that was read. */
export const Decimal = Schema.String.check(Schema.isPattern(plain)).pipe(Schema.decodeTo(
  Schema.BigDecimal.check(Schema.makeFilter(fits, { expected: "a decimal of at most 38 digits" })),
  SchemaTransformation.transform({ decode: BigDecimal.fromStringUnsafe, encode: toText })
))
export type Decimal = typeof Decimal.Type

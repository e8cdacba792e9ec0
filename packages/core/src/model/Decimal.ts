/**
 * Decimal numbers that keep every digit they came with: `4.50` stays `4.50`. Money, weights and sizes.
 */
import * as BigDecimal from "effect/BigDecimal"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** The digits as they were read; `BigDecimal.format` would drop the zeros at the end. */
export const toText = ({ scale, value }: BigDecimal.BigDecimal): string => {
  if (scale <= 0) return String(value * 10n ** BigInt(-scale))
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, "0")
  return `${value < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Plain notation, up to 38 digits (U-149); an exponent is refused, not guessed at. */
const plain = /^-?(?=(?:\.?\d){1,38}$)\d+(?:\.\d+)?$/

export const isText = (text: string): boolean => plain.test(text)

export const fromText = (text: string): BigDecimal.BigDecimal | undefined =>
  text.length <= short ? ofShort(text) : plain.test(text) ? ofPlain(text) : undefined

/** So many digits a double holds exactly, whatever they are. */
const short = 15

/** What `plain` allows, a character at a time: nearly every amount is this short, and a pattern costs more than the digits. */
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

/** With neither exponent nor blanks the point says the scale, and the rest are the digits. */
const ofPlain = (text: string): BigDecimal.BigDecimal => {
  const point = text.indexOf(".")
  return point === -1
    ? BigDecimal.make(BigInt(text), 0)
    : BigDecimal.make(BigInt(text.slice(0, point) + text.slice(point + 1)), text.length - point - 1)
}

const digits = 38
const firstTooLarge = 10n ** BigInt(digits)

/** True for a value that `toText` writes with at most 38 digits, so that whatever the type holds can be sent. */
const fits = ({ scale, value }: BigDecimal.BigDecimal): boolean =>
  scale < digits &&
  scale > -digits &&
  value > -firstTooLarge &&
  value < firstTooLarge &&
  (scale >= 0 || value === 0n || String(value).replace("-", "").length - scale <= digits)

/** Encoded as text with the scale it was read with. */
export const Decimal = Schema.String.check(Schema.isPattern(plain)).pipe(Schema.decodeTo(
  Schema.BigDecimal.check(Schema.makeFilter(fits, { expected: "a decimal of at most 38 digits" })),
  SchemaTransformation.transform({ decode: BigDecimal.fromStringUnsafe, encode: toText })
))
export type Decimal = typeof Decimal.Type

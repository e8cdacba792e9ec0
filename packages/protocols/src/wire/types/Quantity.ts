/** A quantity of goods: pieces from 1, a count from 0, or any whole number (U-80). */
import type * as Table from "../Table.ts"
import { digitsOf, type FastDecoder, formOf, invalid, mistyped, type Scalar, wholeOf } from "./ValueType.ts"

const units = {
  pieces: { message: "is not a valid quantity; send a whole number greater than 0", min: 1 },
  count: { message: "is not a valid quantity; send a whole number from 0", min: 0 },
  whole: { message: "is not a valid quantity; send a whole number", min: -Infinity }
} as const

/** Every number with this many digits can be represented exactly by a double. */
const short = 15

/** Parses a text that consists of digits only; returns undefined for any other text. */
const countOf = (text: string): number | undefined => {
  if (text.length > short) return undefined
  let value = 0
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9)) return undefined
    value = value * 10 + digit
  }
  return value
}

const fastCount: FastDecoder = (json) => {
  const value = typeof json === "string" && json !== "" ? countOf(json) : json
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value + 0 : undefined
}

const fastPieces: FastDecoder = (json, found) => fastCount(json, found) || undefined

export const quantity: Scalar<Table.QuantityType> = {
  wanted: "a quantity",
  read: (type, json, path, found) => {
    const digits = digitsOf(json)
    if (digits === undefined) return mistyped(found, path, type.written === "text" ? "a number as text" : "a number")
    const { message, min } = units[type.of]
    const value = wholeOf(digits)
    return value !== undefined && value >= min ? value : invalid(found, path, message)
  },
  fast: ({ of }) => (of === "pieces" ? fastPieces : fastCount),
  write: (type, value, path, found) => {
    const fits = typeof value === "number" && Number.isSafeInteger(value) && value >= units[type.of].min
    if (!fits) return invalid(found, path, "is not a quantity that the protocol allows")
    return formOf(type, found) === "text" ? String(value) : value
  }
}

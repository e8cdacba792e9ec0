/**
 * What values of each type usually look like. Most are taken at one glance; whatever is not goes to `Scalar`, which
 * knows all that is read and says what is wrong.
 */
import { Decimal, Json } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import type * as Table from "./Table.ts"

/** The value as `Scalar` would read it without a finding; undefined: look noFastPath. */
export type FastDecoder = (json: Json.Json) => unknown

const noFastPath: FastDecoder = () => undefined

/** The glance for a type. */
export const of = (type: Table.Type): FastDecoder => {
  switch (type.kind) {
    case "decimal":
      return decimal
    case "quantity":
      return type.of === "pieces" ? pieces : count
    case "instant":
      return instant
    case "flag":
      return flag
    case "boolean":
      return boolean
    case "country":
      return country
    case "whole":
      return type.limit === undefined ? wholeWithin(type.min ?? -Infinity, type.max ?? Infinity) : noFastPath
    case "enum":
      return wordOf(type)
    default:
      return noFastPath
  }
}

const decimal: FastDecoder = (json) => {
  const digits = typeof json === "string" ? json : Json.numberText(json)
  return digits === undefined ? undefined : Decimal.fromText(digits)
}

/** So many digits a double holds exactly, whatever they are. */
const short = 15

/** Digits and nothing else, from 0; absent for anything else. */
const digitsOf = (text: string): number | undefined => {
  if (text.length > short) return undefined
  let value = 0
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9)) return undefined
    value = value * 10 + digit
  }
  return value
}

const count: FastDecoder = (json) => {
  const value = typeof json === "string" && json !== "" ? digitsOf(json) : json
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value + 0 : undefined
}

const pieces: FastDecoder = (json) => count(json) || undefined

const wholeWithin = (min: number, max: number): FastDecoder => (json) =>
  typeof json === "number" && Number.isSafeInteger(json) && json >= min && json <= max ? json + 0 : undefined

/** Thirteen digits. */
const instant: FastDecoder = (json) =>
  typeof json === "number" && json >= 1e12 && json < 1e13 && Number.isInteger(json) ? DateTime.makeUnsafe(json) : undefined

const flag: FastDecoder = (json) => (json === 1 ? true : json === 0 ? false : undefined)

const boolean: FastDecoder = (json) => (typeof json === "boolean" ? json : undefined)

const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

const country: FastDecoder = (json) =>
  typeof json === "string" && json.length === 2 && isLetter(json.charCodeAt(0)) && isLetter(json.charCodeAt(1))
    ? json.toUpperCase()
    : undefined

const wordOf = ({ unknown, words }: Table.EnumType): FastDecoder => {
  const spelled = new Map<Json.Json, string>()
  for (const is in words) for (const spelling of words[is]!) if (!spelled.has(spelling)) spelled.set(spelling, is)
  return unknown === undefined
    ? (json) => spelled.get(json)
    : (raw) => {
      const value = spelled.get(raw)
      return value === undefined ? undefined : { value, raw }
    }
}

/**
 * Single values of a message: what is read for each type, and how it is written. Pure; a value that does not fit goes
 * to `Found` with its path.
 */
import { Decimal, Json } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { type Found, isBase64, isCountry, isKey, isLonger, isPdf, isTooBig, maxKey } from "./Context.ts"
import type * as Table from "./Table.ts"
import * as Zone from "./Zone.ts"

type Read<T> = (type: T, json: Json.Json, path: string, found: Found) => unknown

const mistyped = (found: Found, path: string, wanted: string): undefined =>
  found.refuse(path, "MEMBER_MISTYPED", `is of another type; send ${wanted}`)

export const text = (type: Table.TextType, json: Json.Json, path: string, found: Found): string | undefined => {
  if (type.ofOne === true && Array.isArray(json) && json.length === 1) return text({ ...type, ofOne: false }, json[0], path, found)
  if (typeof json !== "string") return mistyped(found, path, "a text")
  if (json === "") return found.refuse(path, "MEMBER_MISSING", "is empty; send a text")
  const { lengthUnit } = found.context.profile
  const max = type.max ?? (type.isIndexed === true ? maxKey : undefined)
  if (max !== undefined && isLonger(json, max, lengthUnit)) {
    return found.refuse(path, "MEMBER_TOO_LONG", `is too long; send at most ${max} characters`)
  }
  if (type.isKey === true && !isKey(json)) {
    return found.refuse(path, "MEMBER_INVALID", "holds a control character or half of a surrogate pair; send it without")
  }
  const { maxText } = found.context.limits
  if (type.isLong !== true && isTooBig(json, maxText)) {
    return found.refuse(path, "MEMBER_TOO_LONG", `is too long; send at most ${maxText} bytes`)
  }
  return json
}

export const country: Read<Table.CountryType> = (_, json, path, found) => {
  if (typeof json !== "string") return mistyped(found, path, "a text of two letters")
  if (!isCountry(json)) return found.refuse(path, "MEMBER_INVALID", "is no country code; send two letters, for example SG")
  return json.toUpperCase()
}

export const label: Read<Table.LabelType> = (_, json, path, found) => {
  if (typeof json !== "string") return mistyped(found, path, "a PDF as Base64 text")
  if (!isBase64(json)) {
    return found.refuse(path, "MEMBER_INVALID", "is not Base64; send a PDF as padded Base64 without line breaks")
  }
  if (!isPdf(json)) {
    if (found.context.profile["labelCheck"] === "refuse") {
      return found.refuse(path, "MEMBER_INVALID", "is not a PDF; send a PDF as Base64 text")
    }
    found.report(path, "is Base64 of something that is no PDF; kept")
  }
  return json
}

/** The digits of a number, or of numeric text; absent for another type. */
const digitsOf = (json: Json.Json): string | undefined => typeof json === "string" ? json : Json.numberText(json)

export const decimal: Read<Table.DecimalType> = (_, json, path, found) => {
  const digits = digitsOf(json)
  if (digits === undefined) return mistyped(found, path, "a decimal number")
  return Decimal.fromText(digits) ?? (typeof json === "string" ? undefined : exponential(digits)) ??
    found.refuse(path, "MEMBER_INVALID", "is no decimal of up to 38 digits; send for example 4.50")
}

/** A JSON number with an exponent, as long as it has at most 38 digits when it is written out. */
const exponential = (digits: string): BigDecimal.BigDecimal | undefined => {
  const [, exponent = ""] = digits.toLowerCase().split("e")
  if (exponent === "" || Math.abs(Number(exponent)) > 38) return undefined
  const value = Option.getOrUndefined(BigDecimal.fromString(digits))
  return value && Decimal.fromText(Decimal.toText(value))
}

export const whole: Read<Table.WholeType> = (type, json, path, found) => {
  const digits = Json.numberText(json)
  if (digits === undefined) return mistyped(found, path, "a whole number")
  const value = wholeOf(digits)
  const max = type.limit === undefined ? type.max : found.context.limits[type.limit]
  const { min } = type
  return value !== undefined && !(min !== undefined && value < min) && !(max !== undefined && value > max)
    ? value
    : found.refuse(path, "MEMBER_INVALID", `is out of range; send a whole number${range(min, max)}`)
}

const range = (min: number | undefined, max: number | undefined): string =>
  min === undefined ? max === undefined ? "" : ` up to ${max}` : max === undefined ? ` from ${min}` : ` from ${min} to ${max}`

const numeric = /^(-?\d{1,38})(?:\.(\d{1,38}))?$/

const wholeOf = (digits: string): number | undefined => {
  const parts = numeric.exec(digits)
  if (parts === null || (parts[2] !== undefined && !/^0+$/.test(parts[2]))) return undefined
  const value = Number(parts[1])
  return Number.isSafeInteger(value) ? value + 0 : undefined
}

const units = {
  pieces: { says: "is no quantity; send a whole number greater than 0", fits: (value: number) => value > 0 },
  count: { says: "is no quantity; send a whole number from 0", fits: (value: number) => value >= 0 }
} as const

export const quantity: Read<Table.QuantityType> = (type, json, path, found) => {
  const digits = digitsOf(json)
  if (digits === undefined) return mistyped(found, path, type.written === "text" ? "a number as text" : "a number")
  if (type.of === "balance") return balance(digits, path, found)
  const unit = units[type.of]
  const value = wholeOf(digits)
  return value !== undefined && unit.fits(value) ? value : found.refuse(path, "MEMBER_INVALID", unit.says)
}

const balance = (digits: string, path: string, found: Found): number | undefined => {
  const value = wholeOf(digits)
  if (value !== undefined) {
    if (value < 0) found.report(path, "is a quantity below 0; kept")
    return value
  }
  if (!numeric.test(digits) || found.context.profile["allowFractionalStock"] === false) {
    return found.refuse(path, "MEMBER_INVALID", "is no quantity; send a whole number")
  }
  found.report(path, "is a fraction of a unit; kept")
  return Number(digits)
}

const digitsOnly = /^\d+$/

export const instant: Read<Table.InstantType> = (_, json, path, found) => {
  const digits = Json.numberText(json)
  const given = digits ?? json
  if (typeof given !== "string") return mistyped(found, path, "a timestamp of 13 digits, or yyyy-MM-dd HH:mm:ss")
  if (digitsOnly.test(given)) {
    if (given.length === 13) return DateTime.makeUnsafe(Number(given))
    if (given.length === 10 && found.context.profile["timestampLeniency"] !== "refuse") {
      found.report(path, "has 10 digits; taken as seconds")
      return DateTime.makeUnsafe(Number(given) * 1000)
    }
  } else if (digits === undefined) {
    const millis = Zone.fromText(given, found.context.zone)
    if (millis !== undefined) return DateTime.makeUnsafe(millis)
  }
  return found.refuse(path, "MEMBER_INVALID", "is no moment; send a timestamp of 13 digits, or yyyy-MM-dd HH:mm:ss")
}

export const flag: Read<Table.FlagType> = (_, json, path, found) => {
  if (json === 1 || json === true || json === "1") return true
  if (json === 0 || json === false || json === "0") return false
  return typeof json === "number"
    ? found.refuse(path, "MEMBER_INVALID", "is neither 1 nor 0; send 1 for yes and 0 for no")
    : mistyped(found, path, "1 or 0")
}

export const boolean: Read<Table.BooleanType> = (type, json, path, found) => {
  if (typeof json === "boolean") return json
  if (typeof json === "string") {
    const word = json.toLowerCase()
    if (word === "true" || (type.numbers === true && word === "1")) return true
    if (word === "false" || (type.numbers === true && word === "0")) return false
    return found.refuse(path, "MEMBER_INVALID", "is neither true nor false; send true or false")
  }
  if (type.numbers === true && json === 1) return true
  if (type.numbers === true && json === 0) return false
  return mistyped(found, path, "true or false")
}

export const enumValue: Read<Table.EnumType> = (type, json, path, found) => {
  if (typeof json !== "string") return mistyped(found, path, "a text")
  for (const is in type.words) {
    if (type.words[is]!.includes(json)) return type.unknown === undefined ? is : { value: is, raw: json }
  }
  if (type.unknown === undefined) {
    return found.refuse(path, "MEMBER_INVALID", `is not in the set; send one of ${Object.keys(type.words).join(", ")}`)
  }
  found.report(path, `is not one of ${Object.keys(type.words).join(", ")}; taken as ${type.unknown}, so nothing moves`)
  return isTooBig(json, found.context.limits.maxText) ? mistyped(found, path, "a short text") : { value: type.unknown, raw: json }
}

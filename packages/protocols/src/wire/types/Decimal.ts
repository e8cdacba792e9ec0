/** A decimal number of up to 38 digits, all of which are kept (U-149). */
import { Decimal, Json } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Option from "effect/Option"
import type * as Table from "../Table.ts"
import { digitsOf, formOf, invalid, type Scalar, mistyped } from "./ValueType.ts"

/** Reads a JSON number with an exponent if it has at most 38 digits when written out. */
const exponential = (digits: string): BigDecimal.BigDecimal | undefined => {
  const [, exponent = ""] = digits.toLowerCase().split("e")
  if (exponent === "" || Math.abs(Number(exponent)) > 38) return undefined
  const value = Option.getOrUndefined(BigDecimal.fromString(digits))
  return value && Decimal.fromText(Decimal.toText(value))
}

/** The value with exactly so many places, or undefined if it has more. */
const withPlaces = (value: BigDecimal.BigDecimal, places: number): BigDecimal.BigDecimal | undefined => {
  const shortest = BigDecimal.normalize(value)
  return shortest.scale > places ? undefined : BigDecimal.scale(shortest, places)
}

/** The value times ten to the power of `by`. */
const shifted = ({ scale, value }: BigDecimal.BigDecimal, by: number): BigDecimal.BigDecimal => {
  const moved = BigDecimal.make(value, scale - by)
  return moved.scale < 0 ? BigDecimal.scale(moved, 0) : moved
}

const tooManyPlaces = (places: number) => `has more than ${places} decimal places; send at most ${places}`

export const decimal: Scalar<Table.DecimalType> = {
  wanted: "a decimal number",
  read: ({ finerBy = 0, hasMostPlaces, places = 0 }, json, path, found) => {
    const digits = digitsOf(json)
    if (digits === undefined) return mistyped(found, path, "a decimal number")
    const value = Decimal.fromText(digits) ?? (typeof json === "string" ? undefined : exponential(digits))
    if (value === undefined) return invalid(found, path, "is not a decimal number of up to 38 digits; send for example 4.50")
    if (hasMostPlaces === true && withPlaces(value, places) === undefined) return invalid(found, path, tooManyPlaces(places))
    const converted = finerBy === 0 ? value : shifted(value, finerBy)
    return converted === value || Decimal.isDecimalText(Decimal.toText(converted)) ? converted : invalid(found, path, "is too large; send a smaller number")
  },
  fast: ({ finerBy, hasMostPlaces }) => (json) => {
    const digits = hasMostPlaces === true || finerBy !== undefined ? undefined : digitsOf(json)
    return digits === undefined ? undefined : Decimal.fromText(digits)
  },
  write: (type, value, path, found) => {
    const { finerBy = 0, places } = type
    const converted = finerBy === 0 ? value as BigDecimal.BigDecimal : shifted(value as BigDecimal.BigDecimal, -finerBy)
    const exact = places === undefined ? converted : withPlaces(converted, places)
    if (exact === undefined) return invalid(found, path, tooManyPlaces(places!))
    const digits = Decimal.toText(exact)
    if (!Decimal.isDecimalText(digits)) return invalid(found, path, "has more than 38 digits")
    return formOf(type, found) === "text" ? digits : new Json.Numeral(digits)
  }
}

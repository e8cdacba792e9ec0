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

export const decimal: Scalar<Table.DecimalType> = {
  wanted: "a decimal number",
  read: (_, json, path, found) => {
    const digits = digitsOf(json)
    if (digits === undefined) return mistyped(found, path, "a decimal number")
    return Decimal.fromText(digits) ?? (typeof json === "string" ? undefined : exponential(digits)) ??
      invalid(found, path, "is not a decimal number of up to 38 digits; send for example 4.50")
  },
  fast: () => (json) => {
    const digits = digitsOf(json)
    return digits === undefined ? undefined : Decimal.fromText(digits)
  },
  write: (type, value, path, found) => {
    const digits = Decimal.toText(value as BigDecimal.BigDecimal)
    if (!Decimal.isText(digits)) return invalid(found, path, "has more than 38 digits")
    return formOf(type, found) === "text" ? digits : new Json.Numeral(digits)
  }
}

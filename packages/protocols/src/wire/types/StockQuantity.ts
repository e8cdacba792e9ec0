/** A stock quantity: any decimal number. A negative number or a fraction is kept and reported (U-80). */
import { Decimal, Json } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import type * as Table from "../Table.ts"
import { digitsOf, type FastDecoder, formOf, invalid, mistyped, type Scalar } from "./ValueType.ts"

/** Returns true if the value is whole. `3.00` is whole and is written as `3`. */
const isWhole = ({ scale, value }: BigDecimal.BigDecimal): boolean => scale <= 0 || value % 10n ** BigInt(scale) === 0n

const fast: FastDecoder = (json) => {
  const digits = digitsOf(json)
  const value = digits === undefined ? undefined : Decimal.fromText(digits)
  return value !== undefined && value.scale === 0 && value.value >= 0n ? value : undefined
}

export const balance: Scalar<Table.BalanceType> = {
  wanted: "a quantity",
  read: (type, json, path, found) => {
    const digits = digitsOf(json)
    if (digits === undefined) return mistyped(found, path, type.written === "text" ? "a number as text" : "a number")
    const value = Decimal.fromText(digits)
    const isFraction = value !== undefined && !isWhole(value)
    if (value === undefined || (isFraction && found.context.profile["allowFractionalStock"] === false)) {
      return invalid(found, path, "is not a valid quantity; send a whole number")
    }
    if (isFraction) found.report(path, "is a fraction of a unit; it is kept")
    else if (value.value < 0n) found.report(path, "is a quantity below 0; it is kept")
    return value
  },
  fast: () => fast,
  write: (type, value, path, found) => {
    if (!BigDecimal.isBigDecimal(value)) return invalid(found, path, "is not a quantity that the protocol allows")
    const digits = Decimal.toText(isWhole(value) ? BigDecimal.scale(value, 0) : value)
    if (!Decimal.isDecimalText(digits)) return invalid(found, path, "has more than 38 digits")
    return formOf(type, found) === "text" ? digits : new Json.Numeral(digits)
  }
}

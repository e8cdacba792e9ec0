/** A whole number that names something, kept as its digits (U-97). */
import { Json } from "@crossdock/core"
import type * as Table from "../Table.ts"
import { digitsOf, invalid, type Scalar, mistyped } from "./ValueType.ts"

const digitsOnly = /^\d{1,38}$/

export const numberId: Scalar<Table.NumberIdType> = {
  wanted: "a whole number",
  read: (_, json, path, found) => {
    const digits = digitsOf(json)
    if (digits === undefined) return mistyped(found, path, "a whole number")
    return digitsOnly.test(digits) ? String(BigInt(digits)) : invalid(found, path, "is not a whole number from 0; send its digits")
  },
  write: (_, value, path, found) =>
    typeof value === "string" && /^(?:0|[1-9]\d{0,37})$/.test(value)
      ? new Json.Numeral(value)
      : invalid(found, path, "is not a whole number from 0, as the protocol requires")
}

/** Yes and no, written as 1 and 0 (U-76, variants.md row 54). */
import type * as Table from "../Table.ts"
import { invalid, type Scalar, mistyped } from "./ValueType.ts"

export const flag: Scalar<Table.FlagType> = {
  wanted: "1 or 0",
  read: (_, json, path, found) => {
    if (json === 1 || json === true || json === "1") return true
    if (json === 0 || json === false || json === "0") return false
    return typeof json === "number"
      ? invalid(found, path, "is neither 1 nor 0; send 1 for yes and 0 for no")
      : mistyped(found, path, "1 or 0")
  },
  fast: () => (json) => (json === 1 ? true : json === 0 ? false : undefined),
  write: (type, value, path, found) => {
    if (typeof value !== "boolean") return invalid(found, path, "is neither true nor false")
    return type.written === "text" ? (value ? "1" : "0") : value ? 1 : 0
  }
}

/** A country code of two letters, read in any letter case and kept in upper case (U-78). */
import { isCountry } from "../Context.ts"
import type * as Table from "../Table.ts"
import { invalid, type Scalar, mistyped } from "./ValueType.ts"

const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

export const country: Scalar<Table.CountryType> = {
  wanted: "two letters",
  read: (_, json, path, found) => {
    if (typeof json !== "string") return mistyped(found, path, "a text of two letters")
    if (!isCountry(json)) return invalid(found, path, "is not a country code; send two letters, for example SG")
    return json.toUpperCase()
  },
  fast: () => (json) =>
    typeof json === "string" && json.length === 2 && isLetter(json.charCodeAt(0)) && isLetter(json.charCodeAt(1))
      ? json.toUpperCase()
      : undefined,
  write: (_, value, path, found) =>
    typeof value === "string" && isCountry(value) ? value.toUpperCase() : invalid(found, path, "is not a country code of two letters")
}

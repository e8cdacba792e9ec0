/** true and false, also read from text in any letter case (variants.md rows 04 and 05). */
import type * as Table from "../Table.ts"
import { formOf, invalid, type Scalar, mistyped } from "./ValueType.ts"

export const boolean: Scalar<Table.BooleanType> = {
  wanted: "true or false",
  read: (type, json, path, found) => {
    if (typeof json === "boolean") return json
    if (typeof json === "string") {
      const word = json.toLowerCase()
      if (word === "true" || (type.numbers === true && word === "1")) return true
      if (word === "false" || (type.numbers === true && word === "0")) return false
      return invalid(found, path, "is neither true nor false; send true or false")
    }
    if (type.numbers === true && json === 1) return true
    if (type.numbers === true && json === 0) return false
    return mistyped(found, path, "true or false")
  },
  fast: () => (json) => (typeof json === "boolean" ? json : undefined),
  write: (type, value, path, found) => {
    if (typeof value !== "boolean") return invalid(found, path, "is neither true nor false")
    const form = formOf(type, found)
    return form === "text" ? String(value) : form === "number" ? Number(value) : value
  }
}

/** A whole JSON number. */
import { Json } from "@crossdock/core"
import type { Found } from "../Context.ts"
import type * as Table from "../Table.ts"
import { invalid, type Scalar, mistyped, wholeOf } from "./ValueType.ts"

const maxOf = ({ limit, max }: Table.WholeType, found: Found): number | undefined =>
  limit === undefined ? max : found.context.limits[limit]

const range = (min: number | undefined, max: number | undefined): string =>
  min === undefined ? max === undefined ? "" : ` up to ${max}` : max === undefined ? ` from ${min}` : ` from ${min} to ${max}`

export const whole: Scalar<Table.WholeType> = {
  wanted: "a whole number",
  read: (type, json, path, found) => {
    const digits = type.texts === true && typeof json === "string" ? json : Json.textIfNumber(json)
    if (digits === undefined) return mistyped(found, path, "a whole number")
    const value = wholeOf(digits)
    const max = maxOf(type, found)
    const { min } = type
    return value !== undefined && !(min !== undefined && value < min) && !(max !== undefined && value > max)
      ? value
      : invalid(found, path, `is out of range; send a whole number${range(min, max)}`)
  },
  fast: ({ limit, max = Infinity, min = -Infinity }) => (json) =>
    limit === undefined && typeof json === "number" && Number.isSafeInteger(json) && json >= min && json <= max ? json + 0 : undefined,
  write: (type, value, path, found) => {
    const fits = Number.isSafeInteger(value) && !((value as number) < (type.min ?? -Infinity)) &&
      !((value as number) > (maxOf(type, found) ?? Infinity))
    return fits ? value as number : invalid(found, path, "is not a whole number that the protocol allows")
  }
}

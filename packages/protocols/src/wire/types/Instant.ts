/** A timestamp: 13 or 10 digits, or one of the date texts of variants.md row 29. */
import { Json } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import type * as Table from "../Table.ts"
import * as Zone from "../Zone.ts"
import { formOf, invalid, type Scalar, mistyped } from "./ValueType.ts"

const digitsOnly = /^\d+$/
const dayOnly = /^\d{4}([-/])\d{1,2}\1\d{1,2}$/
const fraction = /[.,]\d/

/** The end of the second that a text names. Answers tell times in seconds, so a window that ends at one of them has all of it. */
const lastMillis = (millis: number, text: string): number => (fraction.test(text) ? millis : millis + 999)

/** Returns true for the range that 13 digits cover: 2001-09-09 to 2286-11-20. */
const hasThirteenDigits = (millis: number): boolean => millis >= 1e12 && millis < 1e13

const written = {
  text: Zone.toText,
  zoned: (millis: number, zone: Zone.Zone) => Zone.toText(millis, zone) + Zone.offsetText(millis, zone),
  day: (millis: number, zone: Zone.Zone) => Zone.toText(millis, zone).slice(0, -" HH:mm:ss".length)
} as const

export const instant: Scalar<Table.InstantType> = {
  wanted: "a timestamp",
  read: ({ isEnd }, json, path, found) => {
    const digits = Json.textIfNumber(json)
    const given = digits ?? json
    if (typeof given !== "string") return mistyped(found, path, "a timestamp of 13 digits, or yyyy-MM-dd HH:mm:ss")
    if (digitsOnly.test(given)) {
      if (given.length === 13) return DateTime.makeUnsafe(Number(given))
      if (given.length === 10 && found.context.profile["timestampLeniency"] !== "refuse") {
        found.report(path, "has 10 digits; read as seconds")
        return DateTime.makeUnsafe(Number(given) * 1000)
      }
    } else if (digits === undefined) {
      const millis = Zone.fromText(isEnd === true && dayOnly.test(given) ? `${given} 23:59:59` : given, found.context.zone)
      if (millis !== undefined) return DateTime.makeUnsafe(isEnd === true ? lastMillis(millis, given) : millis)
    }
    return invalid(found, path, "is not a valid timestamp; send 13-digit milliseconds or yyyy-MM-dd HH:mm:ss")
  },
  fast: () => (json) =>
    typeof json === "number" && hasThirteenDigits(json) && Number.isInteger(json) ? DateTime.makeUnsafe(json) : undefined,
  write: (type, value, path, found) => {
    if (!DateTime.isDateTime(value)) return found.refuse(path, "MEMBER_MISTYPED", "is not a valid timestamp")
    const millis = DateTime.toEpochMillis(value)
    const form = formOf(type, found)
    if (form !== "ms") return written[form](millis, found.context.zone)
    return hasThirteenDigits(millis) ? millis : invalid(found, path, "is outside 2001-09-09 to 2286-11-20, the range of 13-digit timestamps")
  }
}

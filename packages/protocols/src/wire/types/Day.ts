/** A day of the calendar, also read from a timestamp (variants.md row 29). */
import * as DateTime from "effect/DateTime"
import type * as Table from "../Table.ts"
import * as Zone from "../Zone.ts"
import { instant } from "./Instant.ts"
import { invalid, type Scalar } from "./ValueType.ts"

const form = /^\d{4}-\d{2}-\d{2}$/
const start = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?![\d])/
const utc: Zone.Zone = () => 0

export const day: Scalar<Table.DayType> = {
  wanted: "a day",
  read: (_, json, path, found) => {
    const moment = instant.read({ kind: "instant", written: "text" }, json, path, found)
    if (!DateTime.isDateTime(moment)) return undefined
    // The day that a text names counts, whatever zone stands behind it.
    const named = typeof json === "string" ? start.exec(json) : null
    return named === null
      ? Zone.toText(DateTime.toEpochMillis(moment), found.context.zone).slice(0, 10)
      : named.slice(1).map((part) => part.padStart(2, "0")).join("-")
  },
  write: (_, value, path, found) =>
    typeof value === "string" && form.test(value) && Zone.fromText(value, utc) !== undefined
      ? value
      : invalid(found, path, "is not a day of the calendar, such as 2026-08-31")
}

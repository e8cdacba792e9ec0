/**
 * Converts between timestamps and the local date texts of the protocols.
 */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

/** Returns by how many milliseconds the zone is ahead of UTC at a given time. */
export type Zone = (epochMillis: number) => number

const minute = 60_000
const day = 86_400_000

const fixed = /^(?:(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?|UTC|GMT|Z)$/i

/** Parses an IANA name, `UTC+8`, `GMT+8`, `+08:00` or `UTC`; returns undefined for anything else. */
export const parse = (name: string): Zone | undefined => {
  const found = fixed.exec(name)
  if (found !== null) {
    const offset = offsetOf(found[1], found[2], found[3])
    return () => offset
  }
  const zone = Option.getOrUndefined(DateTime.zoneMakeNamed(name))
  return zone && ((epochMillis) => DateTime.zonedOffset(DateTime.makeZonedUnsafe(epochMillis, { timeZone: zone })))
}

/** UTC+8, the zone of a connection that names none (U-32). */
export const standard: Zone = () => 8 * 60 * minute

const offsetOf = (sign: string | undefined, hours: string | undefined, minutes: string | undefined): number =>
  (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * minute

/**
 * The calendar repeats every 400 years. `Date.UTC` reads years below 100 as 19xx, so dates are computed 400 years later
 * and shifted back.
 */
const round = 146_097 * day

const midnightOf = (year: number, month: number, dayOfMonth: number): number => Date.UTC(year + 400, month - 1, dayOfMonth) - round

const form =
  /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(?: ?(Z)| ?(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?)?$/

/**
 * Converts a date text to milliseconds since 1970: a date, or a date with time, each with an optional zone suffix
 * (variants.md row 29, U-118).
 */
export const fromText = (text: string, zone: Zone): number | undefined => {
  const found = form.exec(text)
  if (found === null) return undefined
  const [, year, , month, dayOfMonth, hour = "0", minutes = "0", second = "0", fraction = "", utc, sign, ahead, more] = found
  const midnight = midnightOf(Number(year), Number(month), Number(dayOfMonth))
  if (Number(month) < 1 || Number(month) > 12 || Number(dayOfMonth) < 1) return undefined
  if (midnight >= midnightOf(Number(year), Number(month) + 1, 1)) return undefined
  if (Number(hour) > 23 || Number(minutes) > 59 || Number(second) > 59) return undefined
  const wall = midnight
    + ((Number(hour) * 60 + Number(minutes)) * 60 + Number(second)) * 1000
    + Number(fraction.slice(0, 3).padEnd(3, "0"))
  if (utc !== undefined) return wall
  if (sign !== undefined) return wall - offsetOf(sign, ahead, more)
  // The offset depends on the result. Near a clock change, the second step finds the offset that applies.
  return wall - zone(wall - zone(wall))
}

/** Formats a timestamp as `yyyy-MM-dd HH:mm:ss` in the zone. */
export const toText = (epochMillis: number, zone: Zone): string =>
  DateTime.formatIso(DateTime.makeUnsafe(epochMillis + zone(epochMillis))).replace(/^\+0*/, "").replace("T", " ").replace(/\.\d+Z$/, "")

/** Formats by how much the zone is ahead of UTC at a given time, such as `+08:00`. */
export const offsetText = (epochMillis: number, zone: Zone): string => {
  const minutes = Math.round(zone(epochMillis) / minute)
  const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, "0")
  return `${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`
}

/**
 * Wall-clock time in a zone, as the texts of the documents hold it.
 */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

/** Milliseconds that the zone is ahead of UTC at a moment. */
export type Zone = (epochMillis: number) => number

const minute = 60_000
const day = 86_400_000

const fixed = /^(?:(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?|UTC|GMT|Z)$/i

/** An IANA name, `UTC+8`, `GMT+8`, `+08:00` or `UTC`; absent for anything else. */
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

/** The days from 1970-01-01 of a date of the Gregorian calendar. */
const daysOf = (year: number, month: number, dayOfMonth: number): number => {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + dayOfMonth - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

const dateOf = (days: number): readonly [year: number, month: number, dayOfMonth: number] => {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return [year, month, dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1]
}

const form =
  /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(?: ?(Z)| ?(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?)?$/

/** Milliseconds since 1970 of a date text (row 29, U-118): a date, date and time, either with a zone suffix. */
export const fromText = (text: string, zone: Zone): number | undefined => {
  const found = form.exec(text)
  if (found === null) return undefined
  const [, year, , month, dayOfMonth, hour = "0", minutes = "0", second = "0", fraction = "", utc, sign, ahead, more] = found
  const days = daysOf(Number(year), Number(month), Number(dayOfMonth))
  const [, foundMonth, foundDay] = dateOf(days)
  if (foundMonth !== Number(month) || foundDay !== Number(dayOfMonth)) return undefined
  if (Number(hour) > 23 || Number(minutes) > 59 || Number(second) > 59) return undefined
  const wall = days * day
    + ((Number(hour) * 60 + Number(minutes)) * 60 + Number(second)) * 1000
    + Number(fraction.slice(0, 3).padEnd(3, "0"))
  if (utc !== undefined) return wall
  if (sign !== undefined) return wall - offsetOf(sign, ahead, more)
  // The offset that holds at the moment itself; across a change of the clock the second look decides.
  return wall - zone(wall - zone(wall))
}

const two = (value: number): string => (value < 10 ? `0${value}` : String(value))

/** `yyyy-MM-dd HH:mm:ss` in the zone. */
export const toText = (epochMillis: number, zone: Zone): string => {
  const wall = epochMillis + zone(epochMillis)
  const days = Math.floor(wall / day)
  const [year, month, dayOfMonth] = dateOf(days)
  const seconds = Math.floor((wall - days * day) / 1000)
  const time = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(dayOfMonth)} ${time}`
}

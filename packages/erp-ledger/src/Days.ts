/** Days of the calendar in a time zone, as whole numbers since 1970-01-01. */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

const millisOfDay = 86_400_000

const fixed = /^(?:(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?|UTC|GMT|Z)$/i

const offsetOf = (timeZone: string): ((millis: number) => number) => {
  const found = fixed.exec(timeZone)
  if (found !== null) {
    const [, sign, hours = "0", minutes = "0"] = found
    const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
    return () => offset
  }
  const zone = Option.getOrThrow(DateTime.zoneMakeNamed(timeZone))
  return (millis) => DateTime.zonedOffset(DateTime.makeZonedUnsafe(millis, { timeZone: zone }))
}

/** Returns the day of each time in a zone: an IANA name or an offset such as `UTC+8`. Throws for any other text. */
export const daysIn = (timeZone: string): ((millis: number) => number) => {
  const offset = offsetOf(timeZone)
  return (millis) => Math.floor((millis + offset(millis)) / millisOfDay)
}

/** How many whole days are between two times. */
export const between = (from: number, to: number): number => Math.max(0, Math.floor((to - from) / millisOfDay))

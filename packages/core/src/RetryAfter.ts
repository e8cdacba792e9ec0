/**
 * Parses the header `Retry-After`.
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"

const seconds = /^\d{1,9}(?:\.\d{1,9})?$/
/** The three forms of a date in HTTP (RFC 9110, 5.6.7) begin with the name of a day; a year comes first in ISO 8601. */
const date = /^[A-Za-z]{3,9},? |^\d{4}-\d\d-\d\dT/
const hasZone = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/i

/**
 * Reads the value of the header `Retry-After`: the pause that a peer asks for, in seconds or as a date. `now` is in milliseconds since 1970. Undefined if the value is
 * absent or invalid; zero if the date has passed.
 */
export const parse = (value: string | undefined, now: number): Duration.Duration | undefined => {
  const text = value?.trim() ?? ""
  if (seconds.test(text)) return Duration.millis(Math.ceil(Number(text) * 1000))
  if (!date.test(text)) return undefined
  // A date without a zone is in GMT; JavaScript would parse it in the local time zone.
  const at = DateTime.make(hasZone.test(text) ? text : `${text}${/^\d/.test(text) ? "Z" : " GMT"}`)
  return Option.isNone(at) ? undefined : Duration.millis(Math.max(0, DateTime.toEpochMillis(at.value) - now))
}

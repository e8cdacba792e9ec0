import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"

/** Converts milliseconds since 1970, as stored, to a time. */
export const toTime = (millis: number): DateTime.Utc => DateTime.makeUnsafe(millis)

/** The length of a time in whole milliseconds, rounded up. */
export const millisOf = (time: Duration.Duration): number => Math.ceil(Duration.toMillis(time))

/**
 * Times as the tables store them: whole milliseconds since 1970.
 */
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"

export const EpochMillis = Schema.Int

/** A time that is never reached. */
export const never = Number.MAX_SAFE_INTEGER

export const after = (now: number, delay: Duration.Duration): number => now + Math.round(Duration.toMillis(delay))

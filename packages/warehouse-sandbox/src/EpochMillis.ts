/**
 * Points in time as the tables hold them: whole milliseconds since 1970.
 */
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"

export const EpochMillis = Schema.Int

/** A moment that does not come. */
export const never = Number.MAX_SAFE_INTEGER

export const after = (now: number, delay: Duration.Duration): number => now + Math.round(Duration.toMillis(delay))

/**
 * Words that every part of the definition uses.
 */
import * as Schema from "effect/Schema"

/** ISO 8601 in UTC. */
export const Instant = Schema.DateTimeUtcFromString

export const described = (description: string) => ({ description })

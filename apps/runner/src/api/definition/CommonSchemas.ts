/**
 * Words that every part of the definition uses.
 */
import * as Schema from "effect/Schema"

/** ISO 8601 in UTC. */
export const Instant = Schema.DateTimeUtcFromString

export const described = (description: string) => ({ description })

/** From 1 to 1000; 50 where it is absent. */
export const limit = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })))
/** `next` of the page before. */
export const after = Schema.optionalKey(Schema.String)
/** The scope of a link, or its id. Absent: the only link there is. */
export const link = Schema.optionalKey(Schema.String)

export const page = <S extends Schema.Top>(item: S) =>
  Schema.Struct({ items: Schema.Array(item), next: Schema.optionalKey(Schema.String.annotate(described("`after` of the next page"))) })

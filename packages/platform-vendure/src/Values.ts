/**
 * The simple values in Vendure's answers.
 */
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"

/** Text that may be absent, null or empty. */
export const Text = Schema.optionalKey(Schema.NullOr(Schema.String))

/** A time. */
export const Millis = Schema.DateTimeUtcFromString

/** Writes a time, in milliseconds since 1970, for a variable of a document. */
export const toIso = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

/** Returns the text, unless it is blank. */
export const filled = (text: string | null | undefined): string | undefined => {
  const trimmed = text?.trim()
  return trimmed === "" ? undefined : trimmed
}

/** Copies an object without the members that are undefined. */
export const present = <T extends object>(members: { readonly [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T

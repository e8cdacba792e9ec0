/**
 * Personal data as a type: shown by nothing, revealed only where it goes onto the wire.
 */
import * as Schema from "effect/Schema"

/**
 * A text about a person. A `Redacted` of any label fits, so that who reads a message may name the place in it; the
 * title is for forms and reports.
 */
export const personal = (title: string) => Schema.RedactedFromValue(Schema.NonEmptyString).annotate({ title })

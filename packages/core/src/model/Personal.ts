/**
 * A type for personal data. Logs and error messages never show such a value; only the code that sends it reads it.
 */
import * as Schema from "effect/Schema"

/**
 * Makes a schema for a text about a person, such as a name or an address. The value is `Redacted`. It accepts a `Redacted` with any label, so a parser may put the path of the field into
 * the label. Forms and reports show `title`.
 */
export const personal = (title: string) => Schema.RedactedFromValue(Schema.NonEmptyString).annotate({ title })

/**
 * Personal data as a type: shown by nothing, revealed only where it goes onto the wire.
 */
import * as Schema from "effect/Schema"

/** A text about a person; printing it gives the label alone. */
export const personal = (label: string) => Schema.RedactedFromValue(Schema.String, { label })

/**
 * Finds the place at which a value does not match a schema. It never shows the value, which may be personal data.
 */
import type * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** The JSON pointer (RFC 6901) of the first wrong or missing member. Empty if the whole value is wrong. */
export const make = ({ issue }: Schema.SchemaError): string =>
  (issuesOf(issue).issues[0]?.path ?? [])
    .map((part) => String(typeof part === "object" ? part.key : part))
    .map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("")

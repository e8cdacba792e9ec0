/**
 * Where a value does not have the shape that a schema wants: the place, never the value that stands there.
 */
import type * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** The JSON pointer (RFC 6901) to the first member that is wrong or missing; empty: the value as a whole. */
export const make = ({ issue }: Schema.SchemaError): string =>
  (issuesOf(issue).issues[0]?.path ?? [])
    .map((part) => String(typeof part === "object" ? part.key : part))
    .map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("")

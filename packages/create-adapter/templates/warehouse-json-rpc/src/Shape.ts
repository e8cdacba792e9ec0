/**
 * Where an answer does not have the promised shape: the place, never what stands there.
 */
import type * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** JSON pointer to the first member that is wrong or not there. */
export const placeOf = ({ issue }: Schema.SchemaError): string =>
  (issuesOf(issue).issues[0]?.path ?? []).map((part) => `/${String(typeof part === "object" ? part.key : part)}`).join("")

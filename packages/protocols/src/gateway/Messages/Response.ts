/**
 * The members of every answer (spec 2 §2.1), and the members that tell the outcome of a single item (rule 3).
 */
import { Table } from "../../wire/index.ts"

const success = { kind: "boolean", written: "boolean" } as const satisfies Table.BooleanType

/** The members before `result`. */
export const response = [
  Table.required("success", success, { is: null }),
  Table.optional("errorMsg", Table.text, { is: null, also: ["message"] })
] as const

/** Every example of the specification has this member, but no text defines it (variants.md row 31). */
export const code = Table.always("code", Table.nothing, { is: null, omitWhenOptionIsFalse: "writeCode" })

/** The outcome of one item, which may have failed although the call succeeded. */
export const outcome = [
  Table.optional("info", Table.text),
  Table.optional("success", success)
] as const

/** An answer with only the common members, which is how a failure is written. */
export const failure = Table.make("answer", [...response, code])

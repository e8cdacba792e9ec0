/**
 * The members of every answer (2.1) and those of one thing that was asked for (rule 3).
 */
import { Table } from "../../wire/index.ts"

const success = { kind: "boolean", written: "boolean" } as const satisfies Table.BooleanType

/** What stands before `result`. */
export const response = [
  Table.required("success", success, { is: null }),
  Table.optional("errorMsg", Table.text, { is: null, also: ["message"] })
] as const

/** Row 31: in every example, and nothing is said about it. */
export const code = Table.always("code", Table.nothing, { is: null, omitWhenOptionIsFalse: "writeCode" })

/** How one thing went, where the call as a whole may have gone well. */
export const outcome = [
  Table.optional("info", Table.text),
  Table.optional("success", success)
] as const

/** The common response by itself: all that a failure carries. */
export const failure = Table.make("answer", [...response, code])

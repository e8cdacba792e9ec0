/**
 * The members that every answer of document 1 begins with (2.1), and the answer of a callback (4).
 */
import { Table } from "../../wire/index.ts"

const success = (written: "boolean" | "text") =>
  ({
    kind: "boolean",
    written,
    option: { name: "successType", forms: { boolean: "boolean", string: "text" } }
  }) as const satisfies Table.BooleanType

/** Row 03. */
const errorNames = ["errorMsg"] as const

/** The members of every answer (2.1). */
export const response = [
  Table.required("success", success("boolean"), { is: null }),
  Table.optional("message", Table.text, { is: null, also: errorNames })
] as const

/** cancelAsnOrder and insert_sku_info type success as text and demand the message. */
export const responseAsText = [
  Table.required("success", success("text"), { is: null }),
  Table.always("message", Table.text, { is: null, also: errorNames })
] as const

/** The answer of a callback. */
export const callbackResponse = [
  Table.required("success", success("text"), { is: null }),
  Table.optional("errorMsg", Table.text, { is: null, also: ["message"], named: { name: "callbackErrorMember", forms: { message: "message" } } })
] as const

/** The common response by itself: all that a failure carries. */
export const failure = Table.make("answer", response)

/** The same of a callback. */
export const callbackFailure = Table.make("callback answer", callbackResponse)

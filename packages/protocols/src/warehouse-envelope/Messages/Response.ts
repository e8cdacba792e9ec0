/**
 * The members that every answer of the warehouse envelope protocol begins with (spec 1 §2.1), and the answer of a
 * callback (spec 1 §4).
 */
import { Table } from "../../wire/index.ts"

const success = (written: "boolean" | "text") =>
  ({
    kind: "boolean",
    written,
    option: { name: "successType", forms: { boolean: "boolean", string: "text" } }
  }) as const satisfies Table.BooleanType

/** The other name under which an error text is read (variants.md row 03). */
const errorNames = ["errorMsg"] as const

/** The members of every answer (spec 1 §2.1). */
export const response = [
  Table.required("success", success("boolean"), { is: null }),
  Table.optional("message", Table.text, { is: null, also: errorNames })
] as const

/** The same members for cancelAsnOrder and insert_sku_info, which write success as text and require the message. */
export const responseAsText = [
  Table.required("success", success("text"), { is: null }),
  Table.always("message", Table.text, { is: null, also: errorNames })
] as const

/** The members of a callback answer. */
export const callbackResponse = [
  Table.required("success", success("text"), { is: null }),
  Table.optional("errorMsg", Table.text, { is: null, also: ["message"], named: { name: "callbackErrorMember", forms: { message: "message" } } })
] as const

/** An answer with only the common members, which is how a failure is written. */
export const failure = Table.make("answer", response)

/** A callback answer with only the common members, which is how a failed callback is answered. */
export const callbackFailure = Table.make("callback answer", callbackResponse)

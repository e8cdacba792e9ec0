/**
 * The members of every answer (spec 2 §2.1), and the members that tell the outcome of a single item (rule 3).
 */
import { type Context, Refusal, Table } from "../../wire/index.ts"

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

/** The maximum number of characters of the text of an item. */
const longest = 20_000

/** The text of a refused item, where the profile tells refusals of the business in the item (U-153); else undefined. */
export const infoOf = (refusal: Refusal.Refusal, { refusedItem }: Context.Profile): string | undefined =>
  refusedItem === "item" && Refusal.isOfBusiness(refusal) ? Refusal.textOf(refusal).slice(0, longest) : undefined

/** An answer with only the common members, which is how a failure is written. */
export const failure = Table.make("answer", [...response, code])

/**
 * The order desk in the admin API: what it has decided about an order of a shop, and why.
 */
import * as Schema from "effect/Schema"
import { described } from "./CommonSchemas.ts"

/** What each rule had to do with an order. */
export const Explanation = Schema.Array(Schema.Struct({
  rule: Schema.String,
  outcome: Schema.Literals(["chosen", "rejected", "tied", "skipped"]),
  because: Schema.Array(Schema.String)
}))

export const DeskState = Schema.Literals(["due", "waiting", "held", "placed", "done", "closed"]).annotate(
  described("due: to be decided; waiting: not paid; held: not placed for a reason; placed: at warehouses; done: the shop knows of all parcels; closed: ended at the shop")
)

export const PartState = Schema.Literals(["reserving", "placed", "accepted", "shipped", "cancelling", "void"])

export const DeskDecision = Schema.Struct({
  state: DeskState,
  because: Schema.optionalKey(Schema.String),
  rule: Schema.optionalKey(Schema.String.annotate(described("The rule that placed it"))),
  explanation: Explanation.annotate(described("What each rule had to do with it, when it was last decided")),
  parts: Schema.Array(Schema.Struct({
    number: Schema.String.annotate(described("The number of its order at the warehouse, and of its reservation in the books")),
    link: Schema.String,
    warehouse: Schema.String,
    state: PartState,
    lines: Schema.Array(Schema.Struct({ line: Schema.String, sku: Schema.String, pieces: Schema.Int })),
    because: Schema.optionalKey(Schema.String)
  }))
})
export type DeskDecision = typeof DeskDecision.Type

/**
 * The order desk in the admin API: what it has decided about an order of a shop, and why.
 */
import * as Schema from "effect/Schema"
import { described, Instant } from "./CommonSchemas.ts"

/** What each rule had to do with an order. */
export const Explanation = Schema.Array(Schema.Struct({
  rule: Schema.String,
  outcome: Schema.Literals(["chosen", "rejected", "tied", "skipped"]),
  because: Schema.Array(Schema.String)
}))

export const DeskState = Schema.Literals(["due", "waiting", "held", "placed", "done", "closed"]).annotate(
  described("due: to be decided; waiting: not paid, or held by the shop; held: not placed for a reason; placed: at warehouses; done: the shop knows of all parcels; closed: ended at the shop")
)

export const PartState = Schema.Literals(["reserving", "labelling", "placed", "accepted", "refused", "shipped", "cancelling", "void"])

const lines = Schema.Array(Schema.Struct({ line: Schema.String, sku: Schema.String, pieces: Schema.Int }))

export const Withdrawal = Schema.Struct({ by: Schema.String, at: Instant, reason: Schema.String })

export const DeskDecision = Schema.Struct({
  state: DeskState,
  cause: Schema.optionalKey(Schema.String.annotate(described("The kind of reason of a hold, such as stock"))),
  because: Schema.optionalKey(Schema.String),
  rule: Schema.optionalKey(Schema.String.annotate(described("The rule that placed it"))),
  chosen: Schema.optionalKey(Schema.Struct({
    link: Schema.String,
    warehouse: Schema.String,
    by: Schema.String
  }).annotate(described("From where a person wants it to be shipped. Absent: the rules decide"))),
  explanation: Explanation.annotate(described("What each rule had to do with it, when it was last decided")),
  parts: Schema.Array(Schema.Struct({
    number: Schema.String.annotate(described("The number of its order at the warehouse, and of its reservation in the books")),
    link: Schema.String,
    warehouse: Schema.String,
    state: PartState,
    lines,
    because: Schema.optionalKey(Schema.String),
    withdrawn: Schema.optionalKey(Withdrawal.annotate(described("The last time that a person asked its warehouse not to ship it"))),
    shipment: Schema.optionalKey(Schema.Struct({
      state: Schema.Literals(["wanted", "arranging", "arranged", "refused", "cancelled", "kept"]),
      trackingNumber: Schema.optionalKey(Schema.String)
    })).annotate(described(
      "The shipment of the shop with whose label it ships. wanted: the shop is to be asked; kept: the part is not shipped with it, and the shop could not cancel it. Absent: the warehouse makes the label"
    ))
  })),
  parcels: Schema.Array(Schema.Struct({
    part: Schema.String.annotate(described("The number of the part that it is of")),
    trackingNumber: Schema.optionalKey(Schema.String.annotate(described("Absent: the warehouse has not reported it yet"))),
    otherNumbers: Schema.optionalKey(Schema.Array(Schema.String).annotate(described("Numbers that the warehouse has reported for it as well, because it corrected one"))),
    carrierName: Schema.optionalKey(Schema.String),
    state: Schema.Literals(["unknown", "new", "again", "sending", "told", "refused", "accepted"]).annotate(
      described("unknown: its contents are not known yet; new, again: the shop is to be told; sending: it is being told; told: it knows; refused: a person has to decide; accepted: a person has decided that the shop is not told")
    ),
    lines,
    because: Schema.optionalKey(Schema.String)
  }))
})
export type DeskDecision = typeof DeskDecision.Type

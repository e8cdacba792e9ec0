/**
 * What the order desk has decided about an order of a shop, as the admin API shows it.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Part, toPart } from "../desk/DeskRows.ts"
import type { ChosenPlace } from "../desk/Rules.ts"
import type { Withdrawal } from "../desk/WithdrawalRows.ts"
import type { Shipped } from "../desk/ShippedPieces.ts"
import type { Database, DatabaseFailed } from "../store/Database.ts"
import { type DeskDecision, Explanation } from "@crossdock/admin-api"
import { instant, member } from "./Responses.ts"

const decodeExplanation = Schema.decodeUnknownSync(Schema.fromJsonString(Explanation))

/** What `ShippedPieces` finds out of the parts of an order. */
interface ShippedPieces {
  readonly of: (entity: number, parts: ReadonlyArray<Part>) => Effect.Effect<Shipped, DatabaseFailed>
}

/** Who has withdrawn a part, as the API shows it. */
export const withdrawalOf = ({ at, by, reason }: Withdrawal) => ({ by, at: instant(at), reason })

/** Undefined: the desk does not take the order. */
export const decisionOf = Effect.fnUntraced(function*(db: Database["Service"], shippedPieces: ShippedPieces, entity: number) {
  const row = yield* db.one("select * from desk_order where entity = $1", [entity])
  if (row === undefined) return undefined
  const parts = (yield* db.query("select * from desk_part where entity = $1 order by created_at, number", [entity])).map(toPart)
  const { parcels } = yield* shippedPieces.of(entity, parts)
  return {
    state: row.state,
    ...member("cause", row.cause as string | null),
    ...member("because", row.because as string | null),
    ...member("rule", row.rule as string | null),
    ...(row.chosen_place !== null && { chosen: JSON.parse(row.chosen_place) as ChosenPlace }),
    explanation: row.explanation === null ? [] : decodeExplanation(row.explanation),
    parts: parts.flatMap(({ because, lines, link, number, shipmentState, shipping, state, trackingNumber, warehouse, withdrawn }) =>
      state === "unsent" ? [] : [{
        number,
        link,
        warehouse,
        state,
        lines,
        ...member("because", because),
        ...(withdrawn !== undefined && { withdrawn: withdrawalOf(withdrawn) }),
        ...(shipping !== undefined && { shipment: { state: shipmentState ?? "wanted", ...member("trackingNumber", trackingNumber) } })
      }]),
    parcels: parcels.map(({ because, carrierName, lines, numbers, part, state, trackingNumber }) => ({
      part,
      ...(trackingNumber !== "" && { trackingNumber }),
      ...(numbers.length > 1 && { otherNumbers: numbers.filter((number) => number !== trackingNumber) }),
      state,
      lines,
      ...member("carrierName", carrierName),
      ...member("because", because)
    }))
  } satisfies DeskDecision as DeskDecision
})

/** Where the desk has an order, as a sentence. */
export const sentence = ({ because, parts, state }: DeskDecision): string => {
  const numbers = parts.filter((part) => part.state !== "void").map(({ number }) => number).join(" and ")
  switch (state) {
    case "held":
      return `held by the order desk: ${because ?? "the cause is not known"}`
    case "placed":
      return because ?? `placed at warehouses as order ${numbers}`
    case "done":
      return because ?? `shipped as order ${numbers}, and the shop is told`
    case "waiting":
      return because === undefined ? "the order desk waits for the payment" : `the order desk waits: ${because}`
    case "closed":
      return because ?? "closed at the shop"
    case "due":
      return because === undefined ? "the order desk decides about it now" : `the order desk tries again: ${because}`
  }
}

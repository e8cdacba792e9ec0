/**
 * Lets the desk look at an order, in the transaction of a report, when the report says something new of the goods of one of its parts. What
 * has left is read from the stored reports; here a part ends.
 */
import { OutboundPhase } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as ClosedShortText from "../contracts/warehouse/ClosedShortText.ts"
import type { OrderEvent } from "../contracts/warehouse/OrderEvents.ts"
import { Database } from "../store/Database.ts"
import * as DeskRows from "./DeskRows.ts"
import * as PartRecords from "./PartRecords.ts"

type Changed = Extract<OrderEvent, { readonly _tag: "FulfilmentChanged" }>

/** The states of a part of which goods may leave. Warehouses also ship what they were asked not to ship, or said they would not. */
const mayLeave: ReadonlyArray<DeskRows.PartState> = ["placed", "accepted", "refused", "cancelling", "void"]

/** The record that a report is about: others may use the same number before the desk, after it, or at another link. */
const recordIn = ({ link, row }: Changed): PartRecords.PartRecord => ({ number: String(row.number), link: link.scope, record: Number(row.id) })

/**
 * What a report means for its part: it was `shipped`, its warehouse has `givenUp` the part, or `givenUpRest` of it after some of it was
 * shipped, or has `closedShort` the part. `phases` are those of all reports so far, `phase` is that of the report.
 */
export const meaningOf = (state: DeskRows.PartState, phases: ReadonlyArray<OutboundPhase.OutboundPhase>, phase: OutboundPhase.OutboundPhase) => {
  if (phases.includes("closedShort") && !phases.some(OutboundPhase.endedUnshipped)) return "closedShort"
  // What a shipped part lacks is given up by this, and a person decides whether it is placed again.
  if (phases.some(OutboundPhase.allGoodsHaveLeft)) return state === "shipped" && OutboundPhase.endedUnshipped(phase) ? "givenUpRest" : "shipped"
  return phases.some(OutboundPhase.endedUnshipped) ? "givenUp" : "news"
}

export const make = Effect.gen(function*() {
  const db = yield* Database
  const rows = DeskRows.make(db)

  /** Whether a report may be about a part of the desk. Reports of orders that ERPs have created are not, and cost one read. */
  const concerns = (event: Changed) => db.unit(PartRecords.hasPart, recordIn(event))

  const take = Effect.fnUntraced(function*(event: Changed) {
    const { record: { phases }, status } = event
    const found = yield* rows.recordedForUpdate(recordIn(event))
    if (found === undefined) return
    const { entity, part } = found
    const reason = status.failedReason ?? `the warehouse reports ${status.status}`
    const meaning = meaningOf(part.state, phases, status.phase)
    if (meaning === "shipped" || meaning === "givenUpRest") yield* rows.setPart(part.number, mayLeave, "shipped")
    if (meaning === "givenUpRest") return yield* rows.holdFor(entity, "refused", `order ${part.number}: ${reason}`)
    if (meaning === "closedShort" && (yield* rows.partClosedShort(entity, part, ClosedShortText.reasonOf(status)))) return
    if (meaning === "givenUp" && (yield* rows.partEnded(entity, part, reason))) {
      // What a warehouse had taken and gives up ends by a change at the shop or by a person alone, whatever others had refused before.
      if (part.state !== "cancelling") yield* rows.forgetRefusals(entity)
      return
    }
    yield* rows.becomesDue(entity)
  })

  return { concerns, take }
})

/**
 * Takes parts of an order back from warehouses, because the buyer does not want them any more, or a person has withdrawn them. What has left
 * stays shipped. A warehouse that keeps an order is told to people, and the order is held.
 */
import { OutboundOrder } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Cancels } from "../contracts/warehouse/Cancels.ts"
import * as Deadline from "../engine/Deadline.ts"
import type * as DeskRows from "./DeskRows.ts"
import { services } from "./DeskServices.ts"
import type { Cause } from "./Holds.ts"
import { putBy } from "./Parcels.ts"
import type { Placing } from "./Placing.ts"
import * as Slots from "./Slots.ts"

/** How long a warehouse may take to cancel, in milliseconds. */
export const patience = 20_000
/** After how long it is asked again if it did not answer, or refused, in milliseconds. */
export const again = { unanswered: 30_000, answered: 600_000 } as const

/** Whether a warehouse can still be asked not to ship a part. */
export const isWithdrawable = ({ state }: DeskRows.Part): boolean => state === "labelling" || state === "placed" || state === "accepted" || state === "refused" || state === "cancelling"

/** What a warehouse did not do, as a sentence. */
export interface Kept {
  readonly isRefused: boolean
  /** The warehouse has taken the request and decides later, so nobody needs to ask it again soon. */
  readonly isRequested?: boolean
  readonly failure: string
}

/** When warehouses that keep parts are asked again, in milliseconds since 1970. */
export const askedAgainAt = (kept: ReadonlyArray<Kept>): Effect.Effect<number> =>
  Effect.map(Clock.currentTimeMillis, (now) => now + (kept.every((answer) => answer.isRefused || answer.isRequested === true) ? again.answered : again.unanswered))

/** How a warehouse is asked not to ship a part that is noted as `cancelling`. */
export const asking = Effect.gen(function*() {
  const { connections, db, rows } = yield* services
  const cancels = yield* Cancels

  /** A cancel that had nothing to do reports nothing, so the end is stored here unless it is stored already. */
  const end = ({ number }: DeskRows.Part, because: string) =>
    db.transaction(Effect.gen(function*() {
      const found = yield* rows.partForUpdate(number)
      if (found?.part.state === "cancelling") yield* rows.partEnded(found.entity, found.part, because)
    }))

  /** Asks the warehouse of one part. `who` asks, for the history. Undefined: it does not ship the part, or the part has ended otherwise. */
  return Effect.fnUntraced(function*(part: DeskRows.Part, because: string, who: string = putBy) {
    const link = connections.linkOf(part.link)
    if (link === undefined) return { isRefused: false, failure: `the runner has no link ${part.link} for order ${part.number}` } satisfies Kept as Kept
    const result = yield* Effect.result(Deadline.within(patience, cancels.outbound(link, { orderNumber: OutboundOrder.OrderNumber.make(part.number) }, who, part.record)))
    if (Result.isSuccess(result)) {
      return result.success === "requested"
        ? { isRefused: false, isRequested: true, failure: `order ${part.number}: the warehouse was asked to cancel it and has not decided yet` } satisfies Kept as Kept
        : yield* Effect.as(end(part, because), undefined)
    }
    const { code, isAnswer, isUnproven, message } = result.failure
    const failure = `order ${part.number} could not be cancelled: ${code}: ${message}`
    const isRefused = isAnswer === true && isUnproven !== true
    // It may have left, or ended, while the warehouse was asked.
    if (isRefused && !(yield* rows.setPart(part.number, ["cancelling"], "accepted", failure))) return undefined
    return { isRefused, failure } satisfies Kept as Kept
  })
})

export const make = Effect.fnUntraced(function*({ settle }: Pick<Placing, "settle">) {
  const { db, note, rows } = yield* services
  const ask = yield* asking

  /** Written down before a warehouse is asked, so that the end of a part is known as wanted. Undefined: the order has changed. */
  const begin = (order: DeskRows.DeskOrder, parts: ReadonlyArray<DeskRows.Part>, because: string) =>
    db.transaction(Effect.gen(function*() {
      if (!(yield* rows.isUnchanged(order))) return undefined
      return yield* Effect.filter(parts, Effect.fnUntraced(function*(part) {
        const { number, state } = part
        if (state === "cancelling") return true
        if (state === "labelling") {
          // Its warehouse knows nothing of it.
          if (yield* rows.partEnded(order.entity, { ...part, state: "cancelling" }, because)) yield* note(order, "cancel", `order ${number}: ${because}`)
          return false
        }
        const isBegun = yield* rows.setPart(number, ["placed", "accepted", "refused"], "cancelling", because)
        if (isBegun) yield* note(order, "cancel", `order ${number}: ${because}`)
        return isBegun
      }))
    }))

  /** Asks the warehouses of all parts. Those that keep a part are asked again later. */
  return Effect.fnUntraced(function*(order: DeskRows.DeskOrder, parts: ReadonlyArray<DeskRows.Part>, because: string, cause: Cause = "change") {
    const asked = yield* begin(order, parts, because)
    if (asked === undefined) return
    const answers = yield* Slots.aside(Effect.forEach(asked, (part) => ask(part, because), { concurrency: "unbounded" }))
    const kept = answers.filter((answer) => answer !== undefined)
    if (kept.length === 0) return
    const isRefused = kept.some((answer) => answer.isRefused)
    const failures = kept.map(({ failure }) => failure).join("; ")
    yield* settle(order, {
      state: "held",
      cause,
      because: isRefused ? `${because}, but the warehouse ships it: ${failures}` : `${because}; ${failures}`,
      dueAt: yield* askedAgainAt(kept)
    })
  })
})

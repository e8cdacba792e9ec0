/**
 * A person withdraws a part of an order: its warehouse is asked not to ship it, and the order is held, so that nobody places the pieces
 * elsewhere before a person releases it. What is wanted is stored first. The desk goes on asking if this node ends, or the warehouse does not
 * answer.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Refusal } from "../engine/Refusal.ts"
import type { DatabaseFailed } from "../store/Database.ts"
import type * as DeskRows from "./DeskRows.ts"
import { services } from "./DeskServices.ts"
import type { Decided } from "./PersonsDecisions.ts"
import * as Withdrawing from "./Withdrawing.ts"
import type { Withdrawal } from "./WithdrawalRows.ts"

/** What a person withdraws. */
export interface Asked extends Decided {
  /** The number of the part. */
  readonly part: string
  readonly reason: string
}

/**
 * - `cancelled`: the warehouse does not ship the part
 * - `requested`: it has taken the request and decides later
 * - `refused`: it ships the part, or has shipped it
 * - `unknown`: it has not answered; the desk goes on asking
 */
export type Outcome = "cancelled" | "requested" | "refused" | "unknown"

export interface Answer {
  readonly outcome: Outcome
  /** What the warehouse did not do, as a sentence. */
  readonly answer: string | undefined
  /** Who had withdrawn the part before. */
  readonly before: Withdrawal | undefined
}

const refuse = (code: string, message: string) => Effect.fail(new Refusal({ code, message }))

/** Why a part cannot be withdrawn, by its state. */
const refusals: Readonly<Partial<Record<DeskRows.PartState, (part: DeskRows.Part) => string>>> = {
  reserving: ({ number }) => `nothing of order ${number} was sent yet; hold the order, and nothing is`,
  unsent: ({ number }) => `nothing of order ${number} was sent; hold the order, and nothing is`,
  shipped: ({ number, warehouse }) => `order ${number} has left ${warehouse}; no warehouse can be asked not to ship it`,
  void: ({ because, number, warehouse }) => `${warehouse} does not ship order ${number} any more${because === undefined ? "" : `: ${because}`}`
}

/** What a part that is not being asked about shows of its withdrawal. */
const outcomeOf = (state: DeskRows.PartState): Outcome => state === "void" ? "cancelled" : "refused"

export const make = Effect.gen(function*() {
  const { db, note, rows } = yield* services
  const ask = yield* Withdrawing.asking

  /** Stores what is wanted. The part comes back as it was before. */
  const begin = (asked: Asked) =>
    db.transaction(Effect.gen(function*() {
      const order = yield* rows.find(asked.scope, asked.number)
      if (order === undefined) return yield* refuse("UNKNOWN", `the desk has no order ${asked.number}`)
      const parts = yield* rows.parts(order.entity)
      const found = parts.some(({ number }) => number === asked.part) ? yield* rows.partForUpdate(asked.part) : undefined
      if (found === undefined) {
        const known = parts.flatMap(({ number, state }) => state === "unsent" ? [] : [number])
        return yield* refuse("NO_PART", `the order has no part ${asked.part}; ${known.length === 0 ? "it has none" : `it has ${known.join(", ")}`}`)
      }
      const { entity, part } = found
      const { number, state, withdrawn } = part
      // Whoever repeats it asks the warehouse once more, or learns what became of it. The hold stays as a person has left it.
      if (withdrawn !== undefined && (state === "cancelling" || state === "void")) return { entity, part }
      const refused = refusals[state]?.(part)
      if (refused !== undefined) return yield* refuse("PART_STATE", refused)
      const because = `${asked.who}: ${asked.reason}`
      const now = yield* Clock.currentTimeMillis
      yield* rows.setWithdrawn(number, { by: asked.who, at: now, reason: asked.reason })
      // The desk asks by itself if nobody has stored an answer by then.
      yield* rows.holdForPerson(entity, because, now + Withdrawing.patience + 10_000)
      yield* note(order, "cancel", `order ${number}: ${asked.reason}`, asked.who)
      // The warehouse of a part without its label knows nothing of it.
      if (state === "labelling") yield* rows.partEnded(entity, { ...part, state: "cancelling" }, because)
      else yield* rows.setPart(number, ["placed", "accepted", "refused", "cancelling"], "cancelling", because)
      return { entity, part }
    }))

  /** Stores what the warehouse did not do. */
  const keep = Effect.fnUntraced(function*(entity: number, { number }: DeskRows.Part, because: string, kept: Withdrawing.Kept, asked: Asked) {
    const dueAt = yield* Withdrawing.askedAgainAt([kept])
    yield* db.transaction(Effect.gen(function*() {
      // The row of the order is changed before that of the part, to avoid deadlocks.
      yield* rows.answered(entity, kept.isRefused ? `${because}, but the warehouse ships it: ${kept.failure}` : `${because}; ${kept.failure}`, dueAt)
      if (!kept.isRefused) yield* rows.setPart(number, ["cancelling"], "cancelling", `${because}; ${kept.failure}`)
      yield* note(asked, kept.isRefused ? "held" : "status", kept.failure)
    }))
  })

  return Effect.fnUntraced(function*(asked: Asked): Effect.fn.Return<Answer, DatabaseFailed | Refusal> {
    const { entity, part } = yield* begin(asked)
    const before = part.withdrawn
    const because = part.state === "cancelling" && before !== undefined ? `${before.by}: ${before.reason}` : `${asked.who}: ${asked.reason}`
    const find = Effect.map(rows.parts(entity), (parts) => parts.find(({ number }) => number === part.number) ?? part)
    const begun = yield* find
    const kept = begun.state === "cancelling" ? yield* ask(begun, because, asked.who) : undefined
    if (kept === undefined) {
      const ended = yield* find
      return { outcome: outcomeOf(ended.state), answer: ended.state === "void" ? undefined : refusals[ended.state]?.(ended) ?? ended.because, before }
    }
    yield* keep(entity, part, because, kept, asked)
    return { outcome: kept.isRefused ? "refused" : kept.isRequested === true ? "requested" : "unknown", answer: kept.failure, before }
  })
})

export type Withdraw = Effect.Success<typeof make>

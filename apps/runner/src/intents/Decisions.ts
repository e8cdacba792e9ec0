/**
 * Decisions of a person about a create whose outcome no query has settled. The runner asks the peer first and refuses a
 * decision that contradicts the response. A decision can be taken back.
 */
import { AdapterError } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import type * as History from "../store/History.ts"
import type { BlindDecisions, Decision } from "./BlindDecisions.ts"
import type { CreateEnds } from "./CreateEnds.ts"
import type { Creates, DecidedCreates } from "./CreateEntry.ts"
import { type IntentStore, placeOf } from "./IntentStore.ts"
import type { IntentExecution } from "./IntentExecution.ts"
import { type PeerWord, Refusal } from "../engine/Refusal.ts"
import type { Entities } from "../records/Entities.ts"

export interface Decided {
  readonly decision: Decision
  /** The name of the person, from the option `--as`. */
  readonly who: string
  /** Why, for the history. */
  readonly reason?: string | undefined
  /** The peer's own number of the order. */
  readonly peerNumber?: string | undefined
  /** Accepts the create although the peer does not show the order, or decides although the peer could not be asked. */
  readonly isConfirmed?: boolean | undefined
}

export interface Decisions {
  readonly decide: (id: string, decided: Decided) => Effect.Effect<void, DatabaseFailed | Refusal>
  /** Makes a decided or accepted create Doubtful again, so that the runner asks the peer again. */
  readonly reopen: (id: string, who: string) => Effect.Effect<void, DatabaseFailed | Refusal>
}

const refused = (code: string, message: string) => Effect.fail(new Refusal({ code, message }))

/** The error for a create that a person gave up. The ERP gets it as a status and as the response to its next repeat. */
export const givenUp = new Refusal({
  code: "GIVEN_UP",
  message: "a person decided that this order is not sent; send it once more to create it anew"
})

export const givenUpReason = `${givenUp.code}: a person decided that this order is not sent`

/** Makes a create that has ended Doubtful again, in the caller's transaction, so that the peer is asked for it. */
export const doubtingAgain = (db: Database["Service"], decided: DecidedCreates["Service"]) =>
  Effect.fnUntraced(function*(row: Row) {
    const now = yield* Clock.currentTimeMillis
    yield* db.query(
      `update intent set state = 'Doubtful', result = null, error = null, is_to_refuse = 0, is_asked = 0, queries = 0, absences = 0,
         last_absent_at = null, refused_until = null, cancel_at = null, due_at = $2, updated_at = $2 where entity = $1`,
      [row.entity, now]
    )
    const store = decided.of(row.operation)
    if (store !== undefined) yield* store.reopened(row)
  })

export const make = (options: {
  readonly db: Database["Service"]
  readonly book: IntentStore
  readonly creates: Creates["Service"]
  readonly entities: Entities
  readonly decided: DecidedCreates["Service"]
  readonly ends: CreateEnds
  readonly blind: BlindDecisions
  readonly doubtAgain: (row: Row) => Effect.Effect<void, DatabaseFailed>
  readonly work: Pick<IntentExecution, "contentOf" | "delivered" | "lookUp">
  readonly tell: (id: string) => Effect.Effect<void>
  readonly wake: Effect.Effect<void>
}): Decisions => {
  const { blind, book, creates, db, decided, doubtAgain, ends, entities, tell, wake, work } = options
  const { move, note } = book

  /** What messages call the peer of an intent. */
  const peerOf = (row: Row): PeerWord => creates.of(row.operation)?.peer ?? "warehouse"

  /** Reads what the warehouse has reported of the generation of an intent. */
  const phaseOf = (row: Row): Effect.Effect<string | undefined, DatabaseFailed> =>
    entities.phaseOf(row.scope, row.kind, row.number, row.generation)

  /** Changes what the contract owes to others for an order that a person gave up. */
  const giveUp = Effect.fnUntraced(function*(row: Row) {
    const entry = creates.of(row.operation)
    const asked = entry === undefined ? Option.none() : yield* book.openable(row, entry, "asked")
    const sent = entry === undefined ? Option.none() : yield* book.openable(row, entry, "sent")
    if (Option.isNone(asked) || Option.isNone(sent)) return
    const store = decided.of(row.operation)
    if (store !== undefined) yield* store.givenUp(row, { asked: asked.value, sent: sent.value, code: givenUp.code, reason: givenUpReason })
  })

  const lookUp = Effect.fnUntraced(function*(row: Row) {
    const content = yield* work.contentOf(row)
    if (content.entry === undefined) return { entry: undefined, found: undefined, isTooEarly: false, wasAsked: false, why: content.why }
    const { exit, found, isTooEarly, reason } = yield* work.lookUp(row, content.entry, content.sent)
    const wasAsked = Exit.isSuccess(exit)
    const why = wasAsked
      ? `the ${peerOf(row)} answers that it does not have it`
      : `the ${peerOf(row)} could not be asked: ${reason === undefined ? "the adapter failed" : AdapterError.describe(reason)}`
    return { entry: content.entry, found, isTooEarly, wasAsked, why }
  })

  const decideDoubtful = Effect.fnUntraced(function*(row: Row, { decision, isConfirmed, peerNumber, reason, who }: Decided) {
    const because = reason === undefined ? "" : `: ${reason}`
    const { entry, found, isTooEarly, wasAsked, why } = yield* lookUp(row)
    if (isTooEarly) {
      return yield* refused("TOO_EARLY", `the order that the ${peerOf(row)} shows may still be an earlier one with this number; decide again after its visibility delay`)
    }
    if (found !== undefined && entry !== undefined) {
      const as = found.peerNumber === undefined ? "" : ` as ${found.peerNumber}`
      if (decision !== "Delivered") {
        return yield* refused("FOUND_THERE", `the ${peerOf(row)} has it${as}; decide delivered, and cancel the order where it is not wanted`)
      }
      if (peerNumber !== undefined && found.peerNumber !== undefined && peerNumber !== found.peerNumber) {
        return yield* refused("OTHER_NUMBER", `the ${peerOf(row)} has it${as} and not as ${peerNumber}; leave the number out`)
      }
      return void (yield* work.delivered(row, entry, found.success, `, found by a query of ${who}${because}`))
    }
    if (!wasAsked && isConfirmed !== true) {
      return yield* refused("NOT_ASKED", `${why}, so nobody knows whether it has the order. Decide when it answers again, or decide without its answer (--yes): ` +
        "the runner then asks it as soon as it answers, and raises an alarm if it shows the contrary")
    }
    const isBlind = !wasAsked
    const unseen = isBlind ? `decided without an answer, because ${why}` : ""
    if (decision === "Delivered") {
      const needsNumber = entry?.isWithoutPeerNumber !== true
      if (entry === undefined || isConfirmed !== true || (needsNumber && peerNumber === undefined)) {
        return yield* refused("NOT_PROVEN", `${why}. If it is there nevertheless, ${needsNumber ? `give its number at the ${peerOf(row)} and confirm it (--peer-number and --yes)` : "confirm it (--yes)"}`)
      }
      if (isBlind) yield* blind.put(row, decision, who)
      return void (yield* work.delivered(row, entry, entry.successOf(peerNumber ?? ""), `, decided by ${who}, not seen at the ${peerOf(row)}${isBlind ? `; ${unseen}` : ""}${because}`))
    }
    const phase = yield* phaseOf(row)
    if (phase !== undefined) {
      return yield* refused("FOUND_THERE", `the ${peerOf(row)} has reported it (${phase}); decide delivered with its number, and cancel the order where it is not wanted`)
    }
    yield* db.transaction(Effect.gen(function*() {
      if ((yield* move(row, decision)) === undefined) return
      const said = decision === "Pending" ? "will be sent again" : "will not be sent"
      yield* note(placeOf(row), who, "decided", `${said}${isBlind ? `; ${unseen}` : ""}${because}`)
      if (isBlind) yield* blind.put(row, decision, who)
      if (decision !== "Dead") return
      yield* db.query("update intent set is_to_refuse = 1 where entity = $1", [row.entity])
      yield* giveUp(row)
      yield* ends.run(row, { is: "refused", reason: givenUpReason })
    }))
    yield* tell(row.id)
    yield* wake
  })

  const decide = Effect.fnUntraced(function*(id: string, what: Decided) {
    const row = yield* book.byId(id)
    if (row.state === "Doubtful") {
      if (row.is_cancel_wanted === 1 && what.decision === "Pending" && what.isConfirmed !== true) {
        return yield* refused("CANCEL_WANTED", "the ERP wants this order cancelled, and pending sends it; decide dead, or confirm that it is sent and cancelled then (--yes)")
      }
      return yield* decideDoubtful(row, what)
    }
    if (row.state === "Delivered" && what.decision === "Delivered" && (yield* db.transaction(blind.acknowledge(row, what.who)))) return
    return yield* refused("NOT_DOUBTFUL", `this intent is ${row.state}, and only a Doubtful one can be decided; \`crossdock intents reopen\` makes a decided one Doubtful again`)
  })

  const reopen = Effect.fnUntraced(function*(id: string, who: string) {
    yield* db.transaction(Effect.gen(function*() {
      const row = yield* book.byId(id)
      const newest = yield* book.newest(row.scope, row.kind, row.number)
      if (newest?.id !== id) return yield* refused("ISSUED_ANEW", `the order was created again since, as generation ${newest?.generation}; decide that one`)
      const isDecided = row.state === "Dead" && row.error === null
      if (!isDecided && row.state !== "Delivered") {
        return yield* refused("NOT_REOPENED", row.state === "Dead"
          ? `the ${peerOf(row)} refused this order; correct it and let its sender send it again under the same number`
          : `this intent is ${row.state}; only a decided or accepted one can be reopened`)
      }
      const phase = yield* phaseOf(row)
      if (row.state === "Delivered" && phase !== undefined && creates.of(row.operation)?.isEnded(phase) === true) {
        return yield* refused("ENDED", `the order has ended at the ${peerOf(row)} (${phase}), so the intent cannot be reopened`)
      }
      yield* doubtAgain(row)
      yield* blind.drop(row)
      yield* note(placeOf(row), who, "reopened" satisfies History.What, `was ${row.state}; the runner asks the warehouse for it`)
    }))
    yield* wake
  })

  return { decide, reopen }
}

/**
 * Cancels whose callers may have gone: those that arrived before the outcome of their create was known, which become due once the create
 * is known to be at the peer, and those that a contract has begun. The runner tries them until the peer has responded.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import * as Attempts from "../engine/Attempts.ts"
import type * as AbandonedClaims from "../engine/AbandonedClaims.ts"
import { type IntentStore, placeOf, returned } from "./IntentStore.ts"
import type { Refusal } from "../engine/Refusal.ts"
import { cancelGapAfter } from "../engine/RetrySchedule.ts"
import { persistWithRetry } from "../engine/PersistWithRetry.ts"

/** Tries a cancel once. Returns the refusal, `requested` if the peer decides later, or `undefined` if the order is cancelled. */
export type Cancel = (row: Row) => Effect.Effect<Refusal | "requested" | undefined>

export interface WaitingCancels {
  /** The connections with waiting cancels. */
  readonly waiting: Effect.Effect<ReadonlyArray<AbandonedClaims.Waiting>, DatabaseFailed>
  /** The ids of a connection's intents whose cancel is due, at most `most`. */
  readonly due: (connection: string, most: number) => Effect.Effect<ReadonlyArray<string>, DatabaseFailed>
  /** Drops the cancel, in the transaction that starts a new generation of the order, so that it cannot cancel the new one. */
  readonly end: (row: Row) => Effect.Effect<void, DatabaseFailed>
  /** Tries the cancel once, unless another fiber or node is trying it. */
  readonly carryOut: (id: string) => Effect.Effect<void, DatabaseFailed>
}

/** After this time, in milliseconds, another node may try the cancel. It is longer than three calls with their reads take. */
const triedFor = 240_000

export const make = (options: {
  readonly db: Database["Service"]
  readonly book: Pick<IntentStore, "note">
  readonly cancel: Cancel
}): WaitingCancels => {
  const { book, cancel, db } = options

  const claim = Effect.fnUntraced(function*(id: string) {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* db.query(
      `update intent set cancel_at = $2, cancel_tries = cancel_tries + 1 where id = $1 and cancel_at <= $3 returning ${returned}`,
      [id, now + triedFor, now]
    )
    return rows[0]
  })

  return {
    waiting: Effect.map(
      db.query("select connection, min(cancel_at) as due_at from intent where cancel_at is not null group by connection"),
      (rows) => rows.map((row) => ({ connection: String(row.connection), dueAt: Number(row.due_at) }))
    ),
    due: Effect.fnUntraced(function*(connection, most) {
      const rows = yield* db.query(
        `select id from intent where connection = $1 and cancel_at <= $2 order by cancel_at limit ${most}`,
        [connection, yield* Clock.currentTimeMillis]
      )
      return rows.map((row) => String(row.id))
    }),
    end: Effect.fnUntraced(function*(row) {
      if (row.cancel_at === null && row.is_cancel_wanted !== 1) return
      yield* db.query("update intent set is_cancel_wanted = 0, cancel_at = null where entity = $1", [row.entity])
      if (row.cancel_at !== null) yield* book.note(placeOf(row), "runner", "cancelled", `the order of generation ${row.generation} has ended, and the waiting cancel with it`)
    }),
    carryOut: Effect.fnUntraced(function*(id) {
      const row = yield* claim(id)
      if (row === undefined) return
      const started = yield* Clock.currentTimeMillis
      const answer = yield* cancel(row)
      const refusal = answer === "requested" ? undefined : answer
      const now = yield* Clock.currentTimeMillis
      const told = refusal === undefined ? "" : `${refusal.code}: ${refusal.message}`
      const isOver = refusal === undefined || refusal.isAnswer === true
      yield* persistWithRetry(db.transaction(Effect.gen(function*() {
        yield* Attempts.record(db, {
          subject: id,
          number: row.cancel_tries,
          kind: "cancel",
          at: started,
          took: now - started,
          outcome: answer === "requested" ? answer : refusal === undefined ? "cancelled" : refusal.code,
          detail: refusal === undefined ? undefined : told
        })
        if (isOver) yield* db.query("update intent set is_cancel_wanted = 0, cancel_at = null where entity = $1", [row.entity])
        else yield* db.query("update intent set cancel_at = $2 where entity = $1 and cancel_at is not null", [row.entity, now + cancelGapAfter(row.cancel_tries - 1)])
        if (refusal === undefined) {
          if (answer !== "requested") yield* book.note(placeOf(row), "runner", "cancelled", "as it was requested before")
        } else if (isOver) {
          yield* book.note(placeOf(row), "runner", "alarm", `the waiting cancel was refused: ${told}`)
        } else if (row.cancel_tries === 1) {
          yield* book.note(placeOf(row), "runner", "alarm", `the cancel waits and is tried again until it is answered: ${told}`)
        }
      })))
      if (!isOver) {
        yield* Effect.logWarning("a waiting cancel could not be carried out; it is tried again").pipe(
          Effect.annotateLogs({ intent: id, connection: row.connection, tries: row.cancel_tries, code: refusal.code })
        )
      }
    })
  }
}

/**
 * Cancels that came while nobody knew the outcome of their create, and that its caller may not wait for any more: due
 * once the create is known to be at the peer, and tried until the peer has answered.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import * as Attempts from "./Attempts.ts"
import type * as Claims from "./Claims.ts"
import { type IntentBook, placeOf } from "./IntentBook.ts"
import type { Refusal } from "./Refusal.ts"
import { queryGapAfter } from "./Schedule.ts"
import { untilStored } from "./UntilStored.ts"

/** What became of one try; absent: it is cancelled. */
export type Cancel = (row: Row) => Effect.Effect<Refusal | undefined>

export interface WaitingCancels {
  /** The connections that a cancel waits for. */
  readonly waiting: Effect.Effect<ReadonlyArray<Claims.Waiting>, DatabaseFailed>
  /** The intents of a connection whose cancel is due. */
  readonly due: (connection: string, most: number) => Effect.Effect<ReadonlyArray<string>, DatabaseFailed>
  /** In the transaction that issues the order again: the issue that it was about has ended, and it must not reach the next one. */
  readonly end: (row: Row) => Effect.Effect<void, DatabaseFailed>
  /** Tries once, unless another one does. */
  readonly carryOut: (id: string) => Effect.Effect<void, DatabaseFailed>
}

/** A try that is not over by then is another one's: longer than three calls and their reads take. Milliseconds. */
const triedFor = 240_000

export const make = (options: {
  readonly db: Database["Service"]
  readonly book: Pick<IntentBook, "note">
  readonly cancel: Cancel
}): WaitingCancels => {
  const { book, cancel, db } = options

  const claim = Effect.fnUntraced(function*(id: string) {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* db.query(
      "update intent set cancel_at = $2, cancel_tries = cancel_tries + 1 where id = $1 and cancel_at <= $3 returning *",
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
      yield* db.query("update intent set is_cancel_wanted = 0, cancel_at = null where id = $1", [row.id])
      if (row.cancel_at !== null) yield* book.note(placeOf(row), "runner", "cancelled", `the order of generation ${row.generation} has ended, and the waiting cancel with it`)
    }),
    carryOut: Effect.fnUntraced(function*(id) {
      const row = yield* claim(id)
      if (row === undefined) return
      const started = yield* Clock.currentTimeMillis
      const refusal = yield* cancel(row)
      const now = yield* Clock.currentTimeMillis
      const told = refusal === undefined ? "" : `${refusal.code}: ${refusal.message}`
      const isOver = refusal === undefined || refusal.isAnswer === true
      yield* untilStored(db.transaction(Effect.gen(function*() {
        yield* Attempts.record(db, {
          subject: id,
          number: row.cancel_tries,
          kind: "cancel",
          at: started,
          took: now - started,
          outcome: refusal === undefined ? "cancelled" : refusal.code,
          detail: refusal === undefined ? undefined : told
        })
        if (isOver) yield* db.query("update intent set is_cancel_wanted = 0, cancel_at = null where id = $1", [id])
        else yield* db.query("update intent set cancel_at = $2 where id = $1 and cancel_at is not null", [id, now + queryGapAfter(row.cancel_tries - 1)])
        if (refusal === undefined) {
          yield* book.note(placeOf(row), "runner", "cancelled", "as it was requested while the outcome of the create was not known")
        } else if (isOver) {
          yield* book.note(placeOf(row), "runner", "alarm", `the waiting cancel was refused: ${told}`)
        } else if (row.cancel_tries === 1) {
          yield* book.note(placeOf(row), "runner", "alarm", `the cancel waits and is tried again until the warehouse answers: ${told}`)
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

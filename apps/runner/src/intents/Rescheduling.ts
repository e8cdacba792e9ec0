/**
 * Changes when intents are due: after a clock was wrong, when a peer answers again, and when a setting has changed what its words mean.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Connections } from "../connection/Connections.ts"
import { earlyQueries } from "../engine/RetrySchedule.ts"
import type { Database, DatabaseFailed } from "../store/Database.ts"
import * as DueTimes from "../store/DueTimes.ts"
import type { BlindDecisions } from "./BlindDecisions.ts"
import * as IntentExecution from "./IntentExecution.ts"
import type { LateLooks } from "./RefusalRechecks.ts"
import * as StoredRefusals from "./StoredRefusals.ts"

export interface Rescheduling {
  /** Makes due earlier by `by` milliseconds what a clock that was ahead until now has postponed. */
  readonly putBack: (by: number, now: number) => Effect.Effect<void, DatabaseFailed>
  /** Makes due what a clock that was ahead has postponed before this process watched it. */
  readonly bringBack: (now: number) => Effect.Effect<void, DatabaseFailed>
  /**
   * Lets a peer that answers again be asked at once about what cannot wait: creates with a cancel, creates of which no query was answered,
   * and decisions that were made without an answer.
   */
  readonly hurry: (connection: string) => Effect.Effect<void, DatabaseFailed>
  /** Lets peers be asked at once about creates of unknown outcome whose words are known by now to refuse, because a setting has changed. */
  readonly askAboutRefused: Effect.Effect<void, DatabaseFailed>
}

export const make = ({ blind, connections, db, looks }: {
  readonly db: Database["Service"]
  readonly connections: Connections["Service"]
  readonly blind: Pick<BlindDecisions, "hurry">
  readonly looks: Pick<LateLooks, "bringBack">
}): Rescheduling => ({
  putBack: Effect.fnUntraced(function*(by, now) {
    yield* db.query("update intent set cancel_at = cancel_at - $1 where cancel_at > $2", [by, now])
    yield* looks.bringBack
    yield* db.query("update intent set due_at = due_at - $1 where state in ('Pending', 'Doubtful') and held_because is null and due_at > $2", [by, now])
  }),

  bringBack: Effect.fnUntraced(function*(now) {
    yield* db.query("update intent set cancel_at = $1 where cancel_at > $2", [now, DueTimes.latest(now, DueTimes.longest.cancels)])
    yield* db.query("update intent set due_at = $1 where state in ('Pending', 'Doubtful') and held_because is null and due_at > $2", [now, DueTimes.latest(now, DueTimes.longest.creates)])
    yield* looks.bringBack
  }),

  hurry: Effect.fnUntraced(function*(connection) {
    const now = yield* Clock.currentTimeMillis
    yield* db.query(
      "update intent set due_at = $2 where connection = $1 and state in ('Pending', 'Doubtful') and held_because is null and due_at > $2 and state = 'Doubtful' and (is_cancel_wanted = 1 or (absences = 0 and queries between 1 and $3))",
      [connection, now, earlyQueries]
    )
    yield* blind.hurry(connection)
  }),

  askAboutRefused: Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* db.query("select entity, connection, error from intent where state in ('Pending', 'InFlight', 'Doubtful') and state = 'Doubtful' and error is not null and due_at > $1", [now])
    for (const { connection, entity, error } of rows) {
      const meaning = Option.flatMap(IntentExecution.decodeError(error), ({ reason }) => StoredRefusals.meaningOf(connections, connection, reason))
      if (Option.isSome(meaning)) yield* db.query("update intent set due_at = $2 where entity = $1 and state = 'Doubtful'", [entity, now])
    }
  })
})

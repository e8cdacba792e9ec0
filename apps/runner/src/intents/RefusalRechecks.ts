/**
 * Asks peers once more for what they have refused in words that nobody lists, after their visibility delay: in the background, and before
 * another create under the number is sent. A peer that has the order nevertheless is reported to people, and the order is one like any other.
 * A report of the order proves that too, where a query does not show it.
 */
import { AdapterError } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import type { Connections } from "../connection/Connections.ts"
import { visibilityDelayOf } from "../connection/PollingDefaults.ts"
import type * as AbandonedClaims from "../engine/AbandonedClaims.ts"
import { givesUpAsking, queryGapAfter } from "../engine/RetrySchedule.ts"
import type { Entities } from "../records/Entities.ts"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import * as DueTimes from "../store/DueTimes.ts"
import type { CreateEnds } from "./CreateEnds.ts"
import type { Creates } from "./CreateEntry.ts"
import type { IntentExecution } from "./IntentExecution.ts"
import { type IntentStore, placeOf, returned } from "./IntentStore.ts"
import { type Looked, lookedOf } from "./RefusedCreates.ts"

/** After this time, in milliseconds, another node may ask instead of one that has ended. It is longer than a query takes. */
const askedFor = 60_000
const day = 86_400_000
/**
 * A late reply to a heartbeat puts the clock of a node back by less than this, in milliseconds, because its lease is shorter. A time that
 * lies ahead by no more is kept: protected for longer than its delay is safe, and for less is not.
 */
const keptAhead = 10_000

const refusedAndDone = Metric.counter("crossdock_refused_creates_found_total", {
  description: "Creates that a peer had refused and has nevertheless, by connection",
  incremental: true
})

export interface LateLooks {
  /** The connections whose peers are to be asked, and when the first query is due. */
  readonly waiting: Effect.Effect<ReadonlyArray<AbandonedClaims.Waiting>, DatabaseFailed>
  /** The ids of a connection's intents about which its peer is to be asked now, at most `most`. */
  readonly due: (connection: string, most: number) => Effect.Effect<ReadonlyArray<string>, DatabaseFailed>
  /** Makes due what a clock that was ahead has postponed. A create stays protected for a whole visibility delay from now. It may run often, and on every node. */
  readonly bringBack: Effect.Effect<void, DatabaseFailed>
  /** Asks about one intent, unless another node does. */
  readonly carryOut: (id: string) => Effect.Effect<void, DatabaseFailed>
  /** Asks about a refused create, and stores what the peer answers. `isRepeated`: its caller repeats it, so that no cancel of it is meant any more. */
  readonly look: (row: Row, isRepeated?: boolean) => Effect.Effect<Looked, DatabaseFailed>
}

type Entry = NonNullable<Effect.Success<ReturnType<IntentExecution["contentOf"]>>["entry"]>

export const make = (options: {
  readonly db: Database["Service"]
  readonly book: IntentStore
  readonly connections: Connections["Service"]
  readonly creates: Creates["Service"]
  readonly entities: Pick<Entities, "peerNumberOf" | "phaseOf">
  readonly ends: CreateEnds
  readonly work: Pick<IntentExecution, "contentOf" | "delivered" | "lookUp">
}): LateLooks => {
  const { book, connections, creates, db, ends, entities, work } = options

  /** What the peer would have answered to the create, if it has reported the order as one that it has. */
  const reported = Effect.fnUntraced(function*({ generation, kind, number, number_sent, scope }: Row, entry: Entry) {
    const phase = yield* entities.phaseOf(scope, kind, number, generation)
    if (phase === undefined || entry.isVoid(phase)) return undefined
    return { success: entry.successOf((yield* entities.peerNumberOf(scope, kind, number, generation)) ?? number_sent) }
  })

  /**
   * Stores that nothing more is to be asked, and tells those who wait for it. Writes nothing if the peer has reported the order: whoever
   * stores a report writes to the row that is locked here, so none is missed.
   */
  const settle = Effect.fnUntraced(function*(row: Row, looked: "absent" | "unanswerable", entry?: Entry) {
    const now = yield* Clock.currentTimeMillis
    return yield* db.transaction(Effect.gen(function*() {
      const [before] = yield* db.query(`select look_at from intent where entity = $1 and state = 'Dead' and attempt = $2 and refused_until is not null${db.forUpdate}`, [row.entity, row.attempt])
      if (before === undefined) return undefined
      const told = entry && (yield* reported(row, entry))
      if (told !== undefined) return told
      yield* db.query(
        "update intent set look_at = null, queries = queries + 1, last_absent_at = case when $2 = 1 then $3 else last_absent_at end where entity = $1",
        [row.entity, looked === "absent" ? 1 : 0, now]
      )
      // A later query of a repeat tells nothing new.
      if (before.look_at === null) return undefined
      const peer = creates.of(row.operation)?.peer ?? "warehouse"
      yield* book.note(placeOf(row), "runner", "refused", looked === "absent" ? `asked again, the ${peer} does not have it` : `the ${peer} cannot be asked whether it has it nevertheless`)
      yield* ends.lookedFor(row, looked)
      return undefined
    }))
  })

  const postpone = Effect.fnUntraced(function*(row: Row) {
    const now = yield* Clock.currentTimeMillis
    const gap = now - row.updated_at > givesUpAsking ? day : queryGapAfter(row.queries + 1)
    yield* db.query("update intent set queries = queries + 1, look_at = $2 where entity = $1 and look_at is not null", [row.entity, now + gap])
  })

  /** The peer has the order. `delivered` writes nothing if another node has stored that meanwhile. */
  const found = Effect.fnUntraced(function*(row: Row, entry: Entry, success: unknown, how: string, isRepeated: boolean) {
    if (isRepeated) yield* db.query("update intent set is_cancel_wanted = 0 where entity = $1 and state = 'Dead'", [row.entity])
    if (!(yield* work.delivered(row, entry, success, `, ${how} after it had been refused`))) return
    yield* Metric.update(Metric.withAttributes(refusedAndDone, { connection: String(row.connection) }), 1)
    yield* Effect.logError("a peer has an order that it had refused; it is an accepted order now").pipe(
      Effect.annotateLogs({ intent: row.id, connection: row.connection, number: row.number })
    )
  })

  const look = Effect.fnUntraced(function*(row: Row, isRepeated = false) {
    const content = yield* work.contentOf(row)
    if (content.entry === undefined) {
      yield* settle(row, "unanswerable")
      return "unanswerable" as const
    }
    const { exit, found: shown, isTooEarly } = yield* work.lookUp(row, content.entry, content.sent)
    const error = Exit.isFailure(exit) ? Cause.findErrorOption(exit.cause) : Option.none<AdapterError.AdapterError>()
    const looked = lookedOf({ isFound: shown !== undefined, isTooEarly, hasAnswered: Exit.isSuccess(exit), reason: Option.getOrUndefined(error)?.reason })
    if (shown !== undefined) {
      yield* found(row, content.entry, shown.success, "found by a query", isRepeated)
      return looked
    }
    if (looked === "failed") yield* postpone(row)
    if (looked === "failed" || looked === "found") return looked
    const told = yield* settle(row, looked, content.entry)
    if (told === undefined) return looked
    yield* found(row, content.entry, told.success, "reported by the peer", isRepeated)
    return "found" as const
  })

  const claim = Effect.fnUntraced(function*(id: string) {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* db.query(`update intent set look_at = $2 where id = $1 and state = 'Dead' and look_at <= $3 returning ${returned}`, [id, now + askedFor, now])
    return rows[0]
  })

  const waiting = Effect.map(
    db.query("select connection, min(look_at) as due_at from intent where look_at is not null group by connection"),
    (rows) => rows.map((row) => ({ connection: String(row.connection), dueAt: Number(row.due_at) }))
  )

  return {
    waiting,
    bringBack: Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      for (const { connection } of yield* waiting) {
        const until = now + visibilityDelayOf(connections, connection)
        yield* db.query(
          `update intent set refused_until = $2, look_at = case when look_at > $2 then $2 else look_at end
           where connection = $1 and look_at is not null and state = 'Dead' and refused_until > $3`,
          [connection, until, until + keptAhead]
        )
        yield* db.query("update intent set look_at = $2 where connection = $1 and look_at > $3 and refused_until <= $2", [connection, now, DueTimes.latest(now, DueTimes.longest.creates)])
      }
    }),
    due: Effect.fnUntraced(function*(connection, most) {
      const rows = yield* db.query(`select id from intent where connection = $1 and look_at <= $2 order by look_at limit ${most}`, [connection, yield* Clock.currentTimeMillis])
      return rows.map((row) => String(row.id))
    }),
    carryOut: Effect.fnUntraced(function*(id) {
      const row = yield* claim(id)
      if (row !== undefined) yield* look(row)
    }),
    look
  }
}

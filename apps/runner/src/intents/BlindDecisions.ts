/**
 * Decisions that a person made about a create although its peer could not be asked. The runner asks the peer once it answers again, and
 * until the end of its visibility delay. If the peer then shows the contrary, that is an alarm: an order that was given up and is there
 * goes on as an accepted one, of which the caller is told.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Connections } from "../connection/Connections.ts"
import { visibilityDelayOf } from "../connection/PollingDefaults.ts"
import * as DueTimes from "../store/DueTimes.ts"
import { givesUpAsking, queryGapAfter } from "../engine/RetrySchedule.ts"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import { type IntentStore, placeOf } from "./IntentStore.ts"
import type { IntentExecution } from "./IntentExecution.ts"
import { lookedOf } from "./RefusedCreates.ts"

export type Decision = "Delivered" | "Pending" | "Dead"

/**
 * - `sent`: the create was sent again, so there is nothing left to ask
 * - `right`: the peer answered what the person had assumed
 * - `wrong`: the peer showed the contrary, and a person has to look at the order
 * - `seen`: the same, and a person has looked at it
 * - `overtaken`: the order was created again since, so its newer create is asked for
 * - `unanswerable`: the peer has no query, or none whose answer proves anything
 */
export type Ending = "sent" | "right" | "wrong" | "seen" | "overtaken" | "unanswerable"

/** What an answer of the peer means for a decision without an answer. It is a pure function; `undefined` means that the peer is asked again. */
export const endingOf = (
  decision: Decision,
  { answeredAt, delay, isFound, now }: { readonly answeredAt: number; readonly delay: number; readonly isFound: boolean; readonly now: number }
): Ending | undefined =>
  decision === "Pending"
    ? "sent"
    : isFound
    ? decision === "Dead" ? "wrong" : "right"
    : now - answeredAt < delay
    ? undefined
    : decision === "Dead" ? "right" : "wrong"

export interface BlindDecisions {
  /** Stores a decision, in the transaction of the decision. */
  readonly put: (row: Row, decision: Decision, who: string) => Effect.Effect<void, DatabaseFailed>
  /** Forgets the decision about a create, because the create is open again. */
  readonly drop: (row: Row) => Effect.Effect<void, DatabaseFailed>
  /** True while nobody knows whether a create that a person gave up has reached the peer. A create after it asks the peer first. */
  readonly isOpen: (row: Row) => Effect.Effect<boolean, DatabaseFailed>
  /** Notes that a person has looked at a decision that was wrong. False: there is none. */
  readonly acknowledge: (row: Row, who: string) => Effect.Effect<boolean, DatabaseFailed>
  /** Lets the peer be asked at once about decisions of which it has not answered yet. */
  readonly hurry: (connection: string) => Effect.Effect<void, DatabaseFailed>
  /** The ids of the intents that are to be asked about now. */
  readonly due: Effect.Effect<ReadonlyArray<string>, DatabaseFailed>
  /** Asks the peer about the decision of an intent once, unless another node does. */
  readonly look: (intent: string) => Effect.Effect<void, DatabaseFailed>
}

/** How many decisions of a connection are asked about at a time. */
const atOnce = 16
/** After this time, in milliseconds, another node may ask, for example because the first one ended. It is longer than a query takes. */
const askedWithin = 60_000
/** The longest time between two queries, in milliseconds. */
const longestGap = DueTimes.longest.creates

export const make = (options: {
  readonly db: Database["Service"]
  readonly book: IntentStore
  readonly connections: Connections["Service"]
  readonly work: Pick<IntentExecution, "contentOf" | "delivered" | "lookUp">
  /** Makes a create Doubtful again, in the caller's transaction. */
  readonly reopen: (row: Row) => Effect.Effect<void, DatabaseFailed>
}): BlindDecisions => {
  const { book, connections, db, reopen, work } = options

  const end = (one: Row, ending: Ending) =>
    Effect.map(
      db.query("update blind_decision set ended = $2, due_at = null where entity = $1 and ended is null returning entity", [one.entity, ending]),
      (rows) => rows.length > 0
    )

  const alarm = (row: Row, message: string) =>
    Effect.logError(`a decision without an answer was wrong: ${message}`).pipe(Effect.annotateLogs({ intent: row.id, connection: row.connection }))

  /** The peer has what a person gave up, so the create goes on as an accepted one. */
  const revive = Effect.fnUntraced(function*(one: Row, row: Row, found: Effect.Success<ReturnType<typeof work.lookUp>>["found"], entry: Parameters<typeof work.lookUp>[1]) {
    const message = `the peer has the order that ${one.who} gave up while it could not be asked; cancel it there if it is not wanted`
    const isMine = yield* db.transaction(Effect.gen(function*() {
      // The row is read again, because the order may have been created again, or reopened, while the peer was asked.
      const newest = yield* book.newest(row.scope, row.kind, row.number)
      const isOvertaken = newest?.id !== row.id || newest?.state !== "Dead"
      if (!(yield* end(one, isOvertaken ? "overtaken" : "wrong")) || isOvertaken) return false
      yield* reopen(row)
      yield* book.note(placeOf(row), "runner", "alarm", message)
      return true
    }))
    if (!isMine || found === undefined) return
    yield* alarm(row, message)
    yield* work.delivered(yield* book.byId(row.id), entry, found.success, ", found by a query after it was given up")
  })

  const settle = Effect.fnUntraced(function*(one: Row, row: Row, ending: Ending) {
    const told = one.decision === "Dead" ? "the peer does not have it, as was decided without its answer" : "the peer has it, as was decided without its answer"
    const message = `the peer does not show the order of which ${one.who} said that it is there while the peer could not be asked`
    yield* db.transaction(Effect.gen(function*() {
      if (!(yield* end(one, ending))) return
      yield* ending === "wrong"
        ? book.note(placeOf(row), "runner", "alarm", message)
        : book.note(placeOf(row), "runner", "decided", ending === "unanswerable" ? "the peer cannot be asked about it, so what was decided without its answer counts" : told)
    }))
    if (ending === "wrong") yield* alarm(row, message)
  })

  const askAgain = Effect.fnUntraced(function*(one: Row, dueAt: number, answeredAt: number | null) {
    yield* db.query("update blind_decision set due_at = $2, queries = queries + 1, answered_at = $3 where entity = $1 and ended is null", [one.entity, dueAt, answeredAt])
  })

  return {
    put: Effect.fnUntraced(function*(row, decision, who) {
      const now = yield* Clock.currentTimeMillis
      const ended = decision === "Pending" ? "sent" : null
      yield* db.query(
        `insert into blind_decision (entity, intent, connection, decision, who, at, due_at, ended) values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (entity) do update set decision = $4, who = $5, at = $6, due_at = $7, queries = 0, answered_at = null, ended = $8`,
        [row.entity, row.id, row.connection, decision, who, now, ended === null ? now + queryGapAfter(0) : null, ended]
      )
      yield* Effect.logWarning("a person decided about a create although the peer could not be asked").pipe(
        Effect.annotateLogs({ intent: row.id, connection: row.connection, decision, who })
      )
    }),
    drop: (row) => Effect.asVoid(db.query("delete from blind_decision where entity = $1", [row.entity])),
    isOpen: (row) =>
      Effect.map(
        db.one("select entity from blind_decision where entity = $1 and decision = 'Dead' and ended is null", [row.entity]),
        (one) => one !== undefined
      ),
    acknowledge: Effect.fnUntraced(function*(row, who) {
      const rows = yield* db.query("update blind_decision set ended = 'seen' where entity = $1 and ended = 'wrong' returning entity", [row.entity])
      if (rows.length === 0) return false
      yield* book.note(placeOf(row), who, "decided", "has looked at the order that the decision without an answer was wrong about")
      return true
    }),
    hurry: Effect.fnUntraced(function*(connection) {
      const now = yield* Clock.currentTimeMillis
      // A query that is under way has postponed the next one by more than this.
      yield* db.query("update blind_decision set due_at = $2 where connection = $1 and due_at > $2 and answered_at is null and due_at is not null", [connection, now])
    }),
    due: Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const waiting = yield* db.query("select distinct connection from blind_decision where due_at is not null")
      const answering = waiting.filter(({ connection }) => connections.get(connection) !== undefined && connections.pausedOf(connection) === undefined)
      const rows = yield* Effect.forEach(answering, ({ connection }) => db.query(
        `select intent from blind_decision where connection = $1 and due_at is not null and (due_at <= $2 or due_at > $3) order by due_at limit ${atOnce}`,
        [connection, now, DueTimes.latest(now, longestGap)]
      ))
      return rows.flat().map(({ intent }) => String(intent))
    }),
    look: Effect.fnUntraced(function*(intent) {
      const begun = yield* Clock.currentTimeMillis
      const one = yield* db.one(
        "update blind_decision set due_at = $2 where intent = $1 and (due_at <= $3 or due_at > $4) returning *",
        [intent, begun + askedWithin, begun, DueTimes.latest(begun, longestGap)]
      )
      if (one === undefined) return
      const row = yield* book.byId(intent)
      const newest = yield* book.newest(row.scope, row.kind, row.number)
      if (newest?.id !== row.id || row.state !== one.decision) return void (yield* end(one, "overtaken"))
      const content = yield* work.contentOf(row)
      if (content.entry === undefined) return yield* askAgain(one, begun + longestGap, one.answered_at)
      const { at: now, exit, found, isTooEarly } = yield* work.lookUp(row, content.entry, content.sent)
      const delay = visibilityDelayOf(connections, row.connection)
      if (Exit.isFailure(exit)) {
        const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
        if (lookedOf({ isFound: false, isTooEarly, hasAnswered: false, reason: error?.reason }) === "unanswerable") return yield* settle(one, row, "unanswerable")
        const gap = now - one.at > givesUpAsking ? longestGap : queryGapAfter(one.queries + 1)
        return yield* askAgain(one, now + gap, one.answered_at)
      }
      const answeredAt = one.answered_at === null ? now : Math.min(Number(one.answered_at), now)
      if (isTooEarly) return yield* askAgain(one, Math.max(Number(row.created_at) + delay, now + 100), answeredAt)
      const ending = endingOf(one.decision, { answeredAt, delay, isFound: found !== undefined, now })
      if (ending === undefined) return yield* askAgain(one, Math.min(now + queryGapAfter(one.queries + 1), answeredAt + delay), answeredAt)
      return ending === "wrong" && found !== undefined ? yield* revive(one, row, found, content.entry) : yield* settle(one, row, ending)
    })
  }
}

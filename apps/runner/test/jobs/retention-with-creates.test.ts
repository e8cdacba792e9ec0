/**
 * Retention that deletes the row of an order while another node stores a create with its number.
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { Retention } from "../../src/jobs/Retention.ts"
import * as Entities from "../../src/records/Entities.ts"
import { Database } from "../../src/store/Database.ts"
import { withNodes } from "../support/Nodes.ts"

const longAgo = -1e13

const insert = `insert into intent (entity, id, scope, connection, operation, digest, state, attempt, due_at, created_at, updated_at)
  values ($1, 'I-1', 's', 'wh', 'createOutboundOrder', 'd', 'Pending', 0, 0, 0, 0)`

withNodes("retention leaves the row that a create of another node has taken while the deletion waited for it (PostgreSQL, D1-328)", ({ db, join }) =>
  Effect.gen(function*() {
    const [cleaner, watcher] = [yield* join("cleaner", { isIdle: true }), yield* join("watcher", { isIdle: true })]
    const row = yield* db.one(
      `insert into entity (scope, kind, number, generation, connection, number_sent, is_known, is_open, checked_at, created_at, updated_at)
       values ('s', 'outbound', 'SO-1', 1, 'wh', 'SO-1', 0, 0, 0, 0, 0) returning id`
    )
    yield* db.query("insert into inbox (first_id, dedup_key, digest, times, first_at, last_at) values ($1, 'k', 'd', 1, $2, $2)", [row!.id, longAgo])
    const isWaiting = watcher.on(Effect.map(
      Effect.flatMap(Database, (own) => own.one("select 1 as one from pg_stat_activity where application_name = 'cleaner' and wait_event_type = 'Lock'")),
      (found) => found !== undefined
    ))
    const taken = yield* db.transaction(Effect.gen(function*() {
      const begun = yield* Entities.make(db).begin({ scope: "s", kind: "outbound", number: "SO-1", generation: undefined, connection: "wh", numberSent: "SO-1", now: 0 })
      const pruning = yield* Effect.forkDetach(cleaner.on(Effect.flatMap(Retention, (retention) => retention.prune)))
      while (!(yield* isWaiting)) yield* TestClock.adjust(20)
      yield* db.query(insert, [begun.id])
      return { begun, pruning }
    }))
    while (taken.pruning.pollUnsafe() === undefined) {
      yield* isWaiting
      yield* TestClock.adjust(20)
    }
    yield* Fiber.join(taken.pruning)
    assert.strictEqual(taken.begun.id, row!.id)
    assert.deepStrictEqual(yield* db.query("select id, first_id from entity"), [{ id: row!.id, first_id: null }])
  }))

withNodes("a create that waits while retention deletes the row of its number gets a first row of its own (PostgreSQL, D1-328)", ({ db, join }) =>
  Effect.gen(function*() {
    const [creator, watcher] = [yield* join("creator", { isIdle: true }), yield* join("watcher", { isIdle: true })]
    const create = { scope: "s", kind: "outbound", number: "SO-1", generation: undefined, connection: "wh", numberSent: "SO-1", now: 0 }
    const earlier = yield* Entities.make(db).begin(create)
    const isWaiting = watcher.on(Effect.map(
      Effect.flatMap(Database, (own) => own.one("select 1 as one from pg_stat_activity where application_name = 'creator' and wait_event_type = 'Lock'")),
      (found) => found !== undefined
    ))
    const beginning = yield* db.transaction(Effect.gen(function*() {
      yield* db.query("delete from entity where id = $1", [earlier.id])
      const fiber = yield* Effect.forkDetach(creator.on(Effect.flatMap(Database, (own) => Entities.make(own).begin(create))))
      while (!(yield* isWaiting)) yield* TestClock.adjust(20)
      return fiber
    }))
    const begun = yield* Fiber.join(beginning)
    assert.notStrictEqual(begun.id, earlier.id)
    assert.strictEqual(begun.first_id, begun.id)
  }))

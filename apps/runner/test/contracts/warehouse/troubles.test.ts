import { assert, it } from "@effect/vitest"
import { ErpV1, OutboundOrder } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { DatabaseFailed } from "../../../src/store/Database.ts"
import { Outbox } from "../../../src/outbox/Outbox.ts"
import { persistWithRetry } from "../../../src/engine/PersistWithRetry.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { during, nothingOwed, type Options, pass, until, type World, world } from "../../support/World.ts"

const owe = (number: string, connection = "books") =>
  Effect.gen(function*() {
    const db = yield* Database
    const outbox = yield* Outbox
    return yield* db.transaction(outbox.put({
      connection,
      scope: "warehouse:acc-1",
      entity: `outbound:${number}`,
      operation: ErpV1.ReceiveOutboundStatus,
      isState: false,
      payload: {
        orderNumber: OutboundOrder.OrderNumber.make(number),
        warehouseCode: "WH-1",
        phase: "shipped",
        status: "SHIPPED",
        trackingNumber: `T-${number}`
      }
    }))
  })

const rowOf = (id: string) =>
  Effect.flatMap(Database, (db) => Effect.map(db.one("select * from delivery join delivery_content using (seq) where id = $1", [id]), (row) => row!))
const isIn = (id: string, state: string) => Effect.map(rowOf(id), (row) => row.state === state)

onBothDatabases("deliveries in trouble", (fresh) => {
  const inWorld = (title: string, test: (w: World) => Effect.Effect<unknown, unknown, any>, options: Options = {}) =>
    it.effect(title, () => Effect.flatMap(Effect.promise(fresh), (database) => world(database, options, test as never)))

  inWorld("an outcome that cannot be stored is stored once that can be done, and nothing is sent again (F5 F8)", (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      w.erp.plan("hang")
      const id = yield* owe("SO-1")
      yield* until(Effect.sync(() => w.erp.attempts.length === 1))
      yield* db.query("alter table attempt rename to attempt_away")
      yield* pass(25_000)
      assert.isTrue(yield* isIn(id, "InFlight"))
      yield* db.query("alter table attempt_away rename to attempt")
      // Long before the claim of the lost outcome would end.
      yield* until(isIn(id, "Delivered"), 20_000)
      assert.deepStrictEqual([(yield* rowOf(id)).attempt, w.erp.attempts.length], [2, 2])
    }))

  inWorld("a row that cannot be opened, or of an operation that nobody knows, is a dead letter at once; others flow (F19)", (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const spoilt = yield* owe("SO-1")
      const unknown = yield* owe("SO-2")
      const whole = yield* owe("SO-3")
      yield* db.query("update delivery_content set payload_sealed = 'v1.nothing' where seq = (select seq from delivery where id = $1)", [spoilt])
      yield* db.query("update delivery set operation = 'receiveTomorrow' where id = $1", [unknown])
      const outbox = yield* Outbox
      const loop = yield* Effect.forkChild(outbox.run)
      yield* until(Effect.map(Effect.all([isIn(spoilt, "Dead"), isIn(unknown, "Dead"), isIn(whole, "Delivered")]), (all) => all.every(Boolean)), 20_000)
      assert.lengthOf(w.erp.attempts, 1)
      assert.match((yield* rowOf(unknown)).cause, /receiveTomorrow/)
      yield* Effect.sync(() => loop.interruptUnsafe())
    }), { isIdle: true })

  inWorld("what waits for a connection that is gone costs no attempt and is sent once it is back; others flow (F19)", () =>
    Effect.gen(function*() {
      const db = yield* Database
      const id = yield* owe("SO-1")
      yield* db.query("update delivery set connection = 'gone' where id = $1", [id])
      const outbox = yield* Outbox
      yield* Effect.forkScoped(outbox.run)
      const other = yield* owe("SO-2")
      yield* until(isIn(other, "Delivered"), 20_000)
      yield* pass(20_000)
      assert.deepInclude(yield* rowOf(id), { state: "Pending", attempt: 0 })
      yield* db.query("update delivery set connection = 'books' where id = $1", [id])
      yield* until(isIn(id, "Delivered"), 20_000)
    }), { isIdle: true })
})

it.effect("an outcome is stored again as a whole, and what else goes wrong comes out at once", () =>
  Effect.gen(function*() {
    let tries = 0
    const store = Effect.suspend(() =>
      ++tries < 5 ? Effect.fail(new DatabaseFailed({ isUniqueViolation: false, cause: "away" })) : Effect.succeed(tries))
    assert.strictEqual(yield* during(persistWithRetry(store)), 5)
    assert.strictEqual(yield* Effect.flip(persistWithRetry(Effect.fail("mine" as const))), "mine")
  }))

// Several nodes on PostgreSQL go by the clock of the database instead.
it.effect("a clock that was an hour ahead and is put back delays nothing by an hour (F12)", () =>
  world({ filename: ":memory:" }, {}, (w) => Effect.gen(function*() {
    yield* pass(2000)
    yield* TestClock.adjust("1 hour")
    w.erp.plan(...Array.from({ length: 6 }, () => "unreachable" as const))
    const ids = yield* Effect.forEach(["SO-1", "SO-2", "SO-3", "SO-4", "SO-5", "SO-6"], (number) => owe(number))
    yield* until(Effect.sync(() => w.erp.attempts.length >= 5), 20_000)
    yield* TestClock.setTime(5000)
    // Sleeps of the test clock end at a moment, real ones after a time: something has to wake the loop.
    yield* owe("SO-7")
    yield* until(Effect.map(Effect.forEach(ids, (id) => isIn(id, "Delivered")), (all) => all.every(Boolean)), 300_000)
    yield* nothingOwed
  })))

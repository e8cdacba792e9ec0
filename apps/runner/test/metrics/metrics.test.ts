import { assert, it } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { Connections } from "../../src/connection/Connections.ts"
import { pollOnce } from "../../src/contracts/warehouse/Jobs.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { metrics } from "../../src/http/MetricsAnswer.ts"
import { Database, DatabaseFailed } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import { type Options, type World, world } from "../support/World.ts"

/** The values of the series of a family, by their labels. */
const seriesOf = (text: string, name: string): Readonly<Record<string, number>> =>
  Object.fromEntries(text.split("\n").flatMap((line) => {
    const [, labels = "", value] = new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`).exec(line) ?? []
    return value === undefined ? [] : [[labels, Number(value)]]
  }))

const stopped = new DatabaseFailed({ isUniqueViolation: false, cause: new Error("the server is down") })

/** The database as it is while its server is down, or does not answer. */
const failing = (fails: Effect.Effect<never, DatabaseFailed>) =>
  Effect.map(Database, (db): Database["Service"] => ({ ...db, query: () => fails, one: () => fails, urgentQuery: () => fails, transaction: () => fails }))

onBothDatabases("metrics", (fresh) => {
  const inWorld = (title: string, test: (w: World) => Effect.Effect<unknown, unknown, any>, options: Options = {}) =>
    it.effect(title, () => Effect.flatMap(Effect.promise(fresh), (database) => world(database, { isIdle: true, ...options }, test as never)))

  inWorld("keep the series of the process and the last figures while the database is down (F2)", (w) =>
    Effect.gen(function*() {
      yield* (yield* Dispatch).call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")
      yield* TestClock.adjust("10 seconds")
      const before = yield* metrics
      assert.deepStrictEqual(seriesOf(before, "crossdock_ready"), { "": 1 })
      assert.deepStrictEqual(seriesOf(before, "crossdock_database_up"), { "": 1 })
      assert.deepStrictEqual(seriesOf(before, "crossdock_gauges_age_seconds"), { "": 0 })
      const lag = seriesOf(before, "crossdock_sync_lag_seconds")["connection=\"wh\""]!
      yield* TestClock.adjust("30 seconds")
      const during = yield* Effect.provideService(metrics, Database, yield* failing(Effect.fail(stopped)))
      assert.deepStrictEqual(seriesOf(during, "crossdock_ready"), { "": 0 })
      assert.deepStrictEqual(seriesOf(during, "crossdock_database_up"), { "": 0 })
      assert.deepStrictEqual(seriesOf(during, "crossdock_gauges_age_seconds"), { "": 30 })
      assert.strictEqual(seriesOf(during, "crossdock_sync_lag_seconds")["connection=\"wh\""], lag + 30)
      assert.isAbove(seriesOf(during, "process_resident_memory_bytes")[""]!, 0)
      assert.deepStrictEqual(seriesOf(during, "crossdock_connection_paused"), { "connection=\"books\"": 0, "connection=\"wh\"": 0 })
      const after = yield* metrics
      assert.deepStrictEqual([seriesOf(after, "crossdock_database_up"), seriesOf(after, "crossdock_gauges_age_seconds")], [{ "": 1 }, { "": 0 }])
    }))

  inWorld("answer while the database does not, and say after five seconds that it hangs (F2)", () =>
    Effect.gen(function*() {
      yield* metrics
      const hanging = yield* failing(Effect.never)
      const scrape = Effect.gen(function*() {
        const running = yield* Effect.forkChild(Effect.provideService(metrics, Database, hanging))
        yield* TestClock.adjust("25 millis")
        return yield* Fiber.join(running)
      })
      assert.deepStrictEqual(seriesOf(yield* scrape, "crossdock_database_up"), { "": 1 })
      yield* TestClock.adjust("5 seconds")
      const text = yield* scrape
      assert.deepStrictEqual([seriesOf(text, "crossdock_database_up"), seriesOf(text, "crossdock_ready")], [{ "": 0 }, { "": 0 }])
    }))

  inWorld("show zeros for what there is nothing of (M5)", () =>
    Effect.gen(function*() {
      const text = yield* metrics
      for (const state of ["Pending", "InFlight", "Dead"]) assert.strictEqual(seriesOf(text, "crossdock_outbox_depth")[`connection="books",state="${state}"`], 0)
      for (const state of ["Pending", "InFlight", "Doubtful"]) {
        assert.strictEqual(seriesOf(text, "crossdock_intents")[`connection="wh",state="${state}"`], 0)
        assert.strictEqual(seriesOf(text, "crossdock_intent_oldest_seconds")[`connection="wh",state="${state}"`], 0)
      }
      for (const name of ["crossdock_outbox_oldest_due_seconds", "crossdock_endpoint_failures", "crossdock_deliveries_held"]) {
        assert.strictEqual(seriesOf(text, name)["connection=\"books\""], 0, name)
      }
      assert.strictEqual(seriesOf(text, "crossdock_cancels_waiting")["connection=\"wh\""], 0)
      assert.deepStrictEqual(seriesOf(text, "crossdock_nodes"), { "": 1 })
    }))

  inWorld("are not old where there is nothing to poll, and old where polls stopped (M2)", (w) =>
    Effect.gen(function*() {
      const age = Effect.map(metrics, (text) => seriesOf(text, "crossdock_poll_age_seconds")["connection=\"wh\""])
      yield* (yield* Dispatch).call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")
      yield* TestClock.adjust("20 seconds")
      yield* pollOnce("wh")
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* age, 10)
      const db = yield* Database
      yield* db.query("update entity set is_open = 0")
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* age, 0)
      yield* (yield* Dispatch).call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-2"), "")
      yield* TestClock.adjust("40 seconds")
      assert.strictEqual(yield* age, 40)
    }))

  inWorld("show for how long a job of the whole runner has been due", () =>
    Effect.gen(function*() {
      const db = yield* Database
      const now = yield* Clock.currentTimeMillis
      yield* db.query("insert into job (name, connection, due_at) values ('retention', '', $1), ('erasure', '', $2)", [now - 5000, now + 5000])
      assert.deepInclude(seriesOf(yield* metrics, "crossdock_job_overdue_seconds"), { "job=\"retention\"": 5, "job=\"erasure\"": 0 })
    }), { isIdle: true })

  inWorld("show which connections are paused, and for how long (M7)", () =>
    Effect.gen(function*() {
      yield* (yield* Connections).pause("wh", "a test")
      yield* TestClock.adjust("7 seconds")
      const text = yield* metrics
      assert.deepStrictEqual(seriesOf(text, "crossdock_connection_paused"), { "connection=\"books\"": 0, "connection=\"wh\"": 1 })
      assert.deepStrictEqual(seriesOf(text, "crossdock_connection_paused_seconds"), { "connection=\"books\"": 0, "connection=\"wh\"": 7 })
    }))
})

import { assert, it } from "@effect/vitest"
import { ErpV1, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { counts } from "../../src/api/ConnectionRows.ts"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Events } from "../../src/contracts/warehouse/Events.ts"
import { metrics } from "../../src/http/MetricsAnswer.ts"
import { readiness } from "../../src/http/Health.ts"
import { draining } from "../../src/Shutdown.ts"
import { Outbox } from "../../src/outbox/Outbox.ts"
import * as Entities from "../../src/records/Entities.ts"
import { Database, type Value } from "../../src/store/Database.ts"
import { pollOnce } from "../../src/contracts/warehouse/Jobs.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import { type Options, pass, type World, world } from "../support/World.ts"

const shipped = (w: World, number = "SO-1") =>
  Effect.flatMap(Events, (events) =>
    events.outbound({ scope: w.link.scope, link: w.link, who: "peer" }, {
      orderNumber: order(number).orderNumber,
      warehouseCode: "WH-1",
      phase: "shipped",
      status: "SHIPPED",
      trackingNumber: "T-1"
    }))

/** The value of a series, and of one with these labels; absent: it has none. */
const series = (name: string, labels = "") =>
  Effect.map(metrics, (text) => {
    const line = text.split("\n").find((each) => each.startsWith(`${name}${labels === "" ? "" : `{${labels}}`} `))
    return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ") + 1))
  })

onBothDatabases("health", (fresh) => {
  /** Nothing runs here but what the test does. */
  const inWorld = (title: string, test: (w: World) => Effect.Effect<unknown, unknown, any>, options: Options = {}) =>
    it.effect(title, () => Effect.flatMap(Effect.promise(fresh), (database) => world(database, { isIdle: true, ...options }, test as never)))

  inWorld("a runner whose due work lies untouched for a minute is alive and not ready", (w) =>
    Effect.gen(function*() {
      yield* shipped(w)
      assert.isTrue((yield* readiness).ok)
      yield* TestClock.adjust("59 seconds")
      assert.isTrue((yield* readiness).ok)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* readiness, { ok: false, reasons: ["deliveries to books have been due for 61 s"] })
    }))

  inWorld("what a paused connection, a dead letter or a removed connection holds back is no standstill", (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const connections = yield* Connections
      yield* shipped(w)
      yield* TestClock.adjust("10 minutes")
      yield* connections.pause("books", "a test")
      assert.isTrue((yield* readiness).ok)
      yield* connections.resume("books")
      assert.isFalse((yield* readiness).ok)
      yield* db.query("update delivery set state = 'Dead', attempt = 13")
      yield* shipped(w, "SO-1")
      yield* TestClock.adjust("10 minutes")
      assert.isTrue((yield* readiness).ok)
      yield* db.query("update delivery set state = 'Pending', attempt = 0, connection = 'removed'")
      assert.isTrue((yield* readiness).ok)
    }))

  inWorld("an endpoint that fails, or that asked for time, is no standstill of the runner", (w) =>
    Effect.gen(function*() {
      w.erp.plan(...Array.from({ length: 200 }, () => "unreachable" as const))
      for (let at = 0; at < 12; at++) yield* shipped(w, `SO-${at}`)
      for (let minute = 0; minute < 12; minute++) {
        yield* pass(60_000, 1000)
        assert.deepStrictEqual(yield* readiness, { ok: true, reasons: [] })
      }
      assert.isAbove((yield* series("crossdock_outbox_oldest_due_seconds", "connection=\"books\"")) ?? 0, 60)
      assert.isAbove((yield* series("crossdock_endpoint_failures", "connection=\"books\"")) ?? 0, 4)
      const outbox = yield* Outbox
      assert.isDefined((yield* outbox.endpoints)[0]?.closedUntil)
    }), { isIdle: false })

  inWorld("a backlog that gets shorter is no standstill, and one that was only superseded is", (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* shipped(w, "SO-1")
      yield* shipped(w, "SO-2")
      yield* TestClock.adjust("10 minutes")
      assert.isFalse((yield* readiness).ok)
      const now = 600_000
      yield* db.query("update delivery set state = 'Cancelled', updated_at = $1 where entity like '%SO-2'", [now])
      assert.isFalse((yield* readiness).ok)
      yield* db.query("update delivery set state = 'Delivered', attempt = 1 where entity like '%SO-2'")
      assert.isTrue((yield* readiness).ok)
      yield* TestClock.adjust("1 minutes")
      assert.isFalse((yield* readiness).ok)
      yield* db.query("update delivery set state = 'InFlight' where entity like '%SO-2'")
      assert.isTrue((yield* readiness).ok)
    }))

  inWorld("what waits behind a dead letter of its order is counted as held, and its age is not the age of due work", (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* shipped(w, "SO-1")
      yield* db.query("update delivery set state = 'Dead', is_state = 0")
      yield* (yield* Outbox).put({
        connection: "books",
        scope: w.link.scope,
        entity: String((yield* db.one("select entity from delivery"))?.entity),
        operation: ErpV1.ReceiveOutboundStatus,
        payload: { orderNumber: order("SO-1").orderNumber, warehouseCode: "WH-1", phase: "open", status: "announced" },
        isState: false
      })
      yield* TestClock.adjust("90 seconds")
      assert.strictEqual(yield* series("crossdock_deliveries_held", "connection=\"books\""), 1)
      assert.strictEqual(yield* series("crossdock_outbox_depth", "connection=\"books\",state=\"Dead\""), 1)
      assert.strictEqual(yield* series("crossdock_outbox_depth", "connection=\"books\",state=\"Pending\""), 1)
      assert.strictEqual(yield* series("crossdock_outbox_oldest_due_seconds", "connection=\"books\""), 0)
      assert.isTrue((yield* readiness).ok)
    }))

  inWorld("what is over is never looked through: each look at deliveries and at open orders goes along an index of what is not", (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      // A planner that sees few rows reads them all; only SQLite decides by what the indexes are.
      if (db.dialect === "postgres") return
      yield* shipped(w)
      yield* TestClock.adjust("10 minutes")
      const asked: Array<readonly [string, ReadonlyArray<Value>]> = []
      const noting: Database["Service"] = {
        ...db,
        query: (text, params = []) => Effect.andThen(Effect.sync(() => void asked.push([text, params])), db.query(text, params)),
        one: (text, params = []) => Effect.andThen(Effect.sync(() => void asked.push([text, params])), db.one(text, params))
      }
      yield* Effect.all([readiness, metrics, pollOnce("wh")]).pipe(Effect.provideService(Database, noting))
      yield* counts(noting, yield* Outbox, yield* Clock.currentTimeMillis, [])
      const looks = asked.filter(([text]) => text.includes("from delivery"))
      assert.isAtLeast(looks.length, 6)
      for (const [text, params] of looks) {
        const plan = yield* db.query(`explain query plan ${text}`, params)
        for (const { detail } of plan) {
          if (/\bdelivery\b|\bd\b/.test(detail)) assert.match(detail, /INDEX delivery_(ready|held|dead|in_flight|over)/, text)
        }
      }
      const orders = asked.filter(([text]) => /from entity\s+where/.test(text))
      assert.isAtLeast(orders.length, 3)
      for (const [text, params] of orders) {
        for (const { detail } of yield* db.query(`explain query plan ${text}`, params)) {
          if (/\bentity\b/.test(detail)) assert.match(detail, /INDEX entity_(?:open|oldest_open|news|absent)/, text)
        }
      }
    }))

  inWorld("a runner that stops, or whose database takes no writes, is not ready", () =>
    Effect.gen(function*() {
      const db = yield* Database
      draining.now = true
      assert.isFalse((yield* readiness).ok)
      draining.now = false
      assert.isTrue((yield* readiness).ok)
      yield* db.query("alter table setting rename to away")
      assert.isFalse((yield* readiness).ok)
    }))

  inWorld("the series tell depth, age and lag, also of an order that was never asked for", (w) =>
    Effect.gen(function*() {
      const dispatch = yield* Dispatch
      yield* dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")
      yield* shipped(w, "SO-2")
      yield* TestClock.adjust("90 seconds")
      assert.strictEqual(yield* series("crossdock_outbox_depth", "connection=\"books\",state=\"Pending\""), 1)
      assert.strictEqual(yield* series("crossdock_outbox_oldest_due_seconds", "connection=\"books\""), 90)
      assert.strictEqual(yield* series("crossdock_sync_lag_seconds", "connection=\"wh\""), 90)
      const db = yield* Database
      yield* db.query("update entity set checked_at = 60000 where number = 'SO-1'")
      assert.strictEqual(yield* series("crossdock_sync_lag_seconds", "connection=\"wh\""), 30)
    }))

  inWorld("an order whose create was held for three days lags since the warehouse accepted it", (w) =>
    Effect.gen(function*() {
      const entities = Entities.make(yield* Database)
      const created = { scope: w.link.scope, kind: "outbound", number: "SO-1", generation: 1 } as const
      const { id } = yield* entities.begin({ ...created, connection: "wh", numberSent: "SO-1", now: yield* Clock.currentTimeMillis })
      yield* TestClock.adjust("3 days")
      const accepted = { warehouseCode: undefined, peerWarehouseCode: undefined, peerNumber: "W-1", now: yield* Clock.currentTimeMillis }
      yield* entities.accepted({ intent: { ...created, entity: id }, ...accepted })
      yield* TestClock.adjust("90 seconds")
      assert.strictEqual(yield* series("crossdock_sync_lag_seconds", "connection=\"wh\""), 90)
    }))

  inWorld("an order told of at a receiver is asked for by nobody and lags behind nothing", () =>
    Effect.gen(function*() {
      const events = yield* Events
      yield* events.outbound({ scope: "receiver:one:w-1", who: "peer" }, { orderNumber: order("SO-1").orderNumber, phase: "open", status: "announced" })
      yield* TestClock.adjust("90 seconds")
      assert.strictEqual(yield* series("crossdock_sync_lag_seconds", "connection=\"wh\""), 0)
    }))
})

import * as ContractRegistry from "../../src/ContractRegistry.ts"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { PrometheusMetrics } from "effect/observability"
import { TestClock } from "effect/testing"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { InboundOrder, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Clock from "effect/Clock"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Events } from "../../src/contracts/warehouse/Events.ts"
import { Retention, rules } from "../../src/jobs/Retention.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { asn, order } from "../support/Orders.ts"
import { during, nothingOwed, type Options, until, type World, world } from "../support/World.ts"

const rowsOf = (table: string, where = "1 = 1") =>
  Effect.flatMap(Database, (db) => Effect.map(db.one(`select count(*) as n from ${table} where ${where}`), (row) => Number(row!.n)))

const batch = (w: World, batchNo: string, phase: "receiving" | "received") =>
  Effect.gen(function*() {
    const events = yield* Events
    const now = yield* Clock.currentTimeMillis
    return yield* events.inbound({ scope: w.link.scope, link: w.link, who: "peer" }, {
      asnNumber: InboundOrder.AsnNumber.make("ASN-1"),
      warehouseCode: "WH-1",
      phase,
      status: phase,
      updatedAt: DateTime.makeUnsafe(now),
      lines: [{ sku: Sku.Sku.make("SKU-1"), received: Quantity.of(1) }],
      batchNo
    })
  })

const ofNumber = (number: string) => `first_id in (select id from entity where number = '${number}')`

/** The columns by which rows grow old. */
const clocks = [
  "delivery.updated_at",
  "inbox.last_at",
  "entity.updated_at",
  "intent.updated_at",
  "history.at",
  "drift.last_at",
  "unmatched.last_at",
  "untaken_order.last_at"
]

/** As if so many days had passed while nothing happened. */
const age = (days: number) =>
  Effect.flatMap(Database, (db) =>
    Effect.forEach(clocks, (clock) => {
      const [table, column] = clock.split(".")
      return db.query(`update ${table} set ${column} = ${column} - $1`, [days * 86_400_000])
    }, { discard: true }))

const create = (w: World, number: string) =>
  Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(number), "{}")))

const prune = Effect.flatMap(Retention, (retention) => during(retention.prune, 600_000))

onBothDatabases("retention", (fresh) => {
  const inWorld = (title: string, test: (w: World) => Effect.Effect<unknown, unknown, any>, options: Options = {}) =>
    it.effect(title, () => Effect.flatMap(Effect.promise(fresh), (database) => world(database, options, test as never)))

  inWorld("what arrived goes after 30 days with its content and attempts, and not a day before", (w) =>
    Effect.gen(function*() {
      const tables = ["delivery", "delivery_content", "attempt"]
      w.erp.planFor("ASN-1", "unreachable")
      yield* batch(w, "B-1", "receiving")
      yield* nothingOwed
      yield* age(29)
      yield* prune
      assert.deepStrictEqual(yield* Effect.forEach(tables, (table) => rowsOf(table)), [1, 1, 2])
      yield* age(2)
      assert.strictEqual((yield* prune)["deliveries"], 1)
      assert.deepStrictEqual(yield* Effect.forEach(tables, (table) => rowsOf(table)), [0, 0, 0])
    }))

  inWorld("a batch is known as long as its order is open, however late it comes again; then for 30 days", (w) =>
    Effect.gen(function*() {
      yield* batch(w, "B-1", "receiving")
      yield* nothingOwed
      yield* age(200)
      yield* prune
      yield* batch(w, "B-1", "receiving")
      assert.strictEqual((yield* Effect.flatMap(Database, (db) => db.one("select received from inbound_line")))!.received, "1")
      yield* batch(w, "B-2", "received")
      yield* nothingOwed
      // As the last reading of its totals leaves it.
      yield* Effect.flatMap(Database, (db) => db.query("update entity set is_open = 0 where kind = 'inbound'"))
      yield* age(29)
      yield* prune
      // Of the first batch what its repeat touched, and all of the second.
      assert.isAtLeast(yield* rowsOf("inbox"), 2)
      yield* age(2)
      yield* prune
      assert.strictEqual(yield* rowsOf("inbox"), 0)
    }))

  inWorld("a dead letter is kept for 90 days, and its end stands in the audit log", (w) =>
    Effect.gen(function*() {
      w.erp.plan("refuse")
      yield* batch(w, "B-1", "receiving")
      yield* until(Effect.map(rowsOf("delivery", "state = 'Dead'"), (count) => count === 1))
      yield* age(89)
      yield* prune
      assert.strictEqual(yield* rowsOf("delivery"), 1)
      yield* age(2)
      yield* prune
      assert.strictEqual(yield* rowsOf("delivery"), 0)
      const [line] = yield* Effect.flatMap(Database, (db) => db.query("select detail from history where subject = 'runner retention'"))
      assert.match(line!.detail, /^1 dead letters of before .* removed$/)
    }))

  inWorld("an order goes with all that belongs to it a year after it ended, and an open one never", (w) =>
    Effect.gen(function*() {
      yield* create(w, "SO-1")
      yield* create(w, "SO-2")
      const held = w.warehouse.orders.find(({ orderNumber }) => orderNumber === "SO-1")!
      Object.assign(held, { phase: "shipped", status: "SHIPPED", trackingNumber: "T-1" })
      yield* until(rowsOf("entity", "is_open = 0").pipe(Effect.map((count) => count === 1)))
      yield* nothingOwed
      yield* age(400)
      yield* prune
      const db = yield* Database
      const left = yield* db.query("select number from entity")
      assert.deepStrictEqual(left.map((row) => row.number), ["SO-2"])
      assert.deepStrictEqual((yield* db.query("select e.number from intent i join entity e on e.id = i.entity")).map((row) => row.number), ["SO-2"])
      assert.strictEqual(yield* rowsOf("history", ofNumber("SO-1")), 0)
      assert.isAbove(yield* rowsOf("history", ofNumber("SO-2")), 0)
      assert.strictEqual(yield* rowsOf("parcel"), 0)
    }))

  inWorld("an order that was created again goes with its last generation, and each generation with its own parcels", (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const issues = db.query("select generation from entity where is_known = 1 order by generation")
      yield* create(w, "SO-1")
      yield* Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber: order("SO-1").orderNumber }, "")))
      yield* create(w, "SO-1")
      yield* db.query("insert into parcel (entity, tracking_number, seen_at) select id, 'T-' || generation, 0 from entity")
      assert.deepStrictEqual(yield* issues, [{ generation: 1 }, { generation: 2 }])
      yield* age(400)
      yield* prune
      assert.deepStrictEqual(yield* issues, [{ generation: 2 }])
      assert.deepStrictEqual(yield* db.query("select tracking_number from parcel"), [{ tracking_number: "T-2" }])
      assert.deepStrictEqual([yield* rowsOf("history", "what = 'asked'"), yield* rowsOf("intent")], [2, 2])
      yield* db.query("update entity set is_open = 0")
      yield* prune
      assert.deepStrictEqual([yield* rowsOf("entity"), yield* rowsOf("parcel"), yield* rowsOf("intent"), yield* rowsOf("history", ofNumber("SO-1"))], [0, 0, 0, 0])
    }), { isIdle: true })

  inWorld("an order that has ended is there for a year, however soon its messages go, and an open one for ever", (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      for (const number of ["1", "2"]) {
        yield* create(w, `SO-${number}`)
        yield* Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn(`ASN-${number}`), "{}")))
      }
      yield* db.query("update entity set is_open = 0 where number in ('SO-1', 'ASN-1')")
      yield* age(364)
      yield* prune
      assert.deepStrictEqual([yield* rowsOf("entity"), yield* rowsOf("intent")], [4, 4])
      yield* age(2)
      yield* prune
      const left = yield* db.query("select number from entity")
      assert.sameMembers(left.map((row) => row.number), ["SO-2", "ASN-2"])
      assert.strictEqual(yield* rowsOf("intent"), 2)
    }), { isIdle: true })

  inWorld("more than one transaction's worth goes in one pass, and no table that grows is forgotten", () =>
    Effect.gen(function*() {
      const db = yield* Database
      const insert = "insert into drift (scope, place, path, message, times, first_at, last_at) values ('s', 'p', $1, 'x', 1, 0, 0)"
      yield* db.transaction(Effect.forEach(Array.from({ length: 130 }, (_, index) => `/${index}`), (path) => db.query(insert, [path])))
      yield* age(91)
      assert.strictEqual((yield* prune)["findings"], 130)
      const growing = ["attempt", "audit", "blind_decision", "delivery", "delivery_content", "desk_need", "desk_order", "desk_parcel", "desk_part", "drift", "entity", "erased_record", "erp_inbound_order", "history", "inbound_line", "inbox", "intent", "intent_content", "parcel", "platform_order", "ready_order", "session", "unmatched", "untaken_order"]
      const named = rules.flatMap(({ along = [], table }) => [table, ...along.map(({ text }) => /^delete from (\w+)/.exec(text)![1]!)])
      const ofRecords = ContractRegistry.kinds.all.flatMap(({ tables = [] }) => tables)
      assert.sameMembers([...new Set([...named, ...ofRecords])], growing)
    }), { isIdle: true })

  inWorld("a rule with much work does not keep the last one from its turn, and the job goes on until nothing is left", () =>
    Effect.gen(function*() {
      const db = yield* Database
      const { job } = yield* Retention
      const finding = "insert into drift (scope, place, path, message, times, first_at, last_at) values ('s', 'p', $1, 'x', 1, 0, 0)"
      yield* db.transaction(Effect.forEach(Array.from({ length: 1100 }, (_, index) => `/${index}`), (path) => db.query(finding, [path])))
      yield* db.query("insert into unmatched (scope, kind, name, times, first_at, last_at) values ('s', 'outbound', 'SO-1', 1, 0, 0)")
      yield* age(91)
      assert.strictEqual(yield* during(job.work, 600_000), "again")
      assert.deepStrictEqual([yield* rowsOf("drift"), yield* rowsOf("unmatched")], [100, 0])
      assert.isUndefined(yield* during(job.work, 600_000))
      assert.strictEqual(yield* rowsOf("drift"), 0)
    }), { isIdle: true })

  inWorld("its lag grows while more is to be deleted than it gets done, and is 0 once nothing is left", () =>
    Effect.gen(function*() {
      const db = yield* Database
      const { job } = yield* Retention
      const lag = Effect.map(PrometheusMetrics.format(), (text) => Number(/^crossdock_retention_lag_seconds (\S+)$/m.exec(text)?.[1]))
      const finding = "insert into drift (scope, place, path, message, times, first_at, last_at) values ('s', 'p', $1, 'x', 1, 0, 0)"
      yield* db.transaction(Effect.forEach(Array.from({ length: 2100 }, (_, index) => `/${index}`), (path) => db.query(finding, [path])))
      yield* age(91)
      yield* during(job.work, 600_000)
      yield* TestClock.adjust("90 seconds")
      assert.strictEqual(yield* during(job.work, 600_000), "again")
      assert.isAtLeast(yield* lag, 90)
      yield* during(job.work, 600_000)
      assert.strictEqual(yield* lag, 0)
    }), { isIdle: true })

  inWorld("a job that was stopped goes on with the rules that it had not reached", () =>
    Effect.gen(function*() {
      const db = yield* Database
      const { job } = yield* Retention
      const finding = "insert into drift (scope, place, path, message, times, first_at, last_at) values ('s', 'p', $1, 'x', 1, 0, 0)"
      yield* db.transaction(Effect.forEach(Array.from({ length: 130 }, (_, index) => `/${index}`), (path) => db.query(finding, [path])))
      yield* db.query("insert into unmatched (scope, kind, name, times, first_at, last_at) values ('s', 'outbound', 'SO-1', 1, 0, 0)")
      yield* age(91)
      // The clock stands still, so the run waits after its first page until it is stopped.
      const run = yield* Effect.forkChild(job.work)
      while ((yield* rowsOf("drift")) === 130) yield* Effect.yieldNow
      yield* Fiber.interrupt(run)
      assert.deepStrictEqual([yield* rowsOf("drift"), yield* rowsOf("unmatched")], [30, 1])
      yield* during(job.work, 600_000)
      assert.deepStrictEqual([yield* rowsOf("drift"), yield* rowsOf("unmatched")], [0, 0])
    }), { isIdle: true })

  inWorld("a job that rests has left no intent of an order that it has removed in a later turn", () =>
    Effect.gen(function*() {
      const db = yield* Database
      const { job } = yield* Retention
      yield* db.transaction(Effect.forEach(Array.from({ length: 1500 }, (_, index) => index), (index) =>
        db.query(
          `insert into entity (scope, kind, number, generation, connection, number_sent, is_known, is_open, checked_at, created_at, updated_at)
           values ('s', 'outbound', $1, 1, 'wh', $1, 1, 0, 0, 0, $2)`,
          [`SO-${index}`, index]
        )))
      yield* db.query(
        `insert into intent (entity, id, scope, connection, operation, digest, state, attempt, due_at, created_at, updated_at)
         select id, 'I' || id, scope, 'wh', 'createOutboundOrder', 'd', 'Delivered', 1, 0, 0, updated_at from entity`
      )
      yield* age(400)
      while ((yield* during(job.work, 600_000)) === "again") { /* until it rests */ }
      assert.deepStrictEqual([yield* rowsOf("entity"), yield* rowsOf("intent")], [0, 0])
    }), { isIdle: true })

  inWorld("a rule that fails each time keeps no other from its turns", () =>
    Effect.gen(function*() {
      const db = yield* Database
      const { job } = yield* Retention
      const finding = "insert into drift (scope, place, path, message, times, first_at, last_at) values ('s', 'p', $1, 'x', 1, 0, $2)"
      yield* db.query("alter table unmatched rename to away")
      for (const path of ["/1", "/2", "/3"]) {
        yield* db.query(finding, [path, -91 * 86_400_000])
        assert.isTrue(Exit.isFailure(yield* Effect.exit(during(job.work, 600_000))))
        assert.strictEqual(yield* rowsOf("drift"), 0)
      }
    }), { isIdle: true })
})

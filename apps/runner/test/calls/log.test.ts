/**
 * What the log of calls stores, what it only counts, how long it keeps it, and what becomes of it while the database is away.
 */
import { assert, it } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { CallLog } from "../../src/calls/CallLog.ts"
import * as CallStore from "../../src/calls/CallStore.ts"
import { type LoggedCall } from "../../src/calls/LoggedCall.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Connections } from "../../src/connection/Connections.ts"
import { Database, DatabaseFailed } from "../../src/store/Database.ts"
import { lengths } from "../../src/store/migrations/CallPoints.ts"
import { Vault } from "../../src/store/Vault.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import * as Traces from "../support/Traces.ts"
import { during, type RunnerServices, until, world } from "../support/World.ts"

const rowsOf = (text: string) => Effect.flatMap(Database, (db) => db.query(text))
const countOf = (table: string) => Effect.map(rowsOf(`select count(*) as n from ${table}`), ([row]) => Number(row!["n"]))

const callAt = (at: number, more: Partial<LoggedCall> = {}): LoggedCall => ({
  direction: "in",
  at,
  millis: 3,
  scope: "warehouse:acc-1",
  protocol: "warehouse",
  operation: "createOutboundOrder",
  code: "OK",
  status: 200,
  about: [{ orderNumber: `SO-${at % 1000}` }],
  request: { method: "POST", url: new URL("http://localhost/warehouse"), headers: [], body: "x".repeat(2000) },
  response: { status: 200, headers: [], body: "{}" },
  ...more
})

const [hour, minute] = [3_600_000, 60_000]

onBothDatabases("the log of calls", (fresh) => {
  const alone = (title: string, callLog: { readonly kept: number; readonly size: number; readonly countsKept: number }, test: (log: CallLog["Service"], away: { now: boolean; until?: Latch.Latch }, lines: ReadonlyArray<string>) => Effect.Effect<unknown, unknown, Database>) =>
    it.effect(title, () =>
      Effect.gen(function*() {
        const at = yield* Effect.promise(fresh)
        const away: { now: boolean; until?: Latch.Latch } = { now: false }
        const lines: Array<string> = []
        const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
        const database = Layer.effect(Database, Effect.map(Database, (db) =>
          Database.of({ ...db, unit: (unit, input) => away.now ? Effect.fail(new DatabaseFailed({ isUniqueViolation: false, cause: new Error("away") })) : Effect.andThen(away.until?.await ?? Effect.void, db.unit(unit, input)) }))).pipe(
            Layer.provide(Database.layer(at))
          )
        yield* TestClock.setTime(1_790_000_000_000)
        yield* Effect.flatMap(CallLog, (log) => test(log, away, lines)).pipe(
          Effect.provide(Layer.fresh(CallLog.layer({ callLog } as never).pipe(Layer.provideMerge(Layer.mergeAll(database, Vault.layer(Redacted.make("test key")), Logger.layer([logger]))))))
        )
      }))

  alone("removes calls by age, and the oldest of what is above the size, with their numbers; counts stay longer (issue 25)", { kept: 10 * hour, size: 50_000, countsKept: 100 * hour }, (log) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      for (let ago = 1; ago <= 20; ago++) log.record(callAt(now - ago * hour + 1))
      yield* log.flush
      assert.deepStrictEqual([yield* countOf("call"), yield* countOf("call_number")], [20, 20])
      yield* during(log.prune)
      assert.deepStrictEqual([yield* countOf("call"), yield* countOf("call_number"), yield* countOf("call_count")], [10, 10, 20])
      for (let more = 0; more < 100; more++) log.record(callAt(now + more))
      yield* log.flush
      yield* during(log.prune)
      const [size] = yield* rowsOf("select sum(bytes) as n from call_size")
      const [stored] = yield* rowsOf("select sum(size) as n, min(at) as oldest, count(*) as calls from call")
      assert.isAtMost(Number(stored!["n"]), 50_000)
      assert.isAbove(Number(stored!["calls"]), 5)
      assert.isAbove(Number(stored!["oldest"]), now)
      assert.strictEqual(Number(size!["n"]), Number(stored!["n"]))
      yield* TestClock.adjust(200 * hour)
      yield* during(log.prune)
      // The log may be at it itself, because it has grown, and then the same rows are not removed twice.
      const tables = ["call", "call_number", "call_count", "call_point", "call_size"]
      yield* until(Effect.map(Effect.forEach(tables, countOf), (counts) => counts.every((count) => count === 0)))
    }))

  alone("keeps calls while the database is away and says so without their bodies; above its bound it drops and counts, and never waits (issue 25)", { kept: 10 * hour, size: 1e9, countsKept: hour * 100 }, (log, away, lines) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      away.now = true
      log.record(callAt(now, { code: "DOUBTFUL", requestId: "r-1", about: [{ orderNumber: "SO-away" }] }))
      yield* log.flush
      const [line] = lines.map((text) => JSON.parse(text))
      assert.deepInclude(line.annotations, { code: "DOUBTFUL", number: "SO-away", scope: "warehouse:acc-1", callRequestId: "r-1" })
      assert.notInclude(lines.join(), "xxx")
      const kept: Record<string, number> = {}
      for (let call = 0; call < 5000; call++) {
        const how = log.record(callAt(now + call))
        kept[how] = (kept[how] ?? 0) + 1
      }
      assert.deepStrictEqual(kept, { stored: 2000, dropped: 3000 })
      away.now = false
      yield* log.flush
      assert.strictEqual(yield* countOf("call"), 2001)
      const [counted] = yield* rowsOf("select sum(calls) as n from call_count")
      assert.strictEqual(Number(counted!["n"]), 5001)
    }))

  alone("stores 60 refused calls of a link and code in a minute and counts the others (issue 25)", { kept: 10 * hour, size: 1e9, countsKept: hour * 100 }, (log) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      for (let call = 0; call < 10_000; call++) log.record(callAt(now, { code: "MEMBER_MISSING", method: `made-up-${call}`, operation: undefined }))
      yield* log.flush
      assert.strictEqual(yield* countOf("call"), 60)
      const counted = yield* rowsOf("select operation, code, calls from call_count")
      assert.deepStrictEqual(counted.map((row) => [row["operation"], row["code"], Number(row["calls"])]), [["", "MEMBER_MISSING", 10_000]])
    }))

  alone("stores the points of the flow with the counts by minute (issue 27)", { kept: 10 * hour, size: 1e9, countsKept: 1000 * hour }, (log) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      for (const at of [now - 200 * hour, now - 190 * hour, now - 31 * minute, now - 2 * minute, now, now]) {
        for (const more of [{}, { code: "TIMEOUT", millis: 50 }, { direction: "out", scope: "house" }] as const) log.record(callAt(at, more))
        yield* log.flush
      }
      const db = yield* Database
      const points = Effect.forEach(lengths, (length) =>
        Effect.map(db.query("select * from call_point where minutes = $1 order by point, scope, direction", [length]), (rows) =>
          rows.map((row) => [Number(row.point), row.scope, row.direction, Number(row.calls), Number(row.failed), Number(row.millis)])))
      const stored = yield* points
      for (const [at, length] of lengths.entries()) {
        const summed = yield* db.query(
          `select minute / ${length} as point, scope, direction, sum(calls) as calls, sum(case when code = 'OK' then 0 else calls end) as failed, sum(millis) as millis
           from call_count group by 1, 2, 3 order by 1, 2, 3`
        )
        assert.deepStrictEqual(stored[at], summed.map((row) => [Number(row.point), row.scope, row.direction, Number(row.calls), Number(row.failed), Number(row.millis)]))
      }
      assert.deepStrictEqual(stored.map((rows) => rows.length), [8, 6])
      assert.deepStrictEqual(stored[0]?.at(-1)?.slice(1), ["warehouse:acc-1", "in", 6, 3, 159])
    }))

  it.effect("two nodes that make the same ids both store their calls (issue 25)", () =>
    Effect.gen(function*() {
      const at = yield* Effect.promise(fresh)
      const callLog = { kept: hour * 10, size: 1e9, countsKept: hour * 100 }
      const layer = Layer.fresh(CallLog.layer({ callLog } as never))
      yield* Effect.gen(function*() {
        const [one, other] = [yield* CallLog, yield* Effect.map(Layer.build(layer), (context) => context)]
        const second = (yield* Effect.provideContext(CallLog, other))
        for (let call = 0; call < 3000; call++) {
          one.record(callAt(1_790_000_000_000))
          if (call % 2 === 0) second.record(callAt(1_790_000_000_000))
          if (call % 1500 === 1499) yield* Effect.andThen(one.flush, second.flush)
        }
        yield* until(Effect.andThen(Effect.andThen(one.flush, second.flush), Effect.map(countOf("call"), (n) => n === 4500)), 60_000)
      }).pipe(Effect.scoped, Effect.provide(layer.pipe(Layer.provideMerge(Layer.mergeAll(Database.layer(at), Vault.layer(Redacted.make("test key")))))))
    }))

  alone("has no room for more bytes than characters, while the database is away (issue 25)", { kept: 10 * hour, size: 1e9, countsKept: hour * 100 }, (log, away) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      away.now = true
      const bytes = new Uint8Array(4_000_000)
      const kept = Array.from({ length: 10 }, (_, call) => log.record(callAt(now + call, { response: { status: 200, headers: [], body: "", bytes } })))
      assert.deepStrictEqual(kept.map((how) => how === "stored"), kept.map((_, at) => at < 3))
      away.now = false
      yield* log.flush
      assert.strictEqual(yield* countOf("call"), 3)
    }))

  alone("loses nothing if the reader for whom it stores its queue leaves (issue 25)", { kept: 10 * hour, size: 1e9, countsKept: hour * 100 }, (log, away) =>
    Effect.gen(function*() {
      away.until = yield* Latch.make()
      log.record(callAt(yield* Clock.currentTimeMillis))
      const reader = yield* Effect.forkChild(log.flush, { startImmediately: true })
      const leaving = yield* Effect.forkChild(Fiber.interrupt(reader), { startImmediately: true })
      yield* away.until.open
      yield* Fiber.join(leaving)
      yield* log.flush
      assert.deepStrictEqual([yield* countOf("call"), yield* countOf("call_count")], [1, 1])
    }))

  alone("leaves no message of an erased order in a list that names more orders than are stored (issue 25)", { kept: 10 * hour, size: 1e9, countsKept: hour * 100 }, (log) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const list = (orders: number) => log.record(callAt(now, { about: [{ orders: Array.from({ length: orders }, (_, at) => ({ orderNumber: `${orders}-${at}` })) }] }))
      list(50)
      list(80)
      yield* log.flush
      yield* CallStore.eraseMessages(yield* Database, ["80-79"])
      const left = yield* rowsOf("select number from call where content_sealed is not null")
      assert.deepStrictEqual(left.map((row) => row["number"]), ["50-0"])
    }))

  it.effect("what an ERP quotes of a person is no part of the reason of a call (issue 25)", () =>
    Effect.flatMap(Effect.promise(fresh), (database) =>
      world(database, {}, (w) =>
        Effect.gen(function*() {
          const log: CallLog["Service"] = yield* CallLog
          yield* Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "{}")))
          w.erp.plan({ unlisted: "Ada Example of Singel 1 is not known" })
          Object.assign(w.warehouse.orders[0]!, { phase: "shipped", status: "SHIPPED", trackingNumber: "T-1" })
          yield* until(Effect.andThen(log.flush, Effect.map(rowsOf("select id from call where operation = 'receiveOutboundStatus' and code = 'FaultUnlisted'"), (rows) => rows.length > 0)))
          assert.include(yield* Traces.of(["is not known"]), "call")
          assert.notInclude(yield* Traces.of(["Ada Example", "Singel 1"]), "call")
        }) as Effect.Effect<void, unknown, RunnerServices | Connections>)))

  it.effect("a poll that brings nothing is counted only; one that brings a change is stored (issue 25)", () =>
    Effect.flatMap(Effect.promise(fresh), (database) =>
      world(database, {}, (w) =>
        Effect.gen(function*() {
          const log: CallLog["Service"] = yield* CallLog
          yield* Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "{}")))
          const polls = Effect.andThen(log.flush, Effect.map(rowsOf("select id from call where operation = 'getOutboundOrders'"), (rows) => rows.length))
          const counted = Effect.andThen(log.flush, Effect.map(rowsOf("select sum(calls) as n from call_count where operation = 'getOutboundOrders'"), ([row]) => Number(row!["n"])))
          yield* until(Effect.map(counted, (n) => n >= 4))
          const before = yield* polls
          assert.isAtMost(before, 1)
          Object.assign(w.warehouse.orders[0]!, { phase: "shipped", status: "SHIPPED", trackingNumber: "T-1" })
          yield* until(Effect.map(polls, (n) => n > before))
          assert.strictEqual(yield* polls, before + 1)
          const [row] = yield* rowsOf("select c.number, n.number as other from call c join call_number n on n.call_id = c.id where c.operation = 'getOutboundOrders' and n.number = 'T-1'")
          assert.strictEqual(row?.["other"], "T-1")
        }) as Effect.Effect<void, unknown, RunnerServices | Connections>)))
})

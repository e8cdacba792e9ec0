/**
 * A cancel that came while nobody knew the outcome of its create is carried out once that is known, whatever happens then.
 */
import { assert, it } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import * as MetricsAnswer from "../../src/http/MetricsAnswer.ts"
import { Intents } from "../../src/intents/Intents.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { withNodes } from "../support/Nodes.ts"
import { asn, order } from "../support/Orders.ts"
import * as Peers from "../support/Peers.ts"
import { during, pass, until, type World, world } from "../support/World.ts"

const { orderNumber } = order("SO-1")
const { asnNumber } = asn("ASN-1")

const history = Effect.flatMap(Database, (db) =>
  Effect.map(db.query("select who, what, detail from history order by id"), (rows) => rows.map((row) => `${row.who} ${row.what} ${row.detail ?? ""}`)))
const waiting = Effect.flatMap(Database, (db) =>
  Effect.map(db.query("select id from intent where is_cancel_wanted = 1"), (rows) => rows.length))
const tries = Effect.flatMap(Database, (db) =>
  Effect.map(db.query("select outcome from attempt where kind = 'cancel' order by id"), (rows) => rows.map((row) => String(row.outcome))))

/** Created with its answer lost, cancelled before anybody knew, and settled after the caller of the cancel had left. */
const cancelledInDoubt = (w: World) =>
  Effect.gen(function*() {
    const dispatch = yield* Dispatch
    w.warehouse.plan("createOutboundOrder", "lose-answer")
    w.warehouse.plan("getOutboundOrders", ...blind)
    yield* during(Effect.flip(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")))
    const refusal = yield* during(Effect.flip(dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber }, "")))
    assert.strictEqual(refusal.code, "DOUBTFUL")
    assert.strictEqual(w.warehouse.live("SO-1").length, 1)
    w.warehouse.plan("getOutboundOrders")
  })

/** No query of it is answered. */
const blind = Array.from({ length: 1000 }, () => "unavailable" as const)
/** Of one round: three tries, each of which reads what became of it. */
const away = (rounds: number) => Array.from({ length: 3 * rounds }, () => "unreachable" as const)

onBothDatabases("a cancel that waits for its create", (fresh) => {
  const inWorld = (title: string, test: (w: World) => Effect.Effect<unknown, unknown, any>) =>
    it.effect(title, () => Effect.flatMap(Effect.promise(fresh), (database) => world(database, {}, test as never)))

  inWorld("is tried again until the warehouse can be reached, with a line of history and an attempt for each try", (w) =>
    Effect.gen(function*() {
      yield* cancelledInDoubt(w)
      w.warehouse.plan("cancelOutboundOrder", ...away(3))
      yield* until(Effect.sync(() => w.warehouse.live("SO-1").length === 0), 300_000, 500)
      yield* until(Effect.map(waiting, (n) => n === 0))
      assert.deepStrictEqual(yield* tries, ["NOT_SENT", "NOT_SENT", "NOT_SENT", "cancelled"])
      const lines = yield* history
      assert.lengthOf(lines.filter((line) => line.startsWith("runner alarm the cancel waits")), 1)
      assert.include(lines, "runner cancelled as it was requested before")
      const calls = w.warehouse.calls.length
      yield* pass(600_000, 5000)
      assert.deepStrictEqual(w.warehouse.calls.slice(calls).filter((call) => call.startsWith("cancel")), [])
    }))

  inWorld("is counted from the moment at which it arrives, and the warehouse is asked every 10 s while it waits", (w) =>
    Effect.gen(function*() {
      const dispatch = yield* Dispatch
      const queries = () => w.warehouse.calls.filter((call) => call === "getOutboundOrders").length
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      w.warehouse.plan("getOutboundOrders", ...blind)
      yield* during(Effect.flip(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")))
      yield* during(Effect.flip(dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber }, "")))
      const counted = /^crossdock_cancels_waiting\{connection="wh"\} 1$/m
      assert.match(yield* MetricsAnswer.metrics, counted)
      yield* pass(300_000, 1000)
      const before = queries()
      yield* pass(60_000, 1000)
      assert.isAtLeast(queries() - before, 5)
      assert.isAtMost(queries() - before, 7)
      assert.match(yield* MetricsAnswer.metrics, counted)
    }))

  inWorld("makes the runner ask at once when the warehouse answers any other call again", (w) =>
    Effect.gen(function*() {
      yield* cancelledInDoubt(w)
      w.warehouse.plan("getOutboundOrders", ...blind)
      yield* pass(61_000, 500)
      w.warehouse.plan("getOutboundOrders")
      yield* (yield* Dispatch).call(w.link, WarehouseV1.ListWarehouses, {}, "")
      yield* until(Effect.sync(() => w.warehouse.live("SO-1").length === 0), 3000)
    }))

  inWorld("of an inbound order is carried out too", (w) =>
    Effect.gen(function*() {
      const dispatch = yield* Dispatch
      w.warehouse.plan("createInboundOrder", "lose-answer")
      w.warehouse.plan("getInboundOrders", ...blind)
      yield* during(Effect.flip(dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-1"), "")))
      yield* during(Effect.exit(dispatch.call(w.link, WarehouseV1.CancelInboundOrders, { asnNumbers: [asnNumber] }, "")))
      w.warehouse.plan("cancelInboundOrders", ...away(2))
      w.warehouse.plan("getInboundOrders")
      yield* until(Effect.sync(() => w.warehouse.asns[0]?.phase === "cancelled"), 300_000, 500)
      yield* until(Effect.map(waiting, (n) => n === 0))
    }))

  inWorld("ends with the refusal that the warehouse gives", (w) =>
    Effect.gen(function*() {
      yield* cancelledInDoubt(w)
      w.warehouse.plan("cancelOutboundOrder", { message: "it is packed" }, { message: "it is packed" })
      yield* until(Effect.map(waiting, (n) => n === 0), 300_000, 500)
      assert.deepStrictEqual(yield* tries, ["REFUSED"])
      assert.isTrue((yield* history).some((line) => line.startsWith("runner alarm the waiting cancel was refused: REFUSED: it is packed")))
      assert.strictEqual(w.warehouse.live("SO-1").length, 1)
    }))

  inWorld("waits while the connection is paused, and is counted in the metrics", (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      yield* cancelledInDoubt(w)
      w.warehouse.plan("cancelOutboundOrder", ...away(1))
      yield* until(Effect.map(tries, (all) => all.length === 1), 300_000)
      yield* connections.pause("wh", "a test")
      const calls = w.warehouse.calls.filter((call) => call.startsWith("cancel")).length
      yield* pass(60_000, 1000)
      assert.strictEqual(w.warehouse.calls.filter((call) => call.startsWith("cancel")).length, calls)
      assert.match(yield* MetricsAnswer.metrics, /^crossdock_cancels_waiting\{connection="wh"\} 1$/m)
      yield* connections.resume("wh")
      yield* (yield* Intents).wake
      yield* until(Effect.sync(() => w.warehouse.live("SO-1").length === 0))
    }))

  for (const how of ["slow-down", "credential"] as const) {
    inWorld(`ends a create that the warehouse has answered with ${how} meanwhile, and nothing is sent later (U-143)`, (w) =>
      Effect.gen(function*() {
        const dispatch = yield* Dispatch
        w.warehouse.plan("createOutboundOrder", { after: how })
        const creating = yield* Effect.forkChild(Effect.exit(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")))
        yield* until(Effect.sync(() => w.warehouse.calls.includes("createOutboundOrder")))
        yield* during(dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber }, ""))
        yield* during(Fiber.join(creating))
        yield* (yield* Connections).resume("wh")
        yield* (yield* Intents).release(w.link.scope)
        yield* pass(120_000, 1000)
        assert.deepStrictEqual(w.warehouse.calls.filter((call) => call.endsWith("Order")), ["createOutboundOrder"])
        assert.lengthOf(w.warehouse.orders, 0)
      }))
  }

  it.effect("is carried out by the next start when the process ends in between", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      yield* world(database, { peers }, (w) =>
        Effect.gen(function*() {
          yield* cancelledInDoubt(w)
          w.warehouse.plan("cancelOutboundOrder", "hang-before")
          yield* until(Effect.sync(() => w.warehouse.calls.includes("cancelOutboundOrder")), 300_000)
        }))
      assert.strictEqual(peers.warehouse.live("SO-1").length, 1)
      yield* world(database, { peers }, () =>
        until(Effect.sync(() => peers.warehouse.live("SO-1").length === 0), 300_000, 1000))
    }))
})

withNodes("a cancel that waits for its create is carried out by one node at a time (PostgreSQL)", ({ join, warehouse }) =>
  Effect.gen(function*() {
    const a = yield* join("a")
    yield* join("b")
    const call = <O extends WarehouseV1.AnyOperation>(operation: O, payload: O["payload"]["Type"]) =>
      a.on(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(a.link, operation, payload, "")))
    warehouse.plan("createOutboundOrder", "lose-answer")
    warehouse.plan("getOutboundOrders", ...blind)
    yield* during(Effect.flip(call(WarehouseV1.CreateOutboundOrder, order("SO-1"))))
    yield* during(Effect.flip(call(WarehouseV1.CancelOutboundOrder, { orderNumber })))
    warehouse.plan("cancelOutboundOrder", ...away(1), "slow")
    warehouse.plan("getOutboundOrders")
    yield* until(Effect.sync(() => warehouse.live("SO-1").length === 0), 4_000_000, 5000)
    yield* until(Effect.map(waiting, (n) => n === 0))
    yield* pass(180_000, 1000)
    assert.lengthOf(warehouse.calls.filter((name) => name === "cancelOutboundOrder"), 4)
  }))

/**
 * A warehouse refuses a create in words that nobody lists: the caller is told at once in its words. Some warehouses do nevertheless what
 * they refuse, which the runner finds out by asking them after their visibility delay, of 2 s here.
 */
import { assert, it } from "@effect/vitest"
import { type InboundOrder, type OutboundOrder, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Events } from "../../src/contracts/warehouse/Events.ts"
import { Reports } from "../../src/contracts/warehouse/Reports.ts"
import { Intents } from "../../src/intents/Intents.ts"
import { Connections } from "../../src/connection/Connections.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { type Node, withNodes } from "../support/Nodes.ts"
import { asn, order } from "../support/Orders.ts"
import * as Peers from "../support/Peers.ts"
import { during, inWorldOn, type Options, pass, until, type World, world } from "../support/World.ts"

const create = (w: World, asked = order("SO-1")) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, asked, ""))
const createAsn = (w: World) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-1"), ""))
const cancel = (w: World) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber: order("SO-1").orderNumber }, ""))

const noStock = { refuses: "库存不足 out of stock" } as const
const corrected = { ...order("SO-1"), shopName: "Corrected" }

const report = (told: Pick<OutboundOrder.OutboundStatus, "phase" | "status"> & Partial<OutboundOrder.OutboundStatus>) =>
  Effect.flatMap(Reports, (reports) => reports.take("wh", { _tag: "OutboundStatusChanged", status: { orderNumber: order("SO-1").orderNumber, warehouseCode: "WH-1", ...told } }))

const piecesOf = (sku: string) => ({ sku: Sku.Sku.make(sku), received: Quantity.of(1) })

const received = (told: Pick<InboundOrder.InboundProgress, "phase"> & Partial<InboundOrder.InboundProgress>) =>
  Effect.flatMap(Reports, (reports) =>
    reports.take("wh", { _tag: "InboundProgressed", progress: { asnNumber: asn("ASN-1").asnNumber, status: "RECEIVING", updatedAt: DateTime.makeUnsafe(1), lines: [piecesOf("SKU-1")], ...told } }))

const callsOf = ({ warehouse }: Pick<World, "warehouse">, operation: string) => warehouse.calls.filter((call) => call === operation).length
const creates = (w: Pick<World, "warehouse">) => callsOf(w, "createOutboundOrder")
const questions = (w: Pick<World, "warehouse">) => callsOf(w, "getOutboundOrders")

const intents = Effect.flatMap(Database, (db) => db.query("select e.generation, i.state, i.look_at from intent i join entity e on e.id = i.entity order by e.number, e.generation"))
const states = Effect.map(intents, (rows) => rows.map(({ generation, state }) => [generation, state]))
const alarms = Effect.flatMap(Database, (db) => Effect.map(db.query("select detail from history where what = 'alarm' order by id"), (rows) => rows.map(({ detail }) => String(detail))))
const isLookedFor = Effect.map(intents, (rows) => rows.every((row) => row.look_at === null))
const stateIs = (state: string) => Effect.map(intents, (rows) => rows.at(-1)?.state === state)

type Test = (w: World) => Effect.Effect<unknown, unknown, any>

onBothDatabases("a create that its warehouse refuses in words that nobody lists", (fresh) => {
  const inWorld = inWorldOn(fresh)
  /** One process after another, on one database and with the same peers. */
  const inTwoWorlds = (title: string, options: Options, first: Test, second: Test): void =>
    it.effect(title, () =>
      Effect.gen(function*() {
        const database = yield* Effect.promise(fresh)
        const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
        yield* world(database, { ...options, peers }, first as never)
        yield* world(database, { ...options, peers }, second as never)
      }))

  inWorld("is told at once with the warehouse's words, without a question (D1-274 U-10)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", noStock)
      const begun = yield* Clock.currentTimeMillis
      const refusal = yield* Effect.flip(create(w))
      assert.deepInclude(refusal, { code: "WAREHOUSE_FAULT", message: "库存不足 out of stock", isAnswer: true })
      assert.isUndefined(refusal.isUnproven)
      assert.strictEqual(yield* Clock.currentTimeMillis, begun)
      assert.strictEqual(questions(w), 0)
      assert.deepStrictEqual(yield* states, [[1, "Dead"]])
    }))

  inWorld("is told for an inbound order too", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createInboundOrder", { refuses: "the SKU is not known" })
      assert.strictEqual((yield* Effect.flip(createAsn(w))).message, "the SKU is not known")
      yield* until(isLookedFor)
      yield* createAsn(w)
      assert.lengthOf(w.warehouse.asns, 1)
    }))

  for (const [what, again] of [["the same", order("SO-1")], ["other", corrected]] as const) {
    inWorld(`is answered the same without a call while the delay runs, and until when, for ${what} content`, {}, (w) =>
      Effect.gen(function*() {
        w.warehouse.plan("createOutboundOrder", noStock)
        yield* Effect.flip(create(w))
        const end = DateTime.formatIso(DateTime.makeUnsafe((yield* Clock.currentTimeMillis) + 2000))
        yield* pass(1000)
        const calls = w.warehouse.calls.length
        const refusal = yield* Effect.flip(create(w, again))
        assert.strictEqual(refusal.code, "WAREHOUSE_FAULT")
        assert.match(refusal.message, /^库存不足 out of stock \(answered before; /)
        assert.include(refusal.message, end)
        assert.strictEqual(refusal.message.includes("send the other content after that"), what === "other")
        assert.strictEqual(w.warehouse.calls.length, calls)
        assert.deepStrictEqual(yield* states, [[1, "Dead"]])
      }))

    inWorld(`is sent again after the delay, for ${what} content, once the warehouse was asked and does not have it (U-142)`, { isIdle: true }, (w) =>
      Effect.gen(function*() {
        w.warehouse.plan("createOutboundOrder", noStock)
        yield* Effect.flip(create(w))
        yield* pass(2000)
        assert.strictEqual((yield* create(w, again)).warehouseOrderNumber, "W-1")
        assert.deepStrictEqual([questions(w), creates(w)], [1, 2])
        assert.strictEqual(w.warehouse.orders[0]?.order.shopName, again.shopName)
        assert.deepStrictEqual(yield* states, [[1, "Dead"], [2, "Delivered"]])
        assert.isTrue(yield* isLookedFor)
      }))
  }

  inWorld("is asked for once more after the delay, and nothing comes of it if the warehouse does not have it", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", noStock)
      yield* Effect.flip(create(w))
      yield* pass(1500)
      assert.strictEqual(questions(w), 0)
      yield* pass(600_000, 1000)
      assert.strictEqual(questions(w), 1)
      assert.deepStrictEqual([yield* states, yield* alarms], [[[1, "Dead"]], []])
      assert.strictEqual((yield* create(w)).warehouseOrderNumber, "W-1")
      assert.strictEqual(questions(w), 2)
    }))

  inWorld("is an accepted order with an alarm if the warehouse has it nevertheless, and the ERP is told of it", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "unlisted")
      yield* Effect.flip(create(w))
      yield* until(stateIs("Delivered"))
      assert.deepStrictEqual(yield* alarms, ["the warehouse had refused it and has it nevertheless: unlisted"])
      yield* until(Effect.sync(() => w.erp.received.length > 0))
      assert.deepInclude(w.erp.received[0]?.content, { orderNumber: "SO-1", phase: "open" })
      w.warehouse.orders[0]!.phase = "shipped"
      w.warehouse.orders[0]!.trackingNumber = "T-1"
      yield* until(Effect.sync(() => w.erp.received.some(({ content }) => content.phase === "shipped")))
      assert.strictEqual((yield* create(w)).warehouseOrderNumber, "W-1")
      assert.deepStrictEqual([w.warehouse.orders.length, creates(w)], [1, 1])
    }))

  inWorld("is that order if a repeat finds it, with an alarm, and other content is refused", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "unlisted")
      yield* Effect.flip(create(w))
      yield* pass(2000)
      assert.strictEqual((yield* Effect.flip(create(w, corrected))).code, "DIFFERENT_CONTENT")
      assert.lengthOf(yield* alarms, 1)
      assert.strictEqual((yield* create(w)).warehouseOrderNumber, "W-1")
      assert.deepStrictEqual([w.warehouse.orders.length, yield* states], [1, [[1, "Delivered"]]])
    }))

  inWorld("is asked for by thirty repeats at once, and sent by one of them", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", noStock)
      yield* Effect.flip(create(w))
      yield* pass(2000)
      const answers = yield* Effect.forEach(Array.from({ length: 30 }), () => create(w), { concurrency: "unbounded" })
      assert.strictEqual(new Set(answers.map((answer) => answer.warehouseOrderNumber)).size, 1)
      assert.lengthOf(w.warehouse.orders, 1)
    }))

  inWorld("is in doubt for a repeat while the warehouse does not answer what it has, and is asked for again", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", noStock)
      w.warehouse.plan("getOutboundOrders", "unavailable")
      yield* Effect.flip(create(w))
      yield* pass(2000)
      assert.strictEqual((yield* Effect.flip(create(w))).code, "DOUBTFUL")
      assert.strictEqual(creates(w), 1)
      assert.strictEqual((yield* create(w)).warehouseOrderNumber, "W-1")
    }))

  inWorld("is looked for until the warehouse answers", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "unlisted")
      w.warehouse.plan("getOutboundOrders", "unavailable", "lose-answer", "undecodable")
      yield* Effect.flip(create(w))
      yield* until(stateIs("Delivered"), 600_000, 1000)
      assert.lengthOf(yield* alarms, 1)
    }))

  inWorld("is sent again after the delay where the warehouse cannot be asked", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", noStock)
      w.warehouse.plan("getOutboundOrders", ...Array.from({ length: 20 }, () => "unsupported" as const))
      yield* Effect.flip(create(w))
      yield* pass(1000)
      assert.include((yield* Effect.flip(create(w))).message, "answered before")
      yield* until(isLookedFor)
      yield* pass(2000)
      assert.strictEqual((yield* create(w)).warehouseOrderNumber, "W-1")
      assert.strictEqual(creates(w), 2)
    }))

  inWorld("is looked for while the connection is not paused, and answered so", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", noStock)
      yield* Effect.flip(create(w))
      yield* pass(2000)
      yield* Effect.flatMap(Connections, (connections) => connections.pause("wh", "a test"))
      assert.strictEqual((yield* Effect.flip(create(w))).code, "DOUBTFUL")
      assert.strictEqual(questions(w), 0)
    }))

  inWorld("is cancelled at the warehouse if its ERP has cancelled it meanwhile", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "unlisted")
      yield* Effect.flip(create(w))
      yield* cancel(w)
      assert.strictEqual(callsOf(w, "cancelOutboundOrder"), 0)
      yield* until(Effect.sync(() => w.warehouse.live("SO-1").length === 0))
    }))

  inWorld("is told to people once if the warehouse shows it beside the one that was created again", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "unlisted")
      w.warehouse.hide(true)
      yield* Effect.flip(create(w))
      yield* until(isLookedFor)
      yield* pass(2000)
      yield* create(w)
      w.warehouse.orders[1]!.phase = "cancelled"
      w.warehouse.hide(false)
      const now = yield* Clock.currentTimeMillis
      yield* Effect.flatMap(Database, (db) => db.query("update intent set look_at = $1 where state = 'Dead'", [now]))
      yield* pass(200_000, 1000)
      assert.lengthOf((yield* alarms).filter((alarm) => alarm.includes("beside")), 1)
      assert.isTrue(yield* isLookedFor)
    }))

  inWorld("is cancelled at a warehouse that cannot be asked once it reports it, also if the cancel came late", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "unlisted")
      w.warehouse.plan("getOutboundOrders", ...Array.from({ length: 50 }, () => "unsupported" as const))
      yield* Effect.flip(create(w))
      yield* until(isLookedFor)
      yield* cancel(w)
      assert.strictEqual(w.warehouse.live("SO-1").length, 1)
      yield* report({ phase: "open", status: "OPEN", warehouseOrderNumber: "W-1" })
      yield* until(Effect.sync(() => w.warehouse.live("SO-1").length === 0))
    }))

  inWorld("locks its order before itself when it is found, as a report does", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      if (db.dialect === "sqlite") return
      w.warehouse.plan("createOutboundOrder", "unlisted")
      yield* Effect.flip(create(w))
      yield* pass(2000)
      const isHeld = yield* Deferred.make<void>()
      const isWaitedFor = yield* Deferred.make<void>()
      const reporting = yield* Effect.forkChild(db.transaction(Effect.gen(function*() {
        yield* db.query("select id from entity for update")
        yield* Deferred.succeed(isHeld, undefined)
        yield* Deferred.await(isWaitedFor)
        return yield* db.query("select entity from intent for update nowait")
      })))
      yield* Deferred.await(isHeld)
      const repeated = yield* Effect.forkChild(create(w))
      yield* Effect.repeat(db.query("select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"), { until: (rows) => rows.length > 0, times: 2000 })
      yield* Deferred.succeed(isWaitedFor, undefined)
      assert.lengthOf(yield* Fiber.join(reporting), 1)
      assert.strictEqual((yield* Fiber.join(repeated)).warehouseOrderNumber, "W-1")
    }))

  inWorld("is asked for before a repeat at once when the warehouse has reported it since", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "unlisted")
      yield* Effect.flip(create(w))
      yield* Effect.flatMap(Database, (db) => db.query("update entity set is_known = 1, phase = 'open'"))
      assert.strictEqual((yield* create(w)).warehouseOrderNumber, "W-1")
      assert.lengthOf(w.warehouse.orders, 1)
    }))

  for (const [when, passes] of [["before the delay is over", 500], ["after the warehouse was asked", 10_000]] as const) {
    for (const [how, plan] of [["cannot be asked", "unsupported"], ["does not show it", "hide"]] as const) {
      inWorld(`is an accepted order with an alarm if the warehouse ${how} and reports it ${when}`, {}, (w) =>
        Effect.gen(function*() {
          w.warehouse.plan("createOutboundOrder", "unlisted")
          if (plan === "hide") w.warehouse.hide(true)
          else w.warehouse.plan("getOutboundOrders", ...Array.from({ length: 50 }, () => plan))
          yield* Effect.flip(create(w))
          yield* pass(passes, 100)
          assert.deepStrictEqual([yield* states, yield* alarms], [[[1, "Dead"]], []])
          yield* report({ phase: "shipped", status: "SHIPPED", trackingNumber: "T-1", warehouseOrderNumber: "W-1" })
          yield* until(stateIs("Delivered"))
          assert.deepStrictEqual(yield* alarms, ["the warehouse had refused it and has it nevertheless: unlisted"])
          yield* until(Effect.sync(() => w.erp.received.some(({ content }) => content.phase === "shipped")))
          assert.strictEqual((yield* create(w)).warehouseOrderNumber, "W-1")
          assert.deepStrictEqual([w.warehouse.orders.length, yield* isLookedFor], [1, true])
        }))
    }
  }

  for (const [when, passes] of [["before the delay is over", 500], ["after the warehouse was asked", 10_000]] as const) {
    for (const [what, batchNo] of [["a batch", "B-1"], ["totals", undefined]] as const) {
      inWorld(`is an accepted inbound order with an alarm if the warehouse cannot be asked and reports ${what} ${when}`, {}, (w) =>
        Effect.gen(function*() {
          w.warehouse.plan("createInboundOrder", "unlisted")
          w.warehouse.plan("getInboundOrders", ...Array.from({ length: 500 }, () => "unsupported" as const))
          yield* Effect.flip(createAsn(w))
          yield* pass(passes, 100)
          assert.deepStrictEqual([yield* states, yield* alarms], [[[1, "Dead"]], []])
          yield* received({ phase: "receiving", ...(batchNo && { batchNo }) })
          yield* until(stateIs("Delivered"))
          assert.deepStrictEqual(yield* alarms, ["the warehouse had refused it and has it nevertheless: unlisted"])
          yield* createAsn(w)
          assert.deepStrictEqual([w.warehouse.asns.length, callsOf(w, "createInboundOrder"), yield* isLookedFor], [1, 1, true])
        }))
    }
  }

  inWorld("is an accepted inbound order with an alarm if the warehouse shows its totals later", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createInboundOrder", noStock)
      yield* Effect.flip(createAsn(w))
      yield* until(isLookedFor)
      yield* Effect.flatMap(Events, (events) => events.inboundTotals({ scope: w.link.scope, link: w.link, who: "peer" }, {
        asnNumber: asn("ASN-1").asnNumber,
        phase: "receiving",
        status: "RECEIVING",
        lines: [piecesOf("SKU-1")]
      }))
      yield* until(stateIs("Delivered"))
      assert.lengthOf(yield* alarms, 1)
    }))

  inWorld("stays refused if the warehouse reports that it does not ship it", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", noStock)
      yield* Effect.flip(create(w))
      yield* report({ phase: "cancelled", status: "CANCELLED" })
      yield* pass(10_000, 100)
      assert.deepStrictEqual([yield* states, yield* alarms, yield* isLookedFor], [[[1, "Dead"]], [], true])
    }))

  inTwoWorlds("is looked for by the next process if the first one ended before", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "unlisted")
      yield* Effect.flip(create(w))
    }), (w) =>
    Effect.gen(function*() {
      yield* until(stateIs("Delivered"))
      assert.lengthOf(yield* alarms, 1)
      assert.lengthOf(w.warehouse.orders, 1)
    }))

  it.effect("is looked for, and may be repeated, a visibility delay after a restart with a clock that is right again", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      yield* TestClock.setTime(48 * 3_600_000)
      yield* world(database, { peers, isIdle: true }, (w) =>
        Effect.gen(function*() {
          w.warehouse.plan("createOutboundOrder", noStock)
          yield* Effect.flip(create(w))
        }))
      yield* TestClock.setTime(1000)
      yield* world(database, { peers }, (w) =>
        Effect.gen(function*() {
          yield* pass(1500)
          assert.strictEqual(questions(w), 0)
          yield* until(isLookedFor, 10_000)
          assert.strictEqual((yield* create(w)).warehouseOrderNumber, "W-1")
        }))
    }))

  inWorld("stays protected for its whole delay when a late heartbeat puts the clock back for a moment", {}, (w) =>
    Effect.gen(function*() {
      const ends = Effect.flatMap(Database, (db) => Effect.map(db.one("select refused_until, look_at from intent"), (row) => [row?.refused_until, row?.look_at].map(Number)))
      yield* pass(20_000, 1000)
      w.warehouse.plan("createOutboundOrder", "unlisted")
      yield* Effect.flip(create(w))
      const before = yield* ends
      const now = yield* Clock.currentTimeMillis
      const { wake } = yield* Intents
      for (const step of [3000, 6000]) {
        yield* TestClock.setTime(now - step)
        for (let round = 0; round < 5; round++) yield* Effect.andThen(wake, pass(100))
      }
      yield* TestClock.setTime(now)
      assert.deepStrictEqual(yield* ends, before)
    }))

  it.effect("ends as refused after a restart with a new setting, once the warehouse does not have it, and others stay in doubt", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      yield* world(database, { refusals: "in doubt", server: { callerDeadline: "1 second" }, peers }, (w) =>
        Effect.gen(function*() {
          w.warehouse.plan("createOutboundOrder", noStock, "lose-request")
          assert.strictEqual((yield* Effect.flip(during(create(w)))).code, "DOUBTFUL")
          assert.strictEqual((yield* Effect.flip(during(create(w, order("SO-2"))))).code, "DOUBTFUL")
          yield* pass(300_000, 5000)
          assert.deepStrictEqual(yield* states, [[1, "Doubtful"], [1, "Doubtful"]])
        }))
      yield* world(database, { peers }, (w) =>
        Effect.gen(function*() {
          const asked = questions(w)
          yield* until(Effect.map(states, ([first]) => first?.[1] === "Dead"), 10_000)
          assert.deepStrictEqual([yield* states, questions(w) - asked], [[[1, "Dead"], [1, "Doubtful"]], 1])
          assert.include((yield* Effect.flip(create(w))).message, "out of stock")
        }))
    }))

  inWorld("is in doubt where the connection says so: asked for, found and not told as refused (U-141)", { refusals: "in doubt", server: { callerDeadline: "40 seconds" } }, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "unlisted")
      assert.strictEqual((yield* during(create(w))).warehouseOrderNumber, "W-1")
      assert.deepStrictEqual([creates(w), yield* alarms], [1, []])
    }))
})

const createAt = ({ link, on }: Node) => on(Effect.exit(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(link, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))))

withNodes("one of two nodes looks for a refused create", ({ db, join, warehouse }) =>
  Effect.gen(function*() {
    const a = yield* join("a")
    yield* join("b")
    warehouse.plan("createOutboundOrder", noStock)
    yield* createAt(a)
    yield* pass(60_000, 200)
    assert.strictEqual(questions({ warehouse }), 1)
    assert.isNull((yield* db.one("select look_at from intent"))?.look_at)
  }))

withNodes("another node looks for a refused create when the one that had begun is gone", ({ db, join, warehouse }) =>
  Effect.gen(function*() {
    const a = yield* join("a")
    const b = yield* join("b", { isIdle: true })
    warehouse.plan("createOutboundOrder", "unlisted")
    warehouse.plan("getOutboundOrders", "hang")
    yield* createAt(a)
    yield* until(Effect.sync(() => questions({ warehouse }) === 1))
    yield* a.halt
    yield* b.begin(Effect.flatMap(Intents, (running) => running.run))
    yield* until(Effect.map(db.one("select state from intent"), (row) => row?.state === "Delivered"), 120_000, 500)
    assert.lengthOf(warehouse.orders, 1)
  }))

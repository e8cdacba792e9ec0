import { assert, it } from "@effect/vitest"
import { Quantity, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { asn, order } from "../support/Orders.ts"
import * as Peers from "../support/Peers.ts"
import { during, inWorldOn, type Options, pass, until, type World, world } from "../support/World.ts"

const create = (w: World, asked = order("SO-1"), link = w.link) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(link, WarehouseV1.CreateOutboundOrder, asked, ""))

const cancel = (w: World, number = "SO-1") =>
  Effect.flatMap(Dispatch, (dispatch) =>
    dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber: order(number).orderNumber }, ""))

const intents = Effect.flatMap(Database, (db) =>
  db.query(`select e.kind || ':' || e.number as entity, e.generation, i.state, i.attempt, i.absences, i.held_because
    from intent i join entity e on e.id = i.entity order by e.number, e.generation`))

const stateIs = (state: string) => Effect.map(intents, (rows) => rows.at(-1)?.state === state)

type Test = (w: World) => Effect.Effect<unknown, unknown, any>

onBothDatabases("intents", (fresh) => {
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

  inWorld("the same order twice is one order, and the repeat gets its result (D1-328)", {}, (w) =>
    Effect.gen(function*() {
      const first = yield* create(w)
      const second = yield* create(w)
      assert.deepStrictEqual(second, first)
      assert.strictEqual(w.warehouse.orders.length, 1)
    }))

  inWorld("thirty callers at once make one order (D1-328)", {}, (w) =>
    Effect.gen(function*() {
      const answers = yield* Effect.forEach(Array.from({ length: 30 }), () => create(w), { concurrency: "unbounded" })
      assert.strictEqual(new Set(answers.map((answer) => answer.warehouseOrderNumber)).size, 1)
      assert.strictEqual(w.warehouse.orders.length, 1)
    }))

  inWorld("other content under the same number is refused with the difference named, and nothing is sent (D1-388)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      const refusal = yield* Effect.flip(create(w, {
        ...order("SO-1"),
        shopName: "Other shop",
        channelCode: "EXP",
        lines: [{ ...order("SO-1").lines[0], quantity: Quantity.of(3) }]
      }))
      assert.strictEqual(refusal.code, "DIFFERENT_CONTENT")
      for (const path of ["/shopName", "/channelCode", "/lines/0/quantity"]) assert.include(refusal.message, path)
      assert.notInclude(refusal.message, "Other shop")
      assert.deepStrictEqual(w.warehouse.calls.filter((call) => call === "createOutboundOrder").length, 1)
    }))

  inWorld("a refused order is accepted under the same number when it is corrected (D1-389)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "refuse")
      const refusal = yield* Effect.flip(create(w))
      assert.strictEqual(refusal.code, "BAD_ADDRESS")
      const answer = yield* create(w, { ...order("SO-1"), shopName: "Corrected" })
      assert.strictEqual(answer.warehouseOrderNumber, "W-1")
      const rows = yield* intents
      assert.deepStrictEqual(rows.map((row) => [row.generation, row.state]), [[1, "Dead"], [2, "Delivered"]])
    }))

  /** Damages a stored payload of an order, between two processes that work on it. */
  const damaged = (column: "asked_sealed" | "sent_sealed", number = "SO-1") =>
    Effect.flatMap(Database, (db) =>
      db.query(`update intent_content set ${column} = 'damaged' where entity in (select id from entity where number = $1)`, [number]))

  inTwoWorlds("an order whose row is damaged before it was sent is refused, others flow, and it may be asked for again", {}, (w) =>
    Effect.gen(function*() {
      yield* Effect.flatMap(Connections, (connections) => connections.pause("wh", "a test"))
      yield* Effect.flip(create(w))
      yield* damaged("sent_sealed")
    }), (w) =>
    Effect.gen(function*() {
      yield* Effect.flatMap(Database, (db) => db.query("update intent set held_because = null, due_at = 0"))
      yield* Effect.flatMap(Connections, (connections) => connections.resume("wh"))
      yield* until(stateIs("Dead"))
      assert.strictEqual(w.warehouse.orders.length, 0)
      yield* create(w, order("SO-2"))
      yield* create(w)
      assert.sameMembers(w.warehouse.orders.map((one) => one.orderNumber), ["SO-1", "SO-2"])
      const rows = yield* intents
      assert.deepStrictEqual(rows.map((row) => [row.entity, row.generation, row.state]), [
        ["outbound:SO-1", 1, "Dead"],
        ["outbound:SO-1", 2, "Delivered"],
        ["outbound:SO-2", 1, "Delivered"]
      ])
    }))

  inTwoWorlds("a doubtful order whose row is damaged is sent to nobody again and waits for a person; others flow", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "hang")
      yield* during(Effect.flip(create(w)))
      yield* until(stateIs("Doubtful"))
      yield* damaged("sent_sealed")
    }), (w) =>
    Effect.gen(function*() {
      yield* Effect.flatMap(Database, (db) => db.query("update intent set due_at = 0"))
      const before = w.warehouse.calls.length
      yield* pass(10_000)
      assert.strictEqual(w.warehouse.calls.slice(before).filter((call) => call === "createOutboundOrder").length, 0)
      assert.isTrue(yield* stateIs("Doubtful"))
      yield* create(w, order("SO-2"))
      assert.deepInclude((yield* intents).at(-1), { entity: "outbound:SO-2", state: "Delivered" })
    }))

  inWorld("a cancelled order is issued again under the same number (D1-389)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* cancel(w)
      assert.strictEqual(w.warehouse.live("SO-1").length, 0)
      const again = yield* create(w)
      assert.strictEqual(again.warehouseOrderNumber, "W-2")
      assert.strictEqual(w.warehouse.live("SO-1").length, 1)
    }))

  inWorld("a failed order is issued again, and one that shipped is not (D1-389)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      w.warehouse.orders[0]!.phase = "failed"
      w.warehouse.orders[0]!.failedReason = "lost in the yard"
      yield* until(Effect.sync(() => w.erp.received.some((push) => push.content.phase === "failed")))
      const again = yield* create(w)
      assert.strictEqual(again.warehouseOrderNumber, "W-2")
      w.warehouse.orders[1]!.phase = "shipped"
      w.warehouse.orders[1]!.trackingNumber = "T-1"
      yield* until(Effect.sync(() => w.erp.received.some((push) => push.content.phase === "shipped")))
      const met = yield* create(w)
      assert.strictEqual(met.warehouseOrderNumber, "W-2")
      assert.strictEqual(w.warehouse.orders.length, 2)
    }))

  for (const how of ["lose-answer", "unlisted", "unavailable", "undecodable", "defect", "hang"] as const) {
    inWorld(`after ${how} the order is asked for, found and never sent twice (D1-381 D1-274)`, { refusals: "in doubt", server: { callerDeadline: "40 seconds" } }, (w) =>
      Effect.gen(function*() {
        w.warehouse.plan("createOutboundOrder", how)
        const answer = yield* during(create(w))
        assert.strictEqual(answer.warehouseOrderNumber, "W-1")
        assert.strictEqual(w.warehouse.orders.length, 1)
        assert.deepStrictEqual(w.warehouse.calls.filter((call) => call === "createOutboundOrder").length, 1)
      }))
  }

  inWorld("a create that is not settled within the deadline is answered as doubtful (D1-387)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-request")
      const refusal = yield* Effect.flip(during(create(w)))
      assert.strictEqual(`${refusal.code}: ${refusal.message}`, "DOUBTFUL: outcome not known yet; ask again with the same number")
      assert.isUndefined(refusal.httpStatus)
    }))

  inWorld("callers who wait together for a create that is not settled hold up nobody (D1-387)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-request")
      w.warehouse.plan("getOutboundOrders", ...Array.from({ length: 50 }, () => "unavailable" as const))
      const codes = yield* during(Effect.all([1, 2, 3].map(() => Effect.flip(create(w))), { concurrency: "unbounded" }))
      assert.deepStrictEqual(codes.map(({ code }) => code), ["DOUBTFUL", "DOUBTFUL", "DOUBTFUL"])
    }))

  inWorld("the doubtful answer is HTTP 503 where the setting says so (D1-387)", { server: { doubtfulAnswer: "503" } }, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-request")
      const refusal = yield* Effect.flip(during(create(w)))
      assert.strictEqual(refusal.httpStatus, 503)
    }))

  inWorld("what is absent is sent again only after two answers a visibility delay apart, and only when asked for (D1-405)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-request")
      yield* Effect.flip(during(create(w)))
      yield* pass(300_000, 1000)
      const [held] = yield* intents
      assert.strictEqual(held?.state, "Doubtful")
      assert.isAtLeast(held?.absences, 2)
      assert.strictEqual(w.warehouse.calls.filter((call) => call === "createOutboundOrder").length, 1)
      const answer = yield* during(create(w))
      assert.strictEqual(answer.warehouseOrderNumber, "W-1")
      assert.strictEqual(w.warehouse.orders.length, 1)
    }))

  inWorld("two absences at once do not count as two (D1-405)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      w.warehouse.hide(true)
      const calls = yield* Effect.forkChild(Effect.exit(create(w)))
      yield* until(stateIs("Doubtful"))
      const repeat = yield* Effect.forkChild(Effect.exit(create(w)))
      yield* pass(1500)
      assert.strictEqual(w.warehouse.orders.length, 1)
      w.warehouse.hide(false)
      yield* until(Effect.sync(() => calls.pollUnsafe() !== undefined && repeat.pollUnsafe() !== undefined))
      assert.strictEqual(w.warehouse.orders.length, 1)
      assert.isTrue(yield* stateIs("Delivered"))
    }))

  inWorld("a person may decide that it is sent again (D1-405)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-request")
      yield* Effect.flip(during(create(w)))
      const { Intents } = yield* Effect.promise(() => import("../../src/intents/Intents.ts"))
      const engine = yield* Intents
      const db = yield* Database
      const row = yield* db.one("select id from intent")
      yield* engine.decide(row!.id, { decision: "Pending", who: "a person" })
      yield* until(stateIs("Delivered"))
      assert.strictEqual(w.warehouse.orders.length, 1)
    }))

  inWorld("a warehouse that cannot be reached is tried three times, then the caller knows that nothing was sent (D1-381)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "unreachable", "unreachable", "unreachable")
      const refusal = yield* Effect.flip(during(create(w)))
      assert.strictEqual(refusal.code, "NOT_SENT")
      assert.isTrue(yield* stateIs("Dead"))
      const answer = yield* create(w)
      assert.strictEqual(answer.warehouseOrderNumber, "W-1")
    }))

  inWorld("a refused credential pauses the connection, keeps the order and tells the caller", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "credential")
      const refusal = yield* Effect.flip(during(create(w)))
      assert.strictEqual(refusal.code, "CONNECTION_PAUSED")
      const [held] = yield* intents
      assert.deepStrictEqual([held?.state, held?.attempt, held?.held_because], ["Pending", 0, "paused"])
      const { Connections } = yield* Effect.promise(() => import("../../src/connection/Connections.ts"))
      const { Intents } = yield* Effect.promise(() => import("../../src/intents/Intents.ts"))
      yield* (yield* Connections).resume("wh")
      yield* (yield* Intents).release(w.link.scope)
      yield* until(stateIs("Delivered"))
      assert.strictEqual(w.warehouse.orders.length, 1)
    }))

  inWorld("a peer that asks to slow down gets the order later, once", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "slow-down")
      const answer = yield* during(create(w))
      assert.strictEqual(answer.warehouseOrderNumber, "W-1")
    }))

  inWorld("a peer that already holds the number is asked for its own", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w, order("SO-0"))
      w.warehouse.orders.push({ ...w.warehouse.orders[0]!, orderNumber: "SO-1", warehouseOrderNumber: "W-old" })
      w.warehouse.plan("createOutboundOrder", "duplicate")
      const answer = yield* during(create(w))
      assert.strictEqual(answer.warehouseOrderNumber, "W-old")
    }))

  inWorld("a cancel of what was not sent cancels it, and it is never sent (D1-390)", { links: [{ mapping: "required" }] }, (w) =>
    Effect.gen(function*() {
      yield* Effect.flip(create(w))
      yield* cancel(w)
      assert.isTrue(yield* stateIs("Cancelled"))
      const { Mapping } = yield* Effect.promise(() => import("../../src/mapping/NameMapping.ts"))
      const { Intents } = yield* Effect.promise(() => import("../../src/intents/Intents.ts"))
      yield* (yield* Mapping).set(w.link.scope, "sku", [{ ours: "E-1", theirs: "SKU-1", source: "person" }])
      yield* (yield* Intents).release(w.link.scope)
      yield* pass(5000)
      assert.strictEqual(w.warehouse.orders.length, 0)
    }))

  inWorld("a cancel during a doubtful create waits until it is settled and then cancels at the warehouse (D1-391)", { server: { callerDeadline: "60 seconds" } }, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      const creating = yield* Effect.forkChild(Effect.exit(create(w)))
      yield* until(stateIs("Doubtful"))
      yield* during(cancel(w))
      yield* until(Effect.sync(() => creating.pollUnsafe() !== undefined))
      assert.strictEqual(w.warehouse.orders.length, 1)
      assert.strictEqual(w.warehouse.live("SO-1").length, 0)
    }))

  inWorld("a cancel that its caller no longer waits for is carried out all the same (D1-391)", { server: { callerDeadline: "1 second" } }, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      w.warehouse.hide(true)
      yield* Effect.flip(during(create(w)))
      const refusal = yield* Effect.flip(during(cancel(w)))
      assert.strictEqual(refusal.code, "DOUBTFUL")
      w.warehouse.hide(false)
      yield* until(Effect.sync(() => w.warehouse.orders.length === 1 && w.warehouse.live("SO-1").length === 0))
    }))

  inWorld("a create that the warehouse has taken and finishes later is looked for after that time, and its absence proves nothing before (contract.md, jobs)", { server: { callerDeadline: "1 second" } }, (w) =>
    Effect.gen(function*() {
      const asked = () => w.warehouse.calls.filter((call) => call === "getOutboundOrders").length
      w.warehouse.plan("createOutboundOrder", { accepts: 30 * 60_000 })
      w.warehouse.hide(true)
      const refusal = yield* Effect.flip(during(create(w)))
      assert.strictEqual(refusal.code, "DOUBTFUL")
      yield* pass(29 * 60_000, 60_000)
      assert.strictEqual(asked(), 0)
      // Its caller repeats it often, and it is not sent again.
      for (let repeat = 0; repeat < 5; repeat++) {
        yield* Effect.exit(during(create(w)))
        yield* pass(10_000)
      }
      assert.deepStrictEqual([w.warehouse.orders.length, w.warehouse.calls.filter((call) => call === "createOutboundOrder").length], [1, 1])
      w.warehouse.hide(false)
      yield* until(Effect.andThen(pass(120_000, 30_000), stateIs("Delivered")), 60_000)
      assert.deepStrictEqual((yield* create(w)).warehouseOrderNumber, "W-1")
      assert.strictEqual(w.warehouse.orders.length, 1)
    }))

  inWorld("a cancel that the warehouse decides later is told as asked for, and a later one is told as done (contract.md M5)", {}, (w) =>
    Effect.gen(function*() {
      const phase = Effect.flatMap(Database, (db) => Effect.map(db.query("select phase from entity"), ([row]) => row?.phase))
      yield* create(w)
      w.warehouse.manners.decidesCancelsLater = true
      assert.deepStrictEqual([yield* cancel(w), yield* cancel(w)], [{ outcome: "requested" }, { outcome: "requested" }])
      assert.notStrictEqual(yield* phase, "cancelled")
      w.warehouse.manners.decidesCancelsLater = false
      assert.deepStrictEqual([yield* cancel(w), yield* phase], [{}, "cancelled"])
    }))

  inWorld("a waiting cancel that the warehouse decides later is not tried again (contract.md M5)", { server: { callerDeadline: "1 second" } }, (w) =>
    Effect.gen(function*() {
      w.warehouse.manners.decidesCancelsLater = true
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      const asked = () => w.warehouse.calls.filter((call) => call === "cancelOutboundOrder").length
      w.warehouse.hide(true)
      yield* Effect.flip(during(create(w)))
      yield* Effect.flip(during(cancel(w)))
      w.warehouse.hide(false)
      yield* until(Effect.andThen(pass(1000), stateIs("Delivered")), 300_000)
      yield* pass(60_000, 1000)
      const before = asked()
      assert.isAbove(before, 0)
      yield* pass(700_000, 10_000)
      assert.strictEqual(asked(), before)
      const db = yield* Database
      assert.deepStrictEqual(yield* db.query("select is_cancel_wanted, cancel_at from intent"), [{ is_cancel_wanted: 0, cancel_at: null }])
    }))

  inWorld("a doubtful create that is absent twice and no longer wanted is never sent again (D1-391)", { server: { callerDeadline: "1 second" } }, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-request")
      yield* Effect.flip(during(create(w)))
      yield* Effect.flip(during(cancel(w)))
      yield* until(stateIs("Cancelled"))
      yield* pass(60_000, 1000)
      assert.strictEqual(w.warehouse.orders.length, 0)
    }))

  inWorld("what the warehouse does not show is cancelled there all the same, before nobody asks for it any more (D1-391)", { server: { callerDeadline: "1 second" } }, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      w.warehouse.plan("cancelOutboundOrder", "lose-request")
      w.warehouse.hide(true)
      yield* Effect.flip(during(create(w)))
      yield* Effect.flip(during(cancel(w)))
      yield* until(stateIs("Cancelled"))
      assert.deepStrictEqual(w.warehouse.orders.map(({ phase }) => phase), ["cancelled"])
    }))

  inWorld("a cancel of a shipped order is refused with the warehouse's reason", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      w.warehouse.orders[0]!.phase = "shipped"
      w.warehouse.orders[0]!.trackingNumber = "T-1"
      const refusal = yield* Effect.flip(cancel(w))
      assert.strictEqual(refusal.code, "SHIPPED")
    }))

  inWorld("a cancel whose answer was lost is settled by reading, not by believing", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      w.warehouse.plan("cancelOutboundOrder", "lose-answer")
      yield* during(cancel(w))
      assert.strictEqual(w.warehouse.live("SO-1").length, 0)
    }))

  const cancelAsns = (w: World, ...numbers: ReadonlyArray<string>) =>
    Effect.flatMap(Dispatch, (dispatch) =>
      dispatch.call(w.link, WarehouseV1.CancelInboundOrders, { asnNumbers: numbers.map((number) => asn(number).asnNumber) as never }, ""))

  const createAsn = (w: World, number: string) =>
    Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn(number), ""))

  for (const last of ["unreachable", "slow-down", "refuse"] as const) {
    inWorld(`a cancel whose first try may have acted is not told as undone when the last one ends ${last}`, {}, (w) =>
      Effect.gen(function*() {
        yield* create(w)
        w.warehouse.plan("cancelOutboundOrder", "lose-request", last, last)
        w.warehouse.plan("getOutboundOrders", ...Array.from({ length: 20 }, () => "unreachable" as const))
        const refusal = yield* Effect.flip(during(cancel(w)))
        assert.strictEqual(refusal.code, "DOUBTFUL")
      }))
  }

  inWorld("a cancel of which no try can have acted says that nothing was sent", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      w.warehouse.plan("cancelOutboundOrder", "unreachable", "unreachable", "unreachable")
      const refusal = yield* Effect.flip(during(cancel(w)))
      assert.strictEqual(refusal.code, "NOT_SENT")
      assert.notInclude(w.warehouse.calls, "getOutboundOrders")
    }))

  inWorld("a cancel that acted before the warehouse was gone is settled by reading", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      w.warehouse.plan("cancelOutboundOrder", "unavailable", "unreachable", "unreachable")
      yield* during(cancel(w))
      assert.strictEqual(w.warehouse.live("SO-1").length, 0)
    }))

  inWorld("a cancel that the warehouse took and the runner could not store says so, and repeated it is done", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* create(w)
      yield* createAsn(w, "ASN-1")
      yield* db.query("alter table delivery rename to away")
      yield* db.query("alter table inbound_line rename to away_too")
      const { code, message } = yield* Effect.flip(cancel(w))
      assert.strictEqual(code, "NOT_STORED")
      assert.notInclude(message, "did nothing")
      const inbound = yield* Effect.flip(cancelAsns(w, "ASN-1"))
      assert.deepStrictEqual([inbound.code, inbound.message], [code, message])
      assert.deepStrictEqual([w.warehouse.live("SO-1").length, w.warehouse.asns[0]?.phase], [0, "cancelled"])
      yield* db.query("alter table away rename to delivery")
      yield* db.query("alter table away_too rename to inbound_line")
      w.warehouse.plan("cancelOutboundOrder", { message: "it is cancelled already" })
      w.warehouse.plan("cancelInboundOrders", { message: "it is cancelled already" })
      yield* cancel(w)
      assert.deepStrictEqual(yield* cancelAsns(w, "ASN-1"), { items: [{ asnNumber: asn("ASN-1").asnNumber }] })
    }))

  inWorld("inbound orders whose cancel was refused in words that prove nothing fail as a whole; beside others each is told as unknown", {}, (w) =>
    Effect.gen(function*() {
      yield* createAsn(w, "ASN-1")
      yield* createAsn(w, "ASN-2")
      const unproven = Array.from({ length: 3 }, () => "lose-request" as const)
      w.warehouse.plan("cancelInboundOrders", ...unproven, ...unproven)
      const refusal = yield* Effect.flip(during(cancelAsns(w, "ASN-1", "ASN-2")))
      assert.strictEqual(refusal.code, "NO_ANSWER")
      w.warehouse.plan("cancelInboundOrders", ...unproven)
      const { items: [first, second] } = yield* during(cancelAsns(w, "ASN-1", "ASN-2"))
      assert.match(first?.failure ?? "", /^DOUBTFUL: .*did not answer/)
      assert.isUndefined(second?.failure)
    }))

  inWorld("with required mapping an order with an unknown SKU is held, queued, and sent once it is mapped (D1-403)", { links: [{ mapping: "required" }] }, (w) =>
    Effect.gen(function*() {
      const { Mapping } = yield* Effect.promise(() => import("../../src/mapping/NameMapping.ts"))
      const { Intents } = yield* Effect.promise(() => import("../../src/intents/Intents.ts"))
      const mapping = yield* Mapping
      const refusal = yield* Effect.flip(create(w))
      assert.strictEqual(refusal.code, "HELD")
      assert.strictEqual(w.warehouse.orders.length, 0)
      assert.deepStrictEqual((yield* mapping.unmatched(w.link.scope)).map((one) => one.name), ["E-1"])
      yield* mapping.set(w.link.scope, "sku", [{ ours: "E-1", theirs: "THEIRS-1", source: "person" }])
      yield* (yield* Intents).release(w.link.scope)
      yield* until(stateIs("Delivered"))
      assert.deepStrictEqual(w.warehouse.orders.map((held) => held.order.lines[0]!.sku as string), ["THEIRS-1"])
      assert.deepStrictEqual(yield* mapping.unmatched(w.link.scope), [])
    }))

  inTwoWorlds("however many orders are held for a name, all are sent once it is mapped but one that is damaged", { links: [{ mapping: "required" }] }, (w) =>
    Effect.gen(function*() {
      yield* Effect.forEach(Array.from({ length: 150 }, (_, n) => order(`SO-${n}`)), (one) => Effect.flip(create(w, one)), { concurrency: 30 })
      yield* damaged("asked_sealed", "SO-7")
    }), (w) =>
    Effect.gen(function*() {
      const { Mapping } = yield* Effect.promise(() => import("../../src/mapping/NameMapping.ts"))
      const { Intents } = yield* Effect.promise(() => import("../../src/intents/Intents.ts"))
      const db = yield* Database
      yield* (yield* Mapping).set(w.link.scope, "sku", [{ ours: "E-1", theirs: "THEIRS-1", source: "person" }])
      assert.strictEqual(yield* during(Effect.flatMap(Intents, (intents) => intents.release(w.link.scope))), 149)
      yield* until(Effect.map(db.query("select id from intent where state <> 'Delivered'"), (rows) => rows.length === 1))
      assert.lengthOf(new Set(w.warehouse.orders.map((one) => one.orderNumber)), 149)
    }))

  inWorld("two links on one connection never meet each other's orders (D1-402)", {
    links: [{ id: "acc-1", prefix: "A-" }, { id: "acc-2", prefix: "B-" }]
  }, (w) =>
    Effect.gen(function*() {
      const [, second] = w.composed.links
      const mine = yield* create(w)
      const other = yield* create(w, { ...order("SO-1"), shopName: "Their shop" }, second!)
      assert.notStrictEqual(mine.warehouseOrderNumber, other.warehouseOrderNumber)
      assert.deepStrictEqual(w.warehouse.orders.map((held) => held.orderNumber), ["A-SO-1", "B-SO-1"])
      assert.deepStrictEqual(w.warehouse.orders.map((held) => held.order.lines[0]!.sku as string), ["A-SKU-1", "B-SKU-1"])
      w.warehouse.orders[1]!.phase = "shipped"
      w.warehouse.orders[1]!.trackingNumber = "T-B"
      yield* until(Effect.sync(() => w.erp.received.some((push) => push.content.trackingNumber === "T-B")))
      const dispatch = yield* Dispatch
      const asked = { orders: [{ orderNumber: order("SO-1").orderNumber }] } as const
      const { items: [forMe] } = yield* dispatch.call(w.link, WarehouseV1.GetOutboundOrders, asked, "")
      const { items: [forThem] } = yield* dispatch.call(second!, WarehouseV1.GetOutboundOrders, asked, "")
      assert.deepStrictEqual([forMe?.orderNumber, forMe?.phase], ["SO-1" as never, "open"])
      assert.deepStrictEqual([forThem?.orderNumber, forThem?.phase, forThem?.trackingNumber], ["SO-1" as never, "shipped", "T-B"])
      const stock = yield* dispatch.call(w.link, WarehouseV1.ListStock, { warehouseCode: "WH-1", limit: 10 }, "")
      assert.deepStrictEqual(stock.items.map((level) => level.sku as string), ["SKU-1"])
    }))

  inWorld("an inbound order follows the same rules (D1-328 D1-389)", {}, (w) =>
    Effect.gen(function*() {
      const dispatch = yield* Dispatch
      const issue = dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-1"), "")
      const first = yield* issue
      assert.deepStrictEqual(yield* issue, first)
      assert.strictEqual(w.warehouse.asns.length, 1)
      const { items: [answer] } = yield* dispatch.call(w.link, WarehouseV1.CancelInboundOrders, { asnNumbers: [asn("ASN-1").asnNumber] }, "")
      assert.isUndefined(answer?.failure)
      yield* issue
      assert.strictEqual(w.warehouse.asns.length, 2)
      w.warehouse.plan("createInboundOrder", "lose-answer")
      yield* during(dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-2"), ""))
      assert.strictEqual(w.warehouse.asns.length, 3)
    }))

  inWorld("what is doubtful at a paused connection holds up no other, however much it is", {
    server: { callerDeadline: "100 millis" },
    connections: [{ id: "wh-2", plugin: "warehouse-fake" }],
    links: [{}, { id: "acc-2", peer: "wh-2" }]
  }, (w) =>
    Effect.gen(function*() {
      const [, second] = w.composed.links
      w.warehouse.hide(true)
      w.warehouse.plan("createOutboundOrder", ...Array.from({ length: 71 }, () => "lose-answer" as const))
      for (let number = 0; number < 70; number++) yield* Effect.exit(during(create(w, order(`SO-${number}`))))
      const { Connections } = yield* Effect.promise(() => import("../../src/connection/Connections.ts"))
      yield* (yield* Connections).pause("wh", "a test")
      yield* pass(180_000, 10_000)
      yield* Effect.exit(during(create(w, order("SO-X"), second)))
      w.warehouse.hide(false)
      yield* until(Effect.map(intents, (rows) => rows.some((row) => row.entity === "outbound:SO-X" && row.state === "Delivered")), 60_000)
    }))

  it.effect("the claim of an older process changes nothing", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      yield* world(database, { peers, isIdle: true }, (older) =>
        Effect.gen(function*() {
          peers.warehouse.plan("createOutboundOrder", "hang")
          yield* Effect.forkChild(Effect.exit(create(older)))
          yield* until(stateIs("InFlight"))
          yield* world(database, { peers }, () => until(stateIs("Delivered")))
          // The older one gives up waiting for its answer now.
          yield* pass(35_000, 1000)
          const db = yield* Database
          assert.isTrue(yield* stateIs("Delivered"))
          const told = yield* db.query("select h.what from history h join entity f on f.id = h.first_id where f.number = 'SO-1' order by h.id")
          assert.deepStrictEqual(told.map((row) => row.what), ["asked", "doubtful", "accepted"])
          assert.strictEqual(peers.warehouse.orders.length, 1)
        }))
    }))

  it.effect("an older process that gives up waiting does not touch what a newer one has sent", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      peers.warehouse.hide(true)
      peers.warehouse.plan("createOutboundOrder", "hang", "hang")
      const tries = Effect.flatMap(Database, (db) => db.query("select outcome from attempt where kind = 'create'"))
      yield* world(database, { peers, isIdle: true }, (older) =>
        Effect.gen(function*() {
          yield* Effect.forkChild(Effect.exit(create(older)))
          yield* until(stateIs("InFlight"))
          yield* pass(10_000, 500)
          yield* world(database, { peers }, () =>
            Effect.gen(function*() {
              const { Intents } = yield* Effect.promise(() => import("../../src/intents/Intents.ts"))
              const db = yield* Database
              yield* until(stateIs("Doubtful"))
              yield* (yield* Intents).decide((yield* db.one("select id from intent"))!.id, { decision: "Pending", who: "a person" })
              yield* until(stateIs("InFlight"))
              yield* until(Effect.map(tries, (made) => made.length === 1), 30_000)
              assert.isTrue(yield* stateIs("InFlight"))
              yield* until(Effect.map(tries, (made) => made.length === 2), 40_000)
              yield* until(stateIs("Doubtful"))
            }))
        }))
    }))

  it.effect("what was in flight when the process ended is doubtful after the start, and settled by asking", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      yield* world(database, { peers }, (w) =>
        Effect.gen(function*() {
          peers.warehouse.plan("createOutboundOrder", "hang")
          yield* Effect.forkChild(Effect.exit(create(w)))
          yield* until(stateIs("InFlight"))
        }))
      yield* world(database, { peers }, (w) =>
        Effect.gen(function*() {
          yield* until(stateIs("Delivered"))
          const answer = yield* create(w)
          assert.strictEqual(answer.warehouseOrderNumber, "W-1")
          assert.strictEqual(peers.warehouse.orders.length, 1)
        }))
    }))
})

/**
 * Orders that are cancelled and issued again under their number: what a peer tells of one issue does nothing to another.
 */
import { assert } from "@effect/vitest"
import { type OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Reports } from "../../src/contracts/warehouse/Reports.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { asn, order } from "../support/Orders.ts"
import { Database } from "../../src/store/Database.ts"
import { during, inWorldOn, nothingOwed, pass, until, type World } from "../support/World.ts"

const number = order("SO-1").orderNumber

const create = (w: World) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))
const cancel = (w: World) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber: number }, ""))
const ask = (w: World) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: number }] }, ""))

const report = (told: Partial<OutboundOrder.OutboundStatus> & Pick<OutboundOrder.OutboundStatus, "phase">) =>
  Effect.flatMap(Reports, (reports) =>
    reports.take("wh", { _tag: "OutboundStatusChanged", status: { orderNumber: number, status: told.phase, warehouseCode: "WH-1", ...told } }))

/** Cancelled once and issued again: the warehouse has W-1, cancelled, and W-2, which is to be picked. */
const issuedAgain = (w: World) => Effect.andThen(create(w), Effect.andThen(cancel(w), create(w)))

const times = (w: World, operation: string) => w.warehouse.calls.filter((call) => call === operation).length
const told = (w: World) => w.erp.received.map(({ content }) => [content.phase, content.warehouseOrderNumber, content.trackingNumber])
const stateOf = (w: World) => Effect.map(Books.outbound(w.link.scope), (row) => [row?.generation, row?.phase, row?.is_open])

onBothDatabases("orders that are issued again", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("a late report that the first issue was cancelled ends nothing, and a cancel reaches the second (D1-389)", {}, (w) =>
    Effect.gen(function*() {
      yield* issuedAgain(w)
      yield* nothingOwed
      const before = told(w)
      yield* report({ phase: "cancelled", warehouseOrderNumber: "W-1" })
      yield* nothingOwed
      assert.deepStrictEqual(told(w), before)
      assert.deepStrictEqual(yield* stateOf(w), [2, null, 1])
      assert.strictEqual((yield* ask(w)).items[0]?.phase, "open")
      assert.include((yield* Books.history(w.link.scope, "outbound:SO-1", "conflict")).join(), "an earlier order with this number")
      yield* cancel(w)
      assert.deepStrictEqual(w.warehouse.orders.map((held) => held.phase), ["cancelled", "cancelled"])
      yield* create(w)
      assert.strictEqual(w.warehouse.live("SO-1").length, 1)
    }))

  inWorld("what was known of the first issue stays in a row of its own, which no poll asks about (D1-389)", {}, (w) =>
    Effect.gen(function*() {
      yield* issuedAgain(w)
      const rows = yield* Books.generations(w.link.scope, "outbound", "SO-1")
      assert.deepStrictEqual(rows.map((row) => [row.generation, row.peer_number, row.phase, row.is_open]), [[2, "W-2", null, 1], [1, "W-1", "cancelled", 0]])
    }))

  inWorld("the parcel of an issue that was cancelled is alarmed and is none of the second (D1-389)", {}, (w) =>
    Effect.gen(function*() {
      yield* issuedAgain(w)
      yield* report({ phase: "shipped", warehouseOrderNumber: "W-1", trackingNumber: "T-old" })
      assert.deepStrictEqual(yield* stateOf(w), [2, null, 1])
      assert.strictEqual((yield* Books.history(w.link.scope, "outbound:SO-1", "alarm")).length, 1)
      yield* report({ phase: "shipped", warehouseOrderNumber: "W-2", trackingNumber: "T-2" })
      yield* until(Effect.sync(() => told(w).some(([phase]) => phase === "shipped")))
      assert.deepStrictEqual(told(w).filter(([phase]) => phase === "shipped"), [["shipped", "W-2", "T-2"]])
      assert.deepStrictEqual(yield* Books.parcels(w.link.scope), ["T-2"])
    }))

  inWorld("a report without a number ends nothing while the warehouse may not show the second issue yet (D1-389)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.manners.tellsNumbers = false
      yield* issuedAgain(w)
      yield* report({ phase: "cancelled" })
      yield* report({ phase: "shipped", trackingNumber: "T-old" })
      assert.deepStrictEqual(yield* stateOf(w), [2, null, 1])
      yield* cancel(w)
      assert.deepStrictEqual(w.warehouse.orders.map((held) => held.phase), ["cancelled", "cancelled"])
    }))

  inWorld("a report without a number counts once the warehouse has had the time to show the second issue (D1-389)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.manners.tellsNumbers = false
      yield* issuedAgain(w)
      yield* report({ phase: "open", status: "PACKED" })
      yield* pass(2100)
      yield* report({ phase: "shipped", trackingNumber: "T-2" })
      yield* until(Effect.sync(() => told(w).some(([phase]) => phase === "shipped")))
      assert.deepStrictEqual(yield* stateOf(w), [2, "shipped", 0])
    }))

  for (const tellsNumbers of [true, false]) {
    inWorld(`a query that still shows the first issue ${tellsNumbers ? "by" : "without"} its number ends nothing, and a cancel reaches the second (D1-389)`, {}, (w) =>
      Effect.gen(function*() {
        w.warehouse.manners.tellsNumbers = tellsNumbers
        yield* issuedAgain(w)
        w.warehouse.manners.shows = 1
        const { items: [answer] } = yield* ask(w)
        assert.strictEqual(answer?.phase, "open")
        assert.deepStrictEqual(yield* stateOf(w), [2, null, 1])
        yield* cancel(w)
        assert.deepStrictEqual(w.warehouse.orders.map((held) => held.phase), ["cancelled", "cancelled"])
        assert.deepStrictEqual(yield* stateOf(w), [2, "cancelled", 0])
      }))
  }

  inWorld("a cancel of the second issue that the warehouse refuses is not taken for done because the first is cancelled (D1-389)", {}, (w) =>
    Effect.gen(function*() {
      yield* issuedAgain(w)
      w.warehouse.manners.shows = 1
      w.warehouse.plan("cancelOutboundOrder", "refuse")
      const refusal = yield* Effect.flip(during(cancel(w)))
      assert.strictEqual(refusal.code, "BAD_ADDRESS")
      assert.strictEqual(w.warehouse.live("SO-1").length, 1)
      assert.deepStrictEqual(yield* stateOf(w), [2, null, 1])
    }))

  inWorld("a cancel by the number of the first issue cancels nothing of the second (D1-389)", {}, (w) =>
    Effect.gen(function*() {
      yield* issuedAgain(w)
      yield* Effect.flatMap(Dispatch, (dispatch) =>
        dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber: number, warehouseOrderNumber: "W-1" }, ""))
      assert.deepStrictEqual(w.warehouse.orders.map((held) => held.phase), ["cancelled", "open"])
    }))

  inWorld("a cancel that is repeated asks the warehouse of an order that was issued again (D1-389)", {}, (w) =>
    Effect.gen(function*() {
      yield* issuedAgain(w)
      yield* cancel(w)
      const before = times(w, "cancelOutboundOrder")
      yield* cancel(w)
      assert.strictEqual(times(w, "cancelOutboundOrder"), before + 1)
    }))

  inWorld("what was asked before an order was issued again says nothing of the second issue (D1-389)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.manners.tellsNumbers = false
      yield* create(w)
      w.warehouse.orders[0]!.phase = "failed"
      yield* until(Effect.map(stateOf(w), ([, phase]) => phase === "failed"))
      yield* create(w)
      const { Events } = yield* Effect.promise(() => import("../../src/contracts/warehouse/Events.ts"))
      yield* pass(60_000, 5000)
      const events = yield* Events
      const source = { scope: w.link.scope, link: w.link, who: "peer" as const, askedAt: 0 }
      yield* events.outbound(source, { orderNumber: number, phase: "failed", status: "failed" })
      assert.strictEqual((yield* Books.outbound(w.link.scope))?.is_open, 1)
    }))

  inWorld("a report of the second issue that comes before its create is settled is taken, and one of the first is not (D1-389)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* cancel(w)
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      const asking = yield* Effect.forkChild(create(w))
      yield* until(Effect.sync(() => w.warehouse.orders.length === 2))
      yield* report({ phase: "cancelled", warehouseOrderNumber: "W-1" })
      yield* report({ phase: "shipped", trackingNumber: "T-old" })
      assert.deepStrictEqual(yield* stateOf(w), [1, "cancelled", 0])
      assert.strictEqual((yield* Effect.flip(ask(w))).code, "DOUBTFUL")
      yield* report({ phase: "open", status: "PACKED", warehouseOrderNumber: "W-2" })
      assert.deepStrictEqual(yield* stateOf(w), [2, "open", 1])
      w.warehouse.orders[1]!.status = "PACKED"
      const answer = yield* during(Fiber.join(asking))
      assert.strictEqual(answer.warehouseOrderNumber, "W-2")
      yield* report({ phase: "shipped", warehouseOrderNumber: "W-2", trackingNumber: "T-2" })
      yield* until(Effect.sync(() => told(w).some(([phase]) => phase === "shipped")))
      assert.deepStrictEqual(told(w).slice(-2), [["open", "W-2", undefined], ["shipped", "W-2", "T-2"]])
    }))

  inWorld("a create of unknown outcome is not settled by the order of an earlier issue that is still shown (D1-389)", { server: { callerDeadline: "500 millis" } }, (w) =>
    Effect.gen(function*() {
      w.warehouse.manners.tellsNumbers = false
      yield* create(w)
      yield* cancel(w)
      // What queries read shows the cancel later than the create is asked for.
      w.warehouse.orders[0]!.phase = "open"
      w.warehouse.plan("createOutboundOrder", "lose-request")
      yield* during(Effect.exit(create(w)))
      yield* during(Effect.exit(create(w)))
      assert.isAbove(times(w, "getOutboundOrders"), 0)
      w.warehouse.orders[0]!.phase = "cancelled"
      const rows = yield* (yield* Database).query("select state, absences from intent order by entity")
      assert.deepStrictEqual(rows.map((row) => [row.state, row.absences]), [["Delivered", 0], ["Doubtful", 0]])
      yield* until(Effect.sync(() => w.warehouse.live("SO-1").length === 1))
    }))

  inWorld("what a report called an issue is known once the order is issued again (D1-389)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.manners.tellsNumbers = false
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      yield* during(create(w))
      yield* report({ phase: "open", status: "PACKED", warehouseOrderNumber: "W-1" })
      yield* cancel(w)
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      yield* during(create(w), 300_000)
      yield* pass(60_000, 5000)
      yield* report({ phase: "cancelled", warehouseOrderNumber: "W-1" })
      assert.strictEqual((yield* Books.outbound(w.link.scope))?.is_open, 1)
      yield* cancel(w)
      assert.strictEqual(w.warehouse.live("SO-1").length, 0)
    }))

  inWorld("an inbound order that is still shown as deleted is not ended by that when it was announced again (D1-389)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.manners.tellsNumbers = false
      const dispatch = yield* Dispatch
      const announce = dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-1"), "")
      const withdraw = dispatch.call(w.link, WarehouseV1.CancelInboundOrders, { asnNumbers: [asn("ASN-1").asnNumber] }, "")
      yield* announce
      yield* withdraw
      yield* announce
      const [second] = w.warehouse.asns.splice(1, 1)
      yield* Effect.exit(dispatch.call(w.link, WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber: asn("ASN-1").asnNumber }] }, ""))
      assert.deepInclude(yield* Books.inbound(w.link.scope), { generation: 2, phase: null, is_open: 1 })
      w.warehouse.asns.push(second!)
      yield* withdraw
      assert.deepStrictEqual(w.warehouse.asns.map((held) => held.phase), ["cancelled", "cancelled"])
    }))
})

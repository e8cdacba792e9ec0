import { assert } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { asn, order } from "../support/Orders.ts"
import { openAfterPoll } from "../support/Polling.ts"
import { Database } from "../../src/store/Database.ts"
import { inWorldOn, pass, until, type World } from "../support/World.ts"

const create = (w: World, number: string, link = w.link) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(link, WarehouseV1.CreateOutboundOrder, order(number), ""))

const announce = (w: World, number = "ASN-1") =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn(number), ""))

const cancel = (w: World, number: string) =>
  Effect.flatMap(Dispatch, (dispatch) =>
    dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber: order(number).orderNumber }, ""))

const times = (w: World, operation: string) => w.warehouse.calls.filter((call) => call === operation).length

const ship = (w: World, at: number) => void Object.assign(w.warehouse.orders[at]!, { phase: "shipped", status: "SHIPPED", trackingNumber: `T-${at}` })

const told = (w: World, number: string) => w.erp.received.some(({ content }) => content.orderNumber === number)

onBothDatabases("polling", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("asks about what is open, as many at a time as the warehouse takes, and no more about what has ended", {}, (w) =>
    Effect.gen(function*() {
      yield* Effect.forEach(Array.from({ length: 23 }, (_, at) => `SO-${at}`), (number) => create(w, number))
      yield* until(Effect.sync(() => w.erp.received.length === 23))
      assert.strictEqual(times(w, "getOutboundOrders"), 3)
      for (let at = 0; at < 23; at++) ship(w, at)
      yield* until(Effect.sync(() => w.erp.received.length === 46), 60_000, 500)
      const asked = times(w, "getOutboundOrders")
      yield* pass(60_000, 2000)
      assert.strictEqual(times(w, "getOutboundOrders"), asked)
    }))

  inWorld("C15 however many orders were asked for at the same moment, each is asked for once in a round, a page at a time", {}, (w) =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* openAfterPoll(w), [])
    }))

  inWorld("a refused question is asked again in halves, and leaves the others of its round to be asked", {}, (w) =>
    Effect.gen(function*() {
      yield* Effect.forEach(Array.from({ length: 23 }, (_, at) => `SO-${at}`), (number) => create(w, number))
      yield* announce(w)
      for (let at = 0; at < 23; at++) ship(w, at)
      w.warehouse.asns[0]!.phase = "shipping"
      w.warehouse.plan("getOutboundOrders", "refuse")
      yield* until(Effect.sync(() => w.erp.received.length === 24), 20_000)
      assert.deepStrictEqual([times(w, "getOutboundOrders"), times(w, "getInboundOrders")], [5, 1])
    }))

  for (const how of ["unlisted", "undecodable", "unavailable", "unreachable", "defect"] as const) {
    inWorld(`a warehouse whose outbound answers fail (${how}) is asked about inbound orders all the same, and again`, {}, (w) =>
      Effect.gen(function*() {
        yield* create(w, "SO-1")
        yield* announce(w)
        ship(w, 0)
        w.warehouse.asns[0]!.phase = "shipping"
        w.warehouse.plan("getOutboundOrders", ...Array.from({ length: 3 }, () => how))
        yield* until(Effect.sync(() => w.erp.received.some(({ content }) => content.asnNumber === "ASN-1")), 20_000)
        yield* until(Effect.sync(() => told(w, "SO-1")), 60_000)
      }))
  }

  inWorld("asks about an order whose last question lies far in the future, because a clock was wrong then (J4)", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w, "SO-1")
      yield* until(Effect.sync(() => w.erp.received.length === 1))
      yield* (yield* Database).query("update entity set checked_at = checked_at + $1", [10 * 86_400_000])
      ship(w, 0)
      yield* until(Effect.sync(() => w.erp.received.length === 2), 30_000, 500)
      assert.strictEqual(w.erp.received[1]?.content.phase, "shipped")
    }))

  inWorld("a paused connection is not asked; resumed it is", {}, (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      yield* create(w, "SO-1")
      yield* connections.pause("wh", "a test")
      ship(w, 0)
      yield* pass(30_000, 1000)
      assert.strictEqual(times(w, "getOutboundOrders"), 0)
      // Nor are its polls said to fail: the pause says why it is not asked.
      const db = yield* Database
      assert.isNull((yield* db.one("select poll_failure from connection_state where id = 'wh'"))?.poll_failure)
      yield* connections.resume("wh")
      yield* until(Effect.sync(() => told(w, "SO-1")))
    }))

  inWorld("an order of an earlier generation says nothing about the one that was issued again", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w, "SO-1")
      yield* cancel(w, "SO-1")
      yield* create(w, "SO-1")
      const [, second] = w.warehouse.orders.splice(1, 1, { ...w.warehouse.orders[0]!, trackingNumber: "T-old" })
      assert.isUndefined(second)
      const asked = times(w, "getOutboundOrders")
      yield* until(Effect.sync(() => times(w, "getOutboundOrders") >= asked + 3), 120_000, 1000)
      assert.isNull((yield* Books.outbound(w.link.scope))?.phase)
    }))

  inWorld("what the warehouse does not show stays open and is asked for again", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w, "SO-1")
      w.warehouse.hide(true)
      yield* until(Effect.sync(() => times(w, "getOutboundOrders") >= 3), 120_000, 1000)
      const row = yield* Books.outbound(w.link.scope)
      assert.deepStrictEqual([row?.phase, row?.is_open], [null, 1])
      ship(w, 0)
      w.warehouse.hide(false)
      yield* until(Effect.sync(() => told(w, "SO-1")))
    }))
})

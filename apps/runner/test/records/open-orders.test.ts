/**
 * An order that the warehouse accepted and does not show, or says nothing new of, is seen by an operator.
 */
import { assert } from "@effect/vitest"
import { OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import * as MetricsAnswer from "../../src/http/MetricsAnswer.ts"
import { Database } from "../../src/store/Database.ts"
import * as WarehouseJobs from "../../src/contracts/warehouse/Jobs.ts"
import { client } from "../api/AdminWorld.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { asn, order } from "../support/Orders.ts"
import { inWorldOn, pass, type World } from "../support/World.ts"

const create = (w: World, number = "SO-1") =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(number), ""))

const toLookAt = (w: World) =>
  Effect.gen(function*() {
    const admin = yield* client(w)
    const { items } = yield* admin.orders.list({ query: { toLookAt: true } })
    return items.map(({ lookAt, number }) => `${number} ${lookAt?.is}`).toSorted()
  })

const series = Effect.map(MetricsAnswer.metrics, (text) => text.split("\n").filter((line) => line.startsWith("crossdock_orders_to_look_at{") && !line.endsWith(" 0")))

onBothDatabases("orders to look at", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("finds an order that the warehouse accepted and does not show any more", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* create(w, "SO-2")
      yield* pass(15_000, 1000)
      assert.deepStrictEqual([yield* toLookAt(w), yield* series], [[], []])
      w.warehouse.orders.shift()
      yield* pass(40_000, 1000)
      assert.deepStrictEqual(yield* toLookAt(w), ["SO-1 absent"])
      assert.deepStrictEqual(yield* series, [`crossdock_orders_to_look_at{connection="wh",is="absent"} 1`])
      assert.lengthOf(yield* Books.history(w.link.scope, "outbound:SO-1", "alarm"), 1)
      const admin = yield* client(w)
      const { items: [shown] } = yield* admin.orders.show({ params: { number: "SO-1" }, query: {} })
      assert.match(shown!.message, /accepted it \(number there: W-1\) but has not shown it since .*crossdock intents reopen /)
    }))

  inWorld("finds an ASN that the warehouse accepted and does not show any more", {}, (w) =>
    Effect.gen(function*() {
      const dispatch = yield* Dispatch
      yield* dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-1"), "")
      w.warehouse.asns.length = 0
      yield* pass(40_000, 1000)
      assert.deepStrictEqual(yield* toLookAt(w), ["ASN-1 absent"])
    }))

  inWorld("tells the ERP who asks for such an order that the warehouse does not show it", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      w.warehouse.orders.length = 0
      yield* pass(15_000, 1000)
      const dispatch = yield* Dispatch
      const told = yield* dispatch.call(w.link, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: OutboundOrder.OrderNumber.make("SO-1") }] }, "")
      assert.deepStrictEqual(told.items.map((one) => [one.phase, one.status]), [["open", "NOT_SHOWN"]])
    }))

  inWorld("takes the finding back once the warehouse shows the order again, and hides nothing within the visibility delay", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.hide(true)
      yield* create(w)
      yield* pass(1000)
      assert.deepStrictEqual(yield* toLookAt(w), [])
      yield* pass(40_000, 1000)
      assert.deepStrictEqual(yield* toLookAt(w), ["SO-1 absent"])
      w.warehouse.hide(false)
      yield* pass(15_000, 1000)
      assert.deepStrictEqual(yield* toLookAt(w), [])
    }))

  inWorld("finds an order without news once it has stood still for the time of its connection", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* create(w)
      const back = (millis: number) => db.query("update entity set updated_at = updated_at - $1", [millis])
      yield* back(3 * 86_400_000 - 1000)
      assert.deepStrictEqual(yield* toLookAt(w), [])
      yield* back(1000)
      assert.deepStrictEqual(yield* toLookAt(w), ["SO-1 still"])
      assert.deepStrictEqual(yield* series, [`crossdock_orders_to_look_at{connection="wh",is="still"} 1`])
      yield* TestClock.adjust("1 minute")
      yield* WarehouseJobs.pollOnce("wh")
      assert.deepStrictEqual(yield* toLookAt(w), [])
    }))
})

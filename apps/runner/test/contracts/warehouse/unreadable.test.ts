/**
 * An order that a warehouse has and cannot show is there: nothing that happens when an order is absent happens to it.
 */
import { assert } from "@effect/vitest"
import { InboundOrder, OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { asn, order } from "../../support/Orders.ts"
import * as Books from "../../support/Books.ts"
import { during, inWorldOn, pass, type World } from "../../support/World.ts"

const call = <O extends WarehouseV1.AnyOperation>(w: World, operation: O, payload: O["payload"]["Type"]) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, operation, payload, ""))

const creates = (w: World, name = "createOutboundOrder") => w.warehouse.calls.filter((each) => each === name).length

onBothDatabases("an order that the warehouse has and cannot read", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("is not sent again while its create is settled, and is settled once it can be read (M1)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      w.warehouse.manners.cannotRead = ["SO-1"]
      const refusal = yield* Effect.flip(during(call(w, WarehouseV1.CreateOutboundOrder, order("SO-1"))))
      assert.strictEqual(refusal.code, "DOUBTFUL")
      // An ERP that repeats its call has an absent order sent again.
      for (let times = 0; times < 3; times++) {
        yield* pass(10_000)
        yield* Effect.flip(during(call(w, WarehouseV1.CreateOutboundOrder, order("SO-1"))))
      }
      assert.deepStrictEqual([w.warehouse.orders.length, creates(w)], [1, 1])
      w.warehouse.manners.cannotRead = []
      yield* pass(300_000, 1000)
      assert.deepStrictEqual(yield* during(call(w, WarehouseV1.CreateOutboundOrder, order("SO-1"))), { warehouseOrderNumber: "W-1" })
      assert.deepStrictEqual([w.warehouse.orders.length, creates(w)], [1, 1])
    }))

  inWorld("is not announced again either (M1)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createInboundOrder", "lose-answer")
      w.warehouse.manners.cannotRead = ["ASN-1"]
      for (let times = 0; times < 4; times++) {
        yield* Effect.flip(during(call(w, WarehouseV1.CreateInboundOrder, asn("ASN-1"))))
        yield* pass(10_000)
      }
      assert.deepStrictEqual([w.warehouse.asns.length, creates(w, "createInboundOrder")], [1, 1])
    }))

  inWorld("is not told as unknown to an ERP that asks for it, or that cancels it (M1)", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.manners.cannotRead = ["SO-9", "ASN-9"]
      const asked = yield* Effect.flip(during(call(w, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: OutboundOrder.OrderNumber.make("SO-9") }] })))
      const announced = yield* Effect.flip(during(call(w, WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber: InboundOrder.AsnNumber.make("ASN-9") }] })))
      w.warehouse.plan("cancelOutboundOrder", "refuse", "refuse", "refuse", "refuse")
      const cancelled = yield* Effect.flip(during(call(w, WarehouseV1.CancelOutboundOrder, { orderNumber: OutboundOrder.OrderNumber.make("SO-9") })))
      for (const { code } of [asked, announced, cancelled]) assert.notStrictEqual(code, "ORDER_NOT_FOUND")
    }))

  inWorld("is not shown to people as absent by polls (M1)", {}, (w) =>
    Effect.gen(function*() {
      yield* during(call(w, WarehouseV1.CreateOutboundOrder, order("SO-1")))
      w.warehouse.manners.cannotRead = ["SO-1"]
      yield* pass(600_000)
      assert.isNull((yield* Books.outbound(w.link.scope, "SO-1"))?.["absent_since"])
    }))
})

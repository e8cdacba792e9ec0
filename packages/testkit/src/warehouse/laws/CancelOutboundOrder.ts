/**
 * The laws of cancelOutboundOrder: the order is cancelled afterwards if it succeeds, or once a peer has decided that was asked to cancel it.
 */
import { AdapterError, OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { equal, assert } from "../../Assertions.ts"
import { always, having, type Laws } from "../../Law.ts"
import { type LawContext, orderAtPeer, call, cancelled, created, failure, newOrder } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"

const cancel = WarehouseV1.CancelOutboundOrder

export const cancelOutboundOrderLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "cancelOutboundOrder/cancels": [
    "D1-275 D1-276 D1-278",
    "cancels the order at the peer, and no other order",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { order } = yield* created(context, "to-cancel")
      const { orderNumber: other } = yield* created(context, "to-keep")
      const { orderNumber, warehouseCode } = order
      yield* cancelled(context, { orderNumber, warehouseCode })
      equal((yield* orderAtPeer(context, orderNumber)).state, "cancelled", "the state of the order at the peer")
      equal((yield* orderAtPeer(context, other)).state, "open", "the state of another order at the peer")
    }))
  ],
  "cancelOutboundOrder/by-warehouse-number": [
    "D1-277",
    "cancels the order when the caller also passes the warehouse's order number",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { order, orderNumber, warehouseOrderNumber } = yield* created(context, "cancel-known")
      yield* cancelled(context, { orderNumber, warehouseCode: order.warehouseCode, ...(warehouseOrderNumber !== undefined && { warehouseOrderNumber }) })
      equal((yield* orderAtPeer(context, orderNumber)).state, "cancelled", "the state of the order at the peer")
    }))
  ],
  "cancelOutboundOrder/twice": [
    "D1-254 D1-278",
    "succeeds and changes nothing when the order is cancelled already, or when the peer was asked to cancel it",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { order, orderNumber } = yield* created(context, "cancel-twice")
      const wanted = { orderNumber, warehouseCode: order.warehouseCode }
      yield* call(context, cancel, wanted)
      yield* cancelled(context, wanted)
      yield* call(context, cancel, wanted)
      equal((yield* orderAtPeer(context, orderNumber)).state, "cancelled", "the state of the order at the peer")
    }))
  ],
  "cancelOutboundOrder/shipped": [
    "D1-260 D1-376",
    "fails with Rejected when the order has been shipped, and leaves the order as it is",
    having(can.ship, Effect.fnUntraced(function*(context: LawContext, ship) {
      const { order, orderNumber } = yield* created(context, "cancel-shipped", ship.order)
      yield* ship.run(orderNumber)
      const wanted = { orderNumber, warehouseCode: order.warehouseCode }
      const { reason } = yield* failure(context, cancel, wanted, "the order has been shipped")
      equal(reason._tag, "Rejected", "the reason when the order has been shipped")
      assert(AdapterError.describe(reason) !== "", "the failure has no message; pass on what the peer says")
      equal((yield* orderAtPeer(context, orderNumber)).state, "shipped", "the state of the order at the peer")
    }))
  ],
  "cancelOutboundOrder/unknown": [
    "D1-275 D1-376",
    "fails with Rejected when the peer does not know the order",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { orderNumber, warehouseCode }: OutboundOrder.OutboundOrder = newOrder(context, "cancel-unknown")
      const { reason } = yield* failure(context, cancel, { orderNumber, warehouseCode }, "the peer does not know the order")
      equal(reason._tag, "Rejected", "the reason when the peer does not know the order")
    }))
  ]
}

/**
 * cancelOutboundOrder: it succeeds when the order is cancelled afterwards, and only then.
 */
import { AdapterError, OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { equal, holds } from "../../Claim.ts"
import { always, having, type Laws } from "../../Law.ts"
import { type Bench, booked, call, created, failure, newOrder } from "../Bench.ts"
import { can, type Given } from "../Given.ts"

const cancel = WarehouseV1.CancelOutboundOrder

export const cancelling: Laws<Bench, Given<unknown>> = {
  "cancelOutboundOrder/cancels": [
    "D1-275 D1-276 D1-278",
    "an order that is cancelled is cancelled in the peer's books, and no other is",
    always(Effect.fnUntraced(function*(bench: Bench) {
      const { order } = yield* created(bench, "to-cancel")
      const { orderNumber: other } = yield* created(bench, "to-keep")
      const { orderNumber, warehouseCode } = order
      yield* call(bench, cancel, { orderNumber, warehouseCode })
      equal((yield* booked(bench, orderNumber)).state, "cancelled", "the state in the books")
      equal((yield* booked(bench, other)).state, "open", "the state of another order in the books")
    }))
  ],
  "cancelOutboundOrder/by-warehouse-number": [
    "D1-277",
    "an order is cancelled as well when its number at the warehouse is known",
    always(Effect.fnUntraced(function*(bench: Bench) {
      const { order, orderNumber, warehouseOrderNumber } = yield* created(bench, "cancel-known")
      yield* call(bench, cancel, { orderNumber, warehouseCode: order.warehouseCode, warehouseOrderNumber })
      equal((yield* booked(bench, orderNumber)).state, "cancelled", "the state in the books")
    }))
  ],
  "cancelOutboundOrder/twice": [
    "D1-254 D1-278",
    "cancelling a cancelled order again succeeds and changes nothing",
    always(Effect.fnUntraced(function*(bench: Bench) {
      const { order, orderNumber } = yield* created(bench, "cancel-twice")
      const wanted = { orderNumber, warehouseCode: order.warehouseCode }
      yield* call(bench, cancel, wanted)
      yield* call(bench, cancel, wanted)
      equal((yield* booked(bench, orderNumber)).state, "cancelled", "the state in the books")
    }))
  ],
  "cancelOutboundOrder/shipped": [
    "D1-260 D1-376",
    "cancelling an order that has left is refused for good, and leaves it as it is",
    having(can.ship, Effect.fnUntraced(function*(bench: Bench, ship) {
      const { order, orderNumber } = yield* created(bench, "cancel-shipped", ship.order)
      yield* ship.run(orderNumber)
      const wanted = { orderNumber, warehouseCode: order.warehouseCode }
      const { reason } = yield* failure(bench, cancel, wanted, "the order has left")
      equal(reason._tag, "Rejected", "a cancel that comes too late")
      holds(AdapterError.describe(reason) !== "", "the refusal gives no reason")
      equal((yield* booked(bench, orderNumber)).state, "shipped", "the state in the books")
    }))
  ],
  "cancelOutboundOrder/unknown": [
    "D1-275 D1-376",
    "cancelling an order that the peer does not know is refused for good",
    always(Effect.fnUntraced(function*(bench: Bench) {
      const { orderNumber, warehouseCode }: OutboundOrder.OutboundOrder = newOrder(bench, "cancel-unknown")
      const { reason } = yield* failure(bench, cancel, { orderNumber, warehouseCode }, "the peer does not know the order")
      equal(reason._tag, "Rejected", "a cancel of nothing")
    }))
  ]
}

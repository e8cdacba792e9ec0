/**
 * The laws about what has become of an order: paid or not, held, cancelled, finished.
 */
import { Decimal, PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { assert, equal } from "../../Assertions.ts"
import { both, having, type Laws } from "../../Law.ts"
import { call, type LawContext, orderOf, place, purchase } from "../LawContext.ts"
import { type Act, can, type SuiteFixture } from "../SuiteFixture.ts"

/** A law about an order that has ended: its phase, and the list that its status stands in. */
const ended = (end: "finished" | "cancelled", action: "finish" | "cancel") =>
  having(can.action(action), Effect.fnUntraced(function*(context: LawContext, act: Act<unknown>) {
    const { onlineOrderId } = yield* place(context, end)
    yield* act(onlineOrderId)
    const { phase, status } = yield* orderOf(context, onlineOrderId)
    equal(phase, end, `the phase of an order that is ${end}, with the status ${status}`)
    if (!context.declares("listOrderStatuses")) return
    const listed = yield* call(context, PlatformV1.ListOrderStatuses, {})
    equal(listed[end].some((one) => one.status === status), true, `whether the status ${status} is listed as ${end}`)
  }))

export const phaseLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "getOrders/cancelled": ["P-045 P-241 P-242", "tells an order that is cancelled as cancelled, whose goods are not shipped", ended("cancelled", "cancel")],
  "getOrders/finished": ["P-045 P-241 P-242", "tells an order that is finished as finished, of which nothing is taken back", ended("finished", "finish")],
  "getOrders/unpaid": [
    "U-44",
    "tells an order as unpaid until it is paid, and as open afterwards",
    having(both(can.action("placeUnpaid"), can.action("pay")), Effect.fnUntraced(function*(context: LawContext, [placeUnpaid, pay]) {
      const { onlineOrderId } = yield* placeUnpaid(context.fresh("unpaid"), purchase)
      equal((yield* orderOf(context, onlineOrderId)).phase, "unpaid", "the phase of an order that nobody has paid; goods of an open order are shipped")
      yield* pay(onlineOrderId)
      equal((yield* orderOf(context, onlineOrderId)).phase, "open", "the phase of the order after it was paid")
    }))
  ],
  "getOrders/on-hold": [
    "U-44",
    "tells an order that the platform holds as onHold",
    having(can.action("hold"), Effect.fnUntraced(function*(context: LawContext, hold) {
      const { onlineOrderId } = yield* place(context, "on-hold")
      yield* hold(onlineOrderId)
      equal((yield* orderOf(context, onlineOrderId)).phase, "onHold", "the phase of an order of which nothing is to be shipped for now")
    }))
  ],
  "getOrders/on-delivery": [
    "U-44",
    "tells an order that is paid on delivery as such, so that the money is collected",
    having(can.action("placeOnDelivery"), Effect.fnUntraced(function*(context: LawContext, placeOnDelivery) {
      const placed = yield* placeOnDelivery(context.fresh("on-delivery"), purchase)
      const { cashOnDelivery, paymentMethod, phase } = yield* orderOf(context, placed.onlineOrderId)
      equal({ paymentMethod, phase }, { paymentMethod: "cashOnDelivery", phase: "open" }, "how the order is paid, and its phase")
      if (placed.cashOnDelivery !== undefined) {
        assert(cashOnDelivery !== undefined && Decimal.toText(cashOnDelivery) === Decimal.toText(placed.cashOnDelivery), "cashOnDelivery of the order is not the amount to collect")
      }
    }))
  ]
}

/**
 * The laws about reading orders.
 */
import { PlatformV1 } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { equal, sameMembers } from "../../Assertions.ts"
import { underFault } from "../../FaultInjection.ts"
import { always, having, type Laws } from "../../Law.ts"
import { allOrders, assertSameOrder, call, type LawContext, orderOf, ordersNumbered } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"

type PlatformLaws = Laws<LawContext, SuiteFixture<unknown>>

const numbersOf = (orders: ReadonlyArray<{ readonly onlineOrderId: string }>) => orders.map(({ onlineOrderId }) => onlineOrderId)

export const getOrdersLaws: PlatformLaws = {
  "getOrders/told": [
    "P-084 P-085 P-117",
    "reads an order by its number, with every member that the platform holds and its message as it is",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const placed = yield* context.fixture.placeOrder(context.fresh("order"))
      assertSameOrder(yield* orderOf(context, placed.onlineOrderId), placed)
    }))
  ],
  "getOrders/unknown": [
    "P-214",
    "leaves out an order that the platform does not know, and reads the others",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const placed = yield* context.fixture.placeOrder(context.fresh("known"))
      const found = yield* ordersNumbered(context, [context.fresh("unknown"), placed.onlineOrderId], 100)
      equal(numbersOf(found), [placed.onlineOrderId], "the orders that are read")
      equal((yield* allOrders(context, { onlineOrderIds: [context.fresh("unknown")], limit: 100 })).length, 0, "orders that are read under an unknown number")
    }))
  ],
  "getOrders/many": [
    "P-214",
    "reads one order among limits.ordersPerQuery numbers",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { onlineOrderId } = yield* context.fixture.placeOrder(context.fresh("among-many"))
      const others = Array.from({ length: context.platform.facts.limits.ordersPerQuery - 1 }, (_, at) => context.fresh(`many-${at}`))
      const found = yield* ordersNumbered(context, [...others, onlineOrderId], 100)
      equal(numbersOf(found), [onlineOrderId], "the orders that are read")
    }))
  ],
  "getOrders/bad-record": [
    "P-214 U-18",
    "names an order that exists and cannot be read, and reads the others",
    having(can.injection("bad-record", "getOrders"), Effect.fnUntraced(function*(context: LawContext, injection) {
      const placed = [context.fresh("bad-record"), context.fresh("good-record")] as const
      for (const number of placed) yield* context.fixture.placeOrder(number)
      const told: Array<string> = []
      for (const part of Arr.chunksOf(placed, context.platform.facts.limits.ordersPerQuery)) {
        const asked = { onlineOrderIds: part, limit: 100 }
        const { items, unreadable = [] } = yield* underFault(injection, "any", call(context, PlatformV1.GetOrders, asked))
        equal(unreadable.length, 1, "orders that are named as unreadable")
        told.push(...numbersOf(items), ...unreadable)
      }
      sameMembers(told, placed, "the orders that are read or named")
    }))
  ],
  "getOrders/window": [
    "P-215 P-217",
    "reads the orders that changed in a window of time, and no others",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const placed = yield* context.fixture.placeOrder(context.fresh("in-window"))
      const changed = placed.modifiedAt ?? placed.createdAt
      const around = (from: number, to: number) => ({
        updatedFrom: DateTime.add(changed, { minutes: from }),
        updatedTo: DateTime.add(changed, { minutes: to }),
        limit: 100
      })
      const inside = numbersOf(yield* allOrders(context, around(-5, 5)))
      equal(inside.includes(placed.onlineOrderId), true, "whether the order is read in a window around its last change")
      const before = numbersOf(yield* allOrders(context, around(-60, -30)))
      equal(before.includes(placed.onlineOrderId), false, "whether the order is read in a window before its last change")
    }))
  ],
  "getOrders/ended": [
    "P-045 P-241 P-242",
    "tells an order that is finished from one that is cancelled, and shows both to have ended",
    having(can.endOrder, Effect.fnUntraced(function*(context, endOrder) {
      for (const end of ["finished", "cancelled"] as const) {
        const { onlineOrderId } = yield* context.fixture.placeOrder(context.fresh(end))
        yield* endOrder(onlineOrderId, end)
        const { phase, status } = yield* orderOf(context, onlineOrderId)
        equal(phase, end, `the phase of an order that is ${end}, with the status ${status}`)
        if (!context.declares("listOrderStatuses")) continue
        const listed = yield* call(context, PlatformV1.ListOrderStatuses, {})
        equal(listed[end].some((one) => one.status === status), true, `whether the status ${status} is listed as ${end}`)
      }
    }))
  ],
  "getOrders/pages": [
    "P-218 P-222",
    "reads every order once when it follows the cursors of small pages",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const placed = [context.fresh("page-1"), context.fresh("page-2"), context.fresh("page-3")] as const
      for (const number of placed) yield* context.fixture.placeOrder(number)
      sameMembers(numbersOf(yield* ordersNumbered(context, placed, 1)), placed, "the orders on all pages")
    }))
  ]
}

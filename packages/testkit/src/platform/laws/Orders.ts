/**
 * The laws about reading orders.
 */
import { PlatformV1, Quantity } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { equal, sameMembers } from "../../Assertions.ts"
import { underFault } from "../../FaultInjection.ts"
import { always, having, type Laws } from "../../Law.ts"
import { allOrders, assertSameOrder, call, type LawContext, numbersOf, orderOf, ordersNumbered, place } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"
import { phaseLaws } from "./Phases.ts"
import { windowLaws } from "./Windows.ts"

type PlatformLaws = Laws<LawContext, SuiteFixture<unknown>>

export const getOrdersLaws: PlatformLaws = {
  "getOrders/told": [
    "P-084 P-085 P-117",
    "reads an order by its number, with every member that the platform holds and its message as it is",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const placed = yield* place(context, "order")
      assertSameOrder(yield* orderOf(context, placed.onlineOrderId), placed)
    }))
  ],
  "getOrders/unknown": [
    "P-214",
    "leaves out an order that the platform does not know, and reads the others",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const placed = yield* place(context, "known")
      const found = yield* ordersNumbered(context, [context.fresh("unknown"), placed.onlineOrderId], 100)
      equal(numbersOf(found), [placed.onlineOrderId], "the orders that are read")
      equal((yield* allOrders(context, { onlineOrderIds: [context.fresh("unknown")], limit: 100 })).length, 0, "orders that are read under an unknown number")
    }))
  ],
  "getOrders/many": [
    "P-214",
    "reads one order among limits.ordersPerQuery numbers",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { onlineOrderId } = yield* place(context, "among-many")
      const others = Array.from({ length: context.platform.facts.limits.ordersPerQuery - 1 }, (_, at) => context.fresh(`many-${at}`))
      const found = yield* ordersNumbered(context, [...others, onlineOrderId], 100)
      equal(numbersOf(found), [onlineOrderId], "the orders that are read")
    }))
  ],
  "getOrders/bad-record": [
    "P-214 U-18",
    "names an order that exists and cannot be read, and reads the others",
    having(can.injection("bad-record", "getOrders"), Effect.fnUntraced(function*(context: LawContext, injection) {
      const placed = numbersOf([yield* place(context, "bad-record"), yield* place(context, "good-record")])
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
  "getOrders/pages": [
    "P-218 P-222",
    "reads every order once when it follows the cursors of small pages",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const placed = numbersOf([yield* place(context, "page-1"), yield* place(context, "page-2"), yield* place(context, "page-3")])
      sameMembers(numbersOf(yield* ordersNumbered(context, placed, 1)), placed, "the orders on all pages")
    }))
  ],
  "getOrders/refunds": [
    "P-084 U-95",
    "tells a refund once, by the platform's id, and its pieces among the refunded ones of the line",
    having(can.action("refund"), Effect.fnUntraced(function*(context: LawContext, refund) {
      const { lines: [line], onlineOrderId } = yield* place(context, "refunded")
      const refundId = yield* refund(onlineOrderId)
      const { lines, refunds = [] } = yield* orderOf(context, onlineOrderId)
      equal(refunds.map((each) => each.refundId), [refundId], "ids of the refunds")
      equal(refunds[0]!.lines.map(({ lineId, quantity }) => [lineId, Quantity.toNumber(quantity)]), [[line?.lineId, 1]], "lines and pieces of the refund")
      const told = lines.map(({ lineId, refundedQuantity = Quantity.zero }) => [lineId, Quantity.toNumber(refundedQuantity)])
      equal(told, lines.map(({ lineId }) => [lineId, lineId === line?.lineId ? 1 : 0]), "refunded pieces of the lines")
    }))
  ],
  ...windowLaws,
  ...phaseLaws
}

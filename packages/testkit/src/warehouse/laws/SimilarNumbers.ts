/**
 * The laws about numbers of which one begins or ends with the other, or differs from it only in case. A peer that searches
 * by part of a number finds both. A plugin that takes the first one reports, cancels or skips the wrong order.
 */
import { InboundOrder, OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { equal } from "../../Assertions.ts"
import { always, having, type Laws } from "../../Law.ts"
import { type LawContext, orderAtPeer, call, cancelled, failure, newAsnNumber, newOrder, ordersOf } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"

type InboundFixture = NonNullable<SuiteFixture<unknown>["inbound"]>

const longer = (number: string): string => `${number}7`
const prefixed = (number: string): string => `7${number}`
const withOtherCase = (number: string): string => (number === number.toUpperCase() ? number.toLowerCase() : number.toUpperCase())

/** An order that does not exist yet, and orders at the peer whose numbers contain its number. */
const besideSimilar = Effect.fnUntraced(function*(context: LawContext, hint: string) {
  const order = newOrder(context, hint)
  const { orderNumber } = order
  const others = [longer(orderNumber), prefixed(orderNumber)].map((number) => OutboundOrder.OrderNumber.make(number))
  for (const other of others) yield* call(context, WarehouseV1.CreateOutboundOrder, { ...order, orderNumber: other })
  return { order, orderNumber, others }
})

const besideSimilarInbound = Effect.fnUntraced(function*(context: LawContext, inbound: InboundFixture, hint: string) {
  const order = inbound.order(newAsnNumber(context, hint))
  const { asnNumber } = order
  const others = [longer(asnNumber), prefixed(asnNumber)].map((number) => InboundOrder.AsnNumber.make(number))
  for (const other of others) yield* call(context, WarehouseV1.CreateInboundOrder, { ...order, asnNumber: other })
  return { asnNumber, order, others }
})

const inboundState = (inbound: InboundFixture, asnNumber: string) =>
  Effect.map(inbound.records(asnNumber), (held) => held.map(({ state }) => state))

export const createOutboundOrderLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "createOutboundOrder/similar-numbers": [
    "D1-272 D1-328",
    "creates an order although the peer has orders whose numbers contain its number",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { order, orderNumber } = yield* besideSimilar(context, "create-similar")
      yield* call(context, WarehouseV1.CreateOutboundOrder, order)
      equal((yield* orderAtPeer(context, orderNumber)).state, "open", "the state of the order at the peer")
    }))
  ]
}

export const getOutboundOrdersLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "getOutboundOrders/similar-numbers": [
    "D1-283 D1-285 D1-287 D1-288",
    "does not mistake an order for one whose number contains its number or differs from it in case",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { order, orderNumber, others: [first, second] } = yield* besideSimilar(context, "ask-similar")
      const { warehouseCode } = order
      const ask = (orderNumbers: readonly [OutboundOrder.OrderNumber, ...Array<OutboundOrder.OrderNumber>]) =>
        Effect.map(call(context, WarehouseV1.GetOutboundOrders, { orders: ordersOf(orderNumbers), warehouseCode }), (found) =>
          Object.fromEntries(found.items.map((each) => [each.orderNumber, each.phase])))
      equal(yield* ask([orderNumber]), {}, "orders found for an unknown number, beside orders whose numbers contain it")
      const otherCase = OutboundOrder.OrderNumber.make(withOtherCase(first!))
      equal(yield* ask([otherCase]), {}, "orders found for an unknown number, beside an order whose number differs from it only in case")
      yield* call(context, WarehouseV1.CreateOutboundOrder, order)
      yield* cancelled(context, { orderNumber: first!, warehouseCode })
      const states = { [orderNumber]: "open", [first!]: "cancelled", [second!]: "open" }
      equal(yield* ask([orderNumber]), { [orderNumber]: "open" }, "phase found for the order alone")
      equal(yield* ask([second!, orderNumber, first!]), states, "phases found for all three orders")
    }))
  ]
}

export const cancelOutboundOrderLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "cancelOutboundOrder/similar-numbers": [
    "D1-275 D1-278",
    "does not cancel an order whose number contains the number of the cancelled one",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { order, orderNumber, others } = yield* besideSimilar(context, "cancel-similar")
      const wanted = { orderNumber, warehouseCode: order.warehouseCode }
      const states = Effect.forEach([orderNumber, ...others], (number) => Effect.map(orderAtPeer(context, number), ({ state }) => state))
      const { reason } = yield* failure(context, WarehouseV1.CancelOutboundOrder, wanted, "the peer does not know the order")
      equal(reason._tag, "Rejected", "the reason when the peer does not know the order")
      yield* call(context, WarehouseV1.CreateOutboundOrder, order)
      equal(yield* states, ["open", "open", "open"], "the states at the peer after a cancel of an unknown order")
      yield* cancelled(context, wanted)
      equal(yield* states, ["cancelled", "open", "open"], "the states at the peer of the order, and of two whose numbers contain its number")
    }))
  ]
}

export const createInboundOrderLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "createInboundOrder/similar-numbers": [
    "D1-301 U-62",
    "creates an inbound order although the peer has some whose numbers contain its number",
    having(can.inbound, Effect.fnUntraced(function*(context: LawContext, inbound) {
      const { asnNumber, order } = yield* besideSimilarInbound(context, inbound, "asn-create-similar")
      yield* call(context, WarehouseV1.CreateInboundOrder, order)
      equal(yield* inboundState(inbound, asnNumber), ["open"], "the state of the order at the peer")
    }))
  ]
}

export const getInboundOrdersLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "getInboundOrders/similar-numbers": [
    "D1-305 D1-307",
    "does not mistake an inbound order for one whose number contains its number",
    having(can.inbound, Effect.fnUntraced(function*(context: LawContext, inbound) {
      const { asnNumber, order, others } = yield* besideSimilarInbound(context, inbound, "asn-ask-similar")
      const { warehouseCode } = order
      const found = yield* call(context, WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber }], warehouseCode })
      equal(found.items.map((each) => each.asnNumber), [], "inbound orders found for an unknown number")
      yield* call(context, WarehouseV1.CreateInboundOrder, order)
      const all = yield* call(context, WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber }, ...others.map((other) => ({ asnNumber: other }))], warehouseCode })
      equal(all.items.map((each) => each.asnNumber).toSorted(), [asnNumber, ...others].toSorted(), "inbound orders found")
    }))
  ]
}

export const cancelInboundOrdersLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "cancelInboundOrders/similar-numbers": [
    "D1-308 D1-316",
    "does not cancel an inbound order whose number contains the number of the cancelled one",
    having(can.inbound, Effect.fnUntraced(function*(context: LawContext, inbound) {
      const { asnNumber, order, others } = yield* besideSimilarInbound(context, inbound, "asn-cancel-similar")
      yield* call(context, WarehouseV1.CreateInboundOrder, order)
      yield* call(context, WarehouseV1.CancelInboundOrders, { asnNumbers: [asnNumber], warehouseCode: order.warehouseCode })
      const states = yield* Effect.forEach([asnNumber, ...others], (number) => inboundState(inbound, number))
      equal(states, [["cancelled"], ["open"], ["open"]], "the states at the peer of the inbound order, and of two whose numbers contain its number")
    }))
  ]
}

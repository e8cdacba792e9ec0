import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  asn,
  callbacksJoined,
  inboundStatus,
  joined,
  level,
  order,
  orderNo,
  product,
  progress,
  selfShipped,
  shipped
} from "./support.ts"

describe("every operation, client against server", () => {
  it.effect("serves all eleven methods at one address (D1-006)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      assert.deepStrictEqual(yield* client.createOutboundOrder(order), { warehouseOrderNumber: "WO-1" })
      assert.deepStrictEqual(yield* client.createOutboundOrder(selfShipped), { warehouseOrderNumber: "WO-1" })
      yield* client.cancelOutboundOrder({ orderNumber: orderNo("SO-1001") })
      const { warehouseCode: _, warehouseOrderNumber: __, ...one } = shipped
      assert.deepStrictEqual(yield* client.getOutboundOrders({ orders: [{ orderNumber: orderNo("SO-1001") }] }), { items: [one] })
      const many = [orderNo("A"), orderNo("B")] as const
      const found = yield* client.getOutboundOrders({ orders: [{ orderNumber: many[0] }, { orderNumber: many[1] }], warehouseCode: "WH-1" })
      assert.deepStrictEqual(found.items.map((each) => [each.orderNumber, each.warehouseOrderNumber]), [["A", "WO-1"], ["B", "WO-1"]])
      assert.deepStrictEqual(yield* client.listWarehouses({}), { items: [{ code: "WH-1", name: "North" }, { code: "WH-2", name: "South" }] })
      assert.deepStrictEqual(yield* client.listChannels({}), { items: [
        { code: "STD", name: "Standard", warehouseCode: "WH-1", carrierName: "Ninja" }
      ] })
      assert.deepStrictEqual(yield* client.listStock({ warehouseCode: "WH-1", limit: 100 }), {
        items: [level],
        pageCount: 1
      })
      assert.deepStrictEqual(yield* client.createInboundOrder(asn), {})
      assert.deepStrictEqual(yield* client.getInboundOrders({ inboundOrders: [{ asnNumber: asn.asnNumber }] }), { items: [inboundStatus] })
      assert.deepStrictEqual(yield* client.cancelInboundOrders({ asnNumbers: [asn.asnNumber] }), { items: [{ asnNumber: asn.asnNumber }] })
      yield* client.upsertProduct(product)
      const payloads = kept.dispatched.map(({ payload }) => payload)
      assert.deepStrictEqual(payloads[0], order)
      assert.deepStrictEqual(payloads[1], selfShipped)
      assert.deepStrictEqual(payloads.at(-1), product)
      assert.deepStrictEqual(payloads[8], asn)
      assert.deepStrictEqual([...new Set(kept.requests.map(({ url }) => url.pathname))], ["/service"])
    }))

  it.effect("carries both callbacks to their paths (D1-329 D1-331)", () =>
    Effect.gen(function*() {
      const { client, kept } = callbacksJoined()
      const prepared = yield* Effect.fromResult(client.outboundStatus.prepare(shipped))
      yield* client.outboundStatus.deliver(prepared, { deliveryId: "d-1" })
      yield* client.inboundProgress.deliver(yield* Effect.fromResult(client.inboundProgress.prepare(progress)), { deliveryId: "d-2" })
      assert.deepStrictEqual(kept.events, [
        { _tag: "OutboundStatusChanged", status: shipped },
        { _tag: "InboundProgressed", progress }
      ])
      assert.deepStrictEqual(kept.requests.map(({ method, url }) => [method, url.pathname]), [
        ["POST", "/api/sys/automatic/receiveOdo/sand%20box"],
        ["POST", "/api/sys/automatic/receiveAsn/sand%20box"]
      ])
    }))
})

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { asn, asnNo, at, fullOrder, inboundStatus, joined, level, order, orderNo, product, selfShipped, shipped, skuOf } from "./support.ts"

describe("every operation, client against server", () => {
  it.effect("serves ten operations, each a POST to its own path (G-003 G-249 G-251 G-256 G-260 G-268 G-276 G-285 G-299 G-305 G-313 G-322 G-352)", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      assert.deepStrictEqual(yield* client.listWarehouses({}), { items: [{ code: "WH-1", name: "North" }] })
      assert.deepStrictEqual(yield* client.listChannels({ warehouseCode: "WH-1" }), { items: [
        { code: "STD", name: "Standard", warehouseCode: "WH-1", carrierName: "Ninja" }
      ] })
      assert.deepStrictEqual(yield* client.createOutboundOrder(order), { warehouseOrderNumber: "WO-1" })
      yield* client.cancelOutboundOrder({ orderNumber: orderNo("SO-1001") })
      assert.deepStrictEqual(yield* client.getOutboundOrders({ orders: [{ orderNumber: orderNo("SO-1001") }] }), { items: [shipped] })
      const stock = { warehouseCode: "WH-1", limit: 100, skus: [skuOf("SKU-1")] as const, updatedSince: at("2026-03-01T00:00:00Z") }
      assert.deepStrictEqual(yield* client.listStock(stock), { items: [level], pageCount: 1 })
      assert.deepStrictEqual(yield* client.createInboundOrder(asn), { referenceNumber: "IN-9" })
      const asked = { inboundOrders: [{ asnNumber: asnNo("ASN-1"), referenceNumber: "IN-9", type: "SALE_RETURN" }] as const }
      assert.deepStrictEqual(yield* client.getInboundOrders(asked), { items: [inboundStatus] })
      assert.deepStrictEqual(yield* client.cancelInboundOrders({ asnNumbers: [asnNo("ASN-1")] }), { items: [{ asnNumber: asnNo("ASN-1") }] })
      yield* client.upsertProduct(product)
      assert.deepStrictEqual(
        kept.requests.map(({ method, url }) => `${method} ${url.href}`),
        [
          "initWarehouses",
          "initChannels",
          "createOrder",
          "cancelOrder",
          "getOrder",
          "syncInventory",
          "createAsnOrder",
          "getAsnList",
          "cancelAsnOrder",
          "insertSkuInfo"
        ].map((method) => `POST https://gateway.example/base/global-api/v1/warehouse/${method}`)
      )
      for (const { body, headers } of kept.requests) {
        assert.isObject(JSON.parse(body))
        assert.deepStrictEqual(headers[0], ["content-type", "application/json"])
      }
      const payloads = kept.dispatched.map(({ payload }) => payload)
      assert.deepStrictEqual(payloads, [
        {},
        { warehouseCode: "WH-1" },
        order,
        { orderNumber: orderNo("SO-1001") },
        { orders: [{ orderNumber: orderNo("SO-1001") }] },
        stock,
        asn,
        asked,
        { asnNumbers: [asnNo("ASN-1")] },
        product
      ])
      assert.deepStrictEqual(kept.findings, [])
    }))

  it.effect("carries every member that an order can have, and has nothing to report", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      for (const one of [order, selfShipped, fullOrder]) {
        yield* client.createOutboundOrder(one)
        assert.deepStrictEqual(kept.dispatched.at(-1)?.payload, one)
      }
      const { houseNumbers, remark } = kept.dispatched.at(-1)!.payload
      assert.deepStrictEqual([houseNumbers.map(Redacted.value), Redacted.value(remark)], [["7a", "7b"], "ring twice"])
      assert.notInclude(JSON.stringify(kept.dispatched.at(-1)!.payload), "ring twice")
      assert.deepStrictEqual(kept.findings, [])
    }))
})

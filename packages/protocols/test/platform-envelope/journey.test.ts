import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Server } from "../../src/platform-envelope/index.ts"
import { figure, granted, joined, labels, lastSent, order, parcel, product, pushesJoined, tracking, window } from "./support.ts"

const page = { limit: 100 }
const item = { productId: "I-1", variantId: "V-1", stock: figure(7), stockByLocation: [{ locationId: "PW-1", available: figure(5) }] }

describe("every operation, client against server", () => {
  it.effect("serves fourteen pulls and the announcement at their paths, as forms (P-001 P-004 P-005 P-006 P-011 P-167 P-186 P-194 P-203 P-239 P-243 P-255 P-277 P-280 P-299 P-309 P-321 P-332 P-342 P-353 P-394)", () =>
    Effect.gen(function*() {
      const { call, client, kept } = joined()
      assert.deepStrictEqual(yield* call.getOrders({ ...page, ...window }), { items: [order], pageCount: 1 })
      assert.deepStrictEqual((yield* call.listOrderStatuses({})).finished[0], { status: "COMPLETED", nameEn: "completed", nameZh: "词" })
      yield* call.markReadyToShip({ onlineOrderId: "P-1", trackingNumber: "TN-1", providerCode: "NV", lines: [{ lineId: "T-1", quantity: parcel[0].quantity }] })
      assert.deepStrictEqual(yield* call.listProducts({ ...page, productIds: ["I-1"] }), { items: [product], pageCount: 1 })
      assert.lengthOf((yield* call.listProductStatuses({})).items, 1)
      assert.deepStrictEqual(yield* call.updateStock({ items: [item] }), { failures: [] })
      assert.deepStrictEqual(yield* call.listShippingProviders({}), { items: [{ code: "NV", name: "Ninja" }] })
      assert.deepStrictEqual(yield* call.createShipment({ onlineOrderId: "P-1", providerCode: "NV", providerName: "Ninja", items: parcel }), {
        trackingNumber: "TN-1",
        carrierName: "Ninja",
        documents: labels
      })
      yield* call.cancelShipment({ onlineOrderId: "P-1", trackingNumber: "TN-1", reason: "too late", items: parcel })
      assert.deepStrictEqual(yield* call.getLabels({ onlineOrderId: "P-1", items: parcel }), { items: labels })
      assert.deepStrictEqual(yield* call.trackParcel({ onlineOrderId: "P-1" }), tracking)
      assert.deepStrictEqual(yield* call.listLocations({}), { items: [{ code: "PW-1", name: "North" }] })
      yield* call.setShopAccess({ isLocked: false, callbackUrl: new URL("https://erp.example/push") })
      assert.deepStrictEqual(yield* client.getToken({ code: Redacted.make("c-1"), redirectUri: "https://erp.example/back" }), granted)
      assert.deepStrictEqual(yield* client.refreshToken(Redacted.make("rt-0")), granted)

      const paths = kept.requests.map(({ url }) => url.pathname)
      const methods = ["getOrder", "getOrderOnlineStatus", "readyToShip", "getProduct", "getProductStatus", "updateInventory", "initLogistics",
        "getTrackNumber", "cancelLogisticsOrder", "getLabelData", "getTrackingInfo", "getPlatformWarehouse", "pushAuthorizationInfo", "getToken", "refreshToken"]
      assert.deepStrictEqual(paths, methods.map((method) => `/base/extApi/platform/${method}`))
      assert.sameMembers([...Server.methods], methods)
      for (const { headers, method } of kept.requests) {
        assert.deepStrictEqual([method, headers[0]], ["POST", ["content-type", "application/x-www-form-urlencoded"]])
      }
      const payloads = Object.fromEntries(kept.dispatched.map(({ operation, payload }) => [operation, payload]))
      assert.deepStrictEqual(payloads["getOrders"], { ...page, ...window })
      assert.deepStrictEqual(payloads["updateStock"], { items: [item] })
      assert.deepStrictEqual(payloads["setShopAccess"], { isLocked: false, callbackUrl: new URL("https://erp.example/push"), customerId: "5" })
      assert.deepStrictEqual(payloads["cancelShipment"], { onlineOrderId: "P-1", trackingNumber: "TN-1", reason: "too late", items: parcel })
      assert.deepStrictEqual(kept.findings, [])
    }))

  it.effect("carries an order from the external service to the ERP (P-227 P-230)", () =>
    Effect.gen(function*() {
      const { kept, send } = pushesJoined()
      yield* send(order)
      assert.deepStrictEqual(kept.events, [{ _tag: "OrderPushed", order }])
      assert.strictEqual(kept.requests[0]?.url.href, "https://erp.example/api/extApi/platform/pushOrder")
      const { content } = lastSent(kept)
      assert.containsAllKeys(content, ["platform", "shopId", "onlineOrderId", "orderSkuList", "buyerInfo"])
      assert.deepStrictEqual(kept.findings, [])
    }))
})

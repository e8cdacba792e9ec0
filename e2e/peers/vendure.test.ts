/**
 * An ERP, a runner and a real Vendure. Orders, fulfillments and stock are compared with what Vendure has stored, read by code that
 * shares nothing with the plugin.
 */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { isPrepared, startVendure, type VendureServer } from "../../tools/peers/vendure.mjs"
import { openShop, type Shop } from "../../tools/peers/vendure-shop.mjs"
import { call, type Credential } from "../support/envelope.ts"
import type { Known } from "../support/http.ts"
import { type Home, homeOf } from "../support/runner.ts"

const isLeftOut = process.env.CI !== "true" && !isPrepared()
const erp: Credential = { accessId: "acc-shop", secretKey: "shop-secret" }

describe.skipIf(isLeftOut)("a shop on Vendure", () => {
  let server: VendureServer
  let shop: Shop
  let home: Home
  beforeAll(async () => {
    server = await startVendure()
    shop = await openShop({ url: server.url, admin: server.admin })
    home = await homeOf({ composition: "vendure.config.ts", env: { VENDURE_ADMIN_API: `${server.url}/admin-api`, VENDURE_API_KEY: shop.apiKey } })
    await home.start()
  })
  afterAll(async () => {
    await home?.remove()
    await server?.stop()
  })

  const ask = async (method: string, content: Readonly<Record<string, unknown>> = {}): Promise<Known> =>
    (await call({ ...erp, url: `${home.url}/extApi/platform/${method}`, method, content: { platform: "vendure", shopId: 1, ...content }, as: "form" })).json
  const done = async (method: string, content?: Readonly<Record<string, unknown>>): Promise<Known> => {
    const answer = await ask(method, content)
    assert.isTrue(answer.success, JSON.stringify(answer))
    return answer
  }
  const buy = async (code: string, lines: Readonly<Record<string, number>> = { "SKU-1": 2, "SKU-2": 1 }) => {
    const cart = await shop.cart(code, lines)
    await cart.checkOut()
    await cart.pay()
    return shop.order(code)
  }
  /** The shipped parcels of an order in Vendure: the tracking number, and pieces by line. */
  const parcels = async (code: string) =>
    (await shop.order(code)).fulfillments.toSorted((a, b) => Number(a.id) - Number(b.id)).map(({ lines, state, trackingCode }) => [
      state,
      trackingCode,
      Object.fromEntries(lines.map(({ orderLineId, quantity }) => [orderLineId, quantity]))
    ])

  it("has an order that the ERP pulls by its number and by time, with Vendure's own amounts and message (P-084 P-203 P-215)", async () => {
    const from = Date.now() - 1000
    const held = await buy("PULL-1")
    const byNumber = await done("getOrder", { onlineOrderIdList: ["PULL-1"], pageNo: 1, PageSize: 10 })
    const byTime = await done("getOrder", { updateTimeStart: from, updateTimeEnd: Date.now() + 1000, pageNo: 1, PageSize: 10 })
    for (const { orderInfoList } of [byNumber, byTime]) {
      const order = orderInfoList.find((each: Known) => JSON.parse(each.onlineOrderInfo.orderJson).code === "PULL-1")
      assert.deepInclude(order, { currency: "USD", erpOrderStatus: "WAIT_AUDIT" })
      assert.strictEqual(Number(order.totalAmount), held.totalWithTax / 100)
      assert.deepStrictEqual(order.orderSkuList.map((line: Known) => [line.onlineSkuCode, line.onlineSkuQuantity]), [["SKU-1", 2], ["SKU-2", 1]])
      assert.strictEqual(JSON.parse(order.onlineOrderInfo.orderJson).totalWithTax, held.totalWithTax)
    }
  })

  it("gets two parcels in two readyToShip calls, each with its items; a repeat makes no third (P-243 P-250 P-396)", async () => {
    const { lines: [first, second] } = await buy("SHIP-1")
    const parts = [["TRK-1", first!.id, 2], ["TRK-2", second!.id, 1]] as const
    for (const [trackingNumber, onlineOrderItemId, quantity] of [...parts, parts[0]]) {
      await done("readyToShip", { onlineOrderId: "SHIP-1", trackingNumber, platformLogisticsCode: "express", onlineOrderItemList: [{ onlineOrderItemId, quantity }] })
    }
    assert.deepStrictEqual(await parcels("SHIP-1"), parts.map(([trackingNumber, lineId, quantity]) => ["Shipped", trackingNumber, { [lineId]: quantity }]))
    assert.strictEqual((await shop.order("SHIP-1")).state, "Shipped")
  })

  it("has the stock that updateInventory sets, also at one location (P-280 P-288 P-289)", async () => {
    const { productId, variantId } = shop.variants["SKU-3"]!
    const [main, other] = shop.locations
    const onHand = async () => Object.fromEntries((await shop.levels("SKU-3")).map(({ stockLocationId, stockOnHand }) => [stockLocationId, stockOnHand]))
    await done("updateInventory", { onlineItemId: productId, onlineSkuId: variantId, onlineStock: 41 })
    assert.deepStrictEqual(await onHand(), { [main!.id]: 41, [other!.id]: 0 })
    await done("updateInventory", {
      onlineItemId: productId,
      onlineSkuId: variantId,
      onlineStock: 48,
      sellerStockList: [{ platformWarehouseId: other!.id, availableStock: 7 }]
    })
    assert.deepStrictEqual(await onHand(), { [main!.id]: 41, [other!.id]: 7 })
    const { itemInfoList: [article] } = await done("getProduct", { onlineItemId: [productId], pageNo: 1, pageSize: 10 })
    assert.strictEqual(Number(article.onlineSkuStock), 48)
  })

  it("lists its carriers, locations and statuses, and refuses what Vendure does not offer (P-299 P-359)", async () => {
    assert.deepStrictEqual((await done("initLogistics")).logisticsList.map((each: Known) => each.logisticsCode), ["standard", "express"])
    const answers = [await done("getPlatformWarehouse"), await done("getOrderOnlineStatus"), await done("getProductStatus")]
    assert.include(JSON.stringify(answers), "Default Stock Location")
    const label = await ask("getLabelData", { onlineOrderId: "SHIP-1", platformLogisticsCode: "express" })
    assert.isFalse(label.success)
  })
})

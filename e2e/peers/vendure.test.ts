/**
 * An ERP, a runner and a real Vendure. Orders, fulfillments and stock are compared with what Vendure has stored, read by code that
 * shares nothing with the plugin.
 */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Known } from "../support/http.ts"
import { type Home, homeOf } from "../support/runner.ts"
import { askIn, doneIn, isLeftOut, startShop, type VendureShop } from "./support/vendure.ts"

describe.skipIf(isLeftOut)("a shop on Vendure", () => {
  let our: VendureShop
  let home: Home
  beforeAll(async () => {
    our = await startShop()
    home = await homeOf({ composition: "vendure.config.ts", env: our.env })
    await home.start()
  })
  afterAll(async () => {
    await home?.remove()
    await our?.stop()
  })

  const ask = askIn(() => home)
  const done = doneIn(() => home)
  const buy = (code: string) => our.buy(code, { "SKU-1": 2, "SKU-2": 1 })

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
    assert.deepStrictEqual(await our.parcels("SHIP-1"), parts.map(([trackingNumber, lineId, quantity]) => ["Shipped", trackingNumber, { [lineId]: quantity }]))
    assert.strictEqual((await our.shop.order("SHIP-1")).state, "Shipped")
  })

  it("has the stock that updateInventory sets, also at one location (P-280 P-288 P-289)", async () => {
    const { productId, variantId } = our.shop.variants["SKU-3"]!
    const [main, other] = our.shop.locations
    await done("updateInventory", { onlineItemId: productId, onlineSkuId: variantId, onlineStock: 41 })
    assert.deepStrictEqual(await our.onHand("SKU-3"), { [main!.id]: 41, [other!.id]: 0 })
    await done("updateInventory", {
      onlineItemId: productId,
      onlineSkuId: variantId,
      onlineStock: 48,
      sellerStockList: [{ platformWarehouseId: other!.id, availableStock: 7 }]
    })
    assert.deepStrictEqual(await our.onHand("SKU-3"), { [main!.id]: 41, [other!.id]: 7 })
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

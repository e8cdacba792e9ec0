import { assert, describe, it } from "@effect/vitest"
import { gatewaySha1 } from "@crossdock/core/signing"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Doors from "../../src/http/Doors.ts"
import { until, world } from "../support/World.ts"

const content = {
  warehouseKey: "K-1",
  orderNumber: "SO-1",
  onlineOrderId: "P-1",
  shopName: "Shop",
  warehouseCode: "WH-1",
  logisticsCode: "STD",
  platform: "OTHER",
  freight: 4.5,
  codEnabled: 0,
  receiver: { name: "A", phone: "1", email: "", country: "NL", state: "NH", city: "A", address1: "x", postalCode: "1" },
  skuList: [{ sku: "SKU-1", erpSku: "E-1", name: "n", quantity: "1", amount: 10 }]
}

const link = {
  id: "acc-1",
  also: [{ door: "gateway", id: "app-1", secretKey: "app-secret", warehouseKey: "K-1" }]
} as const

const post = (doors: Doors.Doors, method: string, value: unknown, secret = "app-secret") => {
  const body = JSON.stringify(value)
  const path = `/global-api/v1/warehouse/${method}`
  const door = doors.of(path)
  assert.strictEqual(door?.name, "gateway")
  const sign = gatewaySha1.sign({ id: "app-1", content: body }, Redacted.make(secret))
  return Effect.map(
    door!.serve({
      method: "POST",
      url: new URL(path, "http://runner.test"),
      headers: [["content-type", "application/json"], ["appKey", "app-1"], ["sign", sign], ["warehouseType", "any"]],
      body
    }),
    (response) => ({ status: response.status, body: JSON.parse(response.body) })
  )
}

describe("the gateway door", () => {
  it.effect("takes an order for the link that its warehouse key names, once by whichever door it is asked for", () =>
    world({ filename: ":memory:" }, { links: [link] }, (w) =>
      Effect.gen(function*() {
        const doors = yield* Doors.make(w.composed)
        const first = yield* post(doors, "createOrder", content)
        assert.deepInclude(first.body, { success: true, code: null })
        assert.strictEqual(first.body.result.warehouseOrderNumber, "W-1")
        const again = yield* post(doors, "createOrder", content)
        assert.strictEqual(again.body.result.warehouseOrderNumber, "W-1")
        assert.lengthOf(w.warehouse.orders, 1)
        w.warehouse.orders[0]!.status = "SUCCESS"
        w.warehouse.orders[0]!.trackingNumber = "T-1"
        yield* until(Effect.sync(() => w.erp.received.some((push) => push.content.trackingNumber === "T-1")))
        const asked = yield* post(doors, "getOrder", { warehouseKey: "K-1", getOrderInfoList: [{ orderNumber: "SO-1" }] })
        assert.deepInclude(asked.body.result.warehouseGetOrderList[0], { orderNumber: "SO-1", status: "SUCCESS", trackingNumber: "T-1" })
      }) as never))

  it.effect("refuses a key of nobody, and a wrong sign, and changes nothing", () =>
    world({ filename: ":memory:" }, { links: [link] }, (w) =>
      Effect.gen(function*() {
        const doors = yield* Doors.make(w.composed)
        assert.strictEqual((yield* post(doors, "createOrder", { ...content, warehouseKey: "K-9" })).body.success, false)
        assert.strictEqual((yield* post(doors, "createOrder", content, "wrong")).body.success, false)
        assert.lengthOf(w.warehouse.orders, 0)
      }) as never))
})

import { assert, describe, it } from "@effect/vitest"
import { defineRunner } from "@crossdock/config"
import { OutboundOrder, WarehouseV1 } from "@crossdock/core"
import { gatewaySha1 } from "@crossdock/protocols/signing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { compose } from "../../src/Composition.ts"
import { Events } from "../../src/contracts/warehouse/Events.ts"
import * as Routes from "../../src/http/Routes.ts"
import { Mapping } from "../../src/mapping/NameMapping.ts"
import { runnerLayer } from "../../src/Layers.ts"
import * as Peers from "../support/Peers.ts"
import { pass, until, world } from "../support/World.ts"

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
  furtherCallers: [{ protocol: "gateway", id: "app-1", secretKey: "app-secret", warehouseKey: "K-1" }]
} as const

const post = (routes: Routes.Routes, method: string, value: unknown, secret = "app-secret") => {
  const body = JSON.stringify(value)
  const path = `/global-api/v1/warehouse/${method}`
  const route = routes.of(path)
  assert.strictEqual(route?.name, "gateway")
  const sign = gatewaySha1.sign({ id: "app-1", content: body }, Redacted.make(secret))
  return Effect.map(
    route!.serve({
      method: "POST",
      url: new URL(path, "http://runner.test"),
      headers: [["content-type", "application/json"], ["appKey", "app-1"], ["sign", sign], ["warehouseType", "any"]],
      body
    }),
    (response) => ({ status: response.status, body: JSON.parse(response.body) })
  )
}

describe("the gateway protocol", () => {
  it.effect("takes an order for the link that its warehouse key names, once by whichever protocol it is asked for", () =>
    world({ filename: ":memory:" }, { links: [link] }, (w) =>
      Effect.gen(function*() {
        const routes = yield* Routes.make(w.composed)
        const first = yield* post(routes, "createOrder", content)
        assert.deepInclude(first.body, { success: true, code: null })
        assert.strictEqual(first.body.result.warehouseOrderNumber, "W-1")
        const again = yield* post(routes, "createOrder", content)
        assert.strictEqual(again.body.result.warehouseOrderNumber, "W-1")
        assert.lengthOf(w.warehouse.orders, 1)
        w.warehouse.orders[0]!.phase = "shipped"
        w.warehouse.orders[0]!.trackingNumber = "T-1"
        yield* until(Effect.sync(() => w.erp.received.some((push) => push.content.trackingNumber === "T-1")))
        const asked = yield* post(routes, "getOrder", { warehouseKey: "K-1", getOrderInfoList: [{ orderNumber: "SO-1" }] })
        assert.deepInclude(asked.body.result.warehouseGetOrderList[0], { orderNumber: "SO-1", status: "SUCCESS", trackingNumber: "T-1" })
      }) as never))

  it.effect("refuses a key of nobody, and a wrong sign, and changes nothing", () =>
    world({ filename: ":memory:" }, { links: [link] }, (w) =>
      Effect.gen(function*() {
        const routes = yield* Routes.make(w.composed)
        assert.strictEqual((yield* post(routes, "createOrder", { ...content, warehouseKey: "K-9" })).body.success, false)
        assert.strictEqual((yield* post(routes, "createOrder", content, "wrong")).body.success, false)
        assert.lengthOf(w.warehouse.orders, 0)
      }) as never))

  it.effect("follows the rules of repeats, generations and cancels (G-358)", () =>
    world({ filename: ":memory:" }, { links: [link] }, (w) =>
      Effect.gen(function*() {
        const routes = yield* Routes.make(w.composed)
        yield* post(routes, "createOrder", content)
        const other = yield* post(routes, "createOrder", { ...content, shopName: "Other" })
        assert.strictEqual(other.body.success, false)
        assert.include(other.body.errorMsg, "/shopName")
        const cancelled = yield* post(routes, "cancelOrder", { warehouseKey: ["K-1"], cancelOrderList: [{ orderNumber: "SO-1" }] })
        assert.strictEqual(cancelled.body.success, true)
        const again = yield* post(routes, "createOrder", { ...content, shopName: "Other" })
        assert.strictEqual(again.body.result.warehouseOrderNumber, "W-2")
        assert.lengthOf(w.warehouse.live("SO-1"), 1)
      }) as never))

  it.effect("holds the end of an order, with its one exit (G-247)", () =>
    world({ filename: ":memory:" }, { links: [link] }, (w) =>
      Effect.gen(function*() {
        const routes = yield* Routes.make(w.composed)
        yield* post(routes, "createOrder", content)
        const [held] = w.warehouse.orders
        held!.phase = "failed"
        held!.failedReason = "no box"
        yield* until(Effect.sync(() => w.erp.received.some((push) => push.content.phase === "failed")))
        const events = yield* Events
        const number = OutboundOrder.OrderNumber.make("SO-1")
        const late = yield* events.outbound({ scope: w.link.scope, link: w.link, who: "peer" }, { orderNumber: number, phase: "open", status: "PICKING" })
        assert.strictEqual(late, "conflict")
        const left = yield* events.outbound({ scope: w.link.scope, link: w.link, who: "peer" }, { orderNumber: number, phase: "shipped", status: "GONE", trackingNumber: "T-1" })
        assert.strictEqual(left, "revive")
      }) as never))

  it.effect("counts an inbound order's totals as batches, and holds its end (G-248 G-353 G-358)", () =>
    world({ filename: ":memory:" }, { links: [link] }, (w) =>
      Effect.gen(function*() {
        const routes = yield* Routes.make(w.composed)
        const announced = { warehouseKey: "K-1", asnNumber: "ASN-1", warehouseCode: "WH-1", type: "PURCHASE", skuList: [{ sku: "SKU-1", quantity: 10 }] }
        const first = yield* post(routes, "createAsnOrder", announced)
        assert.strictEqual(first.body.success, true, JSON.stringify(first.body))
        yield* post(routes, "createAsnOrder", announced)
        assert.lengthOf(w.warehouse.asns, 1)
        const [asn] = w.warehouse.asns
        asn!.phase = "receiving"
        asn!.received.set("SKU-1", { good: 4, bad: 0 })
        yield* until(Effect.sync(() => w.erp.received.length === 1))
        asn!.phase = "received"
        asn!.received.set("SKU-1", { good: 9, bad: 1 })
        yield* until(Effect.sync(() => w.erp.received.length === 2))
        asn!.phase = "receiving"
        yield* pass(60_000, 1000)
        assert.deepStrictEqual(
          w.erp.received.map(({ content: told }) => [told.batchNo, told.phase, told.lines[0].received]),
          [["ASN-1-1", "receiving", 4], ["ASN-1-2", "received", 6]]
        )
      }) as never))
})

const lean = WarehouseV1.plugin({
  id: "warehouse-lean",
  settings: Schema.Struct({}),
  limits: { linesPerOrder: 5, ordersPerQuery: 5 },
  offers: [],
  make: () =>
    Effect.succeed({
      handlers: {
        createOutboundOrder: () => Effect.succeed({ warehouseOrderNumber: "L-1" }),
        cancelOutboundOrder: () => Effect.succeed({}),
        getOutboundOrders: () => Effect.succeed({ items: [] })
      }
    })
})

describe("a warehouse of three operations", () => {
  const composed = Result.getOrThrow(compose(
    defineRunner({
      plugins: [lean, Peers.erp().plugin],
      connections: [{ id: "wh", plugin: "warehouse-lean", settings: {} }, { id: "books", plugin: "erp-fake", settings: {} }],
      links: [{ erp: "books", peer: "wh", protocol: "gateway", id: "app-1", secretKey: "app-secret", warehouseKey: "K-1" }]
    }),
    {}
  ))

  it.effect("works, whatever warehouse type its caller names, and refuses the rest in words (G-239 G-240 G-241 G-242)", () =>
    Effect.gen(function*() {
      const routes = yield* Routes.make(composed)
      yield* Mapping.use((mapping) =>
        mapping.set(composed.links[0]!.scope, "channel", [{ ours: "STD", theirs: "CARRIER-7", source: "person" }]))
      const made = yield* post(routes, "createOrder", content)
      assert.strictEqual(made.body.result.warehouseOrderNumber, "L-1")
      const cancelled = yield* post(routes, "cancelOrder", { warehouseKey: ["K-1"], cancelOrderList: [{ orderNumber: "SO-1" }] })
      assert.strictEqual(cancelled.body.success, true)
      const refused = yield* post(routes, "initWarehouses", { warehouseKey: ["K-1"] })
      assert.strictEqual(refused.body.success, false)
      assert.include(refused.body.errorMsg, "does not support")
    }).pipe(
      Effect.scoped,
      Effect.provide(Layer.fresh(runnerLayer({ composed, database: { filename: ":memory:" }, vaultKey: Redacted.make("k") })))
    ))
})

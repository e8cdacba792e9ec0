/** What a caller says and the runner does not hand on, and what an answer has no place for: recorded under the link. */
import { defineRunner } from "@crossdock/config"
import { type OutboundOrder, Money, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import { gatewaySha1 } from "@crossdock/protocols/signing"
import { UnmappedFields as GatewayLost } from "@crossdock/protocols/gateway"
import { UnmappedFields as EnvelopeLost } from "@crossdock/protocols/warehouse-envelope"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { compose } from "../../src/Composition.ts"
import * as Routes from "../../src/http/Routes.ts"
import { runnerLayer } from "../../src/Layers.ts"
import { Connections } from "../../src/connection/Connections.ts"
import { Database } from "../../src/store/Database.ts"
import { envelope } from "../support/Live.ts"
import * as Peers from "../support/Peers.ts"

const sku = Sku.Sku.make("SKU-1")

const receivedLine = { sku, estimated: Quantity.of(1), received: Quantity.zero, good: Quantity.zero, bad: Quantity.zero, unit: "kg", lineId: "1", lot: "L-1", expiresOn: "2026-08-31" }

/** A warehouse that tells of an order and of an ASN all that can be told. */
const talkative = WarehouseV1.plugin({
  id: "warehouse-talkative",
  settings: Schema.Struct({}),
  limits: { linesPerOrder: 5, ordersPerQuery: 5 },
  offers: ["getInboundOrders"],
  make: () =>
    Effect.succeed({
      handlers: {
        createOutboundOrder: () => Effect.succeed({ warehouseOrderNumber: "T-1" }),
        cancelOutboundOrder: () => Effect.succeed({}),
        getOutboundOrders: ({ orders }: typeof WarehouseV1.GetOutboundOrders.payload.Type) =>
          Effect.succeed({ items: orders.map(({ orderNumber }): OutboundOrder.OutboundStatus => ({
            orderNumber,
            customerCode: "C-1",
            phase: "delivered",
            notShipped: [{ sku, quantity: Quantity.of(1), reason: "damaged" }],
            status: "ARRIVED",
            trackingNumber: "T-2",
            trackingUrl: "https://carrier.example/T-2",
            parcelId: "P-1",
            returnedAt: DateTime.makeUnsafe("2026-04-05T09:00:00Z"),
            saidAt: DateTime.makeUnsafe("2026-04-05T10:00:00Z"),
            weight: Quantity.of("1.2"),
            weightUnit: "kg",
            cost: Money.of("4.50", "EUR"),
            estimatedDeliveryAt: DateTime.makeUnsafe("2026-04-04T10:00:00Z"),
            deliveredAt: DateTime.makeUnsafe(1_700_000_500_000),
            shippedAt: DateTime.makeUnsafe(1_700_000_000_000),
            lines: [{ sku, quantity: Quantity.of(1) }],
            parcels: [{ trackingNumber: "T-1" }, { trackingNumber: "T-2" }]
          })) }),
        getInboundOrders: ({ inboundOrders }: typeof WarehouseV1.GetInboundOrders.payload.Type) =>
          Effect.succeed({ items: inboundOrders.map(({ asnNumber }) => ({ asnNumber, phase: "announced" as const, status: "being counted", lines: [receivedLine] })) })
      }
    })
})

const composed = Result.getOrThrow(compose(
  defineRunner({
    plugins: [talkative, Peers.erp().plugin],
    connections: [{ id: "wh", plugin: "warehouse-talkative", settings: {} }, { id: "books", plugin: "erp-fake", settings: {} }],
    links: [{
      erp: "books",
      peer: "wh",
      protocol: "gateway",
      id: "app-1",
      secretKey: "app-secret",
      warehouseKey: "K-1",
      furtherCallers: [{ protocol: "warehouse", id: "acc-1", secretKey: "secret-key-1" }]
    }]
  }),
  {}
))

const served = Effect.fnUntraced(function*(path: string, body: string, headers: ReadonlyArray<readonly [string, string]>) {
  const routes = yield* Routes.make(composed)
  const response = yield* routes.of(path)!.serve({
    method: "POST",
    url: new URL(path, "http://runner.test"),
    headers: [["content-type", "application/json"], ...headers],
    body
  })
  assert.include(response.body, "\"success\":true")
})

const gateway = (method: string, value: object, headers: ReadonlyArray<readonly [string, string]> = []) => {
  const body = JSON.stringify({ warehouseKey: "K-1", ...value })
  const sign = gatewaySha1.sign({ id: "app-1", content: body }, Redacted.make("app-secret"))
  return served(`/global-api/v1/warehouse/${method}`, body, [["appKey", "app-1"], ["sign", sign], ...headers])
}

const warehouse = (method: string, value: object) => served("/warehouse", envelope(method, value), [])

const places = Effect.flatMap(Database, (db) =>
  Effect.map(db.query("select place, path, times from drift where scope = 'gateway:app-1:K-1'"), (rows) =>
    rows.map(({ path, place, times }) => `${place} ${path} ${times}`)))

const recorded = (work: Effect.Effect<unknown, unknown, any>, expected: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    yield* work
    yield* (yield* Connections).storeDrift
    assert.sameMembers([...yield* places] as Array<string>, [...expected])
  }).pipe(
    Effect.scoped,
    Effect.provide(Layer.fresh(runnerLayer({ composed, database: { filename: ":memory:" }, vaultKey: Redacted.make("k") })))
  ) as Effect.Effect<void>

/** A place may have several rows, each for a value of it; the warehouse tells one of them. */
const answered = (rows: ReadonlyArray<GatewayLost.Row>, method: string, times = 1) =>
  [...new Set(rows.filter((row) => row.side === "answered" && row.method === method).map(({ place }) => `${method} answer ${place} ${times}`))]

describe("an answer of the gateway", () => {
  it.effect("leaves out what document 2 has no place for, and records each such member", () =>
    recorded(gateway("getOrder", { getOrderInfoList: [{ orderNumber: "SO-1" }] }), answered(GatewayLost.rows, "getOrder")))
  it.effect("leaves out the warehouse's own word for the state of an inbound order, and records that", () =>
    recorded(gateway("getAsnList", { asnNumbers: ["ASN-1"] }), answered(GatewayLost.rows, "getAsnList")))
})

it.effect("an answer of the envelope leaves out the warehouse's own word for the state of an inbound order, and records that", () =>
  recorded(warehouse("getAsnList", { asnNumbers: ["ASN-1"] }), answered(EnvelopeLost.rows, "getAsnList")))

describe("what a caller of the gateway says", () => {
  const info = JSON.stringify([{ authInfoKey: "k", value: "v" }])
  const headers = [["warehouseType", "WT"], ["accessToken", "a"], ["refreshToken", "r"], ["authInfo", info]] as const

  it.effect("in headers is not handed on, and recorded once (G-342)", () =>
    recorded(
      Effect.andThen(gateway("getAsnList", { asnNumbers: ["A"] }, headers), gateway("getAsnList", { asnNumbers: ["A"] })),
      ["headers /warehouseType 1", "headers /accessToken 1", "headers /refreshToken 1", "headers /authInfo 1", ...answered(GatewayLost.rows, "getAsnList", 2)]
    ))

  it.effect("as the number of a distribution is not handed on, and recorded each time", () =>
    recorded(
      Effect.andThen(
        gateway("cancelOrder", { cancelOrderList: [{ orderNumber: "SO-1", referenceCode: "D-1" }, { orderNumber: "SO-2" }] }),
        gateway("getOrder", { getOrderInfoList: [{ orderNumber: "SO-1", referenceCode: "D-1" }] })
      ),
      ["cancelOrder /referenceCode 1", "getOrder /orders/*/referenceCode 1", ...answered(GatewayLost.rows, "getOrder")]
    ))
})

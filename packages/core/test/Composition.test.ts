import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { defineRunner, env } from "../src/Composition.ts"
import * as WarehouseV1 from "../src/WarehouseV1.ts"

const three = {
  createOutboundOrder: () => Effect.succeed({ warehouseOrderNumber: "1" }),
  cancelOutboundOrder: () => Effect.succeed({}),
  getOutboundOrders: () => Effect.succeed({ items: [] })
}
const limits = { linesPerOrder: 1, ordersPerQuery: 1 }

const acme = WarehouseV1.plugin({
  id: "warehouse-acme",
  settings: Schema.Struct({ baseUrl: Schema.URLFromString, secret: Schema.RedactedFromValue(Schema.NonEmptyString) }),
  limits,
  offers: [],
  make: () => Effect.succeed({ handlers: three })
})

const link = { erp: "books", peer: "nl", door: "warehouse", id: "a", secretKey: "b" } as const

describe("defineRunner", () => {
  it("types the settings of a connection by the plugin that it names", () => {
    const runner = defineRunner({
      plugins: [acme],
      connections: [{ id: "nl", plugin: "warehouse-acme", settings: { baseUrl: "https://a.example", secret: env("SECRET") } }],
      links: [link]
    })
    assert.strictEqual(runner.connections[0]?.plugin, "warehouse-acme")
    assert.deepStrictEqual(env("SECRET"), { _tag: "EnvReference", name: "SECRET" })
  })

  it("does not compile with an unknown plugin or a missing setting", () => {
    defineRunner({
      plugins: [acme],
      // @ts-expect-error no such plugin
      connections: [{ id: "nl", plugin: "warehouse-other", settings: { baseUrl: "https://a.example", secret: "s" } }],
      links: [link]
    })
    defineRunner({
      plugins: [acme],
      // @ts-expect-error secret is missing
      connections: [{ id: "nl", plugin: "warehouse-acme", settings: { baseUrl: "https://a.example" } }],
      links: [link]
    })
  })
})

describe("WarehouseV1.plugin", () => {
  it("does not compile without a required operation, or without one it offers", () => {
    // @ts-expect-error two required operations are missing
    const handlers: WarehouseV1.Handlers = { createOutboundOrder: three.createOutboundOrder }
    assert.isDefined(handlers)
    WarehouseV1.plugin({
      id: "x",
      settings: Schema.Struct({}),
      limits,
      offers: ["listStock"],
      // @ts-expect-error listStock is missing
      make: () => Effect.succeed({ handlers: three })
    })
  })

  it("does not compile when a create cannot be settled", () => {
    WarehouseV1.plugin({
      id: "x",
      settings: Schema.Struct({}),
      limits,
      // @ts-expect-error createInboundOrder also needs getInboundOrders
      offers: ["createInboundOrder"],
      make: () => Effect.succeed({ handlers: { ...three, createInboundOrder: () => Effect.succeed({}) } })
    })
  })
})

import { assert, describe, it } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { defineRunner, env } from "../src/index.ts"

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

const link = { erp: "books", peer: "nl", protocol: "warehouse", id: "a", secretKey: "b" } as const

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

import { assert, describe, it } from "@effect/vitest"
import { defineRunner } from "@crossdock/config"
import { WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { compose } from "../../src/Composition.ts"
import * as Subscriptions from "../../src/connection/Subscriptions.ts"
import * as Jobs from "../../src/jobs/Jobs.ts"
import * as WarehouseJobs from "../../src/contracts/warehouse/Jobs.ts"
import { runnerLayer } from "../../src/Layers.ts"
import * as Peers from "../support/Peers.ts"
import { pass, until } from "../support/World.ts"

describe("the address that a vendor calls", () => {
  it.each([
    ["https://wms.example", "https://wms.example/callbacks/main%201"],
    ["https://wms.example/", "https://wms.example/callbacks/main%201"],
    ["https://wms.example/crossdock", "https://wms.example/crossdock/callbacks/main%201"],
    ["https://wms.example/crossdock/", "https://wms.example/crossdock/callbacks/main%201"]
  ])("stands below %s with its whole path", (publicUrl, expected) =>
    assert.strictEqual(Subscriptions.callbackUrl(new URL(publicUrl), "main 1").href, expected))
})

/** A vendor whose registrations lapse after a day. */
const vendor = () => {
  const said: Array<string> = []
  const registered = Effect.map(Clock.currentTimeMillis, (now) => ({
    subscriptionId: `S-${said.length}`,
    expiresAt: DateTime.makeUnsafe(now + 24 * 3_600_000)
  }))
  const plugin = WarehouseV1.plugin({
    id: "warehouse-vendor",
    settings: Schema.Struct({}),
    limits: { linesPerOrder: 1, ordersPerQuery: 1 },
    receives: true,
    offers: ["subscribe", "renew", "unsubscribe"],
    make: () =>
      Effect.succeed({
        handlers: {
          createOutboundOrder: () => Effect.succeed({ warehouseOrderNumber: "1" }),
          cancelOutboundOrder: () => Effect.succeed({}),
          getOutboundOrders: () => Effect.succeed({ items: [] }),
          subscribe: ({ callbackUrl }: typeof WarehouseV1.Subscribe.payload.Type) => Effect.suspend(() => {
            said.push(`subscribe ${callbackUrl.href}`)
            return registered
          }),
          renew: ({ subscriptionId }: typeof WarehouseV1.Renew.payload.Type) => Effect.suspend(() => {
            said.push(`renew ${subscriptionId}`)
            return registered
          }),
          unsubscribe: ({ subscriptionId }: typeof WarehouseV1.Unsubscribe.payload.Type) => Effect.sync(() => (said.push(`unsubscribe ${subscriptionId}`), {}))
        },
        incoming: () => Effect.die("not called")
      })
  })
  return { said, plugin }
}

describe("subscriptions", () => {
  it.effect("are made when a connection opens, renewed before they lapse, and ended with it", () => {
    const { plugin, said } = vendor()
    const composed = Result.getOrThrow(compose(
      defineRunner({
        plugins: [plugin, Peers.erp().plugin],
        connections: [{ id: "v", plugin: "warehouse-vendor", settings: {} }, { id: "books", plugin: "erp-fake", settings: {} }],
        links: []
      }),
      {}
    ))
    return Effect.gen(function*() {
      yield* Effect.forkScoped(Jobs.run(WarehouseJobs.subscriptions(new URL("https://runner.example"))))
      yield* until(Effect.sync(() => said.length === 1))
      assert.deepStrictEqual(said, ["subscribe https://runner.example/callbacks/v"])
      yield* pass(2000)
      yield* TestClock.adjust("22 hours")
      yield* pass(2000)
      assert.lengthOf(said, 1)
      yield* TestClock.adjust("2 hours")
      yield* until(Effect.sync(() => said.length === 2))
      assert.deepStrictEqual(said, ["subscribe https://runner.example/callbacks/v", "renew S-1"])
      yield* Subscriptions.end("v")
      assert.strictEqual(said.at(-1), "unsubscribe S-2")
    }).pipe(
      Effect.scoped,
      Effect.provide(Layer.fresh(runnerLayer({ composed, database: { filename: ":memory:" }, vaultKey: Redacted.make("k") })))
    )
  })
})

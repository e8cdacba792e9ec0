/**
 * Plugins of another version of a contract enter the runner at one place.
 */
import { assert, describe, it } from "@effect/vitest"
import type { AnyPlugin } from "@crossdock/config"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Contracts from "../src/Contracts.ts"

const settings = Schema.Struct({ tag: Schema.String })

/** A plugin as the contract before v1 had it: one function for everything. */
const older = {
  contract: "warehouse/v0",
  id: "warehouse-older",
  settings,
  act: (verb: string, subject: string) => `${verb} ${subject}`
} as const

/** What a bridge is: the older plugin, spoken to in its own way. */
const bridge = (plugin: typeof older): AnyPlugin =>
  WarehouseV1.plugin({
    id: plugin.id,
    settings: plugin.settings,
    limits: { linesPerOrder: 1, ordersPerQuery: 1 },
    offers: [],
    make: ({ tag }) =>
      Effect.succeed({
        handlers: {
          createOutboundOrder: ({ orderNumber }) => Effect.succeed({ warehouseOrderNumber: plugin.act(tag, orderNumber) }),
          cancelOutboundOrder: () => Effect.succeed({}),
          getOutboundOrders: () => Effect.succeed({ items: [] })
        }
      })
  })

const bridges: Contracts.Bridges = { "warehouse/v0": bridge }

describe("a plugin that enters the runner", () => {
  it.effect("is bridged from an older version of its contract, and called like any other", () =>
    Effect.gen(function*() {
      const plugin = Contracts.upgrade(older, bridges)
      if (!Contracts.isWarehouse(plugin)) return assert.fail("no warehouse plugin")
      const answer = yield* Effect.provide(
        Effect.flatMap(WarehouseV1.Warehouse, (warehouse) => warehouse.call(WarehouseV1.CreateOutboundOrder, { orderNumber: "SO-1", lines: [{}] } as never)),
        plugin.layer({ tag: "made" })
      )
      assert.deepStrictEqual(answer, { warehouseOrderNumber: "made SO-1" })
    }))

  it("stays as it is where its version is one that the runner runs", () => {
    const plugin = bridge(older)
    assert.strictEqual(Contracts.upgrade(plugin, bridges), plugin)
    assert.isTrue(Contracts.isWarehouse(plugin))
    assert.isFalse(Contracts.isErp(plugin))
  })

  it("is refused where no bridge leads from its version, whatever it is called", () => {
    assert.isUndefined(Contracts.upgrade(older))
    for (const contract of ["warehouse/v2", "constructor", "__proto__", ""]) assert.isUndefined(Contracts.upgrade({ contract }, bridges))
  })
})

describe("the contracts of this runner", () => {
  it("have creates at warehouses, platforms and ERPs with books", () => {
    assert.deepStrictEqual(Contracts.ids.filter((contract) => Contracts.known.takesCreates({ contract })), ["warehouse/v1", "platform/v1", "books/v1"])
  })
})

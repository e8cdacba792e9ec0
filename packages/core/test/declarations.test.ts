import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as WarehouseV1 from "../src/WarehouseV1.ts"

const three = {
  createOutboundOrder: () => Effect.succeed({ warehouseOrderNumber: "1" }),
  cancelOutboundOrder: () => Effect.succeed({}),
  getOutboundOrders: () => Effect.succeed({ items: [] })
}
const limits = { linesPerOrder: 1, ordersPerQuery: 1 }

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

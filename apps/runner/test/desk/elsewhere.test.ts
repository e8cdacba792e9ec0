/**
 * Orders that somebody else ships, or has shipped, as the shop shows them; and orders whose names the mapping does not know.
 */
import { Quantity, WarehouseV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import * as ShippedElsewhere from "../../src/desk/ShippedElsewhere.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { order } from "../support/Orders.ts"
import { during, inWorldOn, type World as Runner } from "../support/World.ts"

const at = DateTime.makeUnsafe(1000)
const parcel = (trackingNumber: string | undefined, quantity?: number) => ({
  ...(trackingNumber !== undefined && { trackingNumber }),
  shippedAt: at,
  ...(quantity !== undefined && { lines: [{ lineId: "L-1", quantity: Quantity.of(quantity) }] })
})

describe("what others have shipped", () => {
  const lines = [{ line: "L-1", sku: "A", pieces: 3 }]
  const none = { shipped: [], arranged: undefined }
  const all = { shipped: lines, arranged: undefined }
  it.each<[string, World.Order, ReadonlyArray<string>, ShippedElsewhere.Elsewhere]>([
    ["nothing, of an order that shows nothing", {}, [], none],
    ["nothing, if the desk has told the shop what it shows", { isShippedOnline: true, shippedAt: at, trackingNumber: "T-1" }, ["T-1"], none],
    ["everything, if the shop shows the order as shipped", { isShippedOnline: true }, [], all],
    ["everything, if the shop shows when it was shipped", { shippedAt: at }, [], all],
    ["nothing yet, if there is only a tracking number", { trackingNumber: "T-9" }, [], { shipped: [], arranged: "T-9" }],
    ["the contents of parcels that are not the desk's", { fulfillments: [parcel("T-1", 1), parcel("T-9", 2)] }, ["T-1"], { shipped: [{ line: "L-1", sku: "A", pieces: 2 }], arranged: undefined }],
    ["everything, if the contents of a parcel are not told", { fulfillments: [parcel(undefined)] }, ["T-1"], all],
    ["nothing of a parcel that has not left", { fulfillments: [{ trackingNumber: "T-9", lines: [] }] }, [], { shipped: [], arranged: "T-9" }],
    ["no lines that the order does not have", { fulfillments: [{ ...parcel("T-9"), lines: [{ lineId: "L-7", quantity: Quantity.of(1) }] }] }, [], none]
  ])("is %s", (_, order, own, expected) =>
    assert.deepStrictEqual(ShippedElsewhere.of(FakeShop.order("S-1", 0, order), lines, new Set(own)), expected))
})

onBothDatabases("an order of a shop", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, test: (shop: FakeShop.Shop, w: Runner) => Effect.Effect<unknown, unknown, any>, more: Parameters<typeof World.options>[2] = {}) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, { North: { A: 5 } }, more), (w) => test(shop, w))
  }

  withShop("that the shop shows as shipped is not placed", (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, { isShippedOnline: true }))
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], w.warehouse.orders.length, yield* World.stock], ["done", 0, { "North A": [5, 5, 0] }])
    }))

  withShop("for which somebody has arranged a shipment is held, and placed if a person decides so", (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, { fulfillments: [{ trackingNumber: "T-9" }] }))
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause, w.warehouse.orders.length], ["held", "elsewhere", 0])
      assert.include(because, "T-9")
      yield* World.release("S-1")
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], w.warehouse.orders.length], ["placed", 1])
    }))

  withShop("of which others have shipped a part is placed without it, and taken back when they ship the rest", (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 3 }, { fulfillments: [parcel("T-8", 1)] }))
      assert.deepStrictEqual(w.warehouse.orders.map(({ order }) => Quantity.toNumber(order.lines[0].quantity)), [2])
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 3 }, { fulfillments: [parcel("T-8", 1), parcel("T-9", 2)] }))
      assert.deepStrictEqual([yield* World.partsOf("S-1"), (yield* World.stateOf("S-1"))[0], yield* World.stock], [["S-1 North void"], "done", { "North A": [5, 5, 0] }])
    }))

  withShop("whose parcel the ERP has told the shop of is done, and the shop is not told twice", (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(1000)
      yield* World.reported(World.north, "S-1", { trackingNumber: "T-1" })
      yield* shop.change("S-1", World.order({ A: 2 }, { fulfillments: [parcel("T-1")] }))
      yield* World.sync
      yield* World.settle
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], World.told(shop)], ["done", []])
    }))

  {
    const shop = FakeShop.shop()
    inWorld("gets another number at a warehouse where the ERP has created an order under its number", World.options(shop, { North: { A: 5 } }), ({ link, warehouse }) =>
      Effect.gen(function*() {
        yield* during(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(link, WarehouseV1.CreateOutboundOrder, order("S-1"), "")))
        yield* World.buy(shop, "S-1", World.order({ A: 2 }))
        assert.deepStrictEqual(warehouse.orders.map(({ orderNumber }) => orderNumber), ["S-1", "S-1-2"])
        assert.strictEqual((yield* World.stateOf("S-1"))[0], "placed")
      }))
  }
})

/**
 * Orders of which warehouses ship only a part, ship more than they should, or ship what they were not to ship.
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn, type World as Runner } from "../support/World.ts"

const { partly, release, report, told } = World
const failed = { phase: "failed", status: "FAILED", failedReason: "the shelf is empty" } as const

onBothDatabases("a part of an order", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, stock: Partial<World.Stock>, test: (shop: FakeShop.Shop, w: Runner) => Effect.Effect<unknown, unknown, any>) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, stock), (w) => test(shop, w))
  }
  const live = (w: Runner) => w.warehouse.orders.filter(({ phase }) => phase !== "cancelled").map(({ orderNumber }) => orderNumber)

  withShop("that leaves before the rest is told at once, and the order is done when the rest has left", { North: { A: 5 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      yield* report(World.north, "S-1", partly("T-1", { A: 1 }))
      assert.deepStrictEqual([told(shop), (yield* World.stateOf("S-1"))[0]], [["S-1 T-1 Post 1 L-1"], "placed"])
      yield* report(World.north, "S-1", { trackingNumber: "T-2", lines: World.lines({ A: 2 }) })
      assert.deepStrictEqual([told(shop), (yield* World.stateOf("S-1"))[0]], [["S-1 T-1 Post 1 L-1", "S-1 T-2 Post 2 L-1"], "done"])
    }))

  withShop("that has left is not placed again when the warehouse cancels the rest", { North: { A: 3 }, South: { A: 5 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      yield* report(World.north, "S-1", partly("T-1", { A: 1 }))
      yield* report(World.north, "S-1", failed)
      assert.deepStrictEqual((yield* World.stateOf("S-1")).slice(0, 2), ["held", "refused"])
      yield* release("S-1")
      assert.deepStrictEqual(w.warehouse.orders.map(({ order }) => [order.orderNumber, Number(order.lines[0].quantity.value)]), [["S-1", 3], ["S-1-2", 2]])
      yield* report(World.north, "S-1-2", { trackingNumber: "T-2" })
      assert.deepStrictEqual([told(shop), (yield* World.stateOf("S-1"))[0]], [["S-1 T-1 Post 1 L-1", "S-1 T-2 Post 2 L-1"], "done"])
      assert.deepStrictEqual(yield* World.stock, { "South A": [5, 5, 0] })
    }))

  withShop("of unknown contents has what the last parcel leaves", { North: { A: 3 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      yield* report(World.north, "S-1", partly("T-1"))
      assert.deepStrictEqual(told(shop), [])
      yield* report(World.north, "S-1", { trackingNumber: "T-2", lines: World.lines({ A: 1 }) })
      assert.deepStrictEqual([told(shop).toSorted(), (yield* World.stateOf("S-1"))[0]], [["S-1 T-1 Post 2 L-1", "S-1 T-2 Post 1 L-1"], "done"])
    }))

  withShop("that is missing when everything should have left holds the order, until it comes or a person has it placed again", { North: { A: 4 }, South: { A: 9 } }, (shop, w) =>
    Effect.gen(function*() {
      for (const number of ["S-1", "S-2"]) {
        yield* World.buy(shop, number, World.order({ A: 2 }))
        yield* report(World.north, number, { trackingNumber: `T-${number}`, lines: World.lines({ A: 1 }) })
        assert.deepStrictEqual((yield* World.stateOf(number)).slice(0, 2), ["held", "short"])
      }
      assert.include((yield* World.stateOf("S-1"))[2], "order S-1 left without 1 of \"A\"")
      yield* report(World.north, "S-1", { trackingNumber: "T-3", lines: World.lines({ A: 1 }) })
      assert.strictEqual((yield* World.stateOf("S-1"))[0], "done")
      yield* release("S-2")
      assert.deepStrictEqual([(yield* World.stateOf("S-2"))[0], live(w)], ["placed", ["S-1", "S-2", "S-2-2"]])
      yield* report(World.north, "S-2-2", { trackingNumber: "T-4" })
      assert.strictEqual((yield* World.stateOf("S-2"))[0], "done")
    }))

  withShop("that left short is still shown when the buyer wants more, and the rest is placed", { North: { A: 9 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 1 }) })
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      assert.deepStrictEqual([yield* World.partsOf("S-1"), (yield* World.stateOf("S-1")).slice(0, 2)], [["S-1 North shipped", "S-1-2 North accepted"], ["held", "short"]])
    }))

  withShop("with a further parcel of which nothing is known is held, and one decision of a person ends it", { North: { A: 2 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      yield* report(World.north, "S-1", { trackingNumber: "T-2" })
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause, told(shop)], ["held", "shop", ["S-1 T-1 Post"]])
      assert.include(because, "parcel T-2: the warehouse does not tell what is in this further parcel")
      yield* release("S-1")
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], told(shop), yield* World.stock], ["done", ["S-1 T-1 Post"], {}])
    }))

  withShop("that leaves although its warehouse had given it up replaces the one that was placed for it", { North: { A: 2 }, South: { A: 2 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* report(World.north, "S-1", failed)
      yield* World.found("North", "A", -2)
      yield* release("S-1")
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North void", "S-1-2 South accepted"])
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North shipped", "S-1-2 South void"])
      assert.deepStrictEqual([told(shop), (yield* World.stateOf("S-1"))[0], live(w)], [["S-1 T-1 Post"], "done", ["S-1"]])
      assert.deepStrictEqual((yield* World.stock)["South A"], [2, 2, 0])
    }))

  withShop("that two warehouses have shipped is an alarm, and a person ends it", { North: { A: 2 }, South: { A: 2 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* report(World.north, "S-1", failed)
      yield* World.found("North", "A", -2)
      yield* release("S-1")
      yield* report(World.south, "S-1-2", { trackingNumber: "T-2" })
      assert.strictEqual((yield* World.stateOf("S-1"))[0], "done")
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "surplus"])
      assert.include(because, "2 of \"A\" left that the order does not have")
      assert.deepStrictEqual(yield* World.alarms("S-1"), [because])
      yield* release("S-1")
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], told(shop).length], ["done", 2])
    }))

  withShop("that leaves after the shop has cancelled the order is an alarm, is not told, and is out of the books", { North: { A: 2 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, { phase: "cancelled", status: "CANCELLED" }))
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], yield* World.stock], ["closed", { "North A": [2, 2, 0] }])
      yield* report(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 2 }) })
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause, told(shop), yield* World.stock], ["held", "shop", [], {}])
      assert.include(because, "the shop had cancelled the order (CANCELLED) before the parcel left")
      assert.deepStrictEqual(yield* World.alarms("S-1"), ["order S-1 left in parcel T-1 although the shop had cancelled the order (CANCELLED)"])
      yield* release("S-1")
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], told(shop)], ["done", []])
    }))
})

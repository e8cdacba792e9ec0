/**
 * A warehouse closes a part of an order short: what has left is told, and the rest is placed elsewhere, or held with the reason until a
 * person decides; nothing waits for goods that never come.
 */
import { assert } from "@effect/vitest"
import { Quantity } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn, type World as Runner } from "../support/World.ts"

const { partly, release, report, told } = World
const short = { phase: "closedShort", status: "CLOSED" } as const
const placed = (w: Runner) => w.warehouse.orders.map(({ order }) => [order.orderNumber, ...order.lines.map(({ quantity }) => Quantity.toNumber(quantity))].join(" "))

onBothDatabases("a part that its warehouse closes short", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, stock: Partial<World.Stock>, test: (shop: FakeShop.Shop, w: Runner) => Effect.Effect<unknown, unknown, any>, options?: Parameters<typeof World.options>[2]) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, stock, options), (w) => test(shop, w))
  }
  const eitherPlace = { rules: [{ name: "one", place: { at: [World.north, World.south], split: false } }] }

  withShop("is shipped on by another place, and nobody has to do anything (issue 24)", { North: { A: 5 }, South: { A: 5 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 5 }))
      yield* report(World.north, "S-1", partly("T-1", { A: 2 }))
      yield* report(World.north, "S-1", short)
      assert.deepStrictEqual([placed(w), yield* World.partsOf("S-1")], [["S-1 5", "S-1-2 3"], ["S-1 North void", "S-1-2 South accepted"]])
      assert.deepStrictEqual(yield* World.stock, { "North A": [3, 3, 0], "South A": [5, 2, 3] })
      yield* report(World.south, "S-1-2", { trackingNumber: "T-2" })
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], told(shop)], ["done", ["S-1 T-1 Post 2 L-1", "S-1 T-2 Post 3 L-1"]])
    }), eitherPlace)

  withShop("is held with what the warehouse says if no other place has it, until a person places it anew (issue 24)", { North: { A: 5 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 5 }))
      const notShipped = World.lines({ A: 3 }).map((line) => ({ ...line, reason: "the shelf is empty" }))
      yield* report(World.north, "S-1", { ...short, trackingNumber: "T-1", lines: World.lines({ A: 2 }), notShipped })
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "refused"])
      assert.include(because, 'order S-1: closed short: the warehouse reports CLOSED; not shipped: 3 of "A" (the shelf is empty)')
      assert.deepStrictEqual([told(shop), placed(w), yield* World.stock], [["S-1 T-1 Post 2 L-1"], ["S-1 5"], { "North A": [3, 3, 0] }])
      yield* release("S-1")
      assert.deepStrictEqual(placed(w), ["S-1 5", "S-1-2 3"])
    }))

  withShop("after it was shipped without some pieces ends the wait for them (issue 24)", { North: { A: 5 }, South: { A: 5 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 5 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 3 }) })
      assert.deepStrictEqual((yield* World.stateOf("S-1")).slice(0, 2), ["held", "short"])
      yield* report(World.north, "S-1", short)
      assert.deepStrictEqual([yield* World.partsOf("S-1"), placed(w)], [["S-1 North void", "S-1-2 South accepted"], ["S-1 5", "S-1-2 2"]])
      yield* report(World.south, "S-1-2", { trackingNumber: "T-2" })
      assert.strictEqual((yield* World.stateOf("S-1"))[0], "done")
    }), eitherPlace)

  withShop("and says not all of what stays is not placed again before somebody knows (issue 24)", { North: { A: 5 }, South: { A: 5 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 5 }))
      yield* report(World.north, "S-1", partly("T-1", { A: 2 }))
      yield* report(World.north, "S-1", { ...short, notShipped: World.lines({ A: 1 }) })
      assert.deepStrictEqual(placed(w), ["S-1 5", "S-1-2 1"])
      yield* report(World.north, "S-1", partly("T-2", { A: 2 }))
      yield* report(World.south, "S-1-2", { trackingNumber: "T-3" })
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], placed(w)], ["done", ["S-1 5", "S-1-2 1"]])
      assert.sameMembers([...told(shop)], ["S-1 T-1 Post 2 L-1", "S-1 T-2 Post 2 L-1", "S-1 T-3 Post 1 L-1"])
    }), eitherPlace)

  withShop("with everything of it in its parcels is done (issue 24)", { North: { A: 5 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 5 }))
      yield* report(World.north, "S-1", partly("T-1", { A: 5 }))
      yield* report(World.north, "S-1", short)
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], placed(w)], ["done", ["S-1 5"]])
    }))
})

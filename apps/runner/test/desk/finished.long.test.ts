/**
 * Orders that the shop takes for done before everything of them has left, and orders that it holds.
 */
import { Quantity } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { remedyOf } from "../../src/desk/Holds.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn, type World as Runner } from "../support/World.ts"

const { release, report, told } = World
const completed = { phase: "finished", status: "completed" } as const
const failed = { phase: "failed", status: "FAILED", failedReason: "the shelf is empty" } as const
const day = 86_400_000

/** The orders that the warehouses are to ship, with their pieces. */
const live = (w: Runner) =>
  w.warehouse.orders.filter(({ phase }) => phase !== "cancelled").map(({ order }) => [order.orderNumber, ...order.lines.map(({ quantity, sku }) => `${Quantity.toNumber(quantity)} ${sku}`)].join(" ")).toSorted()

type Test = (w: Runner, shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>

const withShopOn = (fresh: Parameters<typeof inWorldOn>[0]) => {
  const inWorld = inWorldOn(fresh)
  return (title: string, stock: Partial<World.Stock>, test: Test, more: Parameters<typeof World.options>[2] = {}) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, stock, more), (w) => test(w, shop))
  }
}

onBothDatabases("an order that the shop finishes", (fresh) => {
  const withShop = withShopOn(fresh)

  withShop("before it has left stays at its warehouse, is held with what a person can do, and is done when it has left", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, completed))
      assert.deepStrictEqual([live(w), yield* World.stock], [["S-1 2 A"], { "North A": [5, 3, 2] }])
      assert.deepStrictEqual(yield* World.stateOf("S-1"), ["held", "finished", "the shop finished the order (completed), but order S-1 with 2 of \"A\" has not left North"])
      assert.match(remedyOf("finished", "S-1"), /cancel it at the shop or at the warehouse.*crossdock desk release S-1/)
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      assert.deepStrictEqual([yield* World.stateOf("S-1"), told(shop), yield* World.stock], [["done", undefined, undefined], ["S-1 T-1 Post"], { "North A": [3, 3, 0] }])
    }))

  withShop("after the first of two parcels keeps the second, which is told when it leaves", { North: { A: 1 }, South: { B: 1 } }, (w, shop) =>
    Effect.gen(function*() {
      shop.manners.finishesAtFirstParcel = true
      yield* World.buy(shop, "S-1", World.order({ A: 1, B: 1 }))
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North accepted", "S-1-2 South accepted"])
      yield* World.later(1000)
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      yield* World.later(1000)
      yield* Effect.andThen(World.sync, World.settle)
      assert.strictEqual(shop.orders.get("S-1")?.phase, "finished")
      assert.deepStrictEqual([yield* World.partsOf("S-1"), live(w)], [["S-1 North shipped", "S-1-2 South accepted"], ["S-1 1 A", "S-1-2 1 B"]])
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "finished"])
      assert.include(because, "order S-1-2 with 1 of \"B\" has not left South")
      yield* report(World.south, "S-1-2", { trackingNumber: "T-2" })
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], told(shop), yield* World.alarms("S-1")], ["done", ["S-1 T-1 Post 1 L-1", "S-1 T-2 Post 1 L-2"], []])
    }))

  withShop("and that a person accepts is not placed any further, and what warehouses have is shipped", { North: { A: 1 }, South: { B: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 1, B: 1 }))
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 1, B: 1 }, completed))
      yield* report(World.north, "S-1", failed)
      yield* World.later(1000)
      const [, cause, because] = yield* World.stateOf("S-1")
      assert.strictEqual(cause, "finished")
      assert.include(because, "order S-1-2 with 1 of \"B\" has not left South; no warehouse has 1 of \"A\" of it")
      yield* release("S-1")
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], live(w).length], ["placed", 2])
      yield* report(World.south, "S-1-2", { trackingNumber: "T-1" })
      assert.deepStrictEqual([yield* World.stateOf("S-1"), told(shop)], [["closed", undefined, "the shop finished the order (completed)"], ["S-1 T-1 Post 1 L-2"]])
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 1, B: 1 }))
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], yield* World.partsOf("S-1")], ["placed", ["S-1 North void", "S-1-2 South shipped", "S-1-3 North accepted"]])
    }))

  withShop("and that a person accepts is held again if less leaves than it was to", { North: { A: 2 } }, (_, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, completed))
      yield* release("S-1")
      assert.strictEqual((yield* World.stateOf("S-1"))[0], "placed")
      yield* report(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 1 }) })
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "finished"])
      assert.include(because, "order S-1 left North without 1 of \"A\"")
      yield* release("S-1")
      assert.strictEqual((yield* World.stateOf("S-1"))[0], "closed")
    }))

  withShop("is held although a person has released it before, for another reason", { North: { A: 1 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* release("S-1")
      assert.deepStrictEqual((yield* World.stateOf("S-1")).slice(0, 2), ["held", "stock"])
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, completed))
      assert.deepStrictEqual(yield* World.stateOf("S-1"), ["held", "finished", "the shop finished the order (completed), but no warehouse has 2 of \"A\" of it"])
      assert.deepStrictEqual([live(w), yield* World.stock], [[], { "North A": [1, 1, 0] }])
      yield* release("S-1")
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], live(w)], ["closed", []])
    }))

  withShop("with other lines is not withdrawn either, and is when it is cancelled", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 1 }, { ...completed, isShippedOnline: true }))
      assert.deepStrictEqual([live(w), (yield* World.stateOf("S-1")).slice(0, 2)], [["S-1 2 A"], ["held", "finished"]])
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 1 }, { phase: "cancelled", status: "cancelled" }))
      assert.deepStrictEqual([live(w), (yield* World.stateOf("S-1"))[0], yield* World.stock], [[], "closed", { "North A": [5, 5, 0] }])
    }))

  withShop("before the desk saw it is held if it is new and nobody has shipped it", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 1 }, completed))
      yield* World.buy(shop, "S-2", World.order({ A: 1 }, { ...completed, isShippedOnline: true }))
      yield* World.buy(shop, "S-3", World.order({ A: 1 }, { ...completed, createdAt: DateTime.makeUnsafe(-2 * day) }))
      yield* World.buy(shop, "S-4", World.order({ A: 1 }, { ...completed, isFulfilledByPlatform: true }))
      const states = yield* Effect.forEach(["S-1", "S-2", "S-3", "S-4"], (number) => Effect.map(World.stateOf(number), ([state, cause]) => [state, cause]))
      assert.deepStrictEqual([states, live(w)], [[["held", "finished"], ["done", undefined], ["closed", undefined], ["done", undefined]], []])
    }))

  for (const [since, state] of [["1960-01-01T00:00:00Z", "held"], ["1970-01-01T00:00:00Z", "closed"]] as const) {
    withShop(`before the desk saw it, two days after it was created, is ${state} with since ${since}`, { North: { A: 5 } }, (_, shop) =>
      Effect.gen(function*() {
        yield* World.buy(shop, "S-1", World.order({ A: 1 }, { ...completed, createdAt: DateTime.makeUnsafe(-2 * day) }))
        assert.strictEqual((yield* World.stateOf("S-1"))[0], state)
      }), { desk: { books: "ledger", rules: World.usual, since } })
  }
})

onBothDatabases("an order of which the shop says only that it is closed", (fresh) => {
  const withShop = withShopOn(fresh)

  for (const [status, phase] of [["CANCELLED", "cancelled"], ["COMPLETED", "finished"]] as const) {
    withShop(`is ${phase} if its status is ${status}, as plugins of earlier releases tell it`, { North: { A: 5 } }, (w, shop) =>
      Effect.gen(function*() {
        yield* World.buy(shop, "S-1", World.order({ A: 2 }))
        yield* World.later(1000)
        yield* World.buy(shop, "S-1", World.order({ A: 2 }, { phase: "closed", status }))
        assert.deepStrictEqual([live(w), (yield* World.stateOf("S-1"))[0]], phase === "cancelled" ? [[], "closed"] : [["S-1 2 A"], "held"])
      }))
  }

  withShop("stays at its warehouse if nobody knows the status, and ends at the desk if no warehouse has it", { North: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.buy(shop, "S-2", World.order({ A: 2 }))
      assert.strictEqual((yield* World.stateOf("S-2"))[1], "stock")
      yield* World.later(1000)
      for (const number of ["S-1", "S-2"]) yield* World.buy(shop, number, World.order({ A: 2 }, { phase: "closed", status: "TRADE_CLOSED" }))
      assert.deepStrictEqual([live(w), (yield* World.stateOf("S-2"))[0]], [["S-1 2 A"], "closed"])
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "finished"])
      assert.include(because, "the shop closed the order (TRADE_CLOSED), and does not tell whether it is finished or cancelled, but order S-1 with 2 of \"A\" has not left North")
    }))
})

onBothDatabases("an order that the shop holds", (fresh) => {
  const withShop = withShopOn(fresh)
  const onHold = { phase: "onHold", status: "on-hold" } as const

  withShop("waits without a reservation, and is placed when the shop ends the hold", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, onHold))
      assert.deepStrictEqual([yield* World.stateOf("S-1"), live(w), yield* World.stock], [["waiting", undefined, "the shop holds the order (on-hold)"], [], { "North A": [5, 5, 0] }])
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], live(w)], ["placed", ["S-1 2 A"]])
    }))

  withShop("after it was placed goes on, is shown, and nothing more of it is placed until the hold ends", { North: { A: 1 }, South: { B: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 1, B: 1 }))
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 1, B: 1 }, onHold))
      const held = ["held", "onHold", "the shop holds the order (on-hold), which was placed before as order S-1 and S-1-2; nothing more is placed"]
      assert.deepStrictEqual([yield* World.stateOf("S-1"), live(w)], [held, ["S-1 1 A", "S-1-2 1 B"]])
      yield* report(World.south, "S-1-2", failed)
      yield* release("S-1")
      assert.deepStrictEqual([yield* World.partsOf("S-1"), (yield* World.stateOf("S-1")).slice(0, 2)], [["S-1 North accepted", "S-1-2 South void"], ["held", "onHold"]])
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      assert.deepStrictEqual([told(shop), (yield* World.stateOf("S-1")).slice(0, 2)], [["S-1 T-1 Post 1 L-1"], ["held", "onHold"]])
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 1, B: 1 }))
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North shipped", "S-1-2 South void", "S-1-3 South accepted"])
    }))

  withShop("after a warehouse has refused it is held as refused again when the hold ends", { North: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "refuse")
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      const held = yield* World.stateOf("S-1")
      assert.strictEqual(held[1], "refused")
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, onHold))
      assert.deepStrictEqual((yield* World.stateOf("S-1")).slice(0, 2), ["waiting", undefined])
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      assert.deepStrictEqual([yield* World.stateOf("S-1"), live(w)], [held, []])
    }))

  withShop("is done when everything has left that was placed before", { North: { A: 2 } }, (_, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, onHold))
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], told(shop)], ["done", ["S-1 T-1 Post"]])
    }))
})

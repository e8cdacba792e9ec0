/**
 * Orders that change or end at the shop after they were placed, and what people decide about orders.
 */
import { Quantity } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Desk } from "../../src/desk/Desk.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn, until, type World as Runner } from "../support/World.ts"

/** The orders that the warehouses are to ship, with their pieces. */
const live = (w: Runner) =>
  w.warehouse.orders.filter(({ phase }) => phase !== "cancelled").map(({ order }) => [order.orderNumber, ...order.lines.map(({ quantity, sku }) => `${Quantity.toNumber(quantity)} ${sku}`)].join(" "))

onBothDatabases("an order at a warehouse", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, stock: Partial<World.Stock>, test: (w: Runner, shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>, more: Parameters<typeof World.options>[2] = {}) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, stock, more), (w) => test(w, shop))
  }

  withShop("that the shop cancels is cancelled there, and its pieces are released", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, { phase: "cancelled", status: "CANCELLED" }))
      assert.deepStrictEqual(live(w), [])
      assert.deepStrictEqual((yield* World.stateOf("S-1")).slice(0, 2), ["closed", undefined])
      assert.deepStrictEqual(yield* World.stock, { "North A": [5, 5, 0] })
      const said = yield* (yield* Database).query(
        "select h.who from history h join entity e on e.id = h.first_id where e.kind = 'outbound' and e.number = 'S-1' and h.what in ('asked', 'cancel') order by h.id"
      )
      assert.deepStrictEqual(said.map(({ who }) => who), ["desk", "desk"])
    }))

  withShop("that changes at the shop is cancelled there and placed anew, and other changes leave it alone", { North: { A: 5, B: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2, B: 1 }))
      yield* World.later(1000)
      const { lines } = World.order({ A: 2, B: 1 })
      for (const same of [{ status: "SEEN" }, { lines: lines!.toReversed() }, { receiver: { country: "NL", isMasked: true } }]) {
        yield* World.buy(shop, "S-1", World.order({ A: 2, B: 1 }, same))
        assert.deepStrictEqual(live(w), ["S-1 2 A 1 B"])
        yield* World.later(1000)
      }
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      assert.deepStrictEqual(live(w), ["S-1-2 3 A"])
      assert.deepStrictEqual(yield* World.stock, { "North A": [5, 2, 3], "North B": [5, 5, 0] })
      assert.deepStrictEqual((yield* World.stateOf("S-1"))[0], "placed")
    }))

  withShop("that the warehouse does not cancel keeps its pieces, and people see why", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(1000)
      w.warehouse.plan("cancelOutboundOrder", "refuse", "refuse", "refuse", "refuse")
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, { phase: "cancelled", status: "CANCELLED" }))
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "change"])
      assert.include(because, "the shop cancelled the order (CANCELLED), but the warehouse ships it")
      assert.deepStrictEqual([live(w), yield* World.stock], [["S-1 2 A"], { "North A": [5, 3, 2] }])
    }))

  withShop("whose cancel the warehouse decides later is held until it has decided, and is asked again after ten minutes (contract.md M5)", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(1000)
      w.warehouse.manners.decidesCancelsLater = true
      const asked = () => w.warehouse.calls.filter((call) => call === "cancelOutboundOrder").length
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, { phase: "cancelled", status: "CANCELLED" }))
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "change"])
      assert.include(because, "order S-1: the warehouse was asked to cancel it and has not decided yet")
      assert.deepStrictEqual([yield* World.partsOf("S-1"), yield* World.stock, asked()], [["S-1 North cancelling"], { "North A": [5, 3, 2] }, 1])
      // The first status that a poll brings is news, so the warehouse is asked once more.
      yield* World.later(60_000)
      assert.strictEqual(asked(), 2)
      yield* World.later(480_000)
      assert.strictEqual(asked(), 2)
      yield* World.later(120_000)
      assert.strictEqual(asked(), 3)
      Object.assign(w.warehouse.orders[0]!, { phase: "cancelled", status: "CANCELED" })
      yield* World.reported(World.north, "S-1", { phase: "cancelled", status: "CANCELED" })
      yield* World.settle
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], yield* World.stock], ["closed", { "North A": [5, 5, 0] }])
    }))

  withShop("that leaves although its warehouse was asked to cancel it stays shipped (contract.md M5)", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(1000)
      w.warehouse.manners.decidesCancelsLater = true
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, { phase: "cancelled", status: "CANCELLED" }))
      yield* World.reported(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 2 }) })
      yield* World.settle
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North shipped"])
      assert.lengthOf(yield* World.alarms("S-1"), 1)
    }))

  withShop("that is split is cancelled at every warehouse that gives it up, and the others are asked again", { North: { A: 1 }, South: { A: 1 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(1000)
      const closed = World.order({ A: 2 }, { phase: "cancelled", status: "CANCELLED" })
      w.warehouse.plan("cancelOutboundOrder", "refuse", "works", "refuse")
      yield* World.buy(shop, "S-1", closed)
      assert.lengthOf(live(w), 1)
      assert.deepStrictEqual((yield* World.stateOf("S-1")).slice(0, 2), ["held", "change"])
      assert.deepStrictEqual((yield* World.partsOf("S-1")).map((part) => part.split(" ")[2]).toSorted(), ["accepted", "void"])
      yield* World.later(600_000)
      assert.deepStrictEqual([live(w), (yield* World.stateOf("S-1"))[0], yield* World.stock], [[], "closed", { "North A": [1, 1, 0], "South A": [1, 1, 0] }])
    }))

  withShop("that leaves while it is being cancelled stays shipped, and people are told", { North: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(1000)
      w.warehouse.plan("cancelOutboundOrder", { after: "refuse" })
      yield* shop.change("S-1", World.order({ A: 2 }, { phase: "cancelled", status: "CANCELLED" }))
      yield* World.sync
      const desk = yield* Effect.forkChild(World.round)
      yield* until(Effect.map(World.partsOf("S-1"), ([part]) => part === "S-1 North cancelling"))
      yield* World.reported(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 2 }) })
      yield* Fiber.join(desk)
      yield* World.settle
      assert.deepStrictEqual([yield* World.partsOf("S-1"), World.told(shop), yield* World.stock], [["S-1 North shipped"], [], {}])
      assert.lengthOf(yield* World.alarms("S-1"), 1)
    }))

  withShop("cannot be held, and one that a person holds is placed when the person releases it", { North: { A: 0 } }, (w, shop) =>
    Effect.gen(function*() {
      const { hold, release } = yield* Desk
      const named = { scope: FakeShop.scope, number: "S-1", who: "Ada" }
      assert.strictEqual(yield* hold({ ...named, reason: "wait" }), "unknown")
      yield* World.buy(shop, "S-1", World.order({ A: 1 }))
      assert.strictEqual(yield* hold({ ...named, reason: "wait" }), "decided")
      yield* World.later(120_000)
      assert.deepStrictEqual(yield* World.stateOf("S-1"), ["held", "person", "Ada: wait"])
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 1 }, { status: "SEEN" }))
      assert.deepStrictEqual(yield* World.stateOf("S-1"), ["held", "person", "Ada: wait"])
      assert.strictEqual(yield* release(named), "decided")
      yield* World.settle
      assert.deepStrictEqual((yield* World.stateOf("S-1")).slice(0, 2), ["held", "stock"])
    }))

  withShop("is placed although a rule held it, once a person has released it", { North: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      const { hold, release } = yield* Desk
      const named = { scope: FakeShop.scope, number: "S-1", who: "Ada" }
      yield* World.buy(shop, "S-1", World.order({ A: 1 }))
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[1], live(w)], ["rule", []])
      assert.strictEqual(yield* release(named), "decided")
      yield* World.settle
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], live(w)], ["placed", ["S-1 1 A"]])
      assert.strictEqual(yield* hold({ ...named, reason: "too late" }), "placed")
      assert.strictEqual(yield* release(named), "placed")
    }), { rules: [{ name: "ask", when: { skus: ["A"] }, hold: "ask the buyer" }, ...World.usual] })
})

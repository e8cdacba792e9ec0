/**
 * A person chooses from where an order is shipped, whatever the rules say.
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as AdminWorld from "../api/AdminWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn, type Options, type World as Runner } from "../support/World.ts"

onBothDatabases("a place that a person chooses (issue 27)", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withStock = (title: string, stock: Parameters<typeof World.options>[1], test: (w: Runner, shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>, more?: Parameters<typeof World.options>[2] & Options) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, stock, more), (w) => test(w, shop))
  }
  const deskOf = (w: Runner) => Effect.map(AdminWorld.client(w), ({ desk }) => desk)
  const choose = (w: Runner, number: string, warehouse?: string, who = "Ada") =>
    Effect.flatMap(deskOf(w), (desk) => desk.place({ params: { number }, query: {}, payload: { ...(warehouse !== undefined && { warehouse }), reason: "it is nearer", who } }))
  const hold = (w: Runner, number: string) => Effect.flatMap(deskOf(w), (desk) => desk.hold({ params: { number }, query: {}, payload: { reason: "wait", who: "Ada" } }))

  withStock("ships an order that was held, although a rule prefers another place", { North: { A: 1 }, South: { A: 1 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* shop.change("S-1", World.order({ A: 1 }))
      yield* World.sync
      yield* hold(w, "S-1")
      yield* World.settle
      const { desk } = yield* choose(w, "S-1", "South")
      assert.deepInclude(desk, { state: "due", chosen: { link: "warehouse:acc-2", warehouse: "South", by: "Ada (admin token)" } })
      yield* World.settle
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 South accepted"])
      const { items: [shown] } = yield* Effect.flatMap(AdminWorld.client(w), (client) => client.orders.show({ params: { number: "S-1" }, query: {} }))
      assert.strictEqual(shown?.desk?.rule, "chosen by Ada (admin token)")
      assert.deepStrictEqual(shown?.desk?.explanation.map(({ outcome, rule }) => [rule, outcome]), [["chosen by Ada (admin token)", "chosen"]])
      assert.deepInclude(shown?.history.find(({ what }) => what === "decided"), { who: "Ada (admin token)", detail: `it is shipped from "South": it is nearer` })
    }))

  withStock("is where the pieces of a withdrawn part go", { North: { A: 2 }, South: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 1 }))
      yield* World.later(1000)
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North accepted"])
      assert.deepInclude(yield* Effect.flip(choose(w, "S-1", "South")), { code: "STATE", message: "the order is placed; withdraw its part first, then choose the place (`crossdock desk withdraw S-1 <part>`)" })
      yield* Effect.flatMap(deskOf(w), (desk) => desk.withdraw({ params: { number: "S-1" }, query: {}, payload: { part: "S-1", reason: "no picker", who: "Ada" } }))
      yield* World.settle
      yield* choose(w, "S-1", "South")
      yield* World.later(1000)
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North void", "S-1-2 South accepted"])
      assert.deepStrictEqual([(yield* World.stock)["North A"], (yield* World.stock)["South A"]], [[2, 2, 0], [2, 1, 1]])
    }))

  withStock("waits for its own stock, until somebody chooses another or lets the rules decide", { North: { A: 1 }, South: { B: 1 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* shop.change("S-1", World.order({ A: 1 }))
      yield* World.sync
      yield* choose(w, "S-1", "South")
      yield* World.settle
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "stock"])
      assert.include(because, `the places of the rule "chosen by Ada (admin token)" do not have the stock: "South" lacks 1 of "A"`)
      assert.notInclude(because, "North")
      yield* World.found("North", "A", 5)
      yield* World.later(60_000)
      assert.deepStrictEqual((yield* World.stateOf("S-1")).slice(0, 2), ["held", "stock"])
      const { desk } = yield* choose(w, "S-1", undefined, "Ben")
      assert.isUndefined(desk.chosen)
      yield* World.settle
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North accepted"])
    }))

  withStock("is shipped from as soon as its stock arrives", { North: { A: 1 }, South: { B: 1 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* shop.change("S-1", World.order({ A: 1 }))
      yield* World.sync
      yield* choose(w, "S-1", "South")
      yield* World.settle
      yield* World.found("South", "A", 1)
      yield* World.later(660_000)
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 South accepted"])
    }))

  withStock("is kept for an order that is not paid yet, and stands against a rule that holds", { North: { A: 1 }, South: { A: 1 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* shop.change("S-1", World.order({ A: 1 }, { phase: "unpaid" }))
      yield* World.sync
      yield* World.settle
      assert.strictEqual((yield* choose(w, "S-1", "South")).desk.state, "waiting")
      yield* World.settle
      assert.deepStrictEqual(yield* World.partsOf("S-1"), [])
      yield* World.buy(shop, "S-1", World.order({ A: 1 }))
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 South accepted"])
    }), { rules: [{ name: "look", priority: 5, when: { countries: ["NL"] }, hold: "look at it" }, ...World.usual] })

  withStock("is one at which the rules place orders, which are listed", { North: { A: 1 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* shop.change("S-1", World.order({ A: 1 }))
      yield* World.sync
      assert.deepStrictEqual((yield* Effect.flatMap(deskOf(w), (desk) => desk.places({}))).items, [{ link: "warehouse:acc-1", warehouse: "North" }, { link: "warehouse:acc-2", warehouse: "South" }])
      assert.deepInclude(yield* Effect.flip(choose(w, "S-1", "West")), { code: "REQUEST_INVALID", message: `the rules of the desk place nothing there; they do at "North" (warehouse:acc-1), "South" (warehouse:acc-2)` })
      assert.deepInclude(yield* Effect.flip(choose(w, "S-2", "South")), { code: "NOT_FOUND" })
    }))
})

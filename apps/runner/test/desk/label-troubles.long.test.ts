/**
 * Orders that ship with a label of the shop, when something comes in between: the order ends or changes while the shop is asked, one of two
 * shipments is refused, or a person holds the order.
 */
import type { DeskRule } from "@crossdock/config"
import { AdapterError, Quantity } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as AdminWorld from "../api/AdminWorld.ts"
import { Desk } from "../../src/desk/Desk.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { commands } from "../cli/CommandWorld.ts"
import { inWorldOn, type World as Runner } from "../support/World.ts"

const rules: ReadonlyArray<DeskRule> = [{ name: "labelled", place: { at: [World.north, World.south], split: true, label: { providerCode: "POST", providerName: "Post" } } }]

/** The orders that the warehouses are to ship, with the tracking numbers of their labels. */
const sent = (w: Pick<Runner, "warehouse">) =>
  w.warehouse.orders.filter(({ phase }) => phase !== "cancelled").map(({ order }) => `${order.orderNumber} ${order.trackingNumber}`).toSorted()

/** The shipments of the shop, with their contents. */
const arranged = ({ arranged: all }: FakeShop.Shop) =>
  all.map(({ asked, isCancelled, trackingNumber }) =>
    [trackingNumber, ...(asked.items ?? []).map(({ productId, quantity }) => `${Quantity.toNumber(quantity)} ${productId}`), ...(isCancelled ? ["cancelled"] : [])].join(" "))

/** The desk has asked for the first shipment. */
const begin = (shop: FakeShop.Shop, what: World.Order) =>
  Effect.gen(function*() {
    yield* shop.change("S-1", what)
    yield* World.sync
    yield* World.round
    yield* World.settled
  })

onBothDatabases("an order that waits for a label", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, stock: Partial<World.Stock>, test: (w: Runner, shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>) => {
    const shop = FakeShop.shop({ arranges: true })
    inWorld(title, World.options(shop, stock, { rules }), (w) => test(w, shop))
  }

  withShop("is not sent if the shop ends it while nobody knows whether there is a shipment, which is cancelled once it is found", { North: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      shop.arrangeFailures.push("lose-answer")
      yield* begin(shop, World.order({ A: 2 }))
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, { phase: "cancelled", status: "CANCELLED" }))
      yield* World.later(60_000)
      assert.deepStrictEqual([arranged(shop), w.warehouse.orders.length], [["SHIP-1 cancelled"], 0])
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], yield* World.stock], ["closed", { "North A": [2, 2, 0] }])
    }))

  withShop("is placed anew with one shipment if it changes meanwhile", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      shop.arrangeFailures.push("lose-answer")
      yield* begin(shop, World.order({ A: 2 }))
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      yield* World.later(60_000)
      assert.deepStrictEqual([arranged(shop), sent(w)], [["SHIP-1 cancelled", "SHIP-2"], ["S-1-2 SHIP-2"]])
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], yield* World.stock], ["placed", { "North A": [5, 2, 3] }])
    }))

  withShop("goes on with one part if the shop refuses the shipment of the other, and a person may release the rest", { North: { A: 2 }, South: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* begin(shop, World.order({ A: 3 }))
      shop.arrangeFailures.push(new AdapterError.Rejected({ fault: { code: "NO", message: "too far from there" } }))
      yield* World.settle
      assert.deepStrictEqual([sent(w), yield* World.partsOf("S-1")], [["S-1 SHIP-1"], ["S-1 North accepted", "S-1-2 South void"]])
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "label"])
      assert.include(because, "too far from there")
      assert.deepStrictEqual(yield* World.stock, { "North A": [2, 0, 2], "South A": [2, 2, 0] })
      const { release } = yield* Desk
      assert.strictEqual(yield* release({ scope: FakeShop.scope, number: "S-1", who: "Ada" }), "decided")
      yield* World.settle
      assert.deepStrictEqual([arranged(shop), sent(w)], [["SHIP-1 2 P-A", "SHIP-2 1 P-A"], ["S-1 SHIP-1", "S-1-3 SHIP-2"]])
      assert.strictEqual((yield* World.stateOf("S-1"))[0], "placed")
    }))

  withShop("stays where it is while a person holds it", { North: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      const { label } = shop.manners
      shop.manners.label = () => undefined
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      const { hold, release } = yield* Desk
      const named = { scope: FakeShop.scope, number: "S-1", who: "Ada" }
      assert.strictEqual(yield* hold({ ...named, reason: "the buyer asks to wait" }), "decided")
      shop.manners.label = label
      yield* World.later(30_000)
      assert.deepStrictEqual([sent(w), (yield* World.stateOf("S-1")).slice(0, 2)], [[], ["held", "person"]])
      assert.strictEqual(yield* release(named), "decided")
      yield* World.settle
      assert.deepStrictEqual([sent(w), arranged(shop), yield* World.stateOf("S-1")], [["S-1 SHIP-1"], ["SHIP-1"], ["placed", undefined, undefined]])
    }))

  withShop("can be held while the shop arranges its shipment, and ships with that when a person releases it", { North: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* shop.change("S-1", World.order({ A: 2 }))
      yield* World.sync
      yield* World.round
      const { hold, release } = yield* Desk
      const named = { scope: FakeShop.scope, number: "S-1", who: "Ada" }
      assert.deepStrictEqual((yield* World.stateOf("S-1")).slice(0, 2), ["placed", undefined])
      assert.strictEqual(yield* hold({ ...named, reason: "the buyer asks to wait" }), "decided")
      yield* World.settle
      yield* World.later(60_000)
      assert.deepStrictEqual([arranged(shop), sent(w), yield* World.stateOf("S-1")], [["SHIP-1"], [], ["held", "person", "Ada: the buyer asks to wait"]])
      assert.deepStrictEqual(yield* World.stock, { "North A": [2, 0, 2] })
      assert.strictEqual(yield* release(named), "decided")
      yield* World.settle
      assert.deepStrictEqual([arranged(shop), sent(w), yield* World.stateOf("S-1")], [["SHIP-1"], ["S-1 SHIP-1"], ["placed", undefined, undefined]])
      assert.strictEqual(yield* hold({ ...named, reason: "too late" }), "placed")
    }))

  withShop("stays with the person who holds it although the shop refuses its shipment meanwhile", { North: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      shop.arrangeFailures.push(new AdapterError.Rejected({ fault: { code: "NO", message: "not today" } }))
      yield* shop.change("S-1", World.order({ A: 2 }))
      yield* World.sync
      yield* World.round
      const { hold, release } = yield* Desk
      const named = { scope: FakeShop.scope, number: "S-1", who: "Ada" }
      assert.strictEqual(yield* hold({ ...named, reason: "wait" }), "decided")
      yield* World.settle
      assert.deepStrictEqual([yield* World.stateOf("S-1"), yield* World.stock], [["held", "person", "Ada: wait"], { "North A": [2, 2, 0] }])
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 1 }))
      yield* World.later(60_000)
      assert.deepStrictEqual([sent(w), yield* World.stateOf("S-1")], [[], ["held", "person", "Ada: wait"]])
      assert.strictEqual(yield* release(named), "decided")
      yield* World.settle
      assert.deepStrictEqual([arranged(shop), sent(w)], [["SHIP-1"], ["S-1-2 SHIP-1"]])
    }))

  withShop("is found by the number of its shipment, and shows how far that is", { North: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      const { run } = yield* commands(w)
      const shown = Effect.map(client.orders.show({ params: { number: "SHIP-1" }, query: { kind: "platform_order" } }), ({ items: [found] }) =>
        [found?.number, found?.foundBy, found?.desk?.parts.map(({ shipment, state }) => [state, shipment])] as const)
      const { label } = shop.manners
      shop.manners.label = () => undefined
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      assert.deepStrictEqual((yield* shown).slice(0, 2), ["S-1", "trackingNumber"])
      assert.deepStrictEqual((yield* shown)[2], [["labelling", { state: "arranged", trackingNumber: "SHIP-1" }]])
      assert.match((yield* run("orders", "show", "S-1")).out, /held by the order desk: the shop has no label of shipment SHIP-1 yet[^]*labels of the shop\n.*\n +S-1 +SHIP-1 +arranged/)
      shop.manners.label = label
      yield* World.later(30_000)
      assert.deepStrictEqual((yield* shown)[2], [["accepted", { state: "arranged", trackingNumber: "SHIP-1" }]])
    }))

  withShop("is closed although the shop keeps a shipment, which people are told of", { North: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      shop.cancelFailures.push(new AdapterError.Rejected({ fault: { code: "NO", message: "the carrier has it" } }))
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, { phase: "cancelled", status: "CANCELLED" }))
      assert.deepStrictEqual([sent(w), arranged(shop), (yield* World.stateOf("S-1"))[0]], [[], ["SHIP-1"], "closed"])
      assert.deepStrictEqual(yield* World.stock, { "North A": [2, 2, 0] })
    }))
})

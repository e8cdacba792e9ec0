/**
 * What of an order no warehouse is asked for: what the buyer fetches, lines without goods, what the platform ships, what was refunded, and
 * lines that no SKU names.
 */
import { Quantity } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Mapping } from "../../src/mapping/NameMapping.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn, type World as Runner } from "../support/World.ts"

const { order, release, report, stateOf, told } = World
const [lineA, lineB] = order({ A: 2, B: 1 }).lines!

/** The orders that warehouses were sent: number, and pieces by SKU. */
const placed = (w: Runner) => w.warehouse.orders.map(({ order: { lines, orderNumber } }) => [orderNumber, ...lines.map(({ quantity, sku }) => `${Quantity.toNumber(quantity)} ${sku}`)].join(" "))
const refunded = (pieces: number) => order({}, { lines: [{ ...lineA!, refundedQuantity: Quantity.of(pieces) }, lineB!] })

onBothDatabases("no warehouse is asked for", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, test: (shop: FakeShop.Shop, w: Runner) => Effect.Effect<unknown, unknown, any>) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, { North: { A: 9, B: 9 } }), (w) => test(shop, w))
  }

  withShop("an order that the buyer fetches, or that the shop brings itself (0040)", (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", order({ A: 1 }, { deliveryMethod: "pickup" }))
      yield* World.buy(shop, "S-2", order({ A: 1 }, { deliveryMethod: "local" }))
      assert.deepStrictEqual([yield* stateOf("S-1"), yield* stateOf("S-2"), placed(w)], [
        ["done", undefined, "the buyer fetches the order from the shop"],
        ["done", undefined, "the shop brings the order to the buyer itself"],
        []
      ])
    }))

  withShop("an order that the buyer fetches after all, and the warehouse that has it is asked to stop (0040)", (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", order({ A: 1 }))
      yield* World.buy(shop, "S-1", order({ A: 1 }, { deliveryMethod: "pickup" }))
      assert.deepStrictEqual([placed(w), yield* World.partsOf("S-1"), (yield* stateOf("S-1"))[0]], [["S-1 1 A"], ["S-1 North void"], "done"])
    }))

  withShop("a pick-up point that the shop does not name (0040)", (shop, w) =>
    Effect.gen(function*() {
      const { receiver } = order({})
      yield* World.buy(shop, "S-1", order({ A: 1 }, { deliveryMethod: "pickupPoint" }))
      assert.deepStrictEqual(yield* stateOf("S-1"), ["held", "address", "the shop does not tell the id of the pick-up point of the receiver"])
      yield* World.buy(shop, "S-1", order({ A: 1 }, { deliveryMethod: "pickupPoint", receiver: { ...receiver!, pickupPointId: "PP-1" } }))
      assert.deepStrictEqual(placed(w), ["S-1 1 A"])
    }))

  withShop("lines that nobody ships or that the platform ships; the others are shipped, and the order is done with them (0040)", (shop, w) =>
    Effect.gen(function*() {
      const lines = [lineA!, { ...lineB!, requiresShipping: false }, { ...lineB!, lineId: "L-3", isFulfilledByPlatform: true }]
      yield* World.buy(shop, "S-1", order({}, { lines }))
      yield* World.buy(shop, "S-2", order({}, { lines: lines.slice(1) }))
      assert.deepStrictEqual([placed(w), yield* stateOf("S-2")], [["S-1 2 A"], ["done", undefined, "no line of the order is shipped by a warehouse"]])
      yield* report(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 2 }) })
      assert.strictEqual((yield* stateOf("S-1"))[0], "done")
    }))

  withShop("pieces that were refunded before the order was placed (0040)", (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", refunded(1))
      yield* World.buy(shop, "S-2", order({}, { lines: [{ ...lineA!, refundedQuantity: Quantity.of(2) }] }))
      assert.deepStrictEqual([placed(w), yield* stateOf("S-2")], [["S-1 1 A 1 B"], ["done", undefined, "everything of the order was refunded before it was placed"]])
    }))

  withShop("pieces that were refunded before they left: the part is withdrawn, and the rest is placed anew (0040)", (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", refunded(0))
      yield* World.buy(shop, "S-1", refunded(1))
      assert.deepStrictEqual([placed(w), yield* World.partsOf("S-1")], [["S-1 2 A 1 B", "S-1-2 1 A 1 B"], ["S-1 North void", "S-1-2 North accepted"]])
    }))

  withShop("nothing back when pieces are refunded after they left, which is no surplus (0040)", (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", refunded(0))
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      yield* World.buy(shop, "S-1", refunded(2))
      assert.deepStrictEqual([placed(w), (yield* stateOf("S-1"))[0], told(shop)], [["S-1 2 A 1 B"], "done", ["S-1 T-1 Post"]])
    }))

  withShop("a line without a SKU before the mapping names its article (0040)", (shop, w) =>
    Effect.gen(function*() {
      const { sku: _, ...unnamed } = lineA!
      yield* World.buy(shop, "S-1", order({}, { lines: [{ ...unnamed, variantId: "V-1" }, lineB!] }))
      assert.deepStrictEqual([yield* stateOf("S-1"), placed(w)], [
        ["held", "mapping", "line L-1 (\"Article A\") has no SKU; add a row for its article V-1 to the mapping of this link, or enter one at the shop"],
        []
      ])
      assert.deepStrictEqual((yield* (yield* Mapping).unmatched(FakeShop.scope)).map(({ kind, name }) => [kind, name]), [["sku", "V-1"]])
      yield* (yield* Mapping).set(FakeShop.scope, "sku", [{ ours: "A", theirs: "V-1", source: "person" }])
      yield* World.later(60_000)
      assert.deepStrictEqual(placed(w), ["S-1 2 A 1 B"])
    }))

  withShop("a line that neither a SKU nor an article names (0040)", (shop, w) =>
    Effect.gen(function*() {
      const { productId: _, sku: __, ...unnamed } = lineA!
      yield* World.buy(shop, "S-1", order({}, { lines: [unnamed, lineB!] }))
      assert.deepStrictEqual([yield* stateOf("S-1"), placed(w)], [["held", "mapping", "line L-1 (\"Article A\") has no SKU; enter one at the shop"], []])
      yield* release("S-1")
      assert.deepStrictEqual(placed(w), [])
    }))

  withShop("an order that the buyer has asked to cancel, before a person releases it (0040)", (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", order({ A: 1 }, { isCancelRequested: true, cancelReason: "bought twice" }))
      assert.deepStrictEqual([yield* stateOf("S-1"), placed(w)], [["held", "cancelRequested", "the buyer has asked to cancel the order: bought twice"], []])
      yield* release("S-1")
      assert.deepStrictEqual(placed(w), ["S-1 1 A"])
    }))

  withShop("an order whose goods must not leave yet, before it is time (0040)", (shop, w) =>
    Effect.gen(function*() {
      const at = (yield* Clock.currentTimeMillis) + 90_000
      yield* World.buy(shop, "S-1", order({ A: 1 }, { shipAfter: DateTime.makeUnsafe(at) }))
      assert.deepStrictEqual([yield* stateOf("S-1"), placed(w)], [["waiting", undefined, `the shop lets the goods leave from ${DateTime.formatIso(DateTime.makeUnsafe(at))}`], []])
      yield* World.later(60_000)
      assert.deepStrictEqual(placed(w), [])
      yield* World.later(60_000)
      assert.deepStrictEqual(placed(w), ["S-1 1 A"])
    }))
})

/**
 * What a warehouse refuses, such as an address: the order is held with the warehouse's text until it changes at the shop.
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn, type World as Runner } from "../support/World.ts"

/** The orders that the warehouses have, with the address of each. */
const sent = (w: Runner) => w.warehouse.orders.map(({ order }) => [order.orderNumber, Redacted.value(order.receiver.address1), order.receiver.city].join(" "))

const livingAt = (address1: string, status = "PAID"): World.Order => {
  const order = World.order({ A: 2 }, { status })
  return { ...order, receiver: { ...order.receiver, address1: Redacted.make(address1) } }
}

onBothDatabases("an order whose address the warehouse refuses", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const shop = () => FakeShop.shop()

  const refusedShop = shop()
  inWorld("is held with the warehouse's text, and placed under a new number when the address changes at the shop", World.options(refusedShop, { North: { A: 5 } }), (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "refuse")
      yield* World.buy(refusedShop, "S-1", livingAt("Nowhere 0"))
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "refused"])
      assert.include(because, "the address is not known")
      assert.deepStrictEqual([sent(w), yield* World.stock], [[], { "North A": [5, 5, 0] }])
      yield* World.later(1000)
      yield* World.buy(refusedShop, "S-1", livingAt("Nowhere 0", "SEEN"))
      yield* World.later(60_000)
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[1], sent(w)], ["refused", []])
      yield* World.buy(refusedShop, "S-1", livingAt("Singel 1"))
      assert.deepStrictEqual(sent(w), ["S-1-2 Singel 1 Amsterdam"])
      assert.deepStrictEqual([yield* World.stateOf("S-1"), yield* World.partsOf("S-1")], [["placed", undefined, undefined], ["S-1 North void", "S-1-2 North accepted"]])
      assert.deepStrictEqual(yield* World.stock, { "North A": [5, 3, 2] })
    }))

  const splitShop = shop()
  inWorld("by one of two warehouses keeps the other part until the address changes, and is then placed anew as a whole", World.options(splitShop, { North: { A: 1 }, South: { A: 2 } }), (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "refuse")
      yield* World.buy(splitShop, "S-1", { ...livingAt("Nowhere 0"), lines: World.order({ A: 3 }).lines! })
      assert.deepStrictEqual((yield* World.stateOf("S-1")).slice(0, 2), ["held", "refused"])
      assert.lengthOf(sent(w), 1)
      yield* World.later(1000)
      yield* World.buy(splitShop, "S-1", { ...livingAt("Singel 1"), lines: World.order({ A: 3 }).lines! })
      yield* World.settle
      const live = w.warehouse.orders.filter(({ phase }) => phase !== "cancelled").map(({ order }) => Redacted.value(order.receiver.address1))
      assert.deepStrictEqual(live, ["Singel 1", "Singel 1"])
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], yield* World.stock], ["placed", { "North A": [1, 0, 1], "South A": [2, 0, 2] }])
    }))
})

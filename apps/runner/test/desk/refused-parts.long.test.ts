/**
 * A warehouse refuses a part of an order in words that nobody lists: the order is held with them after the first answer, its pieces stay
 * reserved until the warehouse was asked after its visibility delay, and then another place ships it.
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn, type Options, type World as Runner } from "../support/World.ts"

const noStock = { refuses: "out of stock" } as const
const creates = (w: Runner) => w.warehouse.calls.filter((call) => call === "createOutboundOrder").length
/** Rounds of the desk within the visibility delay of 2 s. */
const meanwhile = Effect.andThen(World.later(1000), World.settle)

onBothDatabases("a part that its warehouse refuses in words that nobody lists", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, stock: Partial<World.Stock>, test: (w: Runner, shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>, more: Options = {}) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, stock, more), (w) => test(w, shop))
  }

  withShop("is held as refused after the first answer, sent once, and keeps its pieces while the warehouse may have it", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", noStock)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      assert.deepStrictEqual(yield* World.stateOf("S-1"), ["held", "refused", "order S-1: out of stock"])
      assert.deepStrictEqual([yield* World.partsOf("S-1"), yield* World.stock], [["S-1 North refused"], { "North A": [5, 3, 2] }])
      yield* World.later(600_000)
      assert.deepStrictEqual([creates(w), (yield* World.stateOf("S-1"))[1]], [1, "refused"])
      assert.deepStrictEqual([yield* World.partsOf("S-1"), yield* World.stock], [["S-1 North void"], { "North A": [5, 5, 0] }])
      yield* World.release("S-1")
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North void", "S-1-2 North accepted"])
    }))

  withShop("is tried elsewhere, and not before the warehouse was asked and does not have it", { North: { A: 5 }, South: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", noStock)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* meanwhile
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North refused"])
      yield* World.later(10_000)
      assert.deepStrictEqual([yield* World.stateOf("S-1"), yield* World.partsOf("S-1")], [["placed", undefined, undefined], ["S-1 North void", "S-1-2 South accepted"]])
      assert.deepStrictEqual([w.warehouse.orders.length, yield* World.stock], [1, { "North A": [5, 5, 0], "South A": [5, 3, 2] }])
    }))

  withShop("is tried nowhere else any more once the other warehouse gives it up", { North: { A: 5 }, South: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", noStock)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(10_000)
      yield* World.report(World.south, "S-1-2", { phase: "failed", status: "FAILED", failedReason: "the shelf is empty" })
      yield* World.later(300_000)
      const given = [["held", "refused", "order S-1-2: the shelf is empty"], ["S-1 North void", "S-1-2 South void"], 2]
      assert.deepStrictEqual([yield* World.stateOf("S-1"), yield* World.partsOf("S-1"), creates(w)], given)
      yield* World.release("S-1")
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North void", "S-1-2 South void", "S-1-3 North accepted"])
    }))

  withShop("is tried nowhere else if the warehouse has it nevertheless, which is an alarm", { North: { A: 5 }, South: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "unlisted")
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      assert.strictEqual((yield* World.stateOf("S-1"))[1], "refused")
      yield* World.later(10_000)
      assert.deepStrictEqual([yield* World.stateOf("S-1"), yield* World.partsOf("S-1")], [["placed", undefined, undefined], ["S-1 North accepted"]])
      assert.deepStrictEqual(yield* World.alarms("S-1"), ["the warehouse has order S-1, which it had refused"])
      yield* World.later(600_000)
      assert.deepStrictEqual([w.warehouse.orders.length, yield* World.stock], [1, { "North A": [5, 3, 2], "South A": [5, 5, 0] }])
      yield* World.report(World.north, "S-1", { trackingNumber: "T-1" })
      assert.strictEqual((yield* World.stateOf("S-1"))[0], "done")
    }))

  withShop("is tried elsewhere only by a person if the warehouse cannot be asked", { North: { A: 5 }, South: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", noStock)
      w.warehouse.plan("getOutboundOrders", ...Array.from({ length: 50 }, () => "unsupported" as const))
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(600_000)
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause, creates(w)], ["held", "refused", 1])
      assert.match(because, /out of stock; the warehouse cannot be asked.*release the order/)
      assert.deepStrictEqual([yield* World.partsOf("S-1"), yield* World.stock], [["S-1 North refused"], { "North A": [5, 3, 2], "South A": [5, 5, 0] }])
      yield* World.release("S-1")
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North void", "S-1-2 North accepted"])
      assert.deepStrictEqual(yield* World.stock, { "North A": [5, 3, 2], "South A": [5, 5, 0] })
    }))

  withShop("whose order changes meanwhile is placed anew only after the warehouse was asked and does not have it", { North: { A: 5 }, South: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", noStock)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      yield* meanwhile
      assert.deepStrictEqual([yield* World.stateOf("S-1"), yield* World.partsOf("S-1"), creates(w)], [["held", "refused", "order S-1: out of stock"], ["S-1 North refused"], 1])
      yield* World.later(10_000)
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], yield* World.partsOf("S-1")], ["placed", ["S-1 North void", "S-1-2 North accepted"]])
      assert.deepStrictEqual(yield* World.stock, { "North A": [5, 2, 3], "South A": [5, 5, 0] })
    }))

  withShop("whose order changes meanwhile is cancelled at the warehouse that has it nevertheless, and then placed anew", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "unlisted")
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      assert.deepStrictEqual([yield* World.partsOf("S-1"), creates(w)], [["S-1 North refused"], 1])
      yield* World.later(10_000)
      assert.deepStrictEqual([w.warehouse.live("S-1").length, yield* World.partsOf("S-1")], [0, ["S-1 North void", "S-1-2 North accepted"]])
      assert.deepStrictEqual(yield* World.stock, { "North A": [5, 2, 3] })
    }))

  withShop("whose order changes is placed anew only by a person if the warehouse cannot be asked", { North: { A: 5 }, South: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", noStock)
      w.warehouse.plan("getOutboundOrders", ...Array.from({ length: 50 }, () => "unsupported" as const))
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(10_000)
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      yield* World.later(600_000)
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[1], yield* World.partsOf("S-1"), creates(w)], ["refused", ["S-1 North refused"], 1])
      yield* World.release("S-1")
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North void", "S-1-2 North accepted"])
    }))

  withShop("while its order changes is placed anew only after the warehouse was asked and has cancelled it", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", { after: "unlisted" })
      yield* shop.change("S-1", World.order({ A: 2 }))
      yield* World.sync
      yield* World.round
      yield* shop.change("S-1", World.order({ A: 3 }))
      yield* World.sync
      yield* World.settle
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[1], yield* World.partsOf("S-1"), creates(w)], ["refused", ["S-1 North refused"], 1])
      yield* World.later(10_000)
      assert.deepStrictEqual([w.warehouse.live("S-1").length, yield* World.partsOf("S-1")], [0, ["S-1 North void", "S-1-2 North accepted"]])
    }))

  withShop("whose order is made smaller meanwhile is placed anew only after the warehouse was asked", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", noStock)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.buy(shop, "S-1", World.order({ A: 1 }))
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[1], yield* World.partsOf("S-1"), creates(w)], ["refused", ["S-1 North refused"], 1])
      yield* World.later(10_000)
      assert.deepStrictEqual([yield* World.partsOf("S-1"), yield* World.stock], [["S-1 North void", "S-1-2 North accepted"], { "North A": [5, 4, 1] }])
    }))

  withShop("is cancelled at the warehouse that has it nevertheless, if the buyer has cancelled meanwhile", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "unlisted")
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, { phase: "cancelled", status: "CANCELLED" }))
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], yield* World.stock], ["closed", { "North A": [5, 5, 0] }])
      yield* World.later(10_000)
      assert.lengthOf(w.warehouse.live("S-1"), 0)
    }))

  withShop("in words that somebody lists is tried elsewhere at once", { North: { A: 5 }, South: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "refuse")
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      assert.deepStrictEqual([yield* World.stateOf("S-1"), yield* World.partsOf("S-1")], [["placed", undefined, undefined], ["S-1 North void", "S-1-2 South accepted"]])
    }))

  withShop("by every place is held with the words of the last one, and placed where stock comes", { North: { A: 5 }, South: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "refuse", { refuses: "we do not ship there" })
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(60_000)
      assert.deepStrictEqual(yield* World.stateOf("S-1"), ["held", "refused", "order S-1-2: we do not ship there"])
      yield* World.later(3_600_000)
      assert.deepStrictEqual([creates(w), yield* World.stock], [2, { "North A": [5, 5, 0], "South A": [5, 5, 0] }])
    }))
})

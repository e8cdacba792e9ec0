/**
 * What reports say late, early, twice or not at all: what has left is told once, nothing is placed again that may have left, and a person can
 * say what nobody reports.
 */
import { assert } from "@effect/vitest"
import { PlatformV1, Quantity } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Connections } from "../../src/connection/Connections.ts"
import { Desk } from "../../src/desk/Desk.ts"
import type { Refusal } from "../../src/engine/Refusal.ts"
import { Intents } from "../../src/intents/Intents.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { during, inWorldOn, type World as Runner } from "../support/World.ts"

const { partly, release, report, told } = World
const failed = { phase: "failed", status: "FAILED", failedReason: "the shelf is empty" } as const

onBothDatabases("reports of an order of a shop", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, stock: Partial<World.Stock>, test: (shop: FakeShop.Shop, w: Runner) => Effect.Effect<unknown, unknown, any>, options?: Parameters<typeof World.options>[2]) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, stock, options), (w) => test(shop, w))
  }
  const placed = (w: Runner) => w.warehouse.orders.map(({ order }) => [order.orderNumber, ...order.lines.map(({ quantity }) => Quantity.toNumber(quantity))].join(" "))
  const found = (number: string, parcel: string, pieces: Readonly<Record<string, number>>) =>
    Effect.flatMap(Desk, (desk) => Effect.andThen(during(desk.found({ scope: FakeShop.scope, number, who: "Ada", reason: "counted there", parcel, pieces })), World.settle))
  const refusal = (work: Effect.Effect<unknown, unknown, any>) => Effect.map(Effect.flip(work), (error) => (error as Refusal).code)

  withShop("that come after that of the last parcel are told, and nothing is placed again (oracle R1)", { North: { A: 5 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 5 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-2", lines: World.lines({ A: 3 }) })
      assert.deepStrictEqual((yield* World.stateOf("S-1")).slice(0, 2), ["held", "short"])
      yield* report(World.north, "S-1", partly("T-1", { A: 2 }))
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], told(shop), placed(w)], ["done", ["S-1 T-2 Post 3 L-1", "S-1 T-1 Post 2 L-1"], ["S-1 5"]])
    }))

  withShop("that come late, when a person has had the rest placed again, take the rest back", { North: { A: 5 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 5 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-2", lines: World.lines({ A: 3 }) })
      yield* release("S-1")
      assert.include(yield* World.partsOf("S-1"), "S-1-2 North accepted")
      yield* report(World.north, "S-1", partly("T-1", { A: 2 }))
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], yield* World.partsOf("S-1")], ["done", ["S-1 North shipped", "S-1-2 North void"]])
      assert.deepStrictEqual(told(shop), ["S-1 T-2 Post 3 L-1", "S-1 T-1 Post 2 L-1"])
    }))

  withShop("that come after the warehouse has given the order up are told, and only the rest is placed again (oracle R3)", { North: { A: 5 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 5 }))
      yield* report(World.north, "S-1", failed)
      yield* report(World.north, "S-1", partly("T-1", { A: 2 }))
      yield* release("S-1")
      assert.deepStrictEqual([told(shop), placed(w)], [["S-1 T-1 Post 2 L-1"], ["S-1 5", "S-1-2 3"]])
      yield* report(World.north, "S-1-2", { trackingNumber: "T-2" })
      assert.strictEqual((yield* World.stateOf("S-1"))[0], "done")
    }))

  withShop("that give the order up and name a parcel that left tell it, and only the rest is placed again (engine F4)", { North: { A: 10 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 10 }))
      yield* report(World.north, "S-1", { phase: "cancelled", status: "CANCELLED", parcels: [{ trackingNumber: "T-1", shippedAt: DateTime.makeUnsafe(1000), lines: World.lines({ A: 4 }) }] })
      assert.deepStrictEqual([(yield* World.stateOf("S-1")).slice(0, 2), told(shop)], [["held", "refused"], ["S-1 T-1 Post 4 L-1"]])
      yield* release("S-1")
      assert.deepStrictEqual(placed(w), ["S-1 10", "S-1-2 6"])
    }))

  withShop("that leave pieces out which the buyer does not want any more hold the order as short, and not for a surplus that never left (suspicion b)", { North: { A: 5 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 5 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 3 }) })
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause, because?.split(";")[0]], ["held", "short", "order S-1 left without 2 of \"A\""])
      assert.deepStrictEqual(yield* World.stock, { "North A": [2, 0, 2] })
      yield* release("S-1")
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], yield* World.stock, placed(w)], ["done", { "North A": [2, 2, 0] }, ["S-1 5"]])
    }))

  withShop("that leave pieces out which come after the buyer does not want them any more hold the order for the surplus (suspicion b)", { North: { A: 5 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 5 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 3 }) })
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      yield* report(World.north, "S-1", partly("T-2", { A: 2 }))
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause, because?.split(" that ")[0]], ["held", "surplus", "2 of \"A\" left"])
      assert.deepStrictEqual([told(shop), yield* World.stock], [["S-1 T-1 Post", "S-1 T-2 Post 2 L-1"], {}])
    }))

  withShop("that list less than was assumed are shown, and the rest is placed again by a person (oracle R4)", { North: { A: 5 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 5 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      assert.strictEqual((yield* World.stateOf("S-1"))[0], "done")
      yield* report(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 3 }) })
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "short"])
      assert.include(because, "left without 2 of \"A\"")
    }))

  withShop("that do not list the contents are told after a while, in which the contents may come (oracle R4)", { North: { A: 9 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 5 }))
      yield* World.buy(shop, "S-2", World.order({ A: 2 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      yield* report(World.north, "S-2", { trackingNumber: "T-2" })
      yield* World.later(5000)
      assert.deepStrictEqual([told(shop), (yield* World.stateOf("S-1"))[0]], [[], "placed"])
      yield* report(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 3 }) })
      assert.deepStrictEqual([told(shop), (yield* World.stateOf("S-1")).slice(0, 2)], [["S-1 T-1 Post 3 L-1"], ["held", "short"]])
      yield* World.later(30_000)
      assert.deepStrictEqual([told(shop), (yield* World.stateOf("S-2"))[0]], [["S-1 T-1 Post 3 L-1", "S-2 T-2 Post"], "done"])
    }), { contentsWithin: "20 seconds" })

  withShop("of all that the runner knows of an order name its lines, because the buyer may want more by now (oracle W1)", { North: { A: 9 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* shop.change("S-1", World.order({ A: 4 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      assert.deepStrictEqual(shop.notices.map(({ lines = [] }) => lines.map(({ lineId, quantity }) => [lineId, Quantity.toNumber(quantity)])), [[["L-1", 2]]])
    }))

  withShop("of a parcel that the ERP has told the shop are not told again, with whatever lines it did", { North: { A: 9 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      const link = (yield* Connections).linkOf(FakeShop.scope)!
      yield* (yield* Intents).put(link, PlatformV1.ReportOutgoingParcel, { onlineOrderId: "S-1", trackingNumber: "T-1", providerCode: "Post" }, "books")
      yield* World.settle
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], shop.notices.length], ["done", 1])
    }))

  withShop("that tell a corrected number are no further parcel (oracle C)", { North: { A: 4 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 4 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 4 }) })
      yield* report(World.north, "S-1", { trackingNumber: "T-1-CORR", lines: World.lines({ A: 4 }) })
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], told(shop)], ["done", ["S-1 T-1 Post"]])
    }))

  withShop("that never tell what is in a parcel hold the order, until a person says it", { North: { A: 9 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 5 }))
      yield* report(World.north, "S-1", partly("T-1"))
      yield* report(World.north, "S-1", failed)
      yield* release("S-1")
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause, told(shop), placed(w)], ["held", "unclear", [], ["S-1 5"]])
      assert.include(because, "of order S-1, 5 of \"A\" may have left North: ")
      assert.include(because, "nobody knows what is in T-1")
      yield* release("S-1")
      assert.deepStrictEqual((yield* World.stateOf("S-1")).slice(0, 2), ["held", "unclear"])
      assert.strictEqual(yield* refusal(found("S-1", "T-9", { A: 1 })), "NO_PARCEL")
      assert.strictEqual(yield* refusal(found("S-1", "T-1", { B: 1 })), "PIECES_UNKNOWN")
      assert.strictEqual(yield* refusal(found("S-9", "T-1", { A: 1 })), "UNKNOWN")
      yield* found("S-1", "T-1", { A: 2 })
      assert.deepStrictEqual([told(shop), placed(w).map((text) => text.split(" ")[1])], [["S-1 T-1 Post 2 L-1"], ["5", "3"]])
    }))

  withShop("that never tell what is in a parcel, in which a person finds nothing, let all of it be placed again", { North: { A: 5 } }, (shop, w) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 5 }))
      yield* report(World.north, "S-1", partly("T-1"))
      yield* report(World.north, "S-1", failed)
      yield* found("S-1", "T-1", {})
      yield* release("S-1")
      yield* report(World.north, "S-1-2", { trackingNumber: "T-2" })
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], told(shop), placed(w)], ["done", ["S-1 T-2 Post"], ["S-1 5", "S-1-2 5"]])
    }))

  withShop("whose lines are all that has left so far are read so where the connection says it (U-146)", { North: { A: 6 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 6 }))
      yield* report(World.north, "S-1", partly("T-1", { A: 2 }))
      yield* report(World.north, "S-1", partly("T-2", { A: 4 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-3", lines: World.lines({ A: 6 }) })
      assert.deepStrictEqual([told(shop), (yield* World.stateOf("S-1"))[0]], [["S-1 T-1 Post 2 L-1", "S-1 T-2 Post 2 L-1", "S-1 T-3 Post 2 L-1"], "done"])
    }), { shippedLines: "total" })
})

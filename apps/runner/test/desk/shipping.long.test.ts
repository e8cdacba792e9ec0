/**
 * What warehouses ship of an order reaches the shop and the books, parcel by parcel, and each parcel once.
 */
import { AdapterError } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Desk } from "../../src/desk/Desk.ts"
import { remedyOf } from "../../src/desk/Holds.ts"
import { Mapping } from "../../src/mapping/NameMapping.ts"
import { linesIn } from "../../src/desk/Parcels.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn } from "../support/World.ts"

const { lines, report, told } = World

describe("the lines in a parcel", () => {
  const left = [{ line: "1", sku: "A", pieces: 2 }, { line: "2", sku: "A", pieces: 2 }, { line: "3", sku: "B", pieces: 1 }]
  it.each([
    ["all that is left, if the contents are not told", undefined, left],
    ["the first lines of a SKU first", new Map([["A", 3]]), [left[0]!, { ...left[1]!, pieces: 1 }]],
    ["no more than was ordered", new Map([["B", 5], ["C", 1]]), [left[2]!]]
  ])("are %s", (_, packed, expected) => assert.deepStrictEqual(linesIn(left, packed), expected))
})

onBothDatabases("a parcel of an order", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, stock: Partial<World.Stock>, test: (shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, stock), () => test(shop))
  }

  withShop("is told to the shop once, and leaves the books", { North: { A: 5 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      assert.deepStrictEqual(told(shop), ["S-1 T-1 Post"])
      assert.deepStrictEqual(yield* World.stock, { "North A": [3, 3, 0] })
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      yield* World.sync
      yield* World.later(60_000)
      assert.deepStrictEqual(told(shop), ["S-1 T-1 Post"])
      assert.deepStrictEqual((yield* World.stateOf("S-1"))[0], "done")
    }))

  withShop("of a split order is told with its lines, and the order is done after the last one", { North: { A: 2 }, South: { A: 2, B: 1 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 3, B: 1 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      assert.deepStrictEqual((yield* World.stateOf("S-1"))[0], "placed")
      yield* report(World.south, "S-1-2", { trackingNumber: "T-2", lines: lines({ A: 1 }) })
      yield* report(World.south, "S-1-2", { trackingNumber: "T-3", lines: lines({ B: 1 }) })
      assert.deepStrictEqual(told(shop).toSorted(), ["S-1 T-1 Post 2 L-1", "S-1 T-2 Post 1 L-1", "S-1 T-3 Post 1 L-2"])
      assert.deepStrictEqual((yield* World.stateOf("S-1"))[0], "done")
      assert.deepStrictEqual(yield* World.stock, { "South A": [1, 1, 0] })
    }))

  withShop("that the shop refuses is shown with the shop's reason, and told again when a person releases the order", { North: { A: 5 } }, (shop) =>
    Effect.gen(function*() {
      shop.noticeFailures.push(new AdapterError.Rejected({ fault: { code: "TOKEN", message: "the token has expired" } }))
      yield* World.buy(shop, "S-1", World.order({ A: 1 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "shop"])
      assert.include(because, "the token has expired")
      const { release } = yield* Desk
      assert.strictEqual(yield* release({ scope: FakeShop.scope, number: "S-1", who: "Ada" }), "decided")
      yield* World.settle
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], told(shop)], ["done", ["S-1 T-1 Post", "S-1 T-1 Post"]])
    }))

  withShop("that the shop refuses in words that nobody lists is held with them after one notice, and told again when a person releases the order", { North: { A: 5 } }, (shop) =>
    Effect.gen(function*() {
      shop.noticeFailures.push(new AdapterError.FaultUnlisted({ fault: { code: "", message: "order cancelled by buyer" } }))
      yield* World.buy(shop, "S-1", World.order({ A: 1 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "shop"])
      assert.include(because, "order cancelled by buyer")
      yield* World.later(60_000)
      assert.lengthOf(told(shop), 1)
      yield* World.release("S-1")
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], told(shop)], ["done", ["S-1 T-1 Post", "S-1 T-1 Post"]])
    }))

  withShop("is told with the shop's code of the carrier, and without one it is held until the mapping has a row", { North: { A: 5 } }, (shop) =>
    Effect.gen(function*() {
      shop.providers.push({ code: "SBX-POST", name: "Post" }, { code: "SBX-EXP", name: "Express" })
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1", carrierName: "POST", lines: lines({ A: 1 }) })
      yield* report(World.north, "S-1", { trackingNumber: "T-2", carrierName: "Bike" })
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "shop"])
      assert.include(because, "the carrier \"Bike\" has no row in the channel table of this link, and the shop has no such provider; add a row with one of SBX-POST, SBX-EXP")
      yield* (yield* Mapping).set(FakeShop.scope, "channel", [{ ours: "Bike", theirs: "SBX-EXP", source: "person" }])
      yield* World.release("S-1")
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], told(shop)], ["done", ["S-1 T-1 SBX-POST 1 L-1", "S-1 T-2 SBX-EXP 1 L-1"]])
    }))

  withShop("of a shop that refuses to tell its carriers is held, and told once the shop tells them or the mapping has a row", { North: { A: 5 } }, (shop) =>
    Effect.gen(function*() {
      shop.manners.hidesCarriers = new AdapterError.Rejected({ fault: { code: "NO_SCOPE", message: "the app may not read logistics" } })
      for (const number of ["S-1", "S-2"]) {
        yield* World.buy(shop, number, World.order({ A: 1 }))
        yield* report(World.north, number, { trackingNumber: `T-${number}` })
        const [state, cause, because] = yield* World.stateOf(number)
        assert.deepStrictEqual([state, cause], ["held", "carriers"])
        assert.match(because!, /the app may not read logistics.*the carrier "Post" has no row in the channel table/)
      }
      yield* World.release("S-1")
      assert.deepStrictEqual([(yield* World.stateOf("S-1")).slice(0, 2), told(shop)], [["held", "carriers"], []])
      yield* (yield* Mapping).set(FakeShop.scope, "channel", [{ ours: "Post", theirs: "SBX-POST", source: "person" }])
      yield* World.release("S-1")
      assert.deepStrictEqual([yield* World.stateOf("S-1"), told(shop)], [["done", undefined, undefined], ["S-1 T-S-1 SBX-POST"]])
      yield* World.later(20_000)
      assert.deepStrictEqual([yield* World.stateOf("S-2"), told(shop)], [["done", undefined, undefined], ["S-1 T-S-1 SBX-POST", "S-2 T-S-2 SBX-POST"]])
    }))

  withShop("of a shop that cannot be asked for its carriers is postponed, held after some attempts, and told once the shop answers", { North: { A: 5 } }, (shop) =>
    Effect.gen(function*() {
      shop.manners.hidesCarriers = new AdapterError.PeerUnavailable({ status: 503 })
      yield* World.buy(shop, "S-1", World.order({ A: 1 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      assert.deepStrictEqual((yield* World.stateOf("S-1")).slice(0, 2), ["placed", undefined])
      for (let times = 0; times < 5; times++) yield* World.later(60_000)
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "carriers"])
      assert.include(because, "the shop could not be asked for its carriers")
      shop.manners.hidesCarriers = undefined
      for (let times = 0; times < 6; times++) yield* World.later(60_000)
      assert.deepStrictEqual([yield* World.stateOf("S-1"), told(shop)], [["done", undefined, undefined], ["S-1 T-1 Post"]])
    }))

  withShop("does not keep the desk from taking back the rest when the buyer cancels, although the shop hides its carriers", { North: { A: 2 }, South: { A: 2 } }, (shop) =>
    Effect.gen(function*() {
      shop.manners.hidesCarriers = new AdapterError.Rejected({ fault: { code: "NO_SCOPE", message: "the app may not read logistics" } })
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      assert.deepStrictEqual((yield* World.stateOf("S-1")).slice(0, 2), ["held", "carriers"])
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North shipped", "S-1-2 South void"])
      assert.deepStrictEqual((yield* World.stateOf("S-1")).slice(0, 2), ["held", "carriers"])
    }))

  withShop("of an order that a shop without carriers has closed is left to a person, who may accept it", { North: { A: 5 } }, (shop) =>
    Effect.gen(function*() {
      shop.manners.hidesCarriers = new AdapterError.Rejected({ fault: { code: "NO_SCOPE", message: "the app may not read logistics" } })
      yield* World.buy(shop, "S-1", World.order({ A: 1 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 1 }, { phase: "cancelled", status: "CANCELLED" }))
      assert.include((yield* World.stateOf("S-1"))[2], "the shop had cancelled the order (CANCELLED) before the parcel left")
      yield* World.release("S-1")
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], told(shop)], ["done", []])
    }))

  withShop("that a person marks as shipped at a shop that hides its carriers is told", { North: { A: 5 } }, (shop) =>
    Effect.gen(function*() {
      shop.manners.hidesCarriers = new AdapterError.Rejected({ fault: { code: "NO_SCOPE", message: "the app may not read logistics" } })
      yield* World.buy(shop, "S-1", World.order({ A: 1 }))
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 1 }, { trackingNumber: "T-1", isShippedOnline: true }))
      assert.deepStrictEqual([yield* World.stateOf("S-1"), told(shop)], [["done", undefined, undefined], []])
    }))

  withShop("is told after the one before has ended, whose answer was lost", { North: { A: 5 } }, (shop) =>
    Effect.gen(function*() {
      shop.noticeFailures.push(new AdapterError.TransportFailed({ phase: "receive", cause: "lost" }))
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.reported(World.north, "S-1", { trackingNumber: "T-1", lines: lines({ A: 1 }) })
      yield* World.reported(World.north, "S-1", { trackingNumber: "T-2", lines: lines({ A: 1 }) })
      yield* World.round
      yield* World.settled
      assert.deepStrictEqual(told(shop), ["S-1 T-1 Post 1 L-1"])
      yield* World.later(60_000)
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], told(shop)], ["done", ["S-1 T-1 Post 1 L-1", "S-1 T-1 Post 1 L-1", "S-1 T-2 Post 1 L-1"]])
    }))

  withShop("whose notice does not end is shown after some minutes, until it ends", { North: { A: 5 } }, (shop) =>
    Effect.gen(function*() {
      shop.noticeFailures.push(new AdapterError.TransportFailed({ phase: "receive", cause: "lost" }))
      yield* World.buy(shop, "S-1", World.order({ A: 1 }))
      shop.unreadable.add("S-1")
      yield* report(World.north, "S-1", { trackingNumber: "T-1" })
      assert.deepStrictEqual(yield* World.stateOf("S-1"), ["placed", undefined, undefined])
      for (let times = 0; times < 6; times++) yield* World.later(60_000)
      assert.deepStrictEqual(yield* World.stateOf("S-1"), ["held", "noticePending", "the notice of parcel T-1 to the shop has not ended; `crossdock intents ls` shows why"])
      assert.match(remedyOf("noticePending", "S-1"), /crossdock intents decide/)
      assert.notInclude(remedyOf("noticePending", "S-1"), "release")
      shop.unreadable.delete("S-1")
      for (let times = 0; times < 20; times++) yield* World.later(60_000)
      assert.deepStrictEqual([yield* World.stateOf("S-1"), told(shop)], [["done", undefined, undefined], ["S-1 T-1 Post", "S-1 T-1 Post"]])
    }))

  withShop("that is never made, because the warehouse cannot ship the order, holds the order and releases its pieces", { North: { A: 5 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 1 }))
      yield* report(World.north, "S-1", { phase: "failed", status: "FAILED", failedReason: "the goods are damaged" })
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause, because], ["held", "refused", "order S-1: the goods are damaged"])
      assert.deepStrictEqual(yield* World.stock, { "North A": [5, 5, 0] })
    }))
})

/**
 * What shops are told of the stock of the books, and where warehouses differ from the books.
 */
import { AdapterError, PlatformV1, Sku, StockLevel } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import * as Loops from "../../../src/BackgroundLoops.ts"
import { Connections } from "../../../src/connection/Connections.ts"
import { Dispatch as PlatformDispatch } from "../../../src/contracts/platform/Dispatch.ts"
import { Mapping } from "../../../src/mapping/NameMapping.ts"
import { IncomingEvents } from "../../../src/records/IncomingEvents.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import { article, compare, drift, gauge, minute, publish, query, since, told, updateText, worldOf } from "../../support/StockWorld.ts"
import { during, inWorldOn, pass, until, type World } from "../../support/World.ts"

const { figure } = StockLevel

onBothDatabases("the stock of the books", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const test = (title: string, world: ReturnType<typeof worldOf>, run: (world: ReturnType<typeof worldOf>, w: World) => Effect.Effect<unknown, unknown, any>) =>
    inWorld(title, world.options, (w) => run(world, w))

  test("is told to a shop by its own names of the articles, without what is kept back, and then only what changes", worldOf(), ({ has, shop }) =>
    Effect.gen(function*() {
      shop.products.push(article("P-1", "a-1"), article("P-2", "MUG-1", { variantId: "V-2", extraVariantId: "X-2" }), article("P-3", "unknown"))
      yield* Effect.flatMap(Mapping, (mapping) => mapping.set(FakeShop.scope, "sku", [{ ours: "CUP", theirs: "P-1", source: "person" }]))
      has("North", "CUP", 5)
      has("South", "CUP", 3)
      has("North", "MUG-1", 9)
      has("West", "unknown", 9)
      yield* publish
      assert.deepStrictEqual(shop.stockUpdates.map((items) => items.map(updateText)), [["P-1 - - 6: L-1=4 L-2=2", "P-2 V-2 X-2 6: L-1=6"]])
      yield* publish
      assert.lengthOf(shop.stockUpdates, 1)
      has("North", "MUG-1", 3)
      has("South", "CUP", -4)
      yield* publish
      assert.deepStrictEqual(shop.stockSent.slice(1), [["P-1 4", "P-2 0"]])
    }))

  test("is told in calls of as many articles as the shop takes, and again if a call failed", worldOf({ stockUpdatesPerCall: 2 }), ({ has, shop }) =>
    Effect.gen(function*() {
      for (const count of [1, 2, 3, 4, 5]) {
        shop.products.push(article(`P-${count}`, `S-${count}`))
        has("North", `S-${count}`, count + 1)
      }
      shop.manners.page = 2
      shop.stockFailures.push(new AdapterError.PeerUnavailable({ status: 503 }))
      yield* Effect.flip(publish)
      const [failure] = yield* query("select job, scope, message from stock_failure")
      assert.deepStrictEqual([failure?.["job"], failure?.["scope"]], ["publish", FakeShop.scope])
      assert.include(failure?.["message"], "updateStock: ")
      yield* TestClock.adjust(minute)
      yield* publish
      // Those whose call failed are sent last, and each alone.
      assert.deepStrictEqual(shop.stockSent, [["P-1 1", "P-2 2"], ["P-3 3", "P-4 4"], ["P-5 5"], ["P-1 1"], ["P-2 2"]])
      assert.deepStrictEqual(yield* query("select * from stock_failure"), [])
      yield* publish
      assert.lengthOf(shop.stockSent, 5)
    }))

  test("keeps why a shop refused an article, and sends it again when it changes or after a while", worldOf({ stockUpdatesPerCall: 50 }), ({ has, shop }) =>
    Effect.gen(function*() {
      shop.products.push(article("P-1", "A", { stock: figure(2) }), article("P-2", "B"), article("P-3", "C", { stock: figure(2) }))
      for (const sku of ["A", "B", "C"]) has("North", sku, 3)
      shop.unreadable.add("P-2")
      yield* publish
      const figures = JSON.stringify([["L-1", "2"]])
      assert.deepStrictEqual(yield* told, [
        ["P-1", figures, null, null, 0],
        ["P-2", null, figures, "unknown article", 1],
        ["P-3", figures, null, null, 0]
      ])
      assert.deepStrictEqual(yield* gauge("crossdock_stock_refused_records"), [`crossdock_stock_refused_records{scope="${FakeShop.scope}"} 1`])
      yield* TestClock.adjust(minute)
      yield* publish
      assert.lengthOf(shop.stockSent, 1)
      has("North", "B", 4)
      yield* publish
      assert.deepStrictEqual(shop.stockSent.slice(1), [["P-2 3"]])
      shop.unreadable.clear()
      yield* TestClock.adjust(59 * minute)
      yield* publish
      assert.lengthOf(shop.stockSent, 2)
      yield* TestClock.adjust(minute)
      yield* publish
      assert.deepStrictEqual(shop.stockSent.slice(2), [["P-2 3"]])
      assert.deepStrictEqual((yield* told)[1], ["P-2", JSON.stringify([["L-1", "3"]]), null, null, 0])
      assert.deepStrictEqual(yield* gauge("crossdock_stock_refused_records"), [])
      // An article that the shop does not have any more is forgotten.
      shop.products.splice(1, 1)
      for (const _ of ["missed", "gone"]) {
        yield* TestClock.adjust(60 * minute)
        yield* publish
      }
      assert.deepStrictEqual((yield* told).map(([id]) => id), ["P-1", "P-3"])
    }))

  test("is sent alone for each article of a call that the shop refuses, so that one wrong article keeps none back", worldOf({ stockUpdatesPerCall: 50 }), ({ has, shop }) =>
    Effect.gen(function*() {
      shop.products.push(article("P-1", "A"), article("P-2", "B"))
      for (const sku of ["A", "B"]) has("North", sku, 3)
      const wrong = new AdapterError.Rejected({ fault: { code: "BAD_ITEM", message: "not for sale" } })
      shop.stockFailures.push(wrong, wrong)
      yield* publish
      assert.deepStrictEqual(shop.stockSent, [["P-1 2", "P-2 2"], ["P-1 2"], ["P-2 2"]])
      const [first, second] = yield* told
      assert.deepStrictEqual([first![4], second![1]], [1, JSON.stringify([["L-1", "2"]])])
      assert.include(first![3], "not for sale")
    }))

  test("is not told of articles without a row where the link requires one, and lists their names", worldOf({}, {}, "required"), ({ has, shop }) =>
    Effect.gen(function*() {
      shop.products.push(article("P-1", "A"))
      has("North", "A", 3)
      yield* publish
      assert.deepStrictEqual(shop.stockSent, [])
      const listed = yield* Effect.flatMap(Mapping, (mapping) => mapping.unmatched(FakeShop.scope))
      assert.deepStrictEqual(listed.map(({ kind, name, side }) => [kind, name, side]), [["sku", "A", "warehouse"]])
      yield* Effect.flatMap(Mapping, (mapping) => mapping.set(FakeShop.scope, "sku", [{ ours: "A", theirs: "P-1", source: "person" }]))
      yield* publish
      assert.deepStrictEqual(shop.stockSent, [["P-1 2"]])
    }))

  test("is not told while the shop is locked, its connection or the books are paused, or a backup is restored", worldOf(), ({ has, shop }) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      shop.products.push(article("P-1", "A"))
      has("North", "A", 3)
      for (const id of ["shop", "own"]) {
        yield* connections.pause(id, "by a test")
        yield* publish
        yield* connections.resume(id)
      }
      const dispatch = yield* PlatformDispatch
      const announce = (isLocked: boolean) =>
        during(dispatch.call(connections.linkOf(FakeShop.scope)!, PlatformV1.ReportShopAccess, { isLocked, callbackUrl: new URL("https://erp.example/orders") }, { content: "" }))
      yield* announce(true)
      yield* publish
      assert.deepStrictEqual(shop.stockSent, [])
      yield* announce(false)
      yield* publish
      assert.deepStrictEqual(shop.stockSent, [["P-1 2"]])
    }))

  {
    const world = worldOf({}, { restored: true })
    test("of a restored backup is not told", world, ({ has, shop }) =>
      Effect.gen(function*() {
        shop.products.push(article("P-1", "A"))
        has("North", "A", 3)
        yield* publish
        assert.deepStrictEqual(shop.stockSent, [])
      }))
  }

  test("is compared with each warehouse, and a difference keeps its time until it is gone", worldOf(), ({ has }, { warehouse }) =>
    Effect.gen(function*() {
      has("North", "A", 4, 5)
      has("North", "B", 3)
      has("South", "A", 9)
      const level = (sku: string, total: number) => ({ sku: Sku.Sku.make(sku), sellable: figure(total), total: figure(total) })
      warehouse.stock([level("A", 7), level("B", 3), level("C", 1)])
      yield* compare
      assert.deepStrictEqual(yield* drift, [["A", "5", "7"], ["C", "0", "1"]])
      assert.deepStrictEqual(yield* gauge("crossdock_stock_drift_records"), ["crossdock_stock_drift_records{scope=\"warehouse:acc-1\",warehouse=\"North\"} 2"])
      const first = yield* since
      yield* TestClock.adjust(minute)
      warehouse.stock([level("A", 6), level("B", 3)])
      yield* compare
      assert.deepStrictEqual([yield* drift, yield* since], [[["A", "5", "6"]], first])
      // What could not be read proves nothing.
      yield* TestClock.adjust(minute)
      warehouse.stock([])
      warehouse.plan("listStock", "refuse")
      yield* Effect.flip(compare)
      assert.deepStrictEqual([yield* drift, yield* since], [[["A", "5", "6"]], first])
      const [failure] = yield* query("select job, scope, message from stock_failure")
      assert.deepStrictEqual([failure?.["job"], failure?.["scope"]], ["compare", "warehouse:acc-1"])
      assert.include(failure?.["message"], "the address is not known")
      yield* TestClock.adjust(minute)
      warehouse.stock([level("A", 5), level("B", 3)])
      yield* compare
      assert.deepStrictEqual([yield* drift, yield* query("select * from stock_failure")], [[], []])
    }))

  for (const [title, limits, days] of [["all articles", {}, undefined], ["the articles that changed in three years, if the shop limits the window,", { updateWindow: "1 day" }, 1095]] as const) {
    test(`asks a shop for ${title} once in a while`, worldOf(limits), ({ shop }) =>
      Effect.gen(function*() {
        yield* publish
        yield* TestClock.adjust(minute)
        yield* publish
        assert.lengthOf(shop.productsAsked, 1)
        const [from, to] = shop.productsAsked[0]!
        assert.deepStrictEqual([from, to < minute], [days === undefined ? 0 : to - days * 24 * 60 * minute, true])
        yield* TestClock.adjust(60 * minute)
        yield* publish
        assert.lengthOf(shop.productsAsked, 2)
      }))
  }

  test("is compared again soon if a warehouse has fewer pieces, because a shipment may be under way", worldOf(), ({ has }, { warehouse }) =>
    Effect.gen(function*() {
      has("North", "A", 3)
      const shown = { sku: Sku.Sku.make("A"), sellable: figure(2), total: figure(2) }
      warehouse.stock([shown])
      const loops = yield* Effect.forkChild(Loops.run(undefined))
      yield* until(Effect.map(drift, (rows) => rows.length === 1))
      has("North", "A", 2)
      yield* pass(2 * minute, 1000)
      assert.deepStrictEqual(yield* drift, [["A", "3", "2"]])
      yield* pass(2 * minute, 1000)
      assert.deepStrictEqual(yield* drift, [])
      yield* Fiber.interrupt(loops)
    }))

  test("is compared within a minute after the warehouse says that it changed, once for many such events (contract.md, stock events)", worldOf(), ({ has }, { warehouse }) =>
    Effect.gen(function*() {
      has("North", "A", 3)
      const shown = { sku: Sku.Sku.make("A"), sellable: figure(3), total: figure(3) }
      warehouse.stock([shown])
      const reads = () => warehouse.calls.filter((call) => call === "listStock").length
      const loops = yield* Effect.forkChild(Loops.run(undefined))
      yield* until(Effect.sync(() => reads() > 0))
      const before = reads()
      yield* pass(10 * minute, 1000)
      assert.strictEqual(reads(), before)
      warehouse.stock([{ ...shown, sellable: figure(7), total: figure(7) }])
      const { peer } = (yield* Connections).links.find(({ scope }) => scope.startsWith("warehouse:"))!
      const { take } = yield* IncomingEvents
      for (let event = 0; event < 5; event++) yield* take(peer, { _tag: "StockChanged", skus: [shown.sku] }, "{}")
      yield* pass(minute + 5000, 1000)
      assert.deepStrictEqual([yield* drift, reads()], [[["A", "3", "7"]], before + 1])
      yield* Fiber.interrupt(loops)
    }))

  test("is told and compared by jobs, again after their intervals", worldOf(), ({ has, shop }, { warehouse }) =>
    Effect.gen(function*() {
      shop.products.push(article("P-1", "A"))
      has("North", "A", 3)
      warehouse.stock([{ sku: Sku.Sku.make("A"), sellable: figure(9), total: figure(9) }])
      const loops = yield* Effect.forkChild(Loops.run(undefined))
      yield* until(Effect.sync(() => shop.stockSent.length === 1))
      yield* until(Effect.map(drift, (rows) => rows.length === 1))
      has("North", "A", 6)
      yield* until(Effect.sync(() => shop.stockSent.length === 2))
      assert.deepStrictEqual(shop.stockSent, [["P-1 2"], ["P-1 5"]])
      yield* Fiber.interrupt(loops)
    }))
})

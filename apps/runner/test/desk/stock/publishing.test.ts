/**
 * What shops are told when articles leave, when shops show something else, and when calls take long or come late.
 */
import { AdapterError, Quantity, Sku, StockLevel } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Connections } from "../../../src/connection/Connections.ts"
import * as StockRows from "../../../src/desk/stock/StockRows.ts"
import { Mapping } from "../../../src/mapping/NameMapping.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import { article, compare, minute, publish, query, told, updateText, worldOf } from "../../support/StockWorld.ts"
import { inWorldOn, type World } from "../../support/World.ts"

const { figure } = StockLevel
const hour = 60 * minute

onBothDatabases("the stock of a shop", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const test = (title: string, world: ReturnType<typeof worldOf>, run: (world: ReturnType<typeof worldOf>, w: World) => Effect.Effect<unknown, unknown, any>) =>
    inWorld(title, world.options, (w) => run(world, w))

  test("is set to 0 when the books know an article no more, and the article is forgotten then", worldOf({ stockUpdatesPerCall: 50 }), ({ books, has, shop }) =>
    Effect.gen(function*() {
      shop.products.push(article("P-1", "A"), article("P-2", "B"))
      for (const sku of ["A", "B"]) has("North", sku, 3)
      has("South", "A", 4)
      yield* publish
      books.balances.splice(0, books.balances.length, books.balances.find(({ sku }) => sku === "B")!)
      shop.stockFailures.push(new AdapterError.PeerUnavailable({ status: 503 }))
      yield* Effect.flip(publish)
      yield* publish
      assert.deepStrictEqual(shop.stockUpdates.slice(1).map((items) => items.map(updateText)), [["P-1 - - 0: L-1=0 L-2=0"], ["P-1 - - 0: L-1=0 L-2=0"]])
      yield* publish
      assert.deepStrictEqual((yield* told).map(([id]) => id), ["P-2"])
      has("North", "A", 2)
      yield* publish
      assert.deepStrictEqual(shop.stockSent.slice(3), [["P-1 1"]])
    }))

  const quantity = Quantity.of
  test("of a bundle is what its parts are enough for at each location, and of parts that nobody knows it is nothing (0040)", worldOf({ stockUpdatesPerCall: 50 }), ({ books, has, shop }) =>
    Effect.gen(function*() {
      const set = [{ productId: "P-1", quantity: quantity(2) }, { productId: "P-2", variantId: "V-2", quantity: quantity(1) }]
      shop.products.push(
        article("P-1", "A"),
        article("P-2", "B", { variantId: "V-2" }),
        article("P-3", "SET", { components: set }),
        article("P-4", "BOX", { components: [{ productId: "P-3", quantity: quantity(2) }, { productId: "P-1", quantity: quantity(1) }] }),
        article("P-5", "ODD", { components: [{ productId: "P-9", quantity: quantity(1) }] }),
        article("P-6", "LOOP", { components: [{ productId: "P-6", quantity: quantity(1) }] })
      )
      has("North", "A", 12)
      has("North", "B", 4)
      has("South", "A", 9)
      yield* publish
      assert.deepStrictEqual(shop.stockUpdates.flat().map(updateText), ["P-1 - - 19: L-1=11 L-2=8", "P-2 V-2 - 3: L-1=3", "P-3 - - 3: L-1=3 L-2=0", "P-4 - - 1: L-1=1 L-2=0"])
      has("North", "B", 2)
      yield* publish
      assert.deepStrictEqual(shop.stockUpdates.slice(1).flat().map(updateText), ["P-2 V-2 - 1: L-1=1", "P-3 - - 1: L-1=1 L-2=0", "P-4 - - 0: L-1=0 L-2=0"])
      books.balances.splice(0, books.balances.length, books.balances.find(({ sku }) => sku === "B")!)
      yield* publish
      assert.deepStrictEqual(shop.stockUpdates.slice(2).flat().map(updateText), ["P-1 - - 0: L-1=0 L-2=0", "P-3 - - 0: L-1=0"])
    }))

  test("is not sent of an article whose stock the shop does not count, until it does (0040)", worldOf({ stockUpdatesPerCall: 50 }), ({ has, shop }) =>
    Effect.gen(function*() {
      shop.products.push(article("P-1", "A", { tracksStock: false }), article("P-2", "B", { tracksStock: true }), article("P-3", "OTHER", { tracksStock: false }))
      for (const sku of ["A", "B"]) has("North", sku, 3)
      yield* publish
      assert.deepStrictEqual(shop.stockSent, [["P-2 2"]])
      assert.deepStrictEqual(yield* told, [
        ["P-1", null, "[]", StockRows.untracked, 1],
        ["P-2", "[[\"L-1\",\"2\"]]", null, null, 0]
      ])
      shop.products.splice(0, 1, article("P-1", "A"))
      yield* TestClock.adjust(hour)
      yield* publish
      assert.deepStrictEqual(shop.stockSent.slice(1), [["P-1 2", "P-2 2"]])
    }))

  test("is set to 0 when two readings of the shop lack an article, whether or not the shop takes it", worldOf({ stockUpdatesPerCall: 50 }), ({ has, shop }) =>
    Effect.gen(function*() {
      shop.products.push(article("P-1", "A", { stock: figure(2) }), article("P-2", "B", { variantId: "V-2", stock: figure(2) }))
      for (const sku of ["A", "B"]) has("North", sku, 3)
      yield* publish
      const [one] = shop.products.splice(0, 2)
      yield* TestClock.adjust(hour)
      yield* publish
      assert.lengthOf(shop.stockSent, 1)
      has("North", "A", 5)
      yield* publish
      assert.deepStrictEqual(shop.stockSent.slice(1), [["P-1 4"]])
      // P-1 was on a page that shifted.
      shop.products.push({ ...one!, stock: figure(4) })
      yield* TestClock.adjust(hour)
      yield* publish
      assert.deepStrictEqual(shop.stockUpdates.slice(2).map((items) => items.map(updateText)), [["P-2 V-2 - 0: L-1=0"]])
      shop.products.splice(0, 1)
      shop.unreadable.add("P-1")
      yield* TestClock.adjust(hour)
      yield* publish
      yield* TestClock.adjust(hour)
      yield* publish
      assert.deepStrictEqual(shop.stockUpdates.slice(3).map((items) => items.map(updateText)), [["P-1 - - 0: L-1=0"]])
      assert.deepStrictEqual(yield* told, [])
    }))

  test("is set to 0 when an article loses its row in the mapping", worldOf({}, {}, "required"), ({ has, shop }) =>
    Effect.gen(function*() {
      const mapping = yield* Mapping
      shop.products.push(article("P-1", "A"))
      has("North", "A", 3)
      yield* mapping.set(FakeShop.scope, "sku", [{ ours: "A", theirs: "P-1", source: "person" }])
      yield* publish
      yield* mapping.remove(FakeShop.scope, "sku", "A")
      yield* publish
      assert.deepStrictEqual(shop.stockSent, [["P-1 2"], ["P-1 0"]])
    }))

  test("is set again once the shop shows something else, and after a while if the shop shows nothing", worldOf({ stockUpdatesPerCall: 50 }), ({ has, shop }) =>
    Effect.gen(function*() {
      const shows = (locationId: string, count: number) => ({ stockByLocation: [{ locationId, available: figure(count) }] })
      for (const sku of ["A", "B", "C"]) has("North", sku, 3)
      shop.products.push(article("P-1", "A"), article("P-2", "B", shows("L-1", 2)), article("P-3", "C", shows("L-1", 2)))
      yield* publish
      yield* TestClock.adjust(hour)
      yield* publish
      assert.deepStrictEqual(shop.stockSent.slice(1), [["P-1 2"]])
      // A buyer has ordered one of B, and somebody has set C.
      shop.products.splice(1, 2, article("P-2", "B", shows("L-1", 1)), article("P-3", "C", shows("L-1", 7)))
      yield* TestClock.adjust(hour)
      yield* publish
      assert.deepStrictEqual(shop.stockSent.slice(2), [["P-1 2", "P-3 2"]])
      shop.products.splice(2, 1, article("P-3", "C", shows("L-1", 2)))
      yield* TestClock.adjust(hour)
      yield* publish
      assert.deepStrictEqual(shop.stockSent.slice(3), [["P-1 2", "P-2 2"]])
    }))

  test("is read again before a call if the calls before took long", worldOf({ stockUpdatesPerCall: 1 }), ({ has, shop }) =>
    Effect.gen(function*() {
      for (const count of [1, 2, 3]) {
        shop.products.push(article(`P-${count}`, `S-${count}`))
        has("North", `S-${count}`, 5)
      }
      let calls = 0
      shop.manners.settingStock = Effect.suspend(() => {
        calls++
        if (calls === 1) has("North", "S-2", 2)
        if (calls === 2) has("North", "S-3", 3)
        return Effect.sleep(calls === 1 ? 11_000 : 1000)
      })
      yield* publish
      assert.deepStrictEqual(shop.stockSent, [["P-1 4"], ["P-2 1"], ["P-3 4"]])
    }))

  test("is told again if figures that were read earlier arrive later", worldOf(), ({ has, shop }) =>
    Effect.gen(function*() {
      shop.products.push(article("P-1", "A"))
      has("North", "A", 3)
      yield* TestClock.adjust(minute)
      yield* publish
      const rows = StockRows.make(yield* Database)
      const late = { productId: "P-1", variantId: "", sku: "A", figures: JSON.stringify([["L-1", "9"]]), readAt: 1000 }
      yield* rows.told(FakeShop.scope, [late], true)
      yield* publish
      yield* publish
      assert.deepStrictEqual(shop.stockSent, [["P-1 2"], ["P-1 2"]])
      yield* rows.told(FakeShop.scope, [{ ...late, readAt: 10 * hour }], true)
      assert.deepStrictEqual((yield* told)[0]?.slice(0, 2), ["P-1", late.figures])
    }))

  test("is not more than the warehouse has, and never below 0", worldOf({ stockUpdatesPerCall: 50 }), ({ has, shop }, { warehouse }) =>
    Effect.gen(function*() {
      for (const [sku, available, total] of [["A", 10, 12], ["B", 3, 9], ["C", 5, 5]] as const) {
        shop.products.push(article(`P-${sku}`, sku))
        has("North", sku, available, total)
      }
      has("South", "A", 4)
      const level = (sku: string, total: number) => ({ sku: Sku.Sku.make(sku), sellable: figure(total), total: figure(total) })
      warehouse.stock([level("A", 5), level("B", 2), level("C", 9)])
      yield* publish
      assert.deepStrictEqual(shop.stockSent, [["P-A 12", "P-B 2", "P-C 4"]])
      yield* compare
      yield* publish
      assert.deepStrictEqual(shop.stockUpdates[1]!.map(updateText), ["P-A - - 5: L-1=2 L-2=3", "P-B - - 0: L-1=0"])
      yield* TestClock.adjust(minute)
      warehouse.stock([level("A", 12), level("B", 9), level("C", 5)])
      yield* compare
      yield* publish
      assert.deepStrictEqual(shop.stockSent[2], ["P-A 12", "P-B 2"])
    }))

  test("that a shop without a valid token does not take is shown as not taken, until a person has renewed it", worldOf({ stockUpdatesPerCall: 50 }), ({ has, shop }) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      shop.products.push(article("P-1", "A"))
      has("North", "A", 3)
      yield* publish
      has("North", "A", 1)
      shop.stockFailures.push(new AdapterError.CredentialRejected({ fault: { code: "401", message: "the token has expired" } }))
      yield* Effect.flip(publish)
      const [[, confirmed, tried, because, isRefused] = []] = yield* told
      assert.deepStrictEqual([confirmed, tried, isRefused], [JSON.stringify([["L-1", "2"]]), JSON.stringify([["L-1", "0"]]), 0])
      assert.include(because, "the token has expired")
      yield* connections.pause("shop", "the credentials were refused")
      yield* TestClock.adjust(10 * minute)
      yield* publish
      const [failure] = yield* query("select job, scope, message, since from stock_failure")
      assert.deepStrictEqual([failure?.["job"], failure?.["scope"], failure?.["message"]], ["publish", FakeShop.scope, "the connection shop is paused"])
      assert.isBelow(Number(failure?.["since"]), 10 * minute)
      yield* connections.resume("shop")
      yield* publish
      assert.deepStrictEqual([shop.stockSent.slice(2), yield* query("select * from stock_failure")], [[["P-1 0"]], []])
    }))
})

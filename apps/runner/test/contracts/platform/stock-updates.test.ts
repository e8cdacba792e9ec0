/**
 * What an ERP sets as the stock of a shop.
 */
import { Decimal, PlatformV1 } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import { Connections } from "../../../src/connection/Connections.ts"
import { Dispatch } from "../../../src/contracts/platform/Dispatch.ts"
import * as StockUpdates from "../../../src/contracts/platform/StockUpdates.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import { during, inWorldOn, until } from "../../support/World.ts"

type Item = typeof PlatformV1.UpdateStock.payload.Type["items"][number]

const figure = (count: number) => Decimal.fromText(String(count))!
const item = (productId: string, count: number, locationId?: string): Item => ({
  productId,
  stock: figure(count),
  ...(locationId !== undefined && { stockByLocation: [{ locationId, available: figure(count) }] })
})

onBothDatabases("the stock of a shop", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, test: (shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>) => {
    const shop = FakeShop.shop()
    inWorld(title, FakeShop.options(shop, { isIdle: true }), () => test(shop))
  }
  const updating = Effect.gen(function*() {
    const link = (yield* Connections).linkOf(FakeShop.scope)!
    const updates = yield* StockUpdates.make
    return (...items: readonly [Item, ...ReadonlyArray<Item>]) => updates.update(link, { items })
  })

  withShop("is set in calls of as many articles as the platform takes, with those that it did not take in the answer", (shop) =>
    Effect.gen(function*() {
      shop.unreadable.add("P-2")
      shop.unreadable.add("P-3")
      const link = (yield* Connections).linkOf(FakeShop.scope)!
      const dispatch = yield* Dispatch
      const { failures } = yield* during(dispatch.call(link, PlatformV1.UpdateStock, { items: [item("P-1", 1), item("P-2", 2), item("P-3", 3), item("P-1", 9)] }, { content: "" }))
      assert.deepStrictEqual(failures, [{ productId: "P-2", reason: "unknown article" }, { productId: "P-3", reason: "unknown article" }])
      assert.deepStrictEqual(shop.stockSent, [["P-1 9", "P-2 2"], ["P-3 3"]])
      yield* Effect.flatMap(Connections, (connections) => connections.storeDrift)
      const found = yield* Effect.flatMap(Database, (db) => db.query("select scope, message from drift"))
      assert.deepStrictEqual(found.map((row) => [row["scope"], row["message"]]), [
        [FakeShop.scope, "the platform did not take the stock of an article; the answer to the caller names it and says why"]
      ])
    }))

  withShop("is the newest of several updates that wait, and an article that only the older one names is still set", (shop) =>
    Effect.gen(function*() {
      const update = yield* updating
      const latch = yield* Latch.make(false)
      shop.manners.settingStock = latch.await
      const first = yield* Effect.forkChild(update(item("P-1", 1)))
      yield* until(Effect.sync(() => shop.stockSent.length === 1))
      const second = yield* Effect.forkChild(update(item("P-1", 2), item("P-2", 2)))
      yield* Effect.yieldNow
      const third = yield* Effect.forkChild(update(item("P-1", 3)))
      yield* Effect.yieldNow
      yield* latch.open
      for (const fiber of [first, second, third]) assert.deepStrictEqual(yield* during(Fiber.join(fiber)), { failures: [] })
      assert.deepStrictEqual(shop.stockSent, [["P-1 1"], ["P-2 2"], ["P-1 3"]])
    }))

  withShop("of one location is not replaced by that of another", () =>
    Effect.sync(() => {
      assert.notStrictEqual(StockUpdates.keyOf(item("P-1", 1, "L-1")), StockUpdates.keyOf(item("P-1", 1, "L-2")))
      assert.strictEqual(StockUpdates.keyOf(item("P-1", 1, "L-1")), StockUpdates.keyOf(item("P-1", 7, "L-1")))
    }))
})

/**
 * The desk goes on with other orders when one cannot be worked on, or when a warehouse is slow, and it rests while the runner works on a
 * restored backup.
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { contentPlace } from "../../src/contracts/platform/OrderKinds.ts"
import { Desk } from "../../src/desk/Desk.ts"
import { Restored } from "../../src/engine/RestoreMode.ts"
import * as Jobs from "../../src/jobs/Jobs.ts"
import { Database } from "../../src/store/Database.ts"
import { Vault } from "../../src/store/Vault.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn, until, type World as Runner } from "../support/World.ts"

onBothDatabases("the desk", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, test: (shop: FakeShop.Shop, w: Runner) => Effect.Effect<unknown, unknown, any>, more: Parameters<typeof World.options>[2] = {}) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, { North: { A: 50 } }, more), (w) => test(shop, w))
  }

  withShop("places other orders although one cannot be read, which is tried again later", (shop) =>
    Effect.gen(function*() {
      const db = yield* Database
      const vault = yield* Vault
      yield* shop.change("S-1", World.order({ A: 1 }))
      yield* shop.change("S-2", World.order({ A: 1 }))
      yield* World.sync
      const broken = vault.seal(contentPlace(FakeShop.scope, "S-1"), "{}")
      const good = (yield* db.one("select content_sealed from platform_order where entity in (select id from entity where number = 'S-1')"))?.content_sealed
      const store = (content: string) => db.query("update platform_order set content_sealed = $1 where entity in (select id from entity where number = 'S-1')", [content])
      yield* store(broken)
      yield* World.settle
      assert.deepStrictEqual([(yield* World.stateOf("S-2"))[0], yield* World.stateOf("S-1")], ["placed", ["due", undefined, "an internal error, which the log of the runner shows"]])
      yield* store(good)
      yield* World.later(20_000)
      assert.strictEqual((yield* World.stateOf("S-1"))[0], "placed")
    }))

  withShop("places other orders while many cancels take long", (shop, w) =>
    Effect.gen(function*() {
      const numbers = Array.from({ length: 10 }, (_, at) => `S-${at + 1}`)
      for (const number of numbers) yield* shop.change(number, World.order({ A: 1 }))
      yield* World.sync
      yield* World.settle
      yield* World.later(1000)
      for (const number of numbers) yield* shop.change(number, World.order({ A: 1 }, { phase: "cancelled", status: "CANCELLED" }))
      yield* World.sync
      w.warehouse.plan("cancelOutboundOrder", ...numbers.map(() => "hang-before" as const))
      const working = yield* Effect.forkChild(Jobs.run((yield* Desk).jobs))
      yield* until(Effect.sync(() => w.warehouse.calls.filter((call) => call === "cancelOutboundOrder").length === numbers.length))
      yield* shop.change("S-99", World.order({ A: 1 }))
      yield* World.sync
      yield* until(Effect.map(World.stateOf("S-99"), ([state]) => state === "placed"), 5000)
      yield* Fiber.interrupt(working)
    }))

  withShop("keeps what it has reserved although two rounds work on the same orders", (shop, w) =>
    Effect.gen(function*() {
      for (let at = 1; at <= 6; at++) yield* shop.change(`S-${at}`, World.order({ A: 10 }))
      yield* World.sync
      yield* Effect.all([World.round, World.round, World.round], { concurrency: 3 })
      yield* World.settle
      const reserved = yield* (yield* Database).query("select number from desk_part where is_reserved = 1 and state <> 'unsent'")
      assert.deepStrictEqual([w.warehouse.orders.length, reserved.length, yield* World.stock], [5, 5, { "North A": [50, 0, 50] }])
    }))

  withShop("places nothing from a restored backup until a person releases it", (shop, w) =>
    Effect.gen(function*() {
      yield* shop.change("S-1", World.order({ A: 1 }))
      yield* World.sync
      yield* World.round
      assert.deepStrictEqual([(yield* World.stateOf("S-1")).slice(0, 2), w.warehouse.orders.length], [["held", "restored"], 0])
      yield* (yield* Restored).end
      yield* World.later(20_000)
      assert.lengthOf(w.warehouse.orders, 0)
      yield* World.release("S-1")
      // The warehouse is asked twice whether it has the order before it is sent.
      yield* World.later(20_000)
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], w.warehouse.orders.length], ["placed", 1])
    }), { restored: true })
})

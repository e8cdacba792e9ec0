/**
 * What the doctor finds about orders that the desk holds.
 */
import { assert } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import * as DatabaseFacts from "../../src/doctor/DatabaseFacts.ts"
import * as DeskFindings from "../../src/doctor/DeskFindings.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as Desk from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn } from "../support/World.ts"

onBothDatabases("the doctor", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const shop = FakeShop.shop()

  inWorld("finds held orders by cause with the oldest of each, and takes those of more than a day for an error", Desk.options(shop, { North: { A: 1 } }), (w) =>
    Effect.gen(function*() {
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 3 }))
      yield* TestClock.adjust(1000)
      yield* Desk.buy(shop, "S-2", Desk.order({ A: 2 }))
      yield* Desk.buy(shop, "S-3", Desk.order({ A: 1 }, { receiver: { isMasked: true } }))
      yield* Desk.buy(shop, "S-4", Desk.order({ A: 1 }))
      const { dialect, query } = yield* Database
      const find = (composed: typeof w.composed | undefined, now: number) =>
        Effect.map(
          DatabaseFacts.read({ dialect, query }, { now, isQuick: true, key: undefined, composed, check: undefined }),
          (contents) => DeskFindings.findings({ ...contents, now })
        )
      const now = yield* Clock.currentTimeMillis
      const found = yield* find(w.composed, now)
      assert.deepStrictEqual(found.map(({ code, severity }) => [code, severity]), [["ORDERS_HELD", "warning"], ["ORDERS_HELD", "warning"]])
      assert.match(found[0]!.message, /^1 order is held for the cause "masked", the oldest \(S-3\)/)
      assert.match(found[1]!.message, /^2 orders are held for the cause "stock", the oldest \(S-1\)/)
      assert.match(found[1]!.next, /^`crossdock desk ls --cause stock` shows them/)
      assert.deepStrictEqual((yield* find(w.composed, now + DeskFindings.longHeld + 10_000)).map(({ severity }) => severity), ["error", "error"])
      assert.deepStrictEqual(yield* find(undefined, now), [])
    }))
})

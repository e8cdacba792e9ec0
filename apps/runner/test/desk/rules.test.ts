/**
 * The priority of rules and their cut-off time decide where orders are placed, and the explanation of an order tells it.
 */
import type { DeskRule } from "@crossdock/config"
import { assert } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { decisionOf } from "../../src/api/DeskDecisions.ts"
import * as ShippedPieces from "../../src/desk/ShippedPieces.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn, type World as Runner } from "../support/World.ts"

/** The rules with the highest priority are asked first, whatever their place in the list. */
const rules: ReadonlyArray<DeskRule> = [
  { name: "rest", place: { at: [World.south] } },
  { name: "today", priority: 5, when: { before: "15:00", timeZone: "Europe/Amsterdam" }, place: { at: [World.north] } },
  { name: "also today", priority: 5, when: { before: "15:00", timeZone: "Europe/Amsterdam" }, place: { at: [World.south] } },
  { name: "domestic", priority: 9, when: { countries: ["BE"] }, place: { at: [World.south] } }
]

const placedIn = (w: Runner) => w.warehouse.orders.map(({ order }) => [order.orderNumber, order.warehouseCode].join(" "))

/** What the explanation says of each rule. */
const explained = (number: string) =>
  Effect.gen(function*() {
    const db = yield* Database
    const decision = yield* decisionOf(db, yield* ShippedPieces.make, (yield* db.one("select id from entity where scope = $1 and kind = 'platform_order' and number = $2", [FakeShop.scope, number]))!.id)
    return decision!.explanation.map(({ because, outcome, rule }) => [rule, outcome, because[0]] as const)
  })

onBothDatabases("the rules of the order desk", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const shop = FakeShop.shop()

  inWorld("decide by priority and by the time of day in their zone, and the explanation has each of them", World.options(shop, { North: { A: 5 }, South: { A: 5 } }, { rules }), (w) =>
    Effect.gen(function*() {
      const buy = (number: string, at: string) => World.buy(shop, number, World.order({ A: 1 }, { createdAt: DateTime.makeUnsafe(at) }))
      // In July, Amsterdam is two hours ahead of UTC, in January one.
      yield* buy("S-1", "2026-07-01T12:59:59Z")
      yield* buy("S-2", "2026-07-01T13:00:00Z")
      yield* buy("S-3", "2026-01-01T13:59:59Z")
      assert.deepStrictEqual(placedIn(w), ["S-1 WH-1", "S-2 WH-2", "S-3 WH-1"])
      assert.deepStrictEqual(yield* explained("S-1"), [
        ["domestic", "rejected", "the order goes to NL, and the rule is for BE"],
        ["today", "chosen", "the order was placed at 14:59 in Europe/Amsterdam, which is before 15:00"],
        ["also today", "tied", "the order was placed at 14:59 in Europe/Amsterdam, which is before 15:00"],
        ["rest", "skipped", "\"today\" had decided"]
      ])
      assert.deepStrictEqual(yield* explained("S-2"), [
        ["domestic", "rejected", "the order goes to NL, and the rule is for BE"],
        ["today", "rejected", "the order was placed at 15:00 in Europe/Amsterdam, which is not before 15:00"],
        ["also today", "rejected", "the order was placed at 15:00 in Europe/Amsterdam, which is not before 15:00"],
        ["rest", "chosen", "the rule is for every order"]
      ])
    }))
})

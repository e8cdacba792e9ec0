/**
 * Which orders the desk works on next: those of shops that have due ones, and new orders before those that are only tried again.
 */
import { assert } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Desk } from "../../src/desk/Desk.ts"
import * as DueRows from "../../src/desk/DueRows.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn, pass } from "../support/World.ts"

/** Stores so many held orders of a shop, which are tried again at a time. */
const held = Effect.fnUntraced(function*(scope: string, count: number, dueAt: number) {
  const db = yield* Database
  yield* db.query(
    `insert into entity (scope, kind, number, connection, generation, number_sent, phase, is_open, checked_at, created_at, updated_at)
     with recursive i (n) as (select 1 union all select n + 1 from i where n < cast($2 as integer))
     select $1, 'platform_order', $1 || '-' || n, 'shop', 1, $1 || '-' || n, 'paid', 1, 0, 0, 0 from i`,
    [scope, count]
  )
  yield* db.query(
    `insert into desk_order (entity, scope, state, cause, due_at, is_repeat, since, created_at, updated_at)
     select id, scope, 'held', 'stock', $2, 1, 0, 0, 0 from entity where scope = $1`,
    [scope, dueAt]
  )
})

/** The links with a job of the desk. */
const shopsWithJob = Effect.flatMap(Desk, ({ jobs }) => Effect.map(jobs, (all) => all.filter(({ name }) => name === "desk").map(({ connection }) => connection)))

/** The nodes of a plan of PostgreSQL, with the index that each reads. */
const nodesOf = (plan: any): ReadonlyArray<string> => [`${plan["Node Type"]} ${plan["Index Name"] ?? plan["Relation Name"] ?? ""}`.trim(), ...(plan.Plans ?? []).flatMap(nodesOf)]

onBothDatabases("the orders that are due", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, test: (shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, { North: { A: 50 } }), () => test(shop))
  }

  withShop("a shop has a job only while it has due orders (F5)", (shop) =>
    Effect.gen(function*() {
      yield* held("platform:other", 3, 90_000)
      assert.deepStrictEqual(yield* shopsWithJob, [])
      yield* shop.change("S-1", World.order({ A: 1 }))
      yield* World.sync
      assert.deepStrictEqual(yield* shopsWithJob, [FakeShop.scope])
      yield* World.settle
      assert.deepStrictEqual(yield* shopsWithJob, [])
      yield* pass(95_000, 5000)
      // The warehouse may have reported something of S-1 meanwhile.
      assert.include(yield* shopsWithJob, "platform:other")
    }))

  withShop("a shop has a job when a clock that was ahead has postponed its orders", () =>
    Effect.gen(function*() {
      yield* held("platform:other", 1, 86_400_000)
      assert.deepStrictEqual(yield* shopsWithJob, ["platform:other"])
    }))

  withShop("orders that an earlier release has stored without their shop are worked on", (shop) =>
    Effect.gen(function*() {
      yield* shop.change("S-1", World.order({ A: 1 }))
      yield* World.sync
      const db = yield* Database
      yield* db.query("update desk_order set scope = null")
      assert.deepStrictEqual(yield* shopsWithJob, [FakeShop.scope])
      yield* World.settle
      assert.strictEqual((yield* World.stateOf("S-1"))[0], "placed")
    }))

  withShop("a new order comes before 3,000 that are tried again, and is found by the index (F10)", (shop) =>
    Effect.gen(function*() {
      const db = yield* Database
      const due = DueRows.make(db)
      yield* held(FakeShop.scope, 3000, 0)
      yield* held("platform:other", 3000, 0)
      yield* pass(1000)
      yield* shop.change("S-1", World.order({ A: 1 }))
      yield* World.sync
      const now = yield* Clock.currentTimeMillis
      const found = yield* due.of(FakeShop.scope, now, 10)
      assert.deepStrictEqual([found.length, found[0]?.order.number, found[0]?.turn, found[1]?.turn], [11, "S-1", "news", "repeat"])
      assert.deepStrictEqual((yield* due.shops(now)).toSorted(), [FakeShop.scope, "platform:other"].toSorted())
      if (db.forUpdate === "") return
      yield* db.query("analyze desk_order")
      yield* db.query("analyze entity")
      for (const text of [DueRows.shopsWithDue, DueRows.dueOf(0, 64), DueRows.dueOf(1, 64)]) {
        const [row] = yield* db.query(`explain (generic_plan, format json) ${text}`)
        const nodes = nodesOf((typeof row!["QUERY PLAN"] === "string" ? JSON.parse(row!["QUERY PLAN"]) : row!["QUERY PLAN"])[0].Plan)
        assert.includeMembers(nodes.map((node) => node.split(" ").at(-1)!), ["desk_order_due"], text)
        assert.deepStrictEqual(nodes.filter((node) => node.startsWith("Seq Scan") || node === "Sort"), [], `${text}\n${nodes.join("\n")}`)
      }
    }))
})

/**
 * Orders that wait for stock are decided again when pieces that they need arrive, the oldest first, and not each minute.
 */
import { assert } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Desk } from "../../src/desk/Desk.ts"
import * as StockArrivals from "../../src/desk/StockArrivals.ts"
import * as Jobs from "../../src/jobs/Jobs.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn, pass, until } from "../support/World.ts"

const minute = 60_000

const working = Effect.flatMap(Desk, ({ jobs }) => Effect.forkScoped(Jobs.run(jobs)))

const isIn = (number: string, state: string) => Effect.map(World.stateOf(number), ([found]) => found === state)

const numbers = (count: number) => Array.from({ length: count }, (_, at) => `S-${at + 1}`)

/** Buys orders that are held because the books have too few pieces. */
const held = Effect.fnUntraced(function*(shop: FakeShop.Shop, orders: Readonly<Record<string, Readonly<Record<string, number>>>>) {
  for (const [number, pieces] of Object.entries(orders)) {
    yield* shop.change(number, World.order(pieces))
    yield* World.sync
    yield* until(isIn(number, "held"))
  }
})

const versions = Effect.flatMap(Database, (db) => Effect.map(db.query("select version from desk_order order by entity"), (rows) => rows.map(({ version }) => Number(version))))

/** Stores so many orders that wait for pieces of X, younger than all others. */
const crowd = Effect.fnUntraced(function*(count: number) {
  const db = yield* Database
  const now = yield* Clock.currentTimeMillis
  yield* db.query(
    `insert into entity (scope, kind, number, connection, generation, number_sent, phase, is_open, checked_at, created_at, updated_at)
     with recursive i (n) as (select 1 union all select n + 1 from i where n < cast($2 as integer))
     select cast($1 as text), 'platform_order', 'C-' || n, 'shop', 1, 'C-' || n, 'paid', 1, 0, 0, 0 from i`,
    [FakeShop.scope, count]
  )
  yield* db.query(
    `insert into desk_order (entity, scope, state, cause, due_at, is_repeat, since, created_at, updated_at)
     select id, scope, 'held', 'stock', $1, 1, 0, 0, 0 from entity where number like 'C-%'`,
    [now + 14 * minute]
  )
  yield* db.query("insert into desk_need (entity, sku, pieces, warehouses) select id, 'X', 2, '[]' from entity where number like 'C-%'")
})

/** On PostgreSQL with many orders that wait, the statements that look for them read indexes. */
const readsIndexesOnly = Effect.gen(function*() {
  const db = yield* Database
  if (db.forUpdate === "") return
  for (const table of ["desk_need", "desk_order"]) yield* db.query(`analyze ${table}`)
  for (const text of [StockArrivals.waitedFor, StockArrivals.ordersWaiting]) {
    const rows = yield* db.query(`explain (generic_plan) ${text}`)
    const plan = rows.map((row) => String(row["QUERY PLAN"])).join("\n")
    assert.match(plan, /desk_need_sku/, text)
    assert.notMatch(plan, /Seq Scan on desk_need/, text)
  }
})

onBothDatabases("orders that wait for stock", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, test: (shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>) => {
    const shop = FakeShop.shop()
    inWorld(title, World.options(shop, { North: { A: 500, X: 1, Y: 1 } }), () => Effect.andThen(working, test(shop)))
  }

  withShop("are left alone while nothing arrives, and decided again after a quarter of an hour (F10)", (shop) =>
    Effect.gen(function*() {
      yield* held(shop, Object.fromEntries(numbers(5).map((number) => [number, { X: 2 }])))
      yield* pass(minute, 1000)
      const before = yield* versions
      yield* pass(10 * minute, 1000)
      assert.deepStrictEqual(yield* versions, before)
      yield* pass(5 * minute, 1000)
      assert.isTrue((yield* versions).every((version, at) => version > before[at]!))
    }))

  withShop("are placed when pieces arrive, the oldest first, while 3,000 others go on waiting and a new order is placed within 2 s (F10)", (shop) =>
    Effect.gen(function*() {
      yield* held(shop, Object.fromEntries(numbers(5).map((number) => [number, { X: 2 }])))
      yield* crowd(3000)
      yield* pass(minute, 1000)
      yield* readsIndexesOnly
      yield* World.found("North", "X", 7)
      yield* shop.change("P-1", World.order({ A: 1 }))
      yield* World.sync
      yield* until(isIn("P-1", "placed"), 2000)
      yield* until(isIn("S-4", "placed"), 31_000)
      yield* pass(5 * minute, 1000)
      const states = yield* Effect.forEach(numbers(5), World.stateOf)
      assert.deepStrictEqual(states.map(([state]) => state), ["placed", "placed", "placed", "placed", "held"])
      const [woken] = yield* (yield* Database).query("select count(*) as n from desk_order o join entity e on e.id = o.entity where e.number like 'C-%' and o.updated_at > 0")
      assert.isAtMost(Number(woken!["n"]), 60)
    }))

  withShop("are placed soon if pieces that were there come back between two looks at the books", (shop) =>
    Effect.gen(function*() {
      yield* held(shop, { "S-1": { X: 3 } })
      yield* pass(minute, 1000)
      yield* World.found("North", "X", 2)
      const [before] = yield* versions
      // Somebody takes the piece before the order is decided, and brings it back afterwards.
      yield* until(Effect.map(versions, ([version]) => version !== before), 31_000, 20)
      yield* World.found("North", "X", -1)
      yield* pass(3000, 500)
      assert.strictEqual((yield* World.stateOf("S-1"))[0], "held")
      yield* World.found("North", "X", 1)
      yield* until(isIn("S-1", "placed"), 62_000)
    }))

  withShop("do not wait for an older order that lacks something else (F10)", (shop) =>
    Effect.gen(function*() {
      yield* held(shop, { "S-1": { X: 2, Y: 5 }, "S-2": { X: 2 } })
      yield* World.found("North", "X", 1)
      yield* until(isIn("S-2", "placed"), 62_000)
      assert.strictEqual((yield* World.stateOf("S-1"))[0], "held")
      yield* World.found("North", "Y", 4)
      yield* World.found("North", "X", 2)
      yield* until(isIn("S-1", "placed"), 62_000)
    }))
})

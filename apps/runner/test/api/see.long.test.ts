/**
 * What the console asks for among 1,000,000 orders with `CROSSDOCK_LAW=all`, and otherwise among a tenth of them: it leads to the right rows
 * through an index, or walks through a bounded number of them (issues 25 and 27). The plans are judged by `ExplainStatements.ts` for this
 * file; the times are printed and hold nothing.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FlowRows from "../../src/api/FlowRows.ts"
import * as OrderSearch from "../../src/api/OrderSearch.ts"
import * as SearchRows from "../../src/api/SearchRows.ts"
import { Database } from "../../src/store/Database.ts"
import { lengths } from "../../src/store/migrations/CallPoints.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as EarlierDatabase from "../support/EarlierDatabase.ts"
import * as MillionOrders from "../support/MillionOrders.ts"

const orders = MillionOrders.usual
const minutes = 7 * 24 * 60

/** Few orders are in each state that few have, and these are the oldest, so a walk from the newest would pass all others. */
const rare = (series: (count: number) => string): ReadonlyArray<string> => [
  "insert into desk_order (entity, state, cause, since, created_at, updated_at) select id, case when id <= 40 then 'held' when id <= 60 then 'waiting' else 'done' end, case when id <= 40 then 'stock' end, created_at, created_at, created_at from entity",
  `insert into desk_part (number, entity, link, warehouse, warehouse_code, state, lines, created_at, updated_at)
   select number, id, 'warehouse:house', 'North', 'WH-1', 'shipped', '[]', created_at, created_at from entity`,
  "update intent set state = 'Doubtful' where entity between 61 and 90",
  "update intent set state = 'Dead' where entity between 91 and 120",
  "update entity set display_number = '#' || number where id <= 1000",
  `insert into call_count (minute, scope, direction, operation, code, calls, millis)
   select ${Math.floor(orders / 60_000)} - i / 30, 'peer-' || (i % 10), 'out', 'operation-' || (i % 15), case when i % 30 = 0 then 'TIMEOUT' else 'OK' end, 3, 900 from ${series(minutes * 30)}`,
  ...lengths.map((length) =>
    `insert into call_point (minutes, point, scope, direction, calls, failed, millis)
     select ${length}, minute / ${length}, scope, direction, sum(calls), sum(case when code = 'OK' then 0 else calls end), sum(millis) from call_count group by 2, 3, 4`),
  "analyze"
]

const newest = [Number.MAX_SAFE_INTEGER, "~", "~", "~"] as const
const seen = {
  all: [{ id: "house", plugin: { contract: "warehouse/v1" } }],
  links: [{ scope: "warehouse:house", contract: "warehouse/v1" }]
} as never

const searches: Readonly<Record<string, readonly [asked: OrderSearch.Asked, rows: number]>> = {
  "held": [{ state: "held" }, 40],
  "held for stock": [{ cause: "stock" }, 40],
  "in doubt": [{ state: "inDoubt" }, 30],
  "shipped": [{ state: "shipped" }, 51],
  "of a warehouse": [{ warehouse: { connection: "house", links: ["warehouse:house"] } }, 51],
  "of a link, shipped": [{ scopes: ["warehouse:house"], state: "shipped" }, 51],
  "shipped, of a time long ago": [{ state: "shipped", from: orders * 0.1, until: orders * 0.2 }, 51],
  "two by their rows": [{ ids: [5, 500] }, 2]
}

onBothDatabases("what the console asks for among many orders", (fresh) => {
  it.live("is found through an index, or by a bounded walk", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const series = (count: number) => "filename" in database ? `(with recursive s(i) as (select 0 union all select i + 1 from s where i < ${count - 1}) select i from s) s` : `generate_series(0, ${count - 1}) s(i)`
      yield* Effect.promise(() => EarlierDatabase.query(database, [...MillionOrders.rowsOf(database, orders), ...rare(series)]))
      yield* Effect.scoped(Effect.provide(
        Effect.gen(function*() {
          const db = yield* Database
          const took: Array<string> = []
          const timed = <A, E>(name: string, work: Effect.Effect<A, E>) =>
            Effect.gen(function*() {
              const found = yield* work
              let least = Infinity
              for (let tries = 0; tries < 4; tries++) {
                const begun = performance.now()
                yield* work
                least = Math.min(least, performance.now() - begun)
              }
              took.push(`${name} ${least.toFixed(1)} ms`)
              return found
            })
          for (const [name, [asked, rows]] of Object.entries(searches)) {
            assert.lengthOf((yield* timed(name, OrderSearch.find(db, asked, newest, 51))).rows, rows, name)
          }
          const refused = yield* timed("refused (a walk that finds nothing soon)", OrderSearch.find(db, { state: "refused" }, newest, 51))
          assert.isTrue(refused.rows.length === 30 || refused.next !== undefined)
          assert.deepStrictEqual(yield* timed("how many there are", OrderSearch.count(db, {}, newest)), { count: 10_000, isMore: true })
          assert.deepStrictEqual(yield* timed("how many are held", OrderSearch.count(db, { state: "held" }, newest)), { count: 40, isMore: false })
          assert.isTrue((yield* timed("how many are shipped", OrderSearch.count(db, { state: "shipped" }, newest))).isMore)

          const places = SearchRows.ofOrders(seen)
          const numbers = (hits: ReadonlyArray<SearchRows.Hit>) => hits.map(({ by, matched }) => `${by} ${matched}`)
          assert.include(numbers(yield* timed("a number", SearchRows.beginning(db, places, "G777"))), "number G777")
          assert.include(numbers(yield* timed("a tracking number", SearchRows.beginning(db, places, "T-99999"))), "trackingNumber T-99999")
          assert.isAbove((yield* timed("a beginning of all numbers", SearchRows.beginning(db, places, "G"))).length, 50)
          assert.lengthOf(yield* timed("no number", SearchRows.beginning(db, places, "nobody")), 0)
          const many = Array.from({ length: 200 }, (_, at) => `G${at * 7 + 1}`)
          assert.isAtLeast((yield* timed("200 numbers", SearchRows.exact(db, places, many))).length, 200)

          for (const span of ["15m", "1h", "24h", "7d"] as const) {
            const asked = FlowRows.spanOf(span, orders)
            const { calls, found } = yield* timed(`the flow of ${span}`, Effect.all({
              calls: FlowRows.calls(db, asked), found: FlowRows.orders(db, asked, undefined), desk: FlowRows.desk(db, undefined),
              creates: FlowRows.creates(db, undefined), deliveries: FlowRows.deliveries(db, orders, undefined)
            }))
            assert.strictEqual(calls.length > 0 && found.isMore, true, span)
            yield* timed(`the calls of ${span}`, FlowRows.calls(db, asked))
          }
          console.log(`${"filename" in database ? "SQLite" : "PostgreSQL"}, ${orders} orders: ${took.join(", ")}`)
        }),
        Database.layer(database)
      ))
    }), 560_000)
})

/**
 * Orders by what people ask for: a number, a state in one word, what holds them, a warehouse, and how many there are (issues 25 and 27).
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Order } from "@crossdock/admin-api"
import * as OrderList from "../../src/api/OrderList.ts"
import * as OrderSearch from "../../src/api/OrderSearch.ts"
import * as SearchRows from "../../src/api/SearchRows.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as Desk from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn, world } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"

onBothDatabases("the search for orders", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const shop = FakeShop.shop()

  inWorld("lists them by number, state, cause and warehouse, and counts them (issue 25, issue 27)", Desk.options(shop, { North: { A: 9 }, South: { B: 9 } }), (w) =>
    Effect.gen(function*() {
      yield* Desk.buy(shop, "S-1", Desk.order({ A: 1 }, { displayNumber: "#1001" }))
      yield* Desk.buy(shop, "S-2", Desk.order({ A: 50 }))
      yield* Desk.buy(shop, "S-3", Desk.order({ B: 1 }))
      yield* Desk.buy(shop, "S-4", Desk.order({ A: 1 }, { phase: "unpaid" }))
      yield* Desk.report(Desk.north, "S-1", { trackingNumber: "1Z-AB-77" })
      const client = yield* AdminWorld.client(w)
      type Query = Parameters<typeof client.orders.list>[0]["query"]
      const text = ({ cause, kind, number, state }: Order) => `${kind} ${number} ${state}${cause === undefined ? "" : ` ${cause}`}`
      const list = (query: Query) => Effect.map(client.orders.list({ query }), ({ items }) => items.map(text))
      assert.sameMembers(yield* list({}), [
        "platform_order S-4 waiting", "outbound S-3 open", "platform_order S-3 placed", "platform_order S-2 held stock", "outbound S-1 shipped", "platform_order S-1 shipped",
        "fulfillment S-1:1Z-AB-77 closed"
      ])
      assert.deepStrictEqual(yield* list({ state: "held" }), ["platform_order S-2 held stock"])
      assert.deepStrictEqual(yield* list({ state: "waiting" }), ["platform_order S-4 waiting"])
      assert.deepStrictEqual(yield* list({ state: "placed" }), ["platform_order S-3 placed"])
      assert.sameMembers(yield* list({ state: "shipped" }), ["outbound S-1 shipped", "platform_order S-1 shipped"])
      assert.deepStrictEqual(yield* list({ state: "inDoubt" }), [])
      assert.deepStrictEqual(yield* list({ cause: "stock" }), ["platform_order S-2 held stock"])
      assert.deepStrictEqual(yield* list({ cause: "stock", link: "acc-1" }), [])
      assert.sameMembers(yield* list({ warehouse: "wh" }), ["outbound S-1 shipped", "platform_order S-1 shipped"])
      assert.deepStrictEqual(yield* list({ warehouse: "wh-2", kind: "platform_order" }), ["platform_order S-3 placed"])
      assert.strictEqual((yield* Effect.flip(client.orders.list({ query: { warehouse: "nowhere" } })))._tag, "NotFound")
      for (const q of ["#1001", "1Z-AB", "S-1"]) assert.include(yield* list({ q }), "platform_order S-1 shipped", q)
      assert.deepStrictEqual(yield* list({ q: "S-1", state: "held" }), [])
      assert.deepStrictEqual(yield* list({ q: "nobody" }), [])
      assert.deepStrictEqual((yield* client.orders.list({ query: { total: true, limit: 1 } })).total, { count: 7, isMore: false })
      assert.deepStrictEqual((yield* client.orders.list({ query: { total: true, state: "held" } })).total, { count: 1, isMore: false })
    }))

  it("knows that more numbers may have a beginning than were read (issue 27)", () => {
    const read = Array.from({ length: SearchRows.walked }, () => ({ by: "number" }))
    assert.isTrue(SearchRows.isCut(read))
    assert.isFalse(SearchRows.isCut([...read.slice(1), { by: "peerNumber" }]))
  })

  it.effect("walks through many a bounded number at a time, and says where to go on (issue 27)", () =>
    Effect.flatMap(Effect.promise(fresh), (database) =>
      world(database, { isIdle: true }, () =>
        Effect.gen(function*() {
          const db = yield* Database
          const count = OrderSearch.walked + 100
          yield* db.query(
            `insert into entity (scope, kind, number, connection, generation, number_sent, phase, is_open, checked_at, created_at, updated_at)
             select 'warehouse:acc-1', 'outbound', 'G' || i, 'wh', 1, 'G' || i, case when i = 7 then 'failed' else 'shipped' end, 0, 0, i, i
             from ${"filename" in database ? `(with recursive s(i) as (select 1 union all select i + 1 from s where i < ${count}) select i from s) s` : `generate_series(1, ${count}) s(i)`}`
          )
          const newest = [Number.MAX_SAFE_INTEGER, "~", "~", "~"] as const
          // One walk ends before the order, and the page goes on.
          assert.lengthOf(yield* db.query(...OrderSearch.statement({ state: "failed" }, newest, 10)), 0)
          const { next, rows } = yield* OrderSearch.find(db, { state: "failed" }, newest, 10)
          assert.deepStrictEqual([rows.map(({ number }) => number), next], [["G7"], undefined])
          const last = OrderSearch.positionOf((yield* db.one(...OrderSearch.end(newest, OrderSearch.walked)))!)
          assert.deepStrictEqual(last.slice(0, 4), [101, "outbound", "warehouse:acc-1", "G101"])
          // A cursor that a limited account gets names no order of another link.
          const unnamed = yield* OrderSearch.withoutNames(db, last)
          assert.deepStrictEqual(unnamed.slice(0, 3), [101, "", ""])
          assert.notInclude(JSON.stringify(unnamed), "G101")
          assert.deepStrictEqual([...yield* OrderSearch.withNames(db, unnamed)], [...last])
          assert.deepStrictEqual([...yield* OrderSearch.withNames(db, newest)], [...newest])
          assert.deepStrictEqual(yield* OrderSearch.count(db, { state: "failed" }, newest), { count: 0, isMore: true })
        }))))

  it.effect("of a kind that few have are all read, whichever links have them, and those of a common kind are walked through (issue 27)", () =>
    Effect.flatMap(Effect.promise(fresh), (database) =>
      world(database, { isIdle: true }, (w) =>
        Effect.gen(function*() {
          const db = yield* Database
          const rows = (count: number, scope: string, kind: string, from: number) => db.query(
            `insert into entity (scope, kind, number, connection, generation, number_sent, phase, is_open, checked_at, created_at, updated_at)
             select '${scope}', '${kind}', 'G' || i, 'wh', 1, 'G' || i, 'shipped', 0, 0, ${from} + i, ${from} + i
             from ${"filename" in database ? `(with recursive s(i) as (select 1 union all select i + 1 from s where i < ${count}) select i from s) s` : `generate_series(1, ${count}) s(i)`}`
          )
          yield* rows(5001, "warehouse:acc-1", "platform_order", 0)
          yield* rows(2, "warehouse:acc-1", "inbound", 3000)
          yield* rows(1, "warehouse:removed", "inbound", 3010)
          yield* rows(OrderSearch.walked + 100, "warehouse:acc-1", "outbound", 10_000)
          assert.deepStrictEqual(yield* OrderList.few(db, { kind: "inbound" }), ["warehouse:acc-1", "warehouse:removed"])
          assert.deepStrictEqual(yield* OrderList.few(db, { kind: "inbound", scopes: ["warehouse:acc-1", "warehouse:other"] }), ["warehouse:acc-1", "warehouse:other"].slice(0, 1))
          assert.deepStrictEqual(yield* OrderList.few(db, { kind: "erp_move" }), [])
          assert.isUndefined(yield* OrderList.few(db, { kind: "outbound" }))
          // Not among the newest, but too many to read them all.
          assert.isUndefined(yield* OrderList.few(db, { kind: "platform_order" }))
          const client = yield* AdminWorld.client(w)
          const numbers = (kind: Order["kind"]) => Effect.map(client.orders.list({ query: { kind, limit: 3, total: true } }), ({ items, total }) => [items.map(({ number, scope }) => `${scope} ${number}`), total])
          assert.deepStrictEqual(yield* numbers("inbound"), [["warehouse:removed G1", "warehouse:acc-1 G2", "warehouse:acc-1 G1"], { count: 3, isMore: false }])
          assert.deepStrictEqual(yield* numbers("erp_move"), [[], { count: 0, isMore: false }])
          assert.deepStrictEqual((yield* numbers("outbound"))[0], [2100, 2099, 2098].map((n) => `warehouse:acc-1 G${n}`))
          // The walk passes all of another kind.
          let page = yield* client.orders.list({ query: { kind: "platform_order", limit: 3 } })
          while (page.items.length === 0 && page.next !== undefined) page = yield* client.orders.list({ query: { kind: "platform_order", limit: 3, after: page.next } })
          assert.deepStrictEqual(page.items[0]?.number, "G5001")
        }))))
})

/**
 * Search by the admin API: whatever has a number or an id, by that or by its beginning, and many numbers at once (issue 27).
 */
import { assert } from "@effect/vitest"
import type { SearchHit } from "@crossdock/admin-api"
import * as Effect from "effect/Effect"
import { Accounts } from "../../src/accounts/Accounts.ts"
import * as SearchRows from "../../src/api/SearchRows.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as Desk from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"

onBothDatabases("search", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const shop = FakeShop.shop()

  inWorld("finds an order by each of its numbers, a parcel, a delivery, a call, a SKU, a connection and a link (issue 27)", Desk.options(shop, { North: { "MUG-RED": 9 } }), (w) =>
    Effect.gen(function*() {
      yield* Desk.buy(shop, "S-100", Desk.order({ "MUG-RED": 1 }, { displayNumber: "#1001" }))
      yield* Desk.buy(shop, "S-101", Desk.order({ "MUG-RED": 50 }))
      yield* Desk.report(Desk.north, "S-100", { trackingNumber: "1Z-AB-77" })
      const client = yield* AdminWorld.client(w)
      const find = (q: string) => Effect.map(client.search.find({ query: { q } }), ({ items }) => items)
      const short = ({ id, isExact, kind, matchedBy }: SearchHit) => `${kind} ${id} ${matchedBy}${isExact ? "" : "…"}`

      assert.includeMembers((yield* find("S-100")).map(short), ["order S-100 number"])
      const both = yield* find("S-10")
      assert.includeMembers(both.map(short), ["order S-100 number…", "order S-101 number…"])
      assert.includeMembers(both.map(({ scope }) => scope), [FakeShop.scope, "warehouse:acc-1"])
      assert.deepStrictEqual((yield* find("#1001")).map(({ record, ...hit }) => `${record} ${short(hit)}`), [
        "platform_order order S-100 displayNumber", "outbound order S-100 displayNumber"
      ])
      assert.include((yield* find(" 1Z-AB-77 ")).map(short), "parcel S-100 trackingNumber")
      assert.include((yield* find("1Z-A")).map(short), "parcel S-100 trackingNumber…")
      assert.deepStrictEqual((yield* find("MUG-")).map(short), ["sku MUG-RED sku…"])
      assert.include((yield* find("ledger")).map(short), "connection ledger id")
      assert.include((yield* find("acc-9")).map(short), `link ${FakeShop.scope} id`)
      const { items: [delivery] } = yield* client.deliveries.list({ query: { limit: 1 } })
      assert.include((yield* find(delivery!.id)).map(short), `delivery ${delivery!.id} id`)
      const { items: [call] } = yield* client.calls.list({ query: { limit: 1 } })
      assert.include((yield* find(call!.id)).map(short), `call ${call!.id} id`)
      for (const nothing of ["S-1000", "%", "_-100", "'", "s-100", "  "]) assert.deepStrictEqual((yield* find(nothing)).map(short), [], nothing)

      const { items } = yield* client.search.many({ payload: { numbers: ["S-101", "nobody", " 1Z-AB-77", "#1001", "S-101"] } })
      assert.deepStrictEqual(items.map(({ hits, number }) => [number, hits.length === 0 ? undefined : hits[0]!.id]), [
        ["S-101", "S-101"], ["nobody", undefined], ["1Z-AB-77", "S-100"], ["#1001", "S-100"], ["S-101", "S-101"]
      ])
    }))

  inWorld("shows an account what is of its links, however many others have the same number or one that begins alike (issue 27)", Desk.options(shop, { North: { "MUG-RED": 9 } }), (w) =>
    Effect.gen(function*() {
      yield* Desk.buy(shop, "S-100", Desk.order({ "MUG-RED": 1 }, { displayNumber: "#1001" }))
      const db = yield* Database
      for (let at = 0; at < 3 * SearchRows.walked; at++) {
        yield* db.query(
          `insert into entity (scope, kind, number, connection, generation, number_sent, is_open, checked_at, created_at, updated_at, display_number)
           values ('platform:another', 'platform_order', $1, 'another', 1, $1, 0, 0, 0, 0, $2)`,
          [`S-1${String(at).padStart(3, "0")}`, at % 2 === 0 ? "#100" : "#1001"]
        )
      }
      const { token } = yield* (yield* Accounts).addToken({ name: "clerk", role: "viewer", links: [FakeShop.scope] })
      const client = yield* AdminWorld.client(w, token)
      const find = (q: string) => Effect.map(client.search.find({ query: { q } }), ({ items }) => items.map(({ id, isExact, matchedBy }) => [id, matchedBy, isExact]))
      assert.deepStrictEqual(yield* find("#1001"), [["S-100", "displayNumber", true]])
      assert.deepStrictEqual(yield* find("#10"), [["S-100", "displayNumber", false]])
      const { items } = yield* client.search.many({ payload: { numbers: ["#1001"] } })
      assert.deepStrictEqual(items.map(({ hits }) => hits.map(({ id, scope }) => [id, scope])), [[["S-100", FakeShop.scope]]])
      assert.deepStrictEqual((yield* client.orders.list({ query: { q: "#10" } })).items.map(({ number }) => number), ["S-100"])
    }))
})

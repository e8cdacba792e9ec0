/** The rows of balances and their positions. */
import { SqlStorage } from "@crossdock/core"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as BalanceRows from "../src/books/BalanceRows.ts"
import * as BooksSession from "../src/BooksSession.ts"
import { Settings } from "../src/Settings.ts"
import { postgres, sqlite } from "./storages.ts"

const settings = Schema.decodeSync(Settings)({
  warehouses: [{ id: "1", name: "One", code: "W-1" }, { id: "2", name: "Two", code: "W-2" }]
})

for (const [database, storage] of [["SQLite", sqlite], ["PostgreSQL", postgres]] as const) {
  layer(storage, { timeout: 60_000 })(`rows of balances on ${database}`, (it) => {
    it.effect("are numbered from 0 in each warehouse without a gap, and keep their numbers", () =>
      Effect.gen(function*() {
        const session = yield* BooksSession.make(yield* SqlStorage.SqlStorage, settings, "UTC")
        const { books, inTransaction, query, tables } = session
        const many = Array.from({ length: 201 }, (_, at) => ({ warehouse: "2", sku: `M-${String(at).padStart(3, "0")}` }))
        const repeated = { warehouse: "1", sku: "A" }
        for (const places of [[repeated, { warehouse: "2", sku: "B" }, repeated], [], [repeated], many, [{ warehouse: "1", sku: "0" }, ...many]]) {
          yield* inTransaction(() => BalanceRows.addMissing(session, places))
        }
        const rows = yield* query(`SELECT warehouse, sku, position, is_filled FROM ${tables.balance} WHERE books = $1 ORDER BY warehouse, position`, [books])
        assert.deepStrictEqual(
          rows.map(({ position, sku, warehouse, ...row }) => [warehouse, sku, Number(position), Number(row.is_filled)]),
          [["1", "A", 0, 0], ["1", "0", 1, 0], ["2", "B", 0, 0], ...many.map(({ sku }, at) => ["2", sku, at + 1, 0])]
        )
        yield* query(`UPDATE ${tables.balance} SET transit_return = 1 WHERE books = $1 AND sku = 'A'`, [books])
        assert.deepStrictEqual((yield* query(`SELECT sku FROM ${tables.balance} WHERE books = $1 AND is_filled = 1`, [books])).map(({ sku }) => sku), ["A"])
      }))
  })
}

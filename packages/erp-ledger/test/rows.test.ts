/** How many rows are found by their keys. */
import { SqlStorage } from "@crossdock/core"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as BooksSession from "../src/BooksSession.ts"
import * as Rows from "../src/books/Rows.ts"
import * as Writes from "../src/books/Writes.ts"
import { Settings } from "../src/Settings.ts"
import { sqlite } from "./storages.ts"

const settings = Schema.decodeSync(Settings)({ warehouses: [{ id: "1", name: "One", code: "W-1" }] })
const key = { warehouse: "TEXT", sku: "TEXT" } as const
const columns = { ...key, total: "BIGINT" } as const

layer(sqlite)("Rows on SQLite", (it) => {
  it.effect("finds rows by their whole key, without reading the other rows of the books", () =>
    Effect.gen(function*() {
      const session = yield* BooksSession.make(yield* SqlStorage.SqlStorage, settings, "UTC")
      const plans: Array<string> = []
      const explained: BooksSession.BooksSession = {
        ...session,
        query: (text, params) =>
          Effect.flatMap(session.query(`EXPLAIN QUERY PLAN ${text}`, params), (rows) => {
            plans.push(rows.map(({ detail }) => String(detail)).join("; "))
            return session.query(text, params)
          })
      }
      yield* Rows.select(explained, "balance", key, [{ warehouse: "1", sku: "A" }])
      yield* Rows.select(explained, "cell", key, [{ warehouse: "1", sku: "A" }], { where: "found.on_hand > 0" })
      yield* Rows.select(explained, "batch", { batch_no: "TEXT", sku: "TEXT" }, [{ batch_no: "R-1", sku: "A" }])
      yield* Writes.send(explained, Writes.update(explained, "balance", ["warehouse", "sku"], columns, [{ warehouse: "1", sku: "A", total: 1 }]))
      for (const plan of plans) assert.match(plan, /books=\? AND (warehouse|batch_no)=\? AND sku=\?/)
      assert.strictEqual(plans.length, 4)
    }))
})

/**
 * A database of a release that told the books of orders by their numbers alone.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Database } from "../../src/store/Database.ts"
import * as Migrations from "../../src/store/Migrations.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as EarlierDatabase from "../support/EarlierDatabase.ts"

const before = Migrations.names.findIndex((name) => name.endsWith("_books_documents"))

/** The rows get the numbers 1 to 6. */
const entity = (scope: string, number: string) =>
  `insert into entity (scope, kind, number, generation, connection, number_sent, phase, is_open, checked_at, created_at, updated_at)
   values ('${scope}', 'outbound', '${number}', 1, '${scope}', '${number}', 'open', 1, 0, 0, 0)`
const part = (number: string, record: number | null) =>
  `insert into desk_part (entity, number, record, link, warehouse, warehouse_code, lines, state, created_at, updated_at)
   values (1, '${number}', ${record ?? "null"}, 'N', 'North', 'WH-1', '[]', 'accepted', 0, 0)`

const rows = [
  entity("N", "S-1"), entity("N", "S-2"), entity("S", "S-2"), entity("S", "S-3"), entity("S", "E-1"), entity("N", "S-5"),
  part("S-1", 1), part("S-2", 2), part("S-3", null), part("S-4", null), part("S-5", 6)
]

onBothDatabases("orders of which an earlier release has told the books", (fresh) => {
  it.effect("own what the books have under their number if no other order has used it (F1)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* Effect.promise(() => EarlierDatabase.fill(database, before, rows))
      yield* Effect.scoped(Effect.provide(
        Effect.gen(function*() {
          const db = yield* Database
          const parts = yield* db.query("select number, issue, allotted_version, owns_number from desk_part order by number")
          assert.deepStrictEqual(parts.map((row) => [row.number, row.issue, Number(row.allotted_version), Number(row.owns_number)]), [
            ["S-1", "desk", 1, 1], ["S-2", "desk", 1, 0], ["S-3", "desk", 1, 0], ["S-4", "desk", 1, 1], ["S-5", "desk", 1, 1]
          ])
          const records = yield* db.query("select scope, number, books_issue, owns_number from entity order by id")
          assert.deepStrictEqual(records.map((row) => [row.scope, row.number, row.books_issue, Number(row.owns_number)]), [
            ["N", "S-1", "desk", 1], ["N", "S-2", "desk", 0], ["S", "S-2", null, 0], ["S", "S-3", null, 0], ["S", "E-1", null, 1], ["N", "S-5", "desk", 1]
          ])
        }),
        Database.layer(database)
      ))
    }))
})

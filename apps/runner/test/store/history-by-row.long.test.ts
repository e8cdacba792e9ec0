/**
 * A database of a release that stored history and received reports under the text of their order.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Database } from "../../src/store/Database.ts"
import * as Migrations from "../../src/store/Migrations.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as EarlierDatabase from "../support/EarlierDatabase.ts"

const before = Migrations.names.findIndex((name) => name.endsWith("_history_by_row"))
/** The first release that had a row for each generation of an order. */
const withEntities = Migrations.names.findIndex((name) => name.endsWith("_entities")) + 1
/** The first release in which a row refers to the first one of its number. */
const withFirst = Migrations.names.findIndex((name) => name.endsWith("_create_rows")) + 1

const line = (scope: string, entity: string, at: number, what: string) =>
  `insert into history (scope, entity, at, who, what) values ('${scope}', '${entity}', ${at}, 'peer', '${what}')`
const report = (entity: string, key: string, at: number) =>
  `insert into inbox (scope, entity, dedup_key, digest, times, first_at, last_at) values ('s', '${entity}', '${key}', 'd', 2, ${at}, ${at})`

/** Lines of an order of two generations, of one that only a report names, of one that nothing else names, and of what is no order. */
const rows = (release: number) => [
  ...[1, 2].map((generation) =>
    release >= withEntities
      ? `insert into entity (scope, kind, number, generation, connection, number_sent, is_open, checked_at, created_at, updated_at)
         values ('s', 'outbound', 'SO:1', ${generation}, 'wh', 'SO:1', 0, 0, ${generation}, ${generation})`
      : generation === 1 ? "delete from outbound" : `insert into outbound (scope, order_number, connection, generation, number_sent, is_open, checked_at, created_at, updated_at)
         values ('s', 'SO:1', 'wh', 2, 'SO:1', 0, 0, 2, 2)`),
  ...release >= withFirst ? ["update entity set first_id = (select f.id from entity f where f.generation = 1) where generation = 2"] : [],
  line("s", "outbound:SO:1", 1, "asked"),
  line("s", "inbound:GONE", 2, "batch"),
  line("runner", "retention", 3, "decided"),
  line("connection:wh", "outbound:C-1", 4, "conflict"),
  line("s", "outbound:SO:1", 5, "status"),
  line("s", "inbound:LOST", 6, "batch"),
  report("outbound:SO:1", "status:1", 1),
  report("inbound:GONE", "batch:1", 2)
]

onBothDatabases("history and reports that an earlier release stored", (fresh) => {
  it.effect.each(Array.from({ length: before }, (_, index) => index + 1))("belong to the first row of their number after a start on a database of release %i", (release) =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* Effect.promise(() => EarlierDatabase.fill(database, release, rows(release)))
      yield* Effect.scoped(Effect.provide(
        Effect.gen(function*() {
          const db = yield* Database
          const lines = yield* db.query(
            "select f.kind, f.number, h.subject, h.at, h.what, f.first_id from history h left join entity f on f.id = h.first_id order by h.id"
          )
          assert.deepStrictEqual(lines.map((row) => Object.values(row)), [
            ["outbound", "SO:1", null, 1, "asked", null],
            ["inbound", "GONE", null, 2, "batch", null],
            [null, null, "runner retention", 3, "decided", null],
            [null, null, "connection:wh outbound:C-1", 4, "conflict", null],
            ["outbound", "SO:1", null, 5, "status", null],
            [null, null, "s inbound:LOST", 6, "batch", null]
          ])
          const reports = yield* db.query("select f.number, f.is_known, b.dedup_key, b.times, b.last_at from inbox b join entity f on f.id = b.first_id order by 3 desc")
          assert.deepStrictEqual(reports.map((row) => Object.values(row)), [["SO:1", 1, "status:1", 2, 1], ["GONE", 0, "batch:1", 2, 2]])
          assert.strictEqual(yield* Effect.map(db.query("select id from entity where scope = 's' and kind = 'inbound' and number = 'LOST'"), (found) => found.length), 0)
        }),
        Database.layer(database)
      ))
    }))
})

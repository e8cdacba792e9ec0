/**
 * A database of a release whose parts of the desk did not know their records.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as PartRecords from "../../src/desk/PartRecords.ts"
import { Database } from "../../src/store/Database.ts"
import * as Migrations from "../../src/store/Migrations.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as EarlierDatabase from "../support/EarlierDatabase.ts"

const before = Migrations.names.findIndex((name) => name.endsWith("_part_records"))

const link = "warehouse:acc-1"
const entity = (number: string, generation = 1, kind = "outbound") =>
  `insert into entity (scope, kind, number, generation, connection, number_sent, is_open, checked_at, created_at, updated_at)
   values ('${link}', '${kind}', '${number}', ${generation}, 'wh', '${number}', 1, 0, 0, 0)`
const create = (id: string, of: string, state: string, putBy: string | null) =>
  `insert into intent (entity, id, scope, connection, operation, digest, state, attempt, due_at, put_by, created_at, updated_at)
   select id, '${id}', '${link}', 'wh', 'createOutboundOrder', 'd', '${state}', 1, 0, ${putBy === null ? "null" : `'${putBy}'`}, 0, 0 from entity where ${of}`
const part = (number: string, state: string) =>
  `insert into desk_part (entity, number, link, warehouse, warehouse_code, lines, state, created_at, updated_at) values (1, '${number}', '${link}', 'North', 'WH-1', '[]', '${state}', 0, 0)`

/** What the desk has placed: one order whose number an ERP used again, one whose number was the ERP's, one whose create is gone, and one that is not sent. */
const rows = [
  entity("O-1", 1, "platform_order"),
  entity("S-1"), entity("S-1", 2), entity("S-2"), entity("S-3"), entity("S-4"),
  create("a", "number = 'S-1' and generation = 1", "Delivered", "desk"),
  create("b", "number = 'S-1' and generation = 2", "Delivered", null),
  create("c", "number = 'S-2'", "Delivered", null),
  part("S-1", "void"), part("S-2", "void"), part("S-3", "accepted"), part("S-4", "reserving")
]

onBothDatabases("parts that an earlier release has placed", (fresh) => {
  it.effect("have the record of their own create, or the one under their number that nobody else has created", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* Effect.promise(() => EarlierDatabase.fill(database, before, rows))
      yield* Effect.scoped(Effect.provide(
        Effect.gen(function*() {
          const db = yield* Database
          const records = yield* db.query("select p.number, e.generation from desk_part p left join entity e on e.id = p.record order by p.number")
          assert.deepStrictEqual(records.map((row) => Object.values(row)), [["S-1", 1], ["S-2", null], ["S-3", 1], ["S-4", null]])
          const found = yield* Effect.forEach(
            yield* db.query("select id, number, generation from entity where kind = 'outbound' order by number, generation"),
            ({ generation, id, number }) => Effect.map(db.unit(PartRecords.hasPart, { number, link, record: Number(id) }), (is) => [number, generation, is])
          )
          assert.deepStrictEqual(found, [["S-1", 1, true], ["S-1", 2, false], ["S-2", 1, false], ["S-3", 1, true], ["S-4", 1, false]])
        }),
        Database.layer(database)
      ))
    }))
})

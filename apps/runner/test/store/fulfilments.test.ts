/**
 * A database of a release whose desk noted each parcel as it was reported, without what reports say beside it.
 */
import { assert, it } from "@effect/vitest"
import { Quantities } from "../../src/fulfilment/ShippedGoods.ts"
import * as Effect from "effect/Effect"
import * as StoredFulfilment from "../../src/contracts/warehouse/StoredFulfilment.ts"
import { Database } from "../../src/store/Database.ts"
import * as Migrations from "../../src/store/Migrations.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as EarlierDatabase from "../support/EarlierDatabase.ts"

const before = Migrations.names.findIndex((name) => name.endsWith("_fulfilments"))

const link = "warehouse:acc-1"
/** The rows get the numbers 1 to 8. */
const entity = (number: string, phase: string | null, kind = "outbound") =>
  `insert into entity (scope, kind, number, generation, connection, number_sent, phase, is_open, checked_at, created_at, updated_at)
   values ('${link}', '${kind}', '${number}', 1, 'wh', '${number}', ${phase === null ? "null" : `'${phase}'`}, 1, 0, 0, 0)`
const part = (number: string, of: number, record: number | null, lines: string) =>
  `insert into desk_part (entity, number, record, link, warehouse, warehouse_code, lines, state, created_at, updated_at)
   values (${of}, '${number}', ${record ?? "null"}, '${link}', 'North', 'WH-1', '${lines}', 'accepted', 0, 0)`
const desk = (id: number, state: string) => `insert into desk_order (entity, state, since, created_at, updated_at) values (${id}, '${state}', 0, 0, 0)`
const parcel = (number: string, of: number, tracking: string, lines: string, state: string, at: number) =>
  `insert into desk_parcel (part, tracking_number, entity, lines, state, created_at, updated_at) values ('${number}', '${tracking}', ${of}, '${lines}', '${state}', ${at}, 0)`

const line = (pieces: number, sku = "A", of = "L-1") => ({ line: of, sku, pieces })
const rows = [
  entity("O-1", "processing", "platform_order"), entity("O-2", "finished", "platform_order"),
  entity("S-1", "open"), entity("S-2", "shipped"), entity("S-3", "open"),
  entity("O-3", "open", "platform_order"), entity("S-4", "failed"), entity("S-5", "shipped"),
  // A warehouse has given up what another has shipped.
  desk(6, "done"),
  part("S-4", 6, 7, JSON.stringify([line(5)])), part("S-5", 6, 8, JSON.stringify([line(3)])),
  parcel("S-4", 6, "T-5", JSON.stringify([line(2)]), "told", 1), parcel("S-5", 6, "T-6", JSON.stringify([line(3)]), "told", 2),
  desk(1, "placed"), desk(2, "done"),
  part("S-1", 1, 3, JSON.stringify([line(5), line(2, "B", "L-2")])),
  parcel("S-1", 1, "T-2", "[]", "unknown", 2),
  parcel("S-1", 1, "T-1", JSON.stringify([line(1, "B", "L-2"), line(1), line(1, "A", "L-3")]), "told", 1),
  part("S-2", 2, 4, JSON.stringify([line(1)])),
  parcel("S-2", 2, "T-3", JSON.stringify([line(1)]), "told", 1),
  // The create of this one is gone.
  part("S-3", 1, null, JSON.stringify([line(3)])),
  parcel("S-3", 1, "T-4", JSON.stringify([line(3)]), "new", 3)
]

const texts = (items: Quantities.Quantities) => items.map(({ quantity, sku }) => `${quantity.value} ${sku}`)

onBothDatabases("parcels that an earlier release has noted", (fresh) => {
  it.effect("are what reports have said of an order that is still worked on", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* Effect.promise(() => EarlierDatabase.fill(database, before, rows))
      yield* Effect.scoped(Effect.provide(
        Effect.gen(function*() {
          const db = yield* Database
          const record = (number: string) =>
            Effect.map(db.one("select * from entity where number = $1", [number]), (row) => [row!.pieces_version, StoredFulfilment.ofRow(row!)] as const)
          const [version, known] = yield* record("S-1")
          assert.strictEqual(Number(version), known.version)
          assert.deepStrictEqual([known.phases, known.keys], [["open"], ["T-1", "T-2"]])
          assert.deepStrictEqual(known.statements.map(({ contents, key, kind }) => [key, kind, texts(contents)]), [["T-1", "contents", ["2 A", "1 B"]], ["T-2", "silent", []]])
          assert.deepStrictEqual((yield* record("S-3"))[1].statements.map(({ contents }) => texts(contents)), [["3 A"]])
          assert.isNull((yield* record("S-2"))[0])
          assert.deepStrictEqual((yield* record("S-4"))[1].statements.map(({ contents }) => texts(contents)), [["2 A"]])
          const left = yield* db.query("select tracking_number from desk_parcel order by 1")
          assert.deepStrictEqual(left.map((row) => row.tracking_number), ["T-1", "T-3", "T-5", "T-6"])
        }),
        Database.layer(database)
      ))
    }))
})

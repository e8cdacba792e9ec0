/**
 * The migrations: a new database gets the schema in one step, one of an earlier release gets the steps that it lacks, and both have the
 * same schema afterwards.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ParcelNumbers from "../../src/desk/ParcelNumbers.ts"
import * as Parcels from "../../src/desk/Parcels.ts"
import { BackgroundMigrations } from "../../src/jobs/BackgroundMigrations.ts"
import { Database } from "../../src/store/Database.ts"
import { states } from "../../src/store/migrations/BackgroundMigrations.ts"
import * as Migrations from "../../src/store/Migrations.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as EarlierDatabase from "../support/EarlierDatabase.ts"
import type { DatabaseAt } from "../support/World.ts"

/** Opens the database as a start does. */
const start = (database: DatabaseAt) => Effect.scoped(Effect.provide(Effect.flatMap(Database, (db) => Migrations.carriedOut(db.query)), Database.layer(database)))

const ofPostgres = `select 'column ' || table_name || ' ' || ordinal_position || ' ' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') || ' ' || is_identity || coalesce(identity_generation, '') as line
    from information_schema.columns where table_schema = 'public' and table_name <> 'crossdock_migrations'
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public' and tablename <> 'crossdock_migrations'
  union all select 'constraint ' || conrelid::regclass || ' ' || contype::text || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 'crossdock_migrations'::regclass
  union all select 'table ' || relname || ' ' || relkind::text || relpersistence::text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
  order by 1`

/** Columns and constraints of each table, and the text of each index; what follows the columns of a table is in its last words. */
const ofSqlite = `select 'column ' || m.name || ' ' || c.cid || ' ' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || coalesce(c.dflt_value, '') || ' ' || c.pk as line
    from sqlite_schema m join pragma_table_xinfo(m.name) c where m.type = 'table' and m.name <> 'crossdock_migrations'
  union all select 'key ' || m.name || ' ' || l."unique" || l.origin || l.partial || ' ' || (select group_concat(name, ',') from pragma_index_info(l.name))
    from sqlite_schema m join pragma_index_list(m.name) l where m.type = 'table' and m.name <> 'crossdock_migrations'
  union all select 'index ' || tbl_name || ' ' || sql from sqlite_schema where type = 'index' and sql is not null
  union all select 'table ' || name || case when sql like '%autoincrement%' then ' autoincrement' else '' end || case when sql like '%without rowid' then ' without rowid' else '' end || case when sql like '%check%(%' then sql else '' end
    from sqlite_schema where type = 'table' and name <> 'crossdock_migrations'
  order by 1`

/** What PostgreSQL has named by itself has a number behind it where an earlier step renamed the table that had the name. */
const withoutNumber = (line: string): string => line.replaceAll(/_(pkey|key|seq)\d+\b/g, "_$1").replaceAll(/\s+/g, " ")

const schemaOf = (database: DatabaseAt) =>
  Effect.promise(async () => (await EarlierDatabase.query(database, ["filename" in database ? ofSqlite : ofPostgres])).map(({ line }) => withoutNumber(String(line))).toSorted())

describe("the migrations", () => {
  it("are in the order of their numbers, the baseline first", () => {
    assert.deepStrictEqual(Migrations.names.toSorted(), [...Migrations.names])
    assert.strictEqual(Migrations.names[0], "0066_baseline")
  })

  it("that a database lacks are those after its last one", () => {
    assert.deepStrictEqual(Object.keys(Migrations.lacking("sqlite", [])), Migrations.names)
    assert.deepStrictEqual(Object.keys(Migrations.lacking("sqlite", ["0001_first", "0064_wanted_cancels"])), ["0065_erasures", "0066_buyer_numbers", ...Migrations.names.slice(1)])
    assert.deepStrictEqual(Migrations.lacking("sqlite", Migrations.names), {})
  })
})

/** What a start opens and what changes its rows, anew for each start. */
const migrating = (database: DatabaseAt) => Layer.provideMerge(BackgroundMigrations.layer({ "parcel numbers": ParcelNumbers.slice }), Layer.fresh(Database.layer(database)))

onBothDatabases("a database", (fresh) => {
  it.effect("that is new has the schema of one that went through the earlier steps", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* Effect.promise(() => EarlierDatabase.fill(database, []))
      const stepwise = yield* start(database)
      const bySteps = yield* schemaOf(database)
      yield* Effect.promise(() => EarlierDatabase.clear(database))
      assert.deepStrictEqual(yield* start(database), Migrations.names)
      const atOnce = yield* schemaOf(database)
      assert.deepStrictEqual(atOnce, bySteps)
      assert.isAbove(atOnce.length, 500)
      assert.strictEqual(stepwise.at(-1), Migrations.names.length > 1 ? Migrations.names.at(-1) : "0066_buyer_numbers")
      assert.deepStrictEqual(yield* start(database), Migrations.names, "a second start changes nothing")
    }))

  it.live("of an earlier release keeps its rows: parcels have the numbers in which the shop was told of them, before and after their slice", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const parcel = (tracking: string, order: number, at: number) =>
        `insert into desk_parcel (part, tracking_number, entity, lines, state, created_at, updated_at) values ('S-1', '${tracking}', ${order}, '[]', 'told', ${at}, 0)`
      yield* Effect.promise(() => EarlierDatabase.fill(database, [parcel("T-2", 1, 2), parcel("T-1", 1, 1), parcel("T-9", 2, 5)]))
      const numbers = Effect.map(
        Effect.promise(() => EarlierDatabase.query(database, ["select tracking_number, number from desk_parcel order by 1"])),
        (rows) => rows.map((row) => [row["tracking_number"], row["number"] === null ? null : Number(row["number"])])
      )
      const told = (trackingNumber: string): Parcels.Parcel =>
        ({ part: "S-1", trackingNumber, numbers: [trackingNumber], carrierName: undefined, lines: [], state: "told", because: undefined, updatedAt: 0 })
      yield* Effect.gen(function*() {
        const db = yield* Database
        const migrations = yield* BackgroundMigrations
        assert.deepStrictEqual(yield* numbers, [["T-1", null], ["T-2", null], ["T-9", null]])
        assert.strictEqual(yield* Parcels.numberOf(db, 1, told("T-2")), 2)
        assert.strictEqual(yield* Parcels.numberOf(db, 1, told("T-3")), 3)
        yield* Parcels.setState(db, 1, told("T-3"), "told")
        yield* Parcels.setState(db, 1, told("T-2"), "again")
        assert.deepStrictEqual(yield* numbers, [["T-1", null], ["T-2", 2], ["T-3", 3], ["T-9", null]])
        yield* migrations.finish
        assert.deepStrictEqual(yield* numbers, [["T-1", 1], ["T-2", 2], ["T-3", 3], ["T-9", 1]])
        assert.strictEqual(yield* Parcels.numberOf(db, 1, told("T-4")), 4)
        assert.strictEqual(yield* Parcels.numberOf(db, 2, told("T-4")), 2)
        assert.strictEqual(yield* Parcels.numberOf(db, 3, told("T-4")), 1)
      }).pipe(Effect.provide(migrating(database)), Effect.scoped)
    }))

  it.live("changes the rows of an earlier release in slices, and goes on where a run was stopped", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const parcel = (order: number, tracking: number) =>
        `insert into desk_parcel (part, tracking_number, entity, lines, state, created_at, updated_at) values ('S-${order}', 'T-${tracking}', ${order}, '[]', 'told', ${tracking}, 0)`
      const orders = 1100
      yield* Effect.promise(() => EarlierDatabase.fill(database, Array.from({ length: orders }, (_, order) => [parcel(order + 1, 1), parcel(order + 1, 2)]).flat()))
      const withRunner = <A, E>(work: Effect.Effect<A, E, Database | BackgroundMigrations>) =>
        work.pipe(Effect.provide(migrating(database)), Effect.scoped)
      const state = Effect.flatMap(Database, (db) => db.one(states))
      const unnumbered = Effect.flatMap(Database, (db) => Effect.map(db.one("select count(*) as n from desk_parcel where number is null"), (row) => Number(row?.n)))
      const begun = yield* withRunner(Effect.gen(function*() {
        const { job } = yield* BackgroundMigrations
        assert.isAtMost(job.every, 60_000, "the doctor says that it goes on by itself, also after a slice that has failed")
        yield* Effect.raceFirst(job.work, Effect.repeat(state, { until: (row) => row !== undefined }))
        return { row: yield* state, left: yield* unnumbered }
      }))
      assert.isNull(begun.row?.finished_at)
      assert.isAbove(begun.left, 0)
      assert.strictEqual(Number(begun.row?.position) * 2 + begun.left, orders * 2)
      assert.strictEqual(Number(begun.row?.rows) + begun.left, orders * 2)
      yield* withRunner(Effect.gen(function*() {
        assert.isUndefined(yield* (yield* BackgroundMigrations).job.work)
        const row = yield* state
        assert.deepStrictEqual([yield* unnumbered, Number(row?.rows), Number(row?.position)], [0, orders * 2, orders])
        assert.isNotNull(row?.finished_at)
      }))
    }))

  it.effect("of an earlier release than those is refused with the way through, and not changed", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* Effect.promise(() => EarlierDatabase.fill(database, [], ["0001_first", "0054_told_parcels"]))
      const before = yield* schemaOf(database)
      const refused = yield* Effect.flip(start(database))
      assert.strictEqual(refused._tag, "SchemaOlder")
      assert.match(refused.message, /its last migration is 0054_told_parcels.*upgrades from 0056_subscriptions on.*Nothing was changed; start a release once/)
      assert.deepStrictEqual(yield* schemaOf(database), before)
    }))
})

/**
 * `migrate --check` on a database of an earlier release, a new one, one that is up to date, and those that a start refuses.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database } from "../../src/store/Database.ts"
import * as Migrations from "../../src/store/Migrations.ts"
import { formOf } from "../../src/store/UpgradePlan.ts"
import { newDatabase } from "../support/FreshDatabases.ts"
import * as EarlierDatabase from "../support/EarlierDatabase.ts"
import type { DatabaseAt } from "../support/World.ts"
import { crossdock } from "./Shell.ts"
import { inject } from "vitest"

interface Place {
  readonly database: DatabaseAt
  readonly environment: Readonly<Record<string, string>>
}

const onSqlite = async (): Promise<Place> => {
  const folder = mkdtempSync(join(tmpdir(), "crossdock-migrate-"))
  return { database: { filename: join(folder, "crossdock.sqlite") }, environment: { CROSSDOCK_DATA: folder } }
}

const onPostgres = async (): Promise<Place> => {
  const url = await newDatabase(inject("postgresPort"))
  return { database: { url: Redacted.make(url) }, environment: { DATABASE_URL: url, CROSSDOCK_SECRET_KEY: "x".repeat(32) } }
}

const parcel = (number: number) =>
  `insert into desk_parcel (part, tracking_number, entity, lines, state, created_at, updated_at) values ('S-${number}', 'T-${number}', ${number}, '[]', 'told', 1, 1)`

describe.each([["SQLite", onSqlite, "write"], ["PostgreSQL", onPostgres, "read and write"]] as const)("migrate --check (%s)", (_, placed, locked) => {
  it.live("says each step with its table, its rows and what it locks, and changes nothing", () =>
    Effect.gen(function*() {
      const { database, environment } = yield* Effect.promise(placed)
      yield* Effect.promise(() => EarlierDatabase.fill(database, [1, 2, 3].map(parcel)))
      const check = crossdock(["migrate", "--check"], environment)
      const { code, err, out } = yield* check
      assert.deepStrictEqual([code, err], [0, ""])
      assert.match(out, /the next start applies \d+ migrations after 0056_subscriptions, in one transaction/)
      assert.match(out, new RegExp(String.raw`0059_parcel_numbers\s+new column\s+desk_parcel\s+-\s+${locked}\s+less than`))
      assert.match(out, /after the start, in slices[\s\S]*parcel numbers\s+desk_parcel\s+3\s+less than 0.1 s/)
      assert.match(out, new RegExp(String.raw`0066_buyer_numbers\s+new column\s+entity\s+-\s+${locked}\s+less than`))
      assert.match(out, /0064_wanted_cancels\s+new index\s+intent\s+0\s+write/)
      assert.strictEqual((yield* check).out, out, "nothing was changed")
      const { steps, millis } = JSON.parse((yield* crossdock(["migrate", "--check", "--json"], environment)).out)
      assert.isAbove(millis, 0)
      yield* Effect.scoped(Effect.provide(Effect.asVoid(Database), Database.layer(database)))
      assert.match((yield* check).out, /: nothing to do, its last migration is 00\d\d_/)
      assert.deepStrictEqual([...new Set(steps.map((step: { migration: string }) => step.migration))], Object.keys(Migrations.lacking("sqlite", ["0056_subscriptions"])))
    }))

  it.live("says with exit code 1 what a start would refuse, and why", () =>
    Effect.gen(function*() {
      const { database, environment } = yield* Effect.promise(placed)
      yield* Effect.promise(() => EarlierDatabase.fill(database, [], ["0001_first", "0054_told_parcels"]))
      const older = yield* crossdock(["migrate", "--check"], environment)
      assert.strictEqual(older.code, 1)
      assert.match(older.err, /last migration is 0054_told_parcels.*start a release once/)
      yield* Effect.promise(() => EarlierDatabase.query(database, ["insert into crossdock_migrations (migration_id, name) values (9999, 'later')"]))
      const newer = yield* crossdock(["migrate", "--check", "--json"], environment)
      assert.deepStrictEqual([newer.code, JSON.parse(newer.out).error.code], [1, "SCHEMA_NEWER"])
    }))
})

describe("migrate", () => {
  it.live("says that a new database gets its tables, and needs --check", () =>
    Effect.gen(function*() {
      const { environment } = yield* Effect.promise(onSqlite)
      assert.match((yield* crossdock(["migrate", "--check"], environment)).out, /it is new; the next start makes its \d+ tables/)
      const { code, err } = yield* crossdock(["migrate"], environment)
      assert.deepStrictEqual([code, /give --check.*start applies the migrations/.test(err)], [2, true])
    }))

  /** With 1,000,000 orders these take more than the second that a migration may take; they belong in slices after the start. */
  const tooLong = ["rows rewritten", "rows added", "rows removed", "table renamed", "column removed"]

  it("knows every statement of every migration, and none goes through the rows of a table (decision 0064)", () => {
    for (const dialect of ["sqlite", "postgres"] as const) {
      const known = [...Object.entries(Migrations.statements(dialect)), ...Object.entries(Migrations.lacking(dialect, ["0056_subscriptions"]))]
      for (const [name, texts] of known) {
        for (const text of texts) {
          const form = formOf(text)
          assert.isDefined(form, `${name}: ${text}`)
          assert.notInclude(tooLong, form![0], `${name}: ${text}`)
        }
      }
    }
  })
})

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { inject } from "vitest"
import { Database } from "../../src/store/Database.ts"
import { newDatabase } from "../support/FreshDatabases.ts"

const onPostgres = (title: string, test: (db: Database["Service"]) => Effect.Effect<unknown, unknown>) =>
  it.live(title, () =>
    Effect.flatMap(Effect.promise(() => newDatabase(inject("postgresPort"))), (url) =>
      Effect.flatMap(Database, test).pipe(Effect.provide(Layer.fresh(Database.layer({ url: Redacted.make(url) }))))))

/** What the server has prepared for the connection of a transaction, and how often each was planned or carried out. */
const prepared = (db: Database["Service"]) =>
  Effect.map(
    db.query("select statement, generic_plans + custom_plans as times from pg_prepared_statements order by 1"),
    // Beside those, the migrations have theirs.
    (rows) => rows.filter(({ statement }) => String(statement).includes(" setting "))
  )

describe("statements on PostgreSQL", () => {
  onPostgres("are prepared once for a connection, however often they are asked", (db) =>
    db.transaction(Effect.gen(function*() {
      for (let n = 0; n < 20; n++) yield* db.query("select content from setting where name = $1", [`name-${n}`])
      yield* db.query("insert into setting (name, content) values ($1, $2)", ["a", "b"])
      assert.deepStrictEqual((yield* prepared(db)).map(({ statement, times }) => [statement, Number(times)]), [
        ["insert into setting (name, content) values ($1, $2)", 1],
        ["select content from setting where name = $1", 20]
      ])
    })))

  onPostgres("are not kept where each is another: lists of values, and more texts than 500", (db) =>
    db.transaction(Effect.gen(function*() {
      yield* db.query("select name from setting where name in ($1, $2)", ["a", "b"])
      for (let n = 0; n < 600; n++) yield* db.query(`select ${n} as n, content from setting where name = $1`, ["a"])
      const kept = yield* prepared(db)
      assert.isAtMost(kept.length, 500)
      assert.isFalse(kept.some(({ statement }) => String(statement).includes(" in (")))
    })))

  onPostgres("are not kept for each number of rows that can be written at once (engine F18)", (db) =>
    db.transaction(Effect.gen(function*() {
      for (let rows = 1; rows <= 200; rows++) {
        const texts = Array.from({ length: rows }, (_, at) => `($${at + 2}, $1)`)
        yield* db.query(`insert into setting (name, content) values ${texts.join(", ")} on conflict (name) do nothing`, ["a", ...texts.map((_, at) => `name-${at}`)])
      }
      assert.isAtMost((yield* prepared(db)).length, 20)
    })))

  onPostgres("go on after another release gave their table a new column", (db) =>
    Effect.gen(function*() {
      yield* db.query("insert into setting (name, content) values ('a', 'b')")
      for (let n = 0; n < 20; n++) yield* db.query("select * from setting where name = $1", ["a"])
      yield* db.query("alter table setting add column more text")
      const asked = db.query("select * from setting where name = $1", ["a"])
      const rows = yield* Effect.retry(asked, { times: 1 })
      assert.deepStrictEqual(rows, [{ name: "a", content: "b", more: null }])
    }))
})

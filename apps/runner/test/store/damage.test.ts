import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { Database, DatabaseFailed } from "../../src/store/Database.ts"
import { readiness } from "../../src/http/Health.ts"
import { damage } from "../support/Damage.ts"
import { world } from "../support/World.ts"

const onFile = (title: string, test: (filename: string) => Effect.Effect<unknown, unknown>) =>
  it.live(title, () => {
    const folder = mkdtempSync(join(tmpdir(), "crossdock-damage-"))
    return Effect.ensuring(test(join(folder, "test.sqlite")), Effect.sync(() => rmSync(folder, { recursive: true, force: true })))
  })

const using = <A, E>(filename: string, work: (db: Database["Service"]) => Effect.Effect<A, E>) =>
  Effect.scoped(Effect.provide(Effect.flatMap(Database, work), Layer.fresh(Database.layer({ filename }))))

const insert = (db: Database["Service"], name: string) => db.query("insert into setting (name, content) values ($1, 'x')", [name])

onFile("a file that is no database fails the start, and says so (F7)", (filename) =>
  Effect.gen(function*() {
    writeFileSync(filename, "no database at all, but longer than one header of one hundred bytes, so that it is read: ".repeat(50))
    const failed = yield* Effect.flip(using(filename, (db) => insert(db, "a")))
    assert.instanceOf(failed, DatabaseFailed)
    assert.match((failed as DatabaseFailed).message, /damaged or is not a database; run `crossdock doctor` for details/)
  }))

onFile("a damaged table of migrations fails the start, and says so (F7)", (filename) =>
  Effect.gen(function*() {
    yield* using(filename, (db) => insert(db, "a"))
    damage(filename, "crossdock_migrations")
    const failed = yield* Effect.flip(using(filename, (db) => insert(db, "b")))
    assert.match((failed as DatabaseFailed).message, /it is damaged; run `crossdock doctor` to find out where/)
  }))

onFile("once damage was met nothing is written any more, whole as its place may be, and what was committed is read (F7)", (filename) =>
  using(filename, (db) =>
    Effect.gen(function*() {
      yield* insert(db, "before")
      yield* db.query("insert into drift (scope, place, path, message, times, first_at, last_at) values ('s', 'p', '/', 'x', 1, 1, 1)")
      damage(filename, "drift")
      yield* insert(db, "between")
      assert.match((yield* Effect.flip(db.query("select * from drift"))).message, /it is damaged/)
      assert.match((yield* Effect.flip(insert(db, "after"))).message, /it is damaged/)
      assert.match((yield* Effect.flip(db.transaction(insert(db, "after")))).message, /it is damaged/)
      assert.deepStrictEqual((yield* db.query("select name from setting order by name")).map((row) => row.name), ["before", "between"])
    })))

onFile("a runner that has met damage does not start again before its file is whole, though nothing it starts with is damaged (F7)", (filename) =>
  Effect.gen(function*() {
    const backup = `${filename}.backup`
    yield* using(filename, (db) => db.query("insert into drift (scope, place, path, message, times, first_at, last_at) values ('s', 'p', '/', 'x', 1, 1, 1)"))
    copyFileSync(filename, backup)
    damage(filename, "drift")
    assert.isTrue(yield* Effect.isSuccess(using(filename, (db) => insert(db, "unmet"))), "where it was not met nobody knows of it")
    yield* using(filename, (db) => Effect.flip(db.query("select * from drift")))
    for (let starts = 0; starts < 2; starts++) {
      assert.match(String(yield* Effect.flip(using(filename, (db) => insert(db, "met")))), /it is damaged; run `crossdock doctor` to find out where/)
    }
    copyFileSync(backup, filename)
    yield* using(filename, (db) => insert(db, "restored"))
    assert.deepStrictEqual(readdirSync(dirname(filename)).toSorted(), [basename(filename), basename(backup)])
  }))

onFile("of the transactions that share a commit, those that met no damage are kept and told (F7)", (filename) =>
  using(filename, (db) =>
    Effect.gen(function*() {
      yield* db.query("insert into drift (scope, place, path, message, times, first_at, last_at) values ('s', 'p', '/', 'x', 1, 1, 1)")
      damage(filename, "drift")
      const told = yield* Effect.forEach(
        ["a", "b", "c"],
        (name) => Effect.isSuccess(db.transaction(Effect.andThen(insert(db, name), name === "b" ? db.query("update drift set times = 2") : Effect.void))),
        { concurrency: "unbounded" }
      )
      const names = (yield* db.query("select name from setting order by name")).map((row) => row.name)
      assert.deepStrictEqual(names, ["a", "b", "c"].filter((_, index) => told[index]))
      assert.isFalse(told[1])
    })))

onFile("readiness is red once damage was met, and says why (F7)", (filename) =>
  world({ filename }, { isIdle: true }, () =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* db.query("insert into drift (scope, place, path, message, times, first_at, last_at) values ('s', 'p', '/', 'x', 1, 1, 1)")
      assert.isTrue((yield* readiness).ok)
      damage(filename, "drift")
      yield* Effect.flip(db.query("select * from drift"))
      assert.deepStrictEqual(yield* readiness, {
        ok: false,
        reasons: ["the database does not accept writes: it is damaged; run `crossdock doctor` to find out where"]
      })
    })))

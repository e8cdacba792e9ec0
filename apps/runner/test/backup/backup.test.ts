/**
 * `crossdock backup` of a runner that is up, and `restore put` of what it made, with the real tools of PostgreSQL.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as ErasureList from "../../src/store/ErasureList.ts"
import { Restored } from "../../src/engine/RestoreMode.ts"
import * as SecretKey from "../../src/SecretKey.ts"
import { Database } from "../../src/store/Database.ts"
import * as FolderLock from "../../src/store/FolderLock.ts"
import * as PostgresRows from "../../src/store/PostgresRows.ts"
import * as UnfinishedRestore from "../../src/store/UnfinishedRestore.ts"
import { Vault } from "../../src/store/Vault.ts"
import { crossdock } from "../cli/Shell.ts"
import * as DebianPostgres from "../support/DebianPostgres.ts"
import { damage } from "../support/Damage.ts"
import type { DatabaseAt } from "../support/World.ts"

const key = "the key of the tests, which is long"

const opened = <A, E>(database: DatabaseAt, work: Effect.Effect<A, E, Database | Vault | Restored>) =>
  Effect.scoped(Effect.provide(work, Restored.layer.pipe(Layer.provideMerge(Layer.mergeAll(Database.layer(database), Vault.layer(Redacted.make(key)))))))

/** A database as a first start leaves it, with orders. */
const filled = (database: DatabaseAt) =>
  opened(database, Effect.gen(function*() {
    yield* SecretKey.check({})
    const db = yield* Database
    yield* Effect.forEach([1, 2, 3], (number) => db.query(
      `insert into entity (scope, kind, number, connection, generation, number_sent, is_open, checked_at, created_at, updated_at)
       values ('warehouse:a', 'outbound', $1, 'wh', 1, $1, 1, 0, 0, 0)`,
      [`SO\t${number}\n\\.`]
    ))
  }))

const orders = (database: DatabaseAt) => opened(database, Effect.flatMap(Database, (db) => Effect.map(db.query("select number from entity order by id"), (rows) => rows.map(({ number }) => String(number)))))

const erased = (number: string, at: number) => `insert into erasure (scope, kind, number, at, who, reason) values ('warehouse:a', 'outbound', '${number}', ${at}, 'Kim', 'request	77')`

/** The numbers on the list of erasures that a restore has carried. */
const carried = (database: DatabaseAt) =>
  opened(database, Effect.flatMap(Database, (db) => Effect.map(db.one(ErasureList.carriedStatement), (row) => ErasureList.carriedOf(row).map(({ at, number, reason }) => `${number} ${at} ${reason}`).toSorted())))

const folderOf = () => mkdtempSync(join(tmpdir(), "crossdock-backup-"))

describe("a backup of SQLite", () => {
  const made = Effect.gen(function*() {
    const data = folderOf()
    const database = { filename: join(data, "crossdock.sqlite") }
    const environment = { CROSSDOCK_DATA: data }
    writeFileSync(join(data, "secret-key"), `${key}\n`, { mode: 0o600 })
    yield* filled(database)
    return { data, database, environment, to: join(folderOf(), "today") }
  })

  it.live("is taken while a runner writes, as of one moment, and holds the key", () =>
    Effect.gen(function*() {
      const { database, environment, to } = yield* made
      const writer = new DatabaseSync(database.filename)
      writer.exec("begin immediate; delete from entity where id = 1")
      const { code, err, out } = yield* crossdock(["backup", to], environment)
      writer.exec("commit")
      writer.close()
      assert.deepStrictEqual([code, err], [0, ""])
      assert.match(out, /a whole backup of \d+ rows in \d+ tables.*\nverified: .*\nit holds secret-key/)
      assert.deepStrictEqual(readdirSync(to).toSorted(), ["backup.json", "crossdock.sqlite", "secret-key"])
      assert.deepStrictEqual(readdirSync(to).map((name) => statSync(join(to, name)).mode & 0o777), [0o600, 0o600, 0o600])
      assert.strictEqual(JSON.parse(readFileSync(join(to, "backup.json"), "utf8")).rows.entity, 3)
      assert.lengthOf(yield* orders({ filename: join(to, "crossdock.sqlite") }), 3)
    }))

  it.live("is put in place of a stopped runner; what was there is kept, and the next start works on a restored backup", () =>
    Effect.gen(function*() {
      const { data, database, environment, to } = yield* made
      yield* crossdock(["backup", to], environment)
      yield* opened(database, Effect.flatMap(Database, (db) => db.query("delete from entity")))
      const up = yield* Effect.scoped(Effect.andThen(FolderLock.hold(data), crossdock(["restore", "put", to, "--json"], environment)))
      assert.deepStrictEqual([up.code, JSON.parse(up.out).error.code], [1, "RUNNER_IS_UP"])
      assert.lengthOf(yield* orders(database), 0)
      const { code, err, out } = yield* crossdock(["restore", "put", to], environment)
      assert.deepStrictEqual([code, err], [0, ""])
      assert.match(out, /is the backup of 20.*\nwhat was there is kept: .*crossdock\.sqlite\.before-\d+/)
      assert.lengthOf(yield* orders(database), 3)
      const aside = readdirSync(data).find((name) => /sqlite\.before-\d+$/.test(name))
      assert.lengthOf(yield* orders({ filename: join(data, aside!) }), 0)
      yield* opened(database, Effect.gen(function*() {
        const restored = yield* Restored
        assert.isTrue(yield* restored.isDue)
        yield* restored.begin()
        assert.deepStrictEqual([yield* restored.isDue, restored.since() !== undefined], [false, true])
      }))
    }))

  it.live("is put in place with the list of what was erased since, from the database of before and from a newer backup", () =>
    Effect.gen(function*() {
      const { data, database, environment, to } = yield* made
      const query = (text: string) => opened(database, Effect.flatMap(Database, (db) => db.query(text)))
      yield* query("insert into job (name, connection, due_at) values ('erasure', '', 99)")
      yield* crossdock(["backup", to], environment)
      yield* query(erased("SO-1", 5))
      yield* crossdock(["backup", `${to}-2`], environment)
      yield* query("delete from erasure")
      yield* query(erased("SO-2", 6))
      const put = yield* crossdock(["restore", "put", to, "--erasures", `${to}-2`], environment)
      assert.deepStrictEqual([put.code, put.err], [0, ""])
      assert.include(put.out, "erasures that were carried over: 2")
      assert.deepStrictEqual(yield* carried(database), ["SO-1 5 request\t77", "SO-2 6 request\t77"])
      assert.deepStrictEqual((yield* query("select due_at from job where name = 'erasure'")).map((row) => Number(row.due_at)), [0])
      // A second restore carries what the first one has not erased yet.
      yield* crossdock(["restore", "put", to], environment)
      assert.lengthOf(yield* carried(database), 2)
      damage(database.filename, "entity")
      writeFileSync(database.filename, "no database")
      const damaged = yield* crossdock(["restore", "put", to], environment)
      assert.match(damaged.out, /no list of erasures was carried over, because the database of before cannot be read.*--erasures/)
      assert.lengthOf(yield* orders({ filename: join(data, "crossdock.sqlite") }), 3)
    }))

  it.live.skipIf(process.getuid?.() !== 0)("that root puts in place belongs to the user of the data folder, as whom the runner runs", () =>
    Effect.gen(function*() {
      const { environment, to } = yield* made
      yield* crossdock(["backup", to], environment)
      const data = folderOf()
      chownSync(data, 4321, 4322)
      const { code } = yield* crossdock(["restore", "put", to], { CROSSDOCK_DATA: data })
      assert.strictEqual(code, 0)
      assert.deepStrictEqual(
        readdirSync(data).toSorted().map((name) => [name, statSync(join(data, name)).uid, statSync(join(data, name)).gid]),
        ["crossdock.sqlite", "runner.lock", "secret-key"].map((name) => [name, 4321, 4322])
      )
    }))

  it.live("is refused, and leaves nothing behind, if the copy cannot be trusted", () =>
    Effect.gen(function*() {
      const { data, database, environment, to } = yield* made
      const again = (code: string, more: Readonly<Record<string, string>> = {}) =>
        Effect.map(crossdock(["backup", to, "--json"], { ...environment, ...more }), (ran) => {
          assert.deepStrictEqual([ran.code, JSON.parse(ran.out).error?.code, existsSync(to), existsSync(`${to}.part`)], [1, code, false, false])
        })
      yield* again("KEY_REFUSED", { CROSSDOCK_SECRET_KEY: "another key, which is long enough" })
      yield* again("NO_DATABASE", { CROSSDOCK_DATA: folderOf(), CROSSDOCK_SECRET_KEY: key })
      damage(database.filename, "entity")
      yield* again("COPY_DAMAGED")
      assert.include(readdirSync(data), "crossdock.sqlite")
    }))

  it.live("that was changed after it was made is not put in place", () =>
    Effect.gen(function*() {
      const { database, environment, to } = yield* made
      yield* crossdock(["backup", to], environment)
      const taken = yield* crossdock(["backup", to, "--json"], environment)
      assert.strictEqual(JSON.parse(taken.out).error.code, "TARGET_EXISTS")
      const copy = new DatabaseSync(join(to, "crossdock.sqlite"))
      copy.exec("delete from entity where id = 1; pragma journal_mode = delete")
      copy.close()
      const { code, out } = yield* crossdock(["restore", "put", to, "--json"], environment)
      assert.deepStrictEqual([code, JSON.parse(out).error.code], [1, "COPY_DIFFERS"])
      assert.match(JSON.parse(out).error.message, /entity 2 instead of 3/)
      assert.lengthOf(yield* orders(database), 3)
    }))
})

describe.skipIf(DebianPostgres.problem() !== undefined)("a backup of PostgreSQL", () => {
  it.live("is made by pg_dump and verified by reading the dump; it is put into an empty database alone", () =>
    Effect.scoped(Effect.gen(function*() {
      const server = yield* Effect.acquireRelease(Effect.promise(DebianPostgres.start), (started) => Effect.promise(started.stop))
      const [first, second] = yield* Effect.promise(() => Promise.all([server.newDatabase("first"), server.newDatabase("second")]))
      const environment = (url: string) => ({ PATH: "/usr/bin", DATABASE_URL: url, CROSSDOCK_SECRET_KEY: key })
      const to = join(folderOf(), "today")
      yield* filled({ url: Redacted.make(first!) })
      const flags = ["--pg-bin", server.bin]
      const { code, err, out } = yield* crossdock(["backup", to, ...flags], environment(first!))
      assert.deepStrictEqual([code, err], [0, ""])
      assert.match(out, /it does not hold the key/)
      const taken = yield* crossdock(["restore", "put", to, ...flags, "--json"], environment(first!))
      assert.strictEqual(JSON.parse(taken.out).error.code, "NOT_EMPTY")
      const other = yield* crossdock(["restore", "put", to, ...flags, "--json"], { ...environment(second!), CROSSDOCK_SECRET_KEY: "another key, which is long enough" })
      assert.strictEqual(JSON.parse(other.out).error.code, "KEY_REFUSED")
      const put = yield* crossdock(["restore", "put", to, ...flags], environment(second!))
      assert.deepStrictEqual([put.code, put.err], [0, ""])
      assert.match(put.out, /no list of erasures was carried over.*--erasures/)
      yield* PostgresRows.write(Redacted.make(first!), erased("SO-1", 5))
      yield* crossdock(["backup", `${to}-3`, ...flags], environment(first!))
      for (const [name, place] of [["third", first!], ["fourth", `${to}-3`]] as const) {
        const url = yield* Effect.promise(() => server.newDatabase(name))
        const again = yield* crossdock(["restore", "put", to, ...flags, "--erasures", place], environment(url))
        assert.match(again.out, /erasures that were carried over: 1/, again.err)
        assert.deepStrictEqual(yield* carried({ url: Redacted.make(url) }), ["SO-1 5 request\t77"])
      }
      assert.deepStrictEqual(yield* orders({ url: Redacted.make(second!) }), yield* orders({ url: Redacted.make(first!) }))
      assert.isTrue(yield* opened({ url: Redacted.make(second!) }, Effect.flatMap(Restored, ({ isDue }) => isDue)))
      // A restore that was killed before the database says that it is a restored one.
      yield* PostgresRows.write(Redacted.make(second!), UnfinishedRestore.begin)
      const refused = yield* Effect.flip(orders({ url: Redacted.make(second!) }))
      assert.include(String(refused), "did not come to its end")
      const missing = yield* crossdock(["backup", `${to}-2`, "--pg-bin", "/nowhere", "--json"], environment(first!))
      assert.match(JSON.parse(missing.out).error.message, /pg_dump cannot be run.*--pg-bin/)
      assert.isFalse(existsSync(`${to}-2.part`))
    })), 60_000)
})

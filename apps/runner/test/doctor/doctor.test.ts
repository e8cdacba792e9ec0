import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { createHash } from "node:crypto"
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inject } from "vitest"
import { contentPlace } from "../../src/outbox/DeliveryContents.ts"
import type { Finding } from "../../src/doctor/Findings.ts"
import type { Report } from "../../src/doctor/Report.ts"
import { Database } from "../../src/store/Database.ts"
import * as FolderLock from "../../src/store/FolderLock.ts"
import { Vault } from "../../src/store/Vault.ts"
import { crossdock } from "../cli/Shell.ts"
import { damage } from "../support/Damage.ts"
import { newDatabase } from "../support/FreshDatabases.ts"
import { type DatabaseAt, type RunnerServices, world } from "../support/World.ts"

const key = "the key of the tests"
const hour = 3_600_000

interface Home {
  readonly data: string
  readonly file: string
  readonly ask: (more?: Readonly<Record<string, string>>, ...flags: ReadonlyArray<string>) => Effect.Effect<Report & { readonly code: number }>
}

const inHome = (title: string, test: (home: Home) => Effect.Effect<unknown, unknown, Scope.Scope>) =>
  it.live(title, () =>
    Effect.scoped(Effect.gen(function*() {
      const root = mkdtempSync(join(tmpdir(), "crossdock-doctor-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(root, { recursive: true, force: true })))
      const data = join(root, "data")
      mkdirSync(data, { mode: 0o700 })
      writeFileSync(join(data, "secret-key"), `${key}\n`, { mode: 0o600 })
      yield* test({
        data,
        file: join(data, "crossdock.sqlite"),
        ask: (more = {}, ...flags) =>
          Effect.map(crossdock(["doctor", "--json", ...flags], { CROSSDOCK_DATA: data, PORT: "1", CROSSDOCK_ADMIN_PORT: "1", ...more }), ({ code, err, out }) => {
            assert.strictEqual(err, "")
            return { ...JSON.parse(out), code }
          })
      })
    })))

/** A runner without its loops, on a database. */
const running = <A, E>(database: DatabaseAt, work: Effect.Effect<A, E, RunnerServices | Scope.Scope>) =>
  world(database, { vaultKey: key, isIdle: true }, () => work)

/** Deliveries to the ERP of the sandbox, or another connection, that have been due, or dead, for an hour. */
const deliveries = (count: number, state = "Pending", connection = "erp") =>
  Effect.gen(function*() {
    const db = yield* Database
    const vault = yield* Vault
    const at = (yield* Clock.currentTimeMillis) - hour
    yield* db.transaction(Effect.forEach(Array.from({ length: count }, (_, index) => `${state}-${index}`), (id) =>
      Effect.andThen(
        db.query(
          `insert into delivery (id, connection, scope, entity, operation, is_state, state, attempt, due_at, created_at, updated_at)
           values ($1, $4, 's', $1, 'receiveOutboundStatus', 0, $2, 0, $3, $3, $3)`,
          [id, state, at, connection]
        ),
        db.query("insert into delivery_content (seq, content_sealed) select seq, $2 from delivery where id = $1", [
          id,
          vault.seal(contentPlace(id), "x".repeat(300))
        ])
      ), { discard: true }))
  })

const codes = ({ findings }: Report): ReadonlyArray<Finding["code"]> => findings.map(({ code }) => code)

/** Everything in a folder, byte for byte. */
const bytesOf = (folder: string) =>
  readdirSync(folder).toSorted().map((name) => [name, createHash("sha256").update(readFileSync(join(folder, name))).digest("hex")])

inHome("before the first start nothing is wrong, and nothing is made", ({ ask, data }) =>
  Effect.gen(function*() {
    assert.deepInclude(yield* ask(), { ok: true, code: 0, findings: [] })
    assert.deepStrictEqual(readdirSync(data), ["secret-key"])
  }))

inHome("C04 a stopped runner's overdue and dead deliveries are named, and not a byte changes", ({ ask, data, file }) =>
  Effect.gen(function*() {
    yield* running({ filename: file }, Effect.andThen(deliveries(3), deliveries(2, "Dead")))
    const before = bytesOf(data)
    const report = yield* ask()
    assert.deepStrictEqual(codes(report), ["DEAD_LETTERS", "WAITING"])
    assert.deepInclude(report, { ok: false, code: 1 })
    assert.deepInclude(report.seen, { pages: "whole", key: "decrypts the stored secrets", work: "due 3 deliveries and 0 intents, dead 2, Doubtful 0" })
    assert.deepStrictEqual(bytesOf(data), before)
  }))

inHome("what a killed runner left in its log is read, and not a byte changes", ({ ask, data, file }) =>
  Effect.gen(function*() {
    yield* running({ filename: file }, Effect.gen(function*() {
      yield* deliveries(3)
      for (const end of ["", "-wal", "-shm"]) copyFileSync(`${file}${end}`, `${file}${end}.left`)
    }))
    for (const end of ["", "-wal", "-shm"]) renameSync(`${file}${end}.left`, `${file}${end}`)
    const before = bytesOf(data)
    const report = yield* ask()
    assert.deepStrictEqual(codes(report), ["WAITING"])
    assert.include(report.seen["work"], "due 3 deliveries")
    assert.deepStrictEqual(bytesOf(data), before)
    rmSync(`${file}-shm`)
    assert.deepStrictEqual(codes(yield* ask()), ["LOG_WITHOUT_INDEX"])
    assert.notInclude(readdirSync(data), "crossdock.sqlite-shm")
  }))

inHome("beside a runner that is up it sees what is committed; one that does not answer is named", ({ ask, data, file }) =>
  Effect.gen(function*() {
    yield* Effect.scoped(Effect.gen(function*() {
      yield* FolderLock.hold(data)
      yield* running({ filename: file }, Effect.gen(function*() {
        yield* deliveries(3)
        const report = yield* ask()
        assert.deepStrictEqual(codes(report).toSorted(), ["RUNNER_SILENT", "STANDSTILL"])
        yield* deliveries(1, "Dead")
        assert.include(codes(yield* ask()), "DEAD_LETTERS")
      }))
    }))
    assert.notInclude(codes(yield* ask()), "RUNNER_SILENT")
  }))

inHome("a damaged page of a table is named with its table, and the remedy is the backup (F7)", ({ ask, data, file }) =>
  Effect.gen(function*() {
    yield* running({ filename: file }, deliveries(50))
    const pages = damage(file, "delivery").slice(0, 8)
    const before = bytesOf(data)
    for (const flags of [[], ["--quick"]]) {
      const report = yield* ask({}, ...flags)
      const table = report.findings.find(({ code }) => code === "TABLE_DAMAGED")
      assert.include(table?.where, `table delivery, page ${pages.join(", ")}`)
      assert.match(table?.next ?? "", /put the backup/)
      assert.strictEqual(report.code, 1)
    }
    assert.deepStrictEqual(bytesOf(data), before)
    const text = yield* crossdock(["doctor"], { CROSSDOCK_DATA: data, PORT: "1", CROSSDOCK_ADMIN_PORT: "1" })
    assert.match(text.out, /^.*crossdock\.sqlite: \d+ critical.*\n\ncritical {2}TABLE_DAMAGED {2}.*table delivery, page/)
    assert.match(text.out, /\n {2}next: stop the runner/)
    assert.match(text.out, /\nchecked\n {2}size/)
  }))

inHome("damage in two tables is found in both, though the check stops at the first (F7)", ({ ask, file }) =>
  Effect.gen(function*() {
    yield* running({ filename: file }, Effect.andThen(deliveries(20), Effect.flatMap(Database, (db) =>
      db.query("insert into drift (scope, place, path, message, times, first_at, last_at) values ('s', 'p', '/', 'x', 1, 1, 1)"))))
    damage(file, "delivery")
    damage(file, "drift")
    const damaged = (yield* ask()).findings.filter(({ code }) => code === "TABLE_DAMAGED").map(({ where }) => /table (\w+)/.exec(where)?.[1])
    assert.sameMembers(damaged, ["delivery", "drift"])
  }))

inHome("a damaged index is told apart: its table has all that it says (F7)", ({ ask, file }) =>
  Effect.gen(function*() {
    yield* running({ filename: file }, deliveries(50))
    damage(file, "delivery_entity")
    const found = (yield* ask()).findings.filter(({ code }) => code.endsWith("_DAMAGED"))
    assert.deepStrictEqual([...new Set(found.map(({ code }) => code))], ["INDEX_DAMAGED"])
    assert.include(found[0]?.next, ".dump")
  }))

inHome("a file that is no database is named, with exit code 1 and no defect (F7)", ({ ask, file }) =>
  Effect.gen(function*() {
    writeFileSync(file, "no database at all, but longer than one header of one hundred bytes, so that it is read: ".repeat(50))
    const report = yield* ask()
    assert.deepStrictEqual(codes(report), ["DATABASE_DAMAGED"])
    assert.strictEqual(report.code, 1)
  }))

inHome("an empty file is one that no runner has started on", ({ ask, file }) =>
  Effect.gen(function*() {
    writeFileSync(file, "")
    assert.deepStrictEqual(codes(yield* ask()), ["NEVER_STARTED"])
  }))

inHome("a key that is lost, or another one, is named", ({ ask, data, file }) =>
  Effect.gen(function*() {
    yield* running({ filename: file }, Effect.void)
    assert.deepStrictEqual(codes(yield* ask({ CROSSDOCK_SECRET_KEY: "another" })), ["KEY_REFUSED"])
    rmSync(join(data, "secret-key"))
    assert.deepStrictEqual(codes(yield* ask()), ["KEY_MISSING"])
    assert.deepStrictEqual(codes(yield* ask({ CROSSDOCK_SECRET_KEY: key })), [])
  }))

inHome("rows that do not open, parts that do not fit and a newer schema are named", ({ ask, file }) =>
  Effect.gen(function*() {
    yield* running({ filename: file }, Effect.gen(function*() {
      const db = yield* Database
      const vault = yield* Vault
      yield* deliveries(2)
      yield* db.query("update delivery_content set content_sealed = substr(content_sealed, 1, 30) where seq = (select seq from delivery where id = 'Pending-1')")
      yield* db.query("insert into connection (id, plugin, settings_sealed, options, created_at, updated_at) values ('old', 'gone', $1, $2, 1, 1)", [
        vault.seal("connection old", "{}"),
        JSON.stringify({ id: "old", plugin: "gone" })
      ])
      yield* db.query("insert into subscription (connection, subscription_id, callback_url, expires_at, updated_at) values ('nobody', 'x', 'http://x', 1, 1)")
      yield* db.query("insert into crossdock_migrations (migration_id, name) values (9999, 'later')")
    }))
    const { findings } = yield* ask()
    const wheres = findings.map(({ code, where }) => `${code} ${where.replace(/^.*\/(?=crossdock)/, "")}`)
    assert.includeMembers(wheres, [
      "ROWS_SEALED_OTHERWISE delivery Pending-1",
      "MISFIT connection old",
      "MISFIT subscription of nobody",
      "SUBSCRIPTION_LAPSED connection nobody",
      "SCHEMA_NEWER crossdock.sqlite"
    ])
  }))

inHome("deliveries to a connection that the composition does not have any more are named, with what to do", ({ ask, file }) =>
  Effect.gen(function*() {
    yield* running({ filename: file }, deliveries(3, "Pending", "books-of-last-year"))
    const { findings } = yield* ask()
    assert.deepStrictEqual(findings.map(({ code, where }) => [code, where]), [["CONNECTION_UNKNOWN", "connection books-of-last-year"]])
  }))

inHome("a key that others may read is named", ({ ask, data }) =>
  Effect.gen(function*() {
    chmodSync(data, 0o755)
    chmodSync(join(data, "secret-key"), 0o644)
    assert.deepStrictEqual(codes(yield* ask()), ["SECRETS_READABLE"])
  }))

inHome("the disk is measured only when that is asked for, and its file is taken away", ({ ask, data }) =>
  Effect.gen(function*() {
    assert.notProperty((yield* ask()).seen, "keeps 8 kB in")
    assert.match((yield* ask({}, "--measure-disk")).seen["keeps 8 kB in"]!, /^[\d.]+ ms, at worst [\d.]+ ms$/)
    assert.deepStrictEqual(readdirSync(data), ["secret-key"])
  }))

inHome("an environment that does not fit is wrong usage", () =>
  Effect.gen(function*() {
    const { code, err } = yield* crossdock(["doctor"], { PORT: "none" })
    assert.strictEqual(code, 2)
    assert.include(err, "PORT")
  }))

inHome("PostgreSQL is read as well, and named without its password", ({ ask }) =>
  Effect.gen(function*() {
    const url = yield* Effect.promise(() => newDatabase(inject("postgresPort")))
    const environment = { DATABASE_URL: url, CROSSDOCK_SECRET_KEY: key }
    yield* running({ url: Redacted.make(url) }, Effect.andThen(deliveries(3), deliveries(2, "Dead")))
    const report = yield* ask(environment)
    // The lease of the runner that has ended is not over yet.
    assert.deepStrictEqual(codes(report), ["STANDSTILL", "DEAD_LETTERS"])
    assert.match(report.database, /^postgres:\/\/127\.0\.0\.1:\d+\/\w+$/)
    assert.notInclude(JSON.stringify(report), "postgres:pw")
    assert.match(report.seen["nodes"]!, /^only alive$/)
    assert.deepStrictEqual(codes(yield* ask({ ...environment, CROSSDOCK_SECRET_KEY: "another" }))[0], "KEY_REFUSED")
    assert.deepStrictEqual(codes(yield* ask({ ...environment, DATABASE_URL: url.replace(/\w+$/, "nowhere") })), ["DATABASE_CLOSED"])
    assert.deepStrictEqual(codes(yield* ask({ ...environment, DATABASE_URL: "postgres://u:p@127.0.0.1:1/x" })), ["DATABASE_CLOSED"])
  }))

import { assert, it } from "@effect/vitest"
import { SqlStorage } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { randomUUID } from "node:crypto"
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database, DatabaseFailed } from "../../src/store/Database.ts"
import * as PluginStorage from "../../src/store/PluginStorage.ts"
import { idlesMost } from "../../src/store/Postgres.ts"
import { Vault } from "../../src/store/Vault.ts"
import { type DatabaseAt } from "../support/World.ts"
import { inject } from "vitest"
import { onBothDatabases } from "../support/Databases.ts"
import { newDatabase } from "../support/FreshDatabases.ts"

const insert = (name: string, content = "x") =>
  Effect.flatMap(Database, (db) => db.query("insert into setting (name, content) values ($1, $2)", [name, content]))

const names = Effect.flatMap(Database, (db) =>
  Effect.map(db.query("select name from setting order by name"), (rows) => rows.map((row) => row.name as string)))

const transaction = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.flatMap(Database, (db) => db.transaction(work))

onBothDatabases("the database", (fresh) => {
  const open = (database: DatabaseAt) => Layer.fresh(Database.layer(database))

  const onDatabase = (title: string, test: (database: DatabaseAt) => Effect.Effect<unknown, unknown, Database>) =>
    it.live(title, () =>
      Effect.flatMap(Effect.promise(fresh), (database) => Effect.scoped(Effect.provide(test(database), open(database)))))

  it.live("that a newer release has changed is refused with what to do, and nothing is done to it", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const newer = Effect.flatMap(Database, (db) =>
        db.query("insert into crossdock_migrations (migration_id, name) values (9999, 'of_a_later_release')"))
      yield* Effect.scoped(Effect.provide(newer, open(database)))
      const refused = yield* Effect.flip(Effect.scoped(Effect.provide(Database, open(database))))
      assert.strictEqual(refused._tag, "SchemaNewer")
      for (const part of ["9999_of_a_later_release", "start the newer release", "restore the backup"]) assert.include(refused.message, part)
    }))

  onDatabase("a transaction that succeeds is there whole", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* transaction(Effect.as(Effect.andThen(insert("a"), insert("b")), 7)), 7)
      assert.deepStrictEqual(yield* names, ["a", "b"])
    }))

  for (
    const [how, ending] of [
      ["fails", Effect.fail("no")],
      ["dies", Effect.die(new Error("no"))],
      ["is interrupted", Effect.interrupt]
    ] as const
  ) {
    onDatabase(`nothing of a transaction that ${how} is there`, () =>
      Effect.gen(function*() {
        yield* insert("before")
        const exit = yield* Effect.exit(transaction(Effect.andThen(insert("a"), ending)))
        assert.isTrue(Exit.isFailure(exit))
        assert.deepStrictEqual(yield* names, ["before"])
        yield* insert("after")
        assert.deepStrictEqual(yield* names, ["after", "before"])
      }))
  }

  onDatabase("what waits for a commit runs after the outermost transaction, and not at all where there is no commit", () =>
    Effect.gen(function*() {
      const db = yield* Database
      const ran: Array<string> = []
      const then = (name: string) => db.afterCommit(() => void ran.push(name))
      yield* transaction(Effect.gen(function*() {
        yield* then("outer")
        yield* transaction(Effect.andThen(insert("b"), then("inner")))
        yield* Effect.exit(transaction(Effect.andThen(then("of a part that failed"), Effect.fail("no"))))
        assert.deepStrictEqual(ran, [])
      }))
      assert.deepStrictEqual(ran, ["outer", "inner"])
      yield* Effect.exit(transaction(Effect.andThen(then("never"), Effect.fail("no"))))
      assert.deepStrictEqual(ran, ["outer", "inner"])
      yield* then("at once, outside of a transaction")
      assert.lengthOf(ran, 3)
    }))

  onDatabase("a text of others with any character is stored (A045)", () =>
    Effect.gen(function*() {
      yield* insert("odd", "a\u0000b\u0007\u001b\u2028\ud83d\ude00")
      const rows = yield* (yield* Database).query("select content from setting")
      assert.strictEqual(String(rows[0]!.content).replace("\ufffd", "\0"), "a\0b\u0007\u001b\u2028\ud83d\ude00")
    }))

  onDatabase("the failure of the work comes out as it is", () =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit(transaction(Effect.fail("mine")))
      assert.deepStrictEqual(Exit.isFailure(exit) && Cause.squash(exit.cause), "mine")
    }))

  onDatabase("a statement that fails takes the whole transaction with it", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(transaction(Effect.andThen(insert("a"), Effect.andThen(insert("a"), insert("b")))))
      assert.instanceOf(error, DatabaseFailed)
      assert.deepStrictEqual(yield* names, [])
    }))

  onDatabase("an inner transaction joins the outer one", () =>
    Effect.gen(function*() {
      yield* Effect.exit(transaction(Effect.andThen(transaction(insert("inner")), Effect.fail("no"))))
      assert.deepStrictEqual(yield* names, [])
      yield* transaction(Effect.andThen(transaction(insert("inner")), insert("outer")))
      assert.deepStrictEqual(yield* names, ["inner", "outer"])
    }))

  onDatabase("an inner transaction that fails and is caught takes only its own work with it", () =>
    Effect.gen(function*() {
      yield* transaction(Effect.gen(function*() {
        yield* insert("outer")
        yield* Effect.exit(transaction(Effect.andThen(insert("inner"), Effect.fail("no"))))
        yield* Effect.exit(transaction(Effect.andThen(insert("second"), insert("outer"))))
        yield* insert("after")
      }))
      assert.deepStrictEqual(yield* names, ["after", "outer"])
    }))

  onDatabase("a second row under a key is told apart from every other failure", () =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* insert("a")
      const same = yield* Effect.flip(insert("a"))
      const none = yield* Effect.flip(db.query("insert into setting (name) values ($1)", ["b"]))
      const wrong = yield* Effect.flip(db.query("select nothing from nowhere"))
      const columns = "id, entity, scope, connection, operation, digest, state, attempt, due_at, created_at, updated_at"
      const intent = (id: string) => db.query(`insert into intent (${columns}) values ($1, 1, 's', 'c', 'o', '', 'Pending', 0, 0, 0, 0)`, [id])
      yield* intent("1")
      const again = yield* Effect.flip(intent("2"))
      assert.deepStrictEqual([same, none, wrong, again].map((error) => error.isUniqueViolation), [true, false, false, true])
    }))

  onDatabase("who reads outside a transaction never sees what it may still take back", () =>
    Effect.gen(function*() {
      const isWritten = yield* Deferred.make<void>()
      const mayEnd = yield* Deferred.make<void>()
      const writer = yield* Effect.forkChild(Effect.exit(transaction(
        insert("a").pipe(
          Effect.andThen(Deferred.succeed(isWritten, undefined)),
          Effect.andThen(Deferred.await(mayEnd)),
          Effect.andThen(Effect.fail("no"))
        )
      )))
      yield* Deferred.await(isWritten)
      const reader = yield* Effect.forkChild(names)
      yield* Effect.yieldNow
      yield* Deferred.succeed(mayEnd, undefined)
      assert.deepStrictEqual(yield* Fiber.join(reader), [])
      yield* Fiber.join(writer)
    }))

  onDatabase("fifty writers at once lose nothing", () =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* insert("count", "0")
      const increment = transaction(Effect.gen(function*() {
        const row = yield* db.one(`select content from setting where name = 'count'${db.forUpdate}`)
        yield* Effect.yieldNow
        yield* db.query("update setting set content = $1 where name = 'count'", [String(Number(row!.content) + 1)])
      }))
      yield* Effect.forEach(Array.from({ length: 50 }), () => increment, { concurrency: "unbounded", discard: true })
      assert.strictEqual((yield* db.one("select content from setting where name = 'count'"))?.content, "50")
    }))

  onDatabase("callers who go away while they wait for a connection keep none", () =>
    Effect.gen(function*() {
      for (let round = 0; round < 20; round++) {
        const callers = yield* Effect.forEach(Array.from({ length: 16 }), () => Effect.forkChild(transaction(names)))
        yield* Effect.yieldNow
        yield* Fiber.interruptAll(callers)
      }
      // Sixteen at once need every connection that there is.
      const meet = yield* Deferred.make<void>()
      const all = yield* Effect.forkChild(Effect.forEach(Array.from({ length: 8 }), () => transaction(Effect.andThen(names, Deferred.await(meet))), {
        concurrency: "unbounded",
        discard: true
      }))
      const db = yield* Database
      if (db.dialect === "postgres") assert.deepStrictEqual(yield* transaction(names), [])
      yield* Deferred.succeed(meet, undefined)
      yield* Fiber.join(all)
    }))

  onDatabase("fifty new rows under one key make one row, and the others know it", () =>
    Effect.gen(function*() {
      const results = yield* Effect.forEach(
        Array.from({ length: 50 }),
        () => Effect.match(transaction(insert("one")), { onFailure: (error) => error.isUniqueViolation, onSuccess: () => "written" }),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(results.filter((result) => result === "written").length, 1)
      assert.strictEqual(results.filter((result) => result === true).length, 49)
    }))

  onDatabase("values come back as they went in", () =>
    Effect.gen(function*() {
      const db = yield* Database
      const texts = ["", "'; drop table setting; --", "$1 ?1 :x", "\u{1F69A} 物流 \"'\\", "x".repeat(100_000)]
      for (const [at, text] of texts.entries()) yield* insert(`text-${at}`, text)
      const rows = yield* db.query("select content from setting order by name")
      assert.deepStrictEqual(rows.map((row) => row.content), texts)
      yield* db.query("insert into owner (connection, node, epoch) values ($1, $2, $3)", ["*", "n", 1_785_432_109_876])
      assert.strictEqual((yield* db.one("select epoch from owner"))?.epoch, 1_785_432_109_876)
      assert.strictEqual((yield* db.one("select paused_because from connection_state"))?.paused_because, undefined)
      yield* db.query("insert into connection_state (id, paused_because) values ('c', $1)", [null])
      assert.isNull((yield* db.one("select paused_because from connection_state"))?.paused_because)
    }))

  onDatabase("a number in the place of a parameter may appear twice", () =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* db.query("insert into setting (name, content) values ($1, $1)", ["twice"])
      assert.strictEqual((yield* db.one("select content from setting where name = $1 and content = $1", ["twice"]))?.content, "twice")
    }))

  onDatabase("every row is there after a restart, and the migrations do nothing twice", (database) =>
    Effect.gen(function*() {
      yield* insert("kept")
      const before = yield* applied
      for (let start = 0; start < 2; start++) {
        yield* Effect.scoped(Effect.provide(
          Effect.gen(function*() {
            assert.deepStrictEqual(yield* names, ["kept"])
            assert.deepStrictEqual(yield* applied, before)
          }),
          open(database)
        ))
      }
      assert.isAtLeast(before.length, 1)
    }))

  it.live("three that start at once on an empty database all get it", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const one = Effect.scoped(Effect.provide(Effect.andThen(names, applied), open(database)))
      const all = yield* Effect.all([one, one, one], { concurrency: "unbounded" })
      assert.deepStrictEqual(all[0], all[1])
      assert.deepStrictEqual(all[0], all[2])
    }))

  const learned: Array<string> = []
  const withStorage = <A, E>(work: Effect.Effect<A, E, SqlStorage.SqlStorage | Database>) =>
    Effect.flatMap(Database, (db) =>
      Effect.provide(
        work,
        PluginStorage.layer("warehouse-acme", (secret) => void learned.push(Redacted.value(secret))).pipe(
          Layer.provide(Layer.merge(Layer.succeed(Database, db), Vault.layer(Redacted.make("test key"))))
        )
      ))

  onDatabase("what a plugin seals opens for it alone, and is hidden in what its peer says", () =>
    Effect.gen(function*() {
      yield* withStorage(Effect.gen(function*() {
        const storage = yield* SqlStorage.SqlStorage
        const sealed = storage.seal(Redacted.make("a token of the peer"))
        assert.notInclude(sealed, "token")
        assert.strictEqual(Redacted.value(yield* storage.unseal(sealed)), "a token of the peer")
        assert.include(learned, "a token of the peer")
        const elsewhere = Vault.layer(Redacted.make("test key"))
        const of = yield* Effect.map(Effect.provide(Vault, elsewhere), (vault) => vault.seal("plugin warehouse-other", "another's"))
        assert.strictEqual((yield* Effect.flip(storage.unseal(of)))._tag, "StorageFailed")
      }))
    }))

  onDatabase("what a plugin stores commits and rolls back together with ours", () =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* withStorage(Effect.gen(function*() {
        const storage = yield* SqlStorage.SqlStorage
        assert.strictEqual(storage.prefix, "warehouse_acme_")
        assert.strictEqual(storage.dialect, db.dialect)
        yield* storage.query(`create table ${storage.prefix}thing (id text primary key)`)
        const thing = (id: string) => storage.query(`insert into ${storage.prefix}thing (id) values ($1)`, [id])
        yield* Effect.exit(transaction(Effect.andThen(thing("lost"), Effect.andThen(insert("lost"), Effect.fail("no")))))
        yield* transaction(Effect.andThen(storage.transaction(thing("kept")), insert("kept")))
        const kept = yield* storage.query(`select id from ${storage.prefix}thing`)
        assert.deepStrictEqual(kept.map((row) => row.id), ["kept"])
        const failed = yield* Effect.flip(storage.transaction(Effect.andThen(thing("more"), thing("kept"))))
        assert.strictEqual(failed._tag, "StorageFailed")
        assert.strictEqual(yield* Effect.flip(storage.transaction(Effect.fail("its own" as const))), "its own")
        assert.strictEqual((yield* storage.query(`select id from ${storage.prefix}thing`)).length, 1)
      }))
      assert.deepStrictEqual(yield* names, ["kept"])
    }))
})

const applied = Effect.flatMap(Database, (db) =>
  Effect.map(db.query("select migration_id from crossdock_migrations order by migration_id"), (rows) => rows.map((row) => row.migration_id)))

it.live("a PostgreSQL that is not there is a failure, not a wait", () =>
  Effect.gen(function*() {
    const url = Redacted.make("postgres://nobody:pw-planted@127.0.0.1:1/none")
    const exit = yield* Effect.exit(Effect.scoped(Effect.provide(names, Database.layer({ url }))))
    assert.isTrue(Exit.isFailure(exit))
    assert.notInclude(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "", "pw-planted")
  }))

it.live("C08 a transaction that stands still keeps its locks for no longer than the server allows, and nothing of it is there", () =>
  Effect.gen(function*() {
    const url = Redacted.make(yield* Effect.promise(() => newDatabase(inject("postgresPort"))))
    const node = () => Layer.fresh(Database.layer({ url }))
    yield* Effect.gen(function*() {
      const db = yield* Database
      const allowed = db.one("select current_setting('idle_in_transaction_session_timeout') as most")
      const everywhere = yield* Effect.all(Array.from({ length: 4 }, () => db.transaction(allowed)), { concurrency: "unbounded" })
      assert.deepStrictEqual(everywhere.map((row) => row?.most), Array.from({ length: 4 }, () => idlesMost))
      const exit = yield* Effect.exit(db.transaction(Effect.gen(function*() {
        yield* db.query("set local idle_in_transaction_session_timeout = '100ms'")
        yield* insert("a", "of the one that stands still")
        // Waits for the lock until the server has ended this transaction.
        yield* Effect.scoped(Effect.provide(insert("a", "of the one that took over"), node()))
        yield* insert("b")
      })))
      const failure = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
      assert.instanceOf(failure, DatabaseFailed)
      assert.deepStrictEqual(yield* db.query("select name, content from setting"), [{ name: "a", content: "of the one that took over" }])
    }).pipe(Effect.provide(node()), Effect.scoped)
  }))

it.live("a transaction whose connection to PostgreSQL is lost fails, and is no defect", () =>
  Effect.gen(function*() {
    const url = Redacted.make(yield* Effect.promise(() => newDatabase(inject("postgresPort"))))
    yield* Effect.gen(function*() {
      const db = yield* Database
      const exit = yield* Effect.exit(db.transaction(db.query("select pg_terminate_backend(pg_backend_pid())")))
      assert.isTrue(Exit.isFailure(exit) && Cause.findErrorOption(exit.cause)._tag === "Some" && !Cause.hasDies(exit.cause))
      assert.deepStrictEqual(yield* db.query("select 1 as n"), [{ n: 1 }])
    }).pipe(Effect.scoped, Effect.provide(Layer.fresh(Database.layer({ url }))))
  }))

it.live("the files of SQLite are for their owner alone, also those of an earlier release (m7)", () =>
  Effect.gen(function*() {
    const folder = mkdtempSync(join(tmpdir(), "crossdock-"))
    const filename = join(folder, "test.sqlite")
    const modes = Effect.sync(() => readdirSync(folder).toSorted().map((name) => `${name} ${(statSync(join(folder, name)).mode & 0o777).toString(8)}`))
    const opened = Effect.andThen(Effect.suspend(() => insert(randomUUID())), modes).pipe(Effect.provide(Layer.fresh(Database.layer({ filename }))), Effect.scoped)
    const expected = ["test.sqlite 600", "test.sqlite-shm 600", "test.sqlite-wal 600"]
    assert.deepStrictEqual(yield* opened, expected)
    chmodSync(filename, 0o644)
    assert.deepStrictEqual(yield* opened, expected)
    rmSync(folder, { recursive: true })
  }))

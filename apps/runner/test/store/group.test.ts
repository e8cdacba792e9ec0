import { assert, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Scheduler from "effect/Scheduler"
import { mkdtempSync, rmSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database } from "../../src/store/Database.ts"
import * as LockedFile from "../../src/store/LockedFile.ts"
import * as SqliteGroupCommit from "../../src/store/SqliteGroupCommit.ts"
import { runner } from "../../src/store/SqliteStatements.ts"
import type { Unit } from "../../src/store/UnitOfWork.ts"

const insert = (name: string, content = "x") =>
  Effect.flatMap(Database, (db) => db.query("insert into setting (name, content) values ($1, $2)", [name, content]))

const transaction = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.flatMap(Database, (db) => db.transaction(work))

const onFile = (title: string, test: (filename: string) => Effect.Effect<unknown, unknown, Database>) =>
  it.live(title, () => {
    const folder = mkdtempSync(join(tmpdir(), "crossdock-group-"))
    const filename = join(folder, "test.sqlite")
    return Effect.scoped(Effect.provide(test(filename), Database.layer({ filename }))).pipe(
      Effect.ensuring(Effect.sync(() => rmSync(folder, { recursive: true, force: true })))
    )
  })

/** What another process would find after this one was killed. */
const seenByOthers = (filename: string): ReadonlyArray<unknown> => {
  const other = new DatabaseSync(filename, { readOnly: true })
  try {
    return other.prepare("select name from setting order by name").all().map((row) => row.name)
  } finally {
    other.close()
  }
}

onFile("success is told after the commit, of each of many transactions at once", (filename) =>
  Effect.forEach(
    Array.from({ length: 300 }, (_, index) => `row-${String(index).padStart(3, "0")}`),
    (name) =>
      Effect.andThen(transaction(insert(name)), Effect.sync(() => assert.include(seenByOthers(filename), name))),
    { concurrency: "unbounded", discard: true }
  ))

onFile("transactions of one turn of the event loop share a commit, which none of them sees before", (filename) =>
  Effect.gen(function*() {
    const bothWritten = yield* Deferred.make<void>()
    const first = yield* Effect.forkChild(transaction(insert("a")))
    const second = yield* Effect.forkChild(transaction(Effect.andThen(insert("b"), Effect.andThen(
      Deferred.succeed(bothWritten, undefined),
      Effect.sync(() => assert.deepStrictEqual(seenByOthers(filename), []))
    ))))
    yield* Deferred.await(bothWritten)
    yield* Fiber.join(first)
    assert.deepStrictEqual(seenByOthers(filename), ["a", "b"])
    yield* Fiber.join(second)
  }))

onFile("a transaction is committed wherever the turn of the event loop ends", () =>
  Effect.forEach(
    Array.from({ length: 100 }, (_, index) => index + 20),
    (steps) =>
      Effect.gen(function*() {
        // A fiber that yields after every so many steps.
        const work = Effect.provideService(transaction(insert(`row-${steps}`)), Scheduler.MaxOpsBeforeYield, steps)
        const done = yield* Effect.timeoutOption(Fiber.join(yield* Effect.forkDetach(work)), "2 seconds")
        assert.isTrue(Option.isSome(done), `after ${steps} steps`)
      }),
    { discard: true }
  ))

onFile("one that fails takes nothing of its neighbours with it", () =>
  Effect.gen(function*() {
    const db = yield* Database
    const exits = yield* Effect.forEach(
      Array.from({ length: 30 }, (_, index) => index),
      (index) => Effect.exit(transaction(Effect.andThen(insert(`n-${index}`), index % 3 === 0 ? Effect.fail("no") : Effect.void))),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(exits.map(Exit.isSuccess), exits.map((_, index) => index % 3 !== 0))
    assert.lengthOf(yield* db.query("select name from setting"), 20)
  }))

onFile("a full database refuses every transaction that shares the commit, and takes them again when there is room (F7)", () =>
  Effect.gen(function*() {
    const db = yield* Database
    yield* insert("before")
    const pages = (yield* db.query("PRAGMA page_count"))[0]!.page_count as number
    yield* db.query(`PRAGMA max_page_count = ${pages + 8}`)
    const exits = yield* Effect.forEach(
      ["small", "large", "late"],
      (name) => Effect.exit(transaction(insert(name, name === "large" ? "x".repeat(1_000_000) : "x"))),
      { concurrency: "unbounded" }
    )
    assert.isTrue(Exit.isFailure(exits[1]!))
    const names = (yield* db.query("select name from setting order by name")).map((row) => row.name)
    const kept = ["small", "large", "late"].filter((_, index) => Exit.isSuccess(exits[index]!))
    assert.sameMembers(names, ["before", ...kept])
    yield* db.query("PRAGMA max_page_count = 1073741823")
    yield* transaction(insert("after", "x".repeat(1_000_000)))
    assert.lengthOf(yield* db.query("select name from setting where name = 'after'"), 1)
  }))

onFile("a commit waits for the disk: the writer of the file keeps synchronous=FULL", () =>
  Effect.gen(function*() {
    const db = yield* Database
    const [row] = yield* transaction(Effect.andThen(insert("a"), db.query("select * from pragma_synchronous()")))
    assert.strictEqual(row?.["synchronous"], 2)
  }))

onFile("what waits for the commit runs after it, and not at all where there is none", (filename) =>
  Effect.gen(function*() {
    const db = yield* Database
    const ran: Array<string> = []
    const then = (name: string) =>
      db.afterCommit(() => {
        ran.push(`${name} ${seenByOthers(filename).join(",")}`)
      })
    yield* transaction(Effect.gen(function*() {
      yield* insert("a")
      yield* then("outer")
      yield* transaction(Effect.andThen(insert("b"), then("inner")))
      yield* Effect.exit(transaction(Effect.andThen(then("lost"), Effect.fail("no"))))
      assert.deepStrictEqual(ran, [])
    }))
    assert.deepStrictEqual(ran, ["outer a,b", "inner a,b"])
    yield* Effect.exit(transaction(Effect.andThen(then("never"), Effect.fail("no"))))
    assert.lengthOf(ran, 2)
    yield* then("at once")
    assert.lengthOf(ran, 3)
  }))

onFile("what only reads waits for no transaction, also where it walks from row to row", () =>
  Effect.gen(function*() {
    const db = yield* Database
    const isWriting = yield* Deferred.make<void>()
    const isRead = yield* Deferred.make<void>()
    const writing = yield* Effect.forkChild(transaction(Effect.gen(function*() {
      yield* insert("a")
      yield* Deferred.succeed(isWriting, undefined)
      yield* Deferred.await(isRead)
    })))
    yield* Deferred.await(isWriting)
    const rows = yield* db.query("with recursive s (n) as (select 1 union all select n + 1 from s where n < 3) select n, (select count(*) from setting where name = 'a') as seen from s")
    assert.deepStrictEqual(rows.map(({ n, seen }) => [n, seen]), [[1, 0], [2, 0], [3, 0]])
    yield* Deferred.succeed(isRead, undefined)
    yield* Fiber.join(writing)
  }))

const insertion: Unit<string, void> = {
  name: "insertion",
  key: (name) => name,
  sqlite: (run, name) => void run("insert into setting (name, content) values ($1, 'x')", [name]),
  postgres: () => ({ statements: [], outs: () => [] })
}

it.live("units and transactions of one turn of the event loop share a commit, and units need no savepoint of their own", () =>
  Effect.scoped(Effect.gen(function*() {
    const opened = new DatabaseSync(":memory:")
    opened.exec("create table setting (name text primary key, content text)")
    const asked: Array<string> = []
    const exec = (text: string) => {
      asked.push(text)
      opened.exec(text)
    }
    const write = runner(opened)
    const db = yield* SqliteGroupCommit.make({
      db: { exec, get isTransaction() { return opened.isTransaction } },
      write: (text, values) => {
        asked.push(text.split(" ")[0]!)
        return write(text, values)
      },
      read: undefined,
      soon: (then) => void setImmediate(then),
      now: Effect.succeed(0)
    })
    yield* Effect.forEach(["a", "b", "c"], (name) => db.unit(insertion, name), { concurrency: "unbounded" })
    assert.deepStrictEqual(asked.splice(0), ["BEGIN IMMEDIATE", "insert", "insert", "insert", "COMMIT"])
    yield* Effect.all([db.unit(insertion, "d"), db.query("insert into setting (name, content) values ('e', 'x')"), db.unit(insertion, "f")], { concurrency: "unbounded" })
    assert.deepStrictEqual(asked, ["BEGIN IMMEDIATE", "SAVEPOINT", "insert", "RELEASE", "SAVEPOINT", "insert", "insert", "RELEASE", "COMMIT"])
    assert.lengthOf(yield* db.query("select name from setting"), 6)
  })))

it.live("many units are committed and resumed in parts, so that none keeps the event loop busy for long", () =>
  Effect.scoped(Effect.gen(function*() {
    const opened = new DatabaseSync(":memory:")
    opened.exec("create table setting (name text primary key, content text)")
    const sizes: Array<number> = []
    let inserts = 0
    const exec = (text: string) => {
      if (text === "COMMIT") sizes.push(inserts)
      inserts = 0
      opened.exec(text)
    }
    const write = runner(opened)
    let turn = 0
    const db = yield* SqliteGroupCommit.make({
      db: { exec, get isTransaction() { return opened.isTransaction } },
      write: (text, values) => {
        if (text.startsWith("insert")) inserts++
        return write(text, values)
      },
      read: undefined,
      soon: (then) => void setImmediate(() => {
        turn++
        then()
      }),
      now: Effect.succeed(0)
    })
    const names = Array.from({ length: 200 }, (_, index) => `n-${index}`)
    const turns = yield* Effect.forEach(names, (name) => Effect.map(db.unit(insertion, name), () => turn), { concurrency: "unbounded" })
    assert.strictEqual(sizes.reduce((sum, size) => sum + size, 0), 200)
    assert.isAtMost(Math.max(...sizes), 64)
    const mostPerTurn = Math.max(...turns.map((each) => turns.filter((other) => other === each).length))
    assert.isAtMost(mostPerTurn, 128, "groups that were full at once, and the rests of others")
    assert.lengthOf(yield* db.query("select name from setting"), 200)
  })))

onFile("a full database refuses the unit that is too large, and only that one (F7)", () =>
  Effect.gen(function*() {
    const db = yield* Database
    yield* insert("before")
    const pages = (yield* db.query("PRAGMA page_count"))[0]!.page_count as number
    yield* db.query(`PRAGMA max_page_count = ${pages + 8}`)
    const large: Unit<string, void> = {
      ...insertion,
      sqlite: (run, name) => void run("insert into setting (name, content) values ($1, $2)", [name, name === "large" ? "x".repeat(1_000_000) : "x"])
    }
    const exits = yield* Effect.forEach(["small", "large", "late"], (name) => Effect.exit(db.unit(large, name)), { concurrency: "unbounded" })
    assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, false, true])
    const names = (yield* db.query("select name from setting order by name")).map((row) => row.name)
    assert.deepStrictEqual(names, ["before", "late", "small"])
  }))

it.live("a disk that gets full while units run fails the transactions of their group too, which it has rolled back (S2)", () =>
  Effect.scoped(Effect.gen(function*() {
    const opened = new DatabaseSync(":memory:")
    opened.exec("create table setting (name text primary key, content text)")
    const write = runner(opened)
    let isFull = true
    const db = yield* SqliteGroupCommit.make({
      db: { exec: (text) => opened.exec(text), get isTransaction() { return opened.isTransaction } },
      write: (text, values) => {
        if (isFull && values[0] === "unit") {
          // As SQLite does if it cannot write to the disk: the whole transaction is gone before the error is told.
          opened.exec("ROLLBACK")
          throw Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 })
        }
        return write(text, values)
      },
      read: undefined,
      soon: (then) => void setImmediate(then),
      now: Effect.succeed(0)
    })
    const put = (name: string) => db.transaction(db.query("insert into setting (name, content) values ($1, 'x')", [name]))
    const exits = yield* Effect.all([Effect.exit(put("first")), Effect.exit(put("second")), Effect.exit(db.unit(insertion, "unit"))], { concurrency: "unbounded" })
    const stored = () => opened.prepare("select name from setting order by name").all().map((row) => row["name"])
    assert.deepStrictEqual([exits.map(({ _tag }) => _tag), stored()], [["Failure", "Failure", "Failure"], []])
    isFull = false
    yield* Effect.all([put("third"), db.unit(insertion, "unit")], { concurrency: "unbounded" })
    assert.deepStrictEqual(stored(), ["third", "unit"])
  })))

onFile("one transaction waits for a file that another program keeps locked, and the next ones fail at once, so that calls are answered (issue 27)", (filename) =>
  Effect.gen(function*() {
    const other = new DatabaseSync(filename)
    other.exec("begin immediate")
    const first = yield* Effect.flip(insert("a"))
    assert.strictEqual(first.diagnosis.is, "busy")
    const began = performance.now()
    for (let n = 0; n < 20; n++) assert.strictEqual((yield* Effect.flip(transaction(insert("b")))).diagnosis.is, "busy")
    assert.isBelow(performance.now() - began, LockedFile.rest)
    other.close()
    yield* Effect.retry(insert("c"), Schedule.spaced("20 millis"))
    assert.deepStrictEqual(seenByOthers(filename), ["c"])
  }))

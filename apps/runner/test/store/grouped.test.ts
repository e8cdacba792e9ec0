/**
 * Transactions that share a commit: each succeeds or fails alone, and none keeps its neighbours waiting.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import pg from "pg"
import { inject } from "vitest"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { newDatabase } from "../support/FreshDatabases.ts"
import type { DatabaseAt } from "../support/World.ts"

const insert = (name: string) => Effect.flatMap(Database, (db) => db.query("insert into setting (name, content) values ($1, 'x')", [name]))

const grouped = <A, E, R>(key: string, work: Effect.Effect<A, E, R>) => Effect.flatMap(Database, (db) => db.groupedTransaction("test", key, work))

const stored = Effect.map(Effect.flatMap(Database, (db) => db.query("select name from setting where name like 'test %' order by name")), (rows) => rows.map(({ name }) => name))

const on = <A, E>(at: DatabaseAt, test: Effect.Effect<A, E, Database>) => Effect.scoped(Effect.provide(test, Database.layer(at)))

const together = { concurrency: "unbounded" } as const

onBothDatabases("transactions that share a commit", (fresh) => {
  const test = (title: string, work: Effect.Effect<unknown, unknown, Database>) =>
    it.live(title, () => Effect.flatMap(Effect.promise(fresh), (at) => on(at, work)))

  test("fail alone: what the others have written stays", Effect.gen(function*() {
    const exits = yield* Effect.forEach(["a", "b", "c", "d"], (name) =>
      Effect.exit(grouped(name, Effect.andThen(insert(`test ${name}`), name === "b" ? Effect.fail("refused") : name === "c" ? Effect.die("a mistake") : Effect.succeed(name)))), together)
    assert.deepStrictEqual(exits.map((exit) => Exit.isSuccess(exit) ? exit.value : "failed"), ["a", "failed", "failed", "d"])
    assert.deepStrictEqual(yield* stored, ["test a", "test d"])
  }))

  test("fail alone by a statement that the database refuses", Effect.gen(function*() {
    const exits = yield* Effect.forEach(["a", "a", "b"], (name) => Effect.exit(grouped(name, insert(`test ${name}`))), together)
    assert.strictEqual(exits.filter(Exit.isSuccess).length, 2)
    assert.deepStrictEqual(yield* stored, ["test a", "test b"])
  }))

  test("run what waits for the commit once it is stored, and not for one that failed", Effect.gen(function*() {
    const db = yield* Database
    const told: Array<string> = []
    yield* Effect.forEach(["a", "b", "c"], (name) =>
      Effect.exit(grouped(name, Effect.gen(function*() {
        yield* insert(`test ${name}`)
        yield* db.afterCommit(() => void told.push(name))
        if (name === "b") return yield* Effect.fail("refused")
        assert.notInclude(told, name)
      }))), together)
    assert.deepStrictEqual(told, ["a", "c"])
  }))

  test("join the transaction that they are in", Effect.gen(function*() {
    const db = yield* Database
    yield* Effect.exit(db.transaction(Effect.andThen(grouped("a", insert("test a")), Effect.fail("refused"))))
    assert.deepStrictEqual(yield* stored, [])
  }))
})

/** The number of the transaction that the server is in. */
const transaction = Effect.map(Effect.flatMap(Database, (db) => db.one("select pg_current_xact_id()::text as id")), (row) => String(row?.id))

describe("transactions that share a commit on PostgreSQL", () => {
  const test = (title: string, work: (url: string) => Effect.Effect<unknown, unknown, Database>) =>
    it.live(title, () => Effect.flatMap(Effect.promise(() => newDatabase(inject("postgresPort"))), (url) => on({ url: Redacted.make(url) }, work(url))))

  test("are one transaction, in the order of their keys", () => Effect.gen(function*() {
    const order: Array<string> = []
    const ids = yield* Effect.forEach(["c", "a", "b"], (key) => grouped(key, Effect.andThen(Effect.sync(() => order.push(key)), transaction)), together)
    assert.strictEqual(new Set(ids).size, 1)
    assert.deepStrictEqual(order, ["a", "b", "c"])
  }))

  test("fail although they went on after a statement that was refused, which stored nothing", () => Effect.gen(function*() {
    yield* insert("test a")
    const exits = yield* Effect.forEach(["a", "b"], (name) => Effect.exit(grouped(name, Effect.ignore(insert(`test ${name}`)))), together)
    assert.deepStrictEqual(exits.map(Exit.isSuccess), [false, true])
    assert.deepStrictEqual(yield* stored, ["test a", "test b"])
  }))

  test("do not wait for a neighbour whose row somebody else keeps locked", (url) => Effect.gen(function*() {
    const db = yield* Database
    for (const name of ["a", "b", "c"]) yield* insert(`test ${name}`)
    const other = new pg.Client({ connectionString: url })
    yield* Effect.promise(() => other.connect())
    yield* Effect.promise(() => other.query("begin; update setting set content = 'locked' where name = 'test b'"))
    const done: Array<string> = []
    const fibers = yield* Effect.forEach(["a", "b", "c"], (name) =>
      Effect.forkChild(Effect.tap(grouped(name, db.query("update setting set content = content || 'y' where name = $1", [`test ${name}`])), () => Effect.sync(() => done.push(name)))))
    yield* Fiber.join(fibers[0]!)
    yield* Fiber.join(fibers[2]!)
    assert.deepStrictEqual(done.toSorted(), ["a", "c"])
    yield* Effect.promise(() => other.query("commit"))
    yield* Fiber.join(fibers[1]!)
    yield* Effect.promise(() => other.end())
    assert.deepStrictEqual((yield* db.query("select content from setting where name like 'test %' order by name")).map(({ content }) => content), ["xy", "lockedy", "xy"])
  }))

  test("do not begin if they are interrupted before, and are waited for if they have begun", () => Effect.gen(function*() {
    const begun = yield* Deferred.make<void>()
    const goesOn = yield* Deferred.make<void>()
    const first = yield* Effect.forkChild(grouped("a", Effect.andThen(insert("test a"), Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(goesOn)))))
    yield* Deferred.await(begun)
    const second = yield* Effect.forkChild(grouped("b", insert("test b")), { startImmediately: true })
    yield* Fiber.interrupt(second)
    const stopping = yield* Effect.forkChild(Fiber.interrupt(first), { startImmediately: true })
    yield* Deferred.succeed(goesOn, undefined)
    yield* Fiber.join(stopping)
    assert.deepStrictEqual(yield* stored, ["test a"])
  }))
})

import { assert, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import pg from "pg"
import * as Redacted from "effect/Redacted"
import { DatabaseSync } from "node:sqlite"
import { Database } from "../../src/store/Database.ts"
import type { Unit } from "../../src/store/UnitOfWork.ts"
import { onBothDatabases } from "../support/Databases.ts"
import type { DatabaseAt } from "../support/World.ts"

interface Put {
  readonly name: string
  readonly content: string
}

const insert = "insert into setting (name, content) values ($1, $2)"

/** Adds a row and answers with the number of rows; a name that is there already is refused. */
const put: Unit<Put, string> = {
  name: "put",
  key: ({ name }) => name,
  sqlite: (run, { content, name }) => {
    run(insert, [name, content])
    return name
  },
  postgres: (inputs) => ({
    statements: [{
      text: "insert into setting (name, content) select * from unnest($1::text[], $2::text[])",
      values: [inputs.map(({ name }) => name), inputs.map(({ content }) => content)]
    }],
    outs: () => inputs.map(({ name }) => name)
  })
}

/** Adds two rows with two statements; the second may be refused. */
const putTwo: Unit<readonly [string, string], void> = {
  name: "put two",
  key: ([first]) => first,
  sqlite: (run, names) => {
    for (const name of names) run(insert, [name, "x"])
  },
  postgres: (inputs) => ({
    statements: [0, 1].map((at) => ({
      text: "insert into setting (name, content) select name, 'x' from unnest($1::text[]) as t (name)",
      values: [inputs.map((names) => names[at]!)]
    })),
    outs: () => inputs.map(() => undefined)
  })
}

/** Appends to a row, so that the order of the inputs can be read afterwards. */
const append: Unit<Put, string> = {
  name: "append",
  key: ({ name }) => name,
  sqlite: (run, { content, name }) =>
    String(run("update setting set content = content || $2 where name = $1 returning content", [name, content])[0]?.["content"]),
  postgres: (inputs) => ({
    statements: inputs.map(({ content, name }) => ({
      text: "update setting set content = content || $2 where name = $1 returning content",
      values: [name, content]
    })),
    outs: (rows) => rows.map(([row]) => String(row?.["content"]))
  })
}

/** What another process finds. */
const seenByOthers = async (at: DatabaseAt): Promise<ReadonlyArray<string>> => {
  const text = "select name from setting order by name"
  if ("filename" in at) {
    const other = new DatabaseSync(at.filename, { readOnly: true })
    try {
      return other.prepare(text).all().map((row) => String(row["name"]))
    } finally {
      other.close()
    }
  }
  const client = new pg.Client({ connectionString: Redacted.value(at.url) })
  await client.connect()
  try {
    return (await client.query(text)).rows.map((row) => String(row["name"]))
  } finally {
    await client.end()
  }
}

const names = (db: Database["Service"]) =>
  Effect.map(db.query("select name from setting order by name"), (rows) => rows.map((row) => String(row["name"])))

onBothDatabases("units of work", (fresh) => {
  const on = (title: string, test: (db: Database["Service"], at: DatabaseAt) => Effect.Effect<unknown, unknown>) =>
    it.live(title, () =>
      Effect.flatMap(Effect.promise(fresh), (at) =>
        Effect.scoped(Effect.flatMap(Database, (db) => test(db, at)).pipe(Effect.provide(Database.layer(at))))))

  on("a unit resumes after its commit", (db, at) =>
    Effect.forEach(Array.from({ length: 40 }, (_, index) => `row-${index}`), (name) =>
      Effect.gen(function*() {
        assert.strictEqual(yield* db.unit(put, { name, content: "x" }), name)
        assert.include(yield* Effect.promise(() => seenByOthers(at)), name)
      }), { concurrency: 20, discard: true }))

  on("each unit gets its own answer, whatever the order of their keys", (db) =>
    Effect.gen(function*() {
      const wanted = Array.from({ length: 600 }, (_, index) => `row-${(index * 7919) % 600}`)
      const answers = yield* Effect.forEach(wanted, (name) => db.unit(put, { name, content: "x" }), { concurrency: "unbounded" })
      assert.deepStrictEqual(answers, wanted)
      assert.lengthOf(yield* names(db), 600)
    }))

  on("a unit that is refused fails alone, and writes nothing", (db) =>
    Effect.gen(function*() {
      yield* db.unit(put, { name: "taken", content: "x" })
      const exits = yield* Effect.forEach(
        Array.from({ length: 30 }, (_, index) => [`n-${String(index).padStart(2, "0")}`, index === 7 ? "taken" : `m-${String(index).padStart(2, "0")}`] as const),
        (both) => Effect.exit(db.unit(putTwo, both)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(exits.flatMap((exit, index) => Exit.isFailure(exit) ? [index] : []), [7])
      const failure = yield* Effect.flip(exits[7]!)
      assert.isTrue(failure.isUniqueViolation)
      const found = yield* names(db)
      assert.notInclude(found, "n-07")
      assert.lengthOf(found, 59)
    }))

  on("a unit that is refused takes nothing of the transactions beside it", (db) =>
    Effect.gen(function*() {
      yield* db.unit(put, { name: "taken", content: "x" })
      const isStored = <A, E>(work: Effect.Effect<A, E>) => Effect.map(Effect.exit(work), Exit.isSuccess)
      const stored = yield* Effect.all([
        isStored(db.unit(putTwo, ["first", "taken"])),
        isStored(db.transaction(db.query(insert, ["transaction", "x"]))),
        isStored(db.unit(put, { name: "beside", content: "x" }))
      ], { concurrency: "unbounded" })
      assert.deepStrictEqual(stored, [false, true, true])
      assert.deepStrictEqual(yield* names(db), ["beside", "taken", "transaction"])
    }))

  on("units of one row are carried out in the order in which they were asked for", (db) =>
    Effect.gen(function*() {
      yield* db.unit(put, { name: "a", content: "" })
      const letters = Array.from("abcdefghijklmnopqrstuvwxyz")
      const seen = yield* Effect.forEach(letters, (content) => db.unit(append, { name: "a", content }), { concurrency: "unbounded" })
      assert.deepStrictEqual(seen, letters.map((_, index) => letters.slice(0, index + 1).join("")))
    }))

  on("a unit inside a transaction is undone with it, and sees what it wrote", (db) =>
    Effect.gen(function*() {
      yield* Effect.exit(db.transaction(Effect.andThen(db.unit(put, { name: "lost", content: "x" }), Effect.fail("no"))))
      yield* db.transaction(Effect.gen(function*() {
        yield* db.query(insert, ["a", ""])
        assert.strictEqual(yield* db.unit(append, { name: "a", content: "b" }), "b")
        // The transaction goes on after a unit that was refused.
        const refused = yield* Effect.exit(db.unit(putTwo, ["half", "a"]))
        assert.isTrue(Exit.isFailure(refused))
      }))
      assert.deepStrictEqual(yield* names(db), ["a"])
    }))

  on("what waits for the commit runs after the one of the unit", (db, at) =>
    Effect.gen(function*() {
      const seen = yield* Deferred.make<{ readonly names: Promise<ReadonlyArray<string>> }>()
      yield* Effect.andThen(
        db.unit(put, { name: "a", content: "x" }),
        db.afterCommit(() => Deferred.doneUnsafe(seen, Exit.succeed({ names: seenByOthers(at) })))
      )
      const found = yield* Deferred.await(seen)
      assert.deepStrictEqual(yield* Effect.promise(() => found.names), ["a"])
    }))

  on("a unit that is interrupted before it began leaves nothing, and the others go on", (db) =>
    Effect.gen(function*() {
      const waiting = yield* Effect.forkChild(db.unit(put, { name: "given up", content: "x" }), { startImmediately: true })
      const beside = yield* Effect.forkChild(db.unit(put, { name: "kept", content: "x" }), { startImmediately: true })
      yield* Fiber.interrupt(waiting)
      yield* Fiber.join(beside)
      assert.deepStrictEqual(yield* names(db), ["kept"])
    }))

  on("a mistake in the code of a unit is a defect, and stops no other unit", (db) =>
    Effect.gen(function*() {
      const wrong: Unit<Put, void> = {
        name: "wrong",
        key: ({ name }) => name,
        sqlite: () => {
          throw new TypeError("a mistake")
        },
        postgres: () => {
          throw new TypeError("a mistake")
        }
      }
      const [defect, kept] = yield* Effect.all([
        Effect.exit(db.unit(wrong, { name: "a", content: "x" })),
        Effect.exit(db.unit(put, { name: "kept", content: "x" }))
      ], { concurrency: "unbounded" })
      assert.isTrue(Exit.hasDies(defect))
      assert.isTrue(Exit.isSuccess(kept))
      assert.deepStrictEqual(yield* names(db), ["kept"])
    }))

  on("text that PostgreSQL cannot store is kept without its NUL", (db) =>
    Effect.gen(function*() {
      yield* db.unit(put, { name: "nul", content: "a\0b" })
      const row = yield* db.one("select content from setting where name = 'nul'")
      assert.strictEqual(row?.["content"], db.dialect === "postgres" ? "a\ufffdb" : "a\0b")
    }))
})

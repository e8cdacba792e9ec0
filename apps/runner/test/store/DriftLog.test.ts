import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "../../src/store/Database.ts"
import * as DriftLog from "../../src/store/DriftLog.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { until } from "../support/World.ts"

const finding = (path: string, message = "is not listed") => ({ where: "pushOrderInfo", path, message })

onBothDatabases("findings", (fresh) => {
  const onDatabase = (title: string, test: (log: (path: string, message?: string, scope?: string) => Effect.Effect<void>, store: Effect.Effect<void>) => Effect.Effect<unknown, unknown, Database>) =>
    it.live(title, () =>
      Effect.flatMap(Effect.promise(fresh), (database) =>
        Effect.scoped(Effect.provide(
          Effect.gen(function*() {
            const log = yield* DriftLog.make(yield* Database)
            yield* test((path, message, scope = "link") => log.reporting(scope).report(finding(path, message)), log.store)
          }),
          Layer.fresh(Database.layer(database))
        ))))

  const rows = Effect.flatMap(Database, (db) => db.query("select scope, path, message, times from drift order by scope, path, message"))

  onDatabase("are counted by connection, place and what was found; the elements of a list are one place", (log, store) =>
    Effect.gen(function*() {
      for (const path of ["/skuList/0/x", "/skuList/7/x", "/skuList/12/x", "/status"]) yield* log(path)
      yield* log("/status", "is something else")
      yield* log("/status", undefined, "other")
      yield* store
      assert.deepStrictEqual(
        (yield* rows).map(({ path, message, scope, times }) => [scope, path, message, times]),
        [
          ["link", "/skuList/*/x", "is not listed", 3],
          ["link", "/status", "is not listed", 1],
          ["link", "/status", "is something else", 1],
          ["other", "/status", "is not listed", 1]
        ]
      )
    }))

  onDatabase("are there for each of those who ask for them at one time", (log, store) =>
    Effect.gen(function*() {
      yield* Effect.forEach(Array.from({ length: 50 }), (_, at) => log(`/member${at}`), { discard: true })
      const seen = yield* Effect.forEach([1, 2, 3], () => Effect.map(Effect.andThen(store, rows), (found) => found.length), { concurrency: "unbounded" })
      assert.deepStrictEqual(seen, [50, 50, 50])
    }))

  onDatabase("hold no name that is none: it may be a person's", (log, store) =>
    Effect.gen(function*() {
      for (const path of ["/ada@example.invalid", "/+31 20 000 0000", "/a/Ada Example/b", "/陈", `/${"x".repeat(65)}`]) yield* log(path)
      yield* store
      assert.deepStrictEqual((yield* rows).map(({ path }) => path), ["/*", "/a/*/b"])
    }))

  onDatabase("of one caller fill the table only so far, and the known ones go on counting", (log, store) =>
    Effect.gen(function*() {
      yield* Effect.forEach(Array.from({ length: 1005 }), (_, at) => log(`/invented${at}`), { discard: true })
      yield* store
      yield* log("/invented0")
      yield* log("/too-many")
      yield* log("/another", undefined, "other")
      yield* store
      const found = yield* rows
      assert.strictEqual(found.filter(({ scope }) => scope === "link").length, 1000)
      assert.strictEqual(found.find(({ path }) => path === "/invented0")?.times, 2)
      assert.strictEqual(found.filter(({ scope }) => scope === "other").length, 1)
    }))

  onDatabase("cost the message that they are found in nothing: they are stored together, later", (log, store) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* log("/a")
      yield* log("/a")
      yield* log("/b")
      assert.deepStrictEqual(yield* rows, [])
      yield* store
      assert.deepStrictEqual((yield* rows).map(({ path, times }) => [path, times]), [["/a", 2], ["/b", 1]])
      yield* log("/a")
      yield* store
      yield* store
      assert.deepStrictEqual((yield* rows).map(({ path, times }) => [path, times]), [["/a", 3], ["/b", 1]])
      yield* db.query("alter table drift rename to away")
      yield* log("/a")
      yield* store
      yield* db.query("alter table away rename to drift")
      yield* store
      assert.deepStrictEqual((yield* rows).map(({ path, times }) => [path, times]), [["/a", 4], ["/b", 1]])
    }))

  it.effect("are stored every few seconds, and what is left when the runner stops", () =>
    Effect.flatMap(Effect.promise(fresh), (database) =>
      Effect.gen(function*() {
        yield* Effect.scoped(Effect.gen(function*() {
          const log = yield* DriftLog.make(yield* Database)
          yield* log.reporting("link").report(finding("/a"))
          yield* until(Effect.map(rows, (stored) => stored.length === 1), 6000, 1000)
          yield* log.reporting("link").report(finding("/b"))
        }))
        assert.deepStrictEqual((yield* rows).map(({ path }) => path), ["/a", "/b"])
      }).pipe(Effect.provide(Layer.fresh(Database.layer(database))))))
})

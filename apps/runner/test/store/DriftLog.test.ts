import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "../../src/store/Database.ts"
import * as DriftLog from "../../src/store/DriftLog.ts"
import { onBothDatabases } from "../support/Databases.ts"

const finding = (path: string, says = "is not listed") => ({ where: "pushOrderInfo", path, says })

onBothDatabases("findings", (fresh) => {
  const onDatabase = (title: string, test: (log: (path: string, says?: string, scope?: string) => Effect.Effect<void>) => Effect.Effect<unknown, unknown, Database>) =>
    it.live(title, () =>
      Effect.flatMap(Effect.promise(fresh), (database) =>
        Effect.scoped(Effect.provide(
          Effect.flatMap(Database, (db) => test((path, says, scope = "link") => DriftLog.reporting(db, scope).report(finding(path, says)))),
          Layer.fresh(Database.layer(database))
        ))))

  const rows = Effect.flatMap(Database, (db) => db.query("select scope, path, says, times from drift order by scope, path, says"))

  onDatabase("are counted by connection, place and what was found; the elements of a list are one place", (log) =>
    Effect.gen(function*() {
      for (const path of ["/skuList/0/x", "/skuList/7/x", "/skuList/12/x", "/status"]) yield* log(path)
      yield* log("/status", "is something else")
      yield* log("/status", undefined, "other")
      assert.deepStrictEqual(
        (yield* rows).map(({ path, says, scope, times }) => [scope, path, says, times]),
        [
          ["link", "/skuList/*/x", "is not listed", 3],
          ["link", "/status", "is not listed", 1],
          ["link", "/status", "is something else", 1],
          ["other", "/status", "is not listed", 1]
        ]
      )
    }))

  onDatabase("hold no name that is none: it may be a person's", (log) =>
    Effect.gen(function*() {
      for (const path of ["/ada@example.invalid", "/+31 20 000 0000", "/a/Ada Example/b", "/陈", `/${"x".repeat(65)}`]) yield* log(path)
      assert.deepStrictEqual((yield* rows).map(({ path }) => path), ["/*", "/a/*/b"])
    }))

  onDatabase("of one caller fill the table only so far, and the known ones go on counting", (log) =>
    Effect.gen(function*() {
      yield* Effect.forEach(Array.from({ length: 1005 }), (_, at) => log(`/invented${at}`), { discard: true })
      yield* log("/invented0")
      yield* log("/another", undefined, "other")
      const found = yield* rows
      assert.strictEqual(found.filter(({ scope }) => scope === "link").length, 1000)
      assert.strictEqual(found.find(({ path }) => path === "/invented0")?.times, 2)
      assert.strictEqual(found.filter(({ scope }) => scope === "other").length, 1)
    }))
})

/**
 * A database of a release that stored no orders of shops.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Database } from "../../src/store/Database.ts"
import * as Migrations from "../../src/store/Migrations.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as EarlierDatabase from "../support/EarlierDatabase.ts"

const before = Migrations.names.findIndex((name) => name.endsWith("_platform_orders"))

onBothDatabases("a database without orders of shops", (fresh) => {
  it.effect.each(Array.from({ length: before }, (_, index) => index + 1))("gets their tables at a start, from release %i", (release) =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* Effect.promise(() => EarlierDatabase.fill(database, release, []))
      yield* Effect.scoped(Effect.provide(
        Effect.gen(function*() {
          const db = yield* Database
          yield* db.query("insert into platform_order (entity, changed_at, digest, content_sealed) values (1, 2, 'd', 'x')")
          yield* db.query("insert into order_sync (scope, track, begins_at, read_until, span, updated_at) values ('s', 'changes', 1, 2, 3, 4)")
          yield* db.query("insert into order_reread (scope, number, due_at, since) values ('s', 'A-1', 1, 2)")
          assert.deepStrictEqual(Object.values((yield* db.one("select orders, version, ended_at from order_sync"))!), [0, 0, null])
          assert.deepStrictEqual(Object.values((yield* db.one("select tries from order_reread"))!), [0])
        }),
        Database.layer(database)
      ))
    }))

  it.effect("keeps which polls fail", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* Effect.promise(() => EarlierDatabase.fill(database, before, [
        "insert into connection_state (id, poll_failing_since, poll_failure) values ('wh', 5, 'away')",
        "insert into connection_state (id, polled_at) values ('other', 6)"
      ]))
      yield* Effect.scoped(Effect.provide(
        Effect.gen(function*() {
          const rows = yield* (yield* Database).query("select connection, scope, track, message, since from poll_failure")
          assert.deepStrictEqual(rows.map((row) => Object.values(row)), [["wh", "", "", "away", 5]])
        }),
        Database.layer(database)
      ))
    }))
})

import { assert, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { NodeLeases } from "../../src/connection/NodeLeases.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"

onBothDatabases("ownership", (fresh) => {
  it.effect("C08 a node that slept through its lease learns it before it sends anything", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* Effect.gen(function*() {
        const joins = (node: string) =>
          Effect.map(Layer.build(Layer.fresh(NodeLeases.layer(node))), (context) => Context.get(context, NodeLeases))
        const sleeper = yield* joins("sleeper")
        const other = yield* joins("other")
        const before = sleeper.epoch
        // What another node does once the lease is over by the clock of the database.
        yield* Effect.flatMap(Database, (db) => db.query("delete from node where id = 'sleeper'"))
        yield* TestClock.adjust("15 seconds")
        const answers = yield* Effect.all([sleeper.stillHolds(before), sleeper.stillHolds(before)], { concurrency: 2 })
        assert.deepStrictEqual(answers, [false, false])
        assert.strictEqual(sleeper.epoch, other.epoch + 1)
        assert.isTrue(yield* sleeper.stillHolds(sleeper.epoch))
      }).pipe(Effect.scoped, Effect.provide(Layer.fresh(Database.layer(database))))
    }))

  it.effect("C08 a node that slept, and that nobody missed, goes on", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* Effect.gen(function*() {
        const own = Context.get(yield* Layer.build(Layer.fresh(NodeLeases.layer("own"))), NodeLeases)
        const before = own.epoch
        yield* TestClock.adjust("1 minute")
        assert.isTrue(yield* own.stillHolds(before))
      }).pipe(Effect.scoped, Effect.provide(Layer.fresh(Database.layer(database))))
    }))

  it.live("a heartbeat is stored while other work has all connections of the node (engine F6)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* Effect.gen(function*() {
        const db = yield* Database
        const own = Context.get(yield* Layer.build(Layer.fresh(NodeLeases.layer("own"))), NodeLeases)
        const finish = yield* Deferred.make<void>()
        const many = db.dialect === "sqlite" ? 0 : 20
        const work = yield* Effect.forkChild(Effect.all(Array.from({ length: many }, () => db.transaction(Deferred.await(finish))), { concurrency: "unbounded" }))
        yield* Effect.yieldNow
        assert.strictEqual(yield* own.beat, 0)
        yield* Deferred.succeed(finish, undefined)
        yield* Fiber.join(work)
      }).pipe(Effect.scoped, Effect.provide(Layer.fresh(Database.layer(database))))
    }))
})

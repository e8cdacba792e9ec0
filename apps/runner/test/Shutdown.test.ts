import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { NodeLeases } from "../src/connection/NodeLeases.ts"
import * as Shutdown from "../src/Shutdown.ts"
import { Database } from "../src/store/Database.ts"
import { onBothDatabases } from "./support/Databases.ts"
import { pass, until, world } from "./support/World.ts"

onBothDatabases("a shutdown", (fresh) => {
  it.effect("keeps the lease of its node until its last deliveries and creates have ended, so that no other node repeats them", () =>
    Effect.flatMap(Effect.promise(fresh), (database) => world(database, { isIdle: true }, () =>
      Effect.gen(function*() {
        const { query } = yield* Database
        const { keepAlive } = yield* NodeLeases
        const scope = yield* Scope.make()
        let hasDrained = false
        const drained = Effect.andThen(Effect.sleep("20 seconds"), Effect.sync(() => {
          hasDrained = true
        }))
        yield* Shutdown.around({ listen: Effect.void, drained, keepAlive }).pipe(Scope.provide(scope))
        const ending = yield* Effect.forkChild(Scope.close(scope, Exit.void))
        yield* pass(10_000)
        // Leases are by the database's clock; an extended one is above zero.
        yield* query("update node set leased_until = 0")
        yield* until(Effect.map(query("select leased_until from node"), ([node]) => Number(node?.leased_until) > 0), 5000)
        assert.isFalse(hasDrained)
        yield* pass(11_000)
        assert.isTrue(hasDrained)
        yield* Fiber.join(ending)
        yield* query("update node set leased_until = 0")
        yield* pass(10_000)
        assert.deepStrictEqual(yield* query("select leased_until from node"), [{ leased_until: 0 }])
        Shutdown.draining.now = false
      }))))
})

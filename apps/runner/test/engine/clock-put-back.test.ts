import { assert, it } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Intents } from "../../src/intents/Intents.ts"
import { Database } from "../../src/store/Database.ts"
import { order } from "../support/Orders.ts"
import { pass, until, world } from "../support/World.ts"

// Several nodes on PostgreSQL go by the clock of the database instead.
it.effect("a clock that was a day ahead and is put back holds up no create whose outcome is not known", () =>
  world({ filename: ":memory:" }, {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const dispatch = yield* Dispatch
      const { wake } = yield* Intents
      const create = Effect.forkChild(Effect.exit(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")))
      yield* pass(2000)
      yield* TestClock.adjust("1 day")
      w.warehouse.plan("createOutboundOrder", "lose-request")
      yield* create
      yield* until(Effect.map(db.query("select absences from intent"), ([row]) => row?.absences === 1))
      yield* TestClock.setTime(5000)
      yield* create
      // Sleeps of the test clock end at a moment, real ones after a time: something has to wake the loop.
      yield* until(Effect.andThen(wake, Effect.sync(() => w.warehouse.live("SO-1").length === 1)), 60_000)
      assert.lengthOf(w.warehouse.orders, 1)
    })))

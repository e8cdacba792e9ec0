/**
 * A create of unknown outcome whose queries got no answer is asked for as soon as its peer answers anything else, and not only when the
 * next gap has passed, which may be an hour.
 */
import { assert } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { earlyQueries } from "../../src/engine/RetrySchedule.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import { during, inWorldOn, pass, type World } from "../support/World.ts"

const create = (w: World, number: string) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(number), ""))
const first = Effect.flatMap(Database, (db) => Effect.map(db.one("select state, queries from intent order by created_at, id limit 1"), (row) => row!))
const cut = Array.from({ length: 10_000 }, () => "unreachable" as const)

onBothDatabases("a create whose queries got no answer", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("is asked for at once when the peer answers another call", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      w.warehouse.plan("getOutboundOrders", ...cut)
      yield* Effect.flip(during(create(w, "SO-1")))
      // The gaps are 2 s, 10 s, 30 s and 2 min, so the next query is due after 10 min.
      yield* pass(200_000, 1000)
      assert.deepInclude(yield* first, { state: "Doubtful", queries: 4 })
      w.warehouse.plan("getOutboundOrders")
      yield* during(create(w, "SO-2"))
      yield* pass(3000)
      assert.deepInclude(yield* first, { state: "Delivered" })
    }))

  inWorld("is asked for by the gaps alone when the peer answers all but the queries", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      w.warehouse.plan("getOutboundOrders", ...cut)
      yield* Effect.flip(during(create(w, "SO-1")))
      for (let n = 0; n < 60; n++) {
        yield* during(create(w, `SO-${2 + n}`))
        yield* pass(3000, 500)
      }
      const { queries, state } = yield* first
      assert.strictEqual(state, "Doubtful")
      assert.isAtLeast(Number(queries), earlyQueries)
      assert.isAtMost(Number(queries), earlyQueries + 2)
    }))
})

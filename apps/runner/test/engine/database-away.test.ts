/**
 * A database that goes away in the midst of a call, where nobody expected it.
 */
import { assert, it } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { DatabaseFailed } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import { during, world } from "../support/World.ts"

const away = () => Effect.die(new DatabaseFailed({ isUniqueViolation: false, cause: Object.assign(new Error("restarting"), { code: "57P01" }) }))

/** A plugin that keeps something in the runner's database, and cannot now. */
const plugin = WarehouseV1.plugin({
  id: "keeps-rows",
  settings: Schema.Struct({}),
  limits: { linesPerOrder: 50, ordersPerQuery: 10 },
  offers: ["listWarehouses"],
  make: () => Effect.succeed({ handlers: { createOutboundOrder: away, cancelOutboundOrder: away, getOutboundOrders: away, listWarehouses: away } })
})

onBothDatabases("a database that goes away in the midst of a call", (fresh) => {
  it.effect("is answered NOT_STORED where nothing can have been done, and DOUBTFUL where something may have been", () =>
    Effect.flatMap(Effect.promise(fresh), (database) =>
      world(database, { plugin }, (w) =>
        Effect.gen(function*() {
          const dispatch = yield* Dispatch
          const { orderNumber } = order("SO-1")
          const refusals = yield* during(Effect.all([
            Effect.flip(dispatch.call(w.link, WarehouseV1.ListWarehouses, {}, "")),
            Effect.flip(dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber }, "")),
            Effect.flip(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))
          ]))
          assert.deepStrictEqual(refusals.map(({ code }) => code), ["NOT_STORED", "DOUBTFUL", "DOUBTFUL"])
        }))))
})

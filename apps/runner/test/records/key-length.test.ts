import { assert, it } from "@effect/vitest"
import { OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Reports } from "../../src/contracts/warehouse/Reports.ts"
import { Database } from "../../src/store/Database.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import { until, world } from "../support/World.ts"

const drift = Effect.flatMap(Database, (db) => db.query("select scope, path, message from drift order by path"))

onBothDatabases("a name that is longer than a database can index", (fresh) => {
  it.effect("is told as drift where a warehouse reports it, and the other orders of the answer go on (M4)", () =>
    Effect.flatMap(Effect.promise(fresh), (database) =>
      world(database, {}, (w) =>
        Effect.gen(function*() {
          const dispatch = yield* Dispatch
          for (const number of ["PA", "PB", "PC"]) yield* dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(number), "")
          w.warehouse.orders.forEach((held, at) =>
            Object.assign(held, { phase: "shipped", status: "SHIPPED", trackingNumber: at === 0 ? "T".repeat(9000) : `T-${at}` }))
          yield* until(Effect.sync(() => w.erp.received.length >= 2), 300_000, 1000)
          assert.sameMembers(w.erp.received.map(({ content }) => content.trackingNumber), ["T-1", "T-2"])
          yield* until(Effect.map(drift, (rows) => rows.length > 0))
          const found = yield* drift
          assert.deepStrictEqual(found.map((row) => [row.scope, row.path]), [["wh", "/trackingNumber"]])
          assert.match(found[0]!.message, /more than 255 characters/)
          Object.assign(w.warehouse.orders[0]!, { trackingNumber: "T".repeat(255) })
          yield* until(Effect.sync(() => w.erp.received.length >= 3), 300_000, 1000)
        }))))

  it.effect("is refused for good where a warehouse calls with it (M4)", () =>
    Effect.flatMap(Effect.promise(fresh), (database) =>
      world(database, {}, () =>
        Effect.gen(function*() {
          const status = { orderNumber: OutboundOrder.OrderNumber.make("SO-1"), phase: "shipped" as const, status: "GONE", trackingNumber: "T".repeat(3000) }
          const reason = yield* Effect.flip((yield* Reports).take("wh", { _tag: "OutboundStatusChanged", status }, "raw"))
          assert.deepInclude(reason, { _tag: "RequestInvalid", path: "/trackingNumber" })
          yield* until(Effect.map(drift, (rows) => rows.map((row) => row.path).join() === "/trackingNumber"))
        }))))

  it.effect("is not kept where a warehouse gives an order such a number, and the order is made (M4)", () =>
    Effect.flatMap(Effect.promise(fresh), (database) =>
      world(database, {}, (w) =>
        Effect.gen(function*() {
          w.warehouse.number("W".repeat(9000))
          yield* (yield* Dispatch).call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")
          assert.strictEqual(w.warehouse.orders.length, 1)
          assert.isNull((yield* Books.outbound(w.link.scope))?.peer_number)
        }))))

  it.effect("lists of channels that callers invent warehouses for are bounded (m4)", () =>
    Effect.flatMap(Effect.promise(fresh), (database) =>
      world(database, {}, (w) =>
        Effect.gen(function*() {
          const dispatch = yield* Dispatch
          for (let at = 0; at < 230; at++) yield* dispatch.call(w.link, WarehouseV1.ListChannels, { warehouseCode: `INVENTED-${at}` }, "")
          const kept = yield* (yield* Database).query("select kind from listing")
          assert.isAtMost(kept.length, 200)
        }))))
})

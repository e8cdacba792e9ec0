/**
 * What an event of a warehouse owes to others is stored with it.
 */
import { assert } from "@effect/vitest"
import type { OutboundOrder } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ErpReports from "../../../src/contracts/warehouse/ErpReports.ts"
import { Events } from "../../../src/contracts/warehouse/Events.ts"
import type { OrderEvent } from "../../../src/contracts/warehouse/OrderEvents.ts"
import { Reactions, writing } from "../../../src/outbox/Reactions.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { order } from "../../support/Orders.ts"
import { inWorldOn, type World } from "../../support/World.ts"

/** The events of this world with one more reaction, beside the one that tells the ERP. */
const eventsWith = (react: (event: OrderEvent) => Effect.Effect<void>) =>
  Effect.map(
    Layer.build(Layer.provide(Layer.fresh(Events.layer), Layer.fresh(Reactions.layer([
      ErpReports.reaction,
      Effect.succeed(writing<OrderEvent>({ OutboundReported: react, GoodsReceived: react, OutboundGivenUp: react }))
    ])))),
    (services) => Context.get(services, Events)
  )

const shipped = (w: World): Parameters<Events["Service"]["outbound"]> => {
  const status: OutboundOrder.OutboundStatus = { orderNumber: order("SO-1").orderNumber, warehouseCode: "WH-1", phase: "shipped", status: "GONE", trackingNumber: "T-1" }
  return [{ scope: w.link.scope, link: w.link, who: "peer" }, status]
}

const counts = Effect.flatMap(Database, (db) =>
  Effect.forEach(["entity", "delivery", "history", "setting"], (table) => Effect.map(db.one(`select count(*) as n from ${table} where 1 = 1`), (row) => Number(row?.["n"]))))

onBothDatabases("reactions to an event", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("all run in the transaction that stores it, each with what was stored", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const seen: Array<unknown> = []
      const events = yield* eventsWith((event) =>
        Effect.orDie(Effect.asVoid(Effect.andThen(
          Effect.sync(() => seen.push([event._tag, event.link.scope, event._tag === "OutboundReported" && event.messages.map(({ status }) => status.trackingNumber)])),
          db.query("insert into setting (name, content) values ('desk', 'knows it')")
        ))))
      yield* events.outbound(...shipped(w))
      assert.deepStrictEqual(seen, [["OutboundReported", w.link.scope, ["T-1"]]])
      assert.deepStrictEqual((yield* db.query("select operation from delivery")).map(({ operation }) => operation), ["receiveOutboundStatus"])
      assert.lengthOf(yield* db.query("select name from setting where name = 'desk'"), 1)
      yield* events.outbound(...shipped(w))
      assert.lengthOf(seen, 1)
    }))

  inWorld("leave nothing of it if one of them fails", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const events = yield* eventsWith(() => Effect.die(new Error("a bug of a reaction")))
      const before = yield* counts
      yield* Effect.exit(events.outbound(...shipped(w)))
      assert.deepStrictEqual(yield* counts, before)
    }))
})

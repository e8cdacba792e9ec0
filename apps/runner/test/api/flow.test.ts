/**
 * The flow by the admin API: the systems around the runner, what goes between them, and what waits (issue 27).
 */
import { assert } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as Desk from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { order } from "../support/Orders.ts"
import { during, inWorldOn, nothingOwed } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"

const minute = 60_000

onBothDatabases("the flow", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const shop = FakeShop.shop()

  inWorld("shows each system with its health, what goes between them by time, and what waits where (issue 27)", Desk.options(shop, { North: { A: 9 } }), (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      const connections = yield* Connections
      const empty = yield* client.flow.show({ query: {} })
      assert.deepStrictEqual(empty.nodes.map(({ health, id, kind }) => [id, kind, health]), [
        [`shop:${FakeShop.scope}`, "shop", "ok"], ["desk", "desk", "ok"], ["erp:books", "erp", "ok"], ["warehouse:wh", "warehouse", "ok"],
        ["warehouse:wh-2", "warehouse", "ok"], ["books:ledger", "books", "ok"]
      ])
      assert.deepStrictEqual([empty.orders, empty.desk, empty.messages], [{ count: 0, isMore: false }, [], { due: 0, held: 0, dead: 0 }])

      yield* Desk.buy(shop, "S-1", Desk.order({ A: 1 }))
      yield* Desk.buy(shop, "S-2", Desk.order({ A: 50 }))
      yield* TestClock.adjust(2 * minute)
      yield* Desk.buy(shop, "S-3", Desk.order({ A: 2 }))
      const { creates, desk, edges, nodes, orders, pointMinutes, since, until } = yield* client.flow.show({ query: { span: "1h" } })
      assert.deepStrictEqual([pointMinutes, Math.abs(DateTime.toEpochMillis(since) % minute), DateTime.toEpochMillis(until) > DateTime.toEpochMillis(since)], [1, 0, true])
      assert.deepStrictEqual(desk.map(({ cause, count, state }) => [state, cause, count]), [["held", "stock", 1], ["placed", undefined, 2]])
      assert.strictEqual(orders.count, 5)
      assert.deepStrictEqual([creates.inDoubt, creates.pending], [0, 0])
      const center = nodes.find(({ id }) => id === "desk")!
      assert.deepStrictEqual([center.title, center.health, center.cause?.code, center.cause?.params], ["Order desk", "waiting", "ORDERS_HELD", { count: "1" }])
      const edge = (from: string, to: string) => edges.find((one) => one.from === from && one.to === to)!
      const bought = edge(`shop:${FakeShop.scope}`, "desk")
      assert.deepStrictEqual([bought.counts, bought.minutes.length, bought.minutes.reduce((a, b) => a + b)], ["orders", 60, 3])
      assert.deepStrictEqual(bought.minutes.filter((n) => n > 0), [2, 1])
      const sent = edge("desk", "warehouse:wh")
      assert.isAtLeast(sent.minutes.reduce((a, b) => a + b), 2)
      assert.deepStrictEqual([sent.counts, sent.failedShare, sent.waiting, sent.perMinute > 0], ["calls", 0, 0, true])
      for (const span of ["15m", "24h", "7d"] as const) {
        const other = yield* client.flow.show({ query: { span } })
        const points = other.edges.find(({ counts }) => counts === "orders")!.minutes
        assert.isAtMost(points.length, 60)
        assert.strictEqual(points.reduce((a, b) => a + b), 3, span)
        const { failedShare, minutes } = other.edges.find(({ to }) => to === "warehouse:wh")!
        assert.deepStrictEqual([minutes.reduce((a, b) => a + b), failedShare], [sent.minutes.reduce((a, b) => a + b), 0], span)
      }

      yield* connections.pause("wh", "stock-taking")
      yield* Effect.exit(during(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("P-1"), ""))))
      yield* nothingOwed
      const paused = yield* client.flow.show({ query: {} })
      const warehouse = paused.nodes.find(({ id }) => id === "warehouse:wh")!
      assert.deepStrictEqual([warehouse.health, warehouse.cause?.code, warehouse.cause?.params.because], ["paused", "PAUSED", "stock-taking"])
    }))
})

/**
 * What a node reserves after it had lost the order changes nothing in the books, although it does not live to release it.
 */
import { ErpV1, OutboundOrder, Quantity, Sku } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Connections } from "../../src/connection/Connections.ts"
import type { Name } from "../../src/engine/Failpoint.ts"
import { Database, type Row } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { during, world } from "../support/World.ts"

/** What a node reserves that does not know yet that it has lost the order: the first version of an issue. */
const reserveLate = ({ issue, link, number }: Row, pieces: number) =>
  during(Effect.flatMap(Connections, (connections) =>
    connections.invoke("ledger", ErpV1.SetStockReservation, {
      document: { link, orderNumber: OutboundOrder.OrderNumber.make(number), issue },
      version: 1,
      warehouseName: "North",
      lines: [{ sku: Sku.Sku.make("A"), quantity: Quantity.of(pieces) }]
    })))

onBothDatabases("a reservation of an attempt that was given up", (fresh) => {
  it.effect("reserves nothing when it comes late, however late its node sends it", () =>
    Effect.gen(function*() {
      const shop = FakeShop.shop()
      let isDead = false
      const failpoint = (name: Name) => {
        if (name !== "desk.before-reserve" || isDead) return
        isDead = true
        throw new Error("the node stops before it reserves")
      }
      yield* world(yield* Effect.promise(fresh), { ...World.options(shop, { North: { A: 9 } }), failpoint }, () =>
        Effect.gen(function*() {
          yield* shop.change("S-1", World.order({ A: 2 }))
          yield* World.sync
          yield* World.round
          const [attempt] = yield* (yield* Database).query("select number, link, issue from desk_part")
          yield* World.settle
          yield* World.later(20_000)
          // The attempt has reserved nothing, so the next one has its number, and another issue.
          assert.deepStrictEqual([yield* World.partsOf("S-1"), yield* World.stock], [["S-1 North accepted"], { "North A": [9, 7, 2] }])
          const [next, ...more] = yield* (yield* Database).query("select number, link, issue, is_reserved from desk_part")
          assert.deepStrictEqual([next?.is_reserved, more], [1, []])
          assert.strictEqual(attempt?.number, "S-1")
          assert.notStrictEqual(attempt?.issue, next?.issue)
          yield* reserveLate(attempt!, 2)
          assert.deepStrictEqual(yield* World.stock, { "North A": [9, 7, 2] })
          yield* World.report(World.north, "S-1", { trackingNumber: "T-1" })
          yield* World.later(20_000)
          assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], yield* World.stock], ["done", { "North A": [7, 7, 0] }])
        }))
    }))
})

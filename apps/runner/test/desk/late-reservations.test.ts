/**
 * Pieces that a node reserved after it had lost the order, and did not live to release, become available again.
 */
import { ErpV1, Quantity, Sku } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Connections } from "../../src/connection/Connections.ts"
import { Desk } from "../../src/desk/Desk.ts"
import type { Name } from "../../src/engine/Failpoint.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { during, world } from "../support/World.ts"

/** What a node reserves that does not know yet that it has lost the order. */
const reserveLate = (document: string, pieces: number) =>
  during(Effect.flatMap(Connections, (connections) =>
    connections.invoke("ledger", ErpV1.ReserveStock, { document, lines: [{ sku: Sku.Sku.make("A"), warehouseName: "North", quantity: Quantity.of(pieces) }] })))

/** Lets the job look after late reservations. */
const sweep = Effect.flatMap(Desk, ({ jobs }) =>
  during(Effect.flatMap(jobs, (all) => Effect.forEach(all.filter(({ name }) => name === "desk-reservations"), ({ work }) => work, { discard: true }))))

onBothDatabases("a reservation of an attempt that was given up", (fresh) => {
  it.effect("is released some minutes later if its node died before it could, and others keep theirs", () =>
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
          yield* World.buy(shop, "S-1", World.order({ A: 2 }))
          yield* World.later(20_000)
          assert.deepStrictEqual([yield* World.partsOf("S-1"), yield* World.stock], [["S-1-2 North accepted"], { "North A": [9, 7, 2] }])
          yield* reserveLate("S-1", 2)
          yield* sweep
          assert.deepStrictEqual(yield* World.stock, { "North A": [9, 5, 4] })
          yield* World.later(15 * 60_000)
          yield* sweep
          assert.deepStrictEqual(yield* World.stock, { "North A": [9, 7, 2] })
          const left = yield* (yield* Database).query("select number from desk_part where is_reserved = 1")
          assert.deepStrictEqual(left.map(({ number }) => number), ["S-1-2"])
          yield* World.report(World.north, "S-1-2", { trackingNumber: "T-1" })
          assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], yield* World.stock], ["done", { "North A": [7, 7, 0] }])
        }))
    }))
})

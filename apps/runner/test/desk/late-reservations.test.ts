/**
 * Pieces that a node reserved after it had lost the order, and did not live to release, become available again.
 */
import { AdapterError, ErpV1, Quantity, Sku } from "@crossdock/core"
import type { AnyPlugin } from "@crossdock/core/config"
import { ledger } from "@crossdock/erp-ledger"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Connections } from "../../src/connection/Connections.ts"
import { Desk } from "../../src/desk/Desk.ts"
import type { Name } from "../../src/engine/Failpoint.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { during, inWorldOn, pass, world } from "../support/World.ts"

/** What a node reserves that does not know yet that it has lost the order. */
const reserveLate = (document: string, pieces: number) =>
  during(Effect.flatMap(Connections, (connections) =>
    connections.invoke("ledger", ErpV1.ReserveStock, { document, lines: [{ sku: Sku.Sku.make("A"), warehouseName: "North", quantity: Quantity.of(pieces) }] })))

/** Lets the job look after late reservations. */
const sweep = Effect.flatMap(Desk, ({ jobs }) =>
  during(Effect.flatMap(jobs, (all) => Effect.forEach(all.filter(({ name }) => name === "desk-reservations"), ({ work }) => work, { discard: true }))))

/** The books, which cannot release what the documents with this beginning have reserved. */
const failingFor = (beginning: string): AnyPlugin => ({
  ...ledger,
  layer: (...given: Parameters<typeof ledger.layer>) =>
    Layer.effect(
      ErpV1.Erp,
      Effect.map(ErpV1.Erp, (erp) => ErpV1.Erp.of({
        ...erp,
        call: (operation, payload) =>
          operation.name === ErpV1.ReserveStock.name && (payload as { readonly document: string }).document.startsWith(beginning)
            ? Effect.fail(new AdapterError.AdapterError({ adapter: erp.id, operation: operation.name, reason: new AdapterError.PeerUnavailable({ status: 503 }) }))
            : erp.call(operation, payload)
      }))
    ).pipe(Layer.provide(ledger.layer(...given)))
}) as unknown as AnyPlugin

onBothDatabases("a reservation of an attempt that was given up", (fresh) => {
  const failingShop = FakeShop.shop()
  const { plugins, ...failingOptions } = World.options(failingShop, { North: { A: 9 } })
  inWorldOn(fresh)("is released although the books cannot release many older ones, which are tried again later (suspicion e)", { ...failingOptions, plugins: [plugins![0]!, failingFor("old")] }, () =>
    Effect.gen(function*() {
      const db = yield* Database
      const given = (number: string, updatedAt: number) =>
        db.query(
          `insert into desk_part (number, entity, link, warehouse, warehouse_code, state, lines, created_at, updated_at)
           values ($1, 0, 'warehouse:acc-1', 'North', 'WH-1', 'unsent', '[]', $2, $2)`,
          [number, updatedAt]
        )
      for (let at = 0; at < 100; at++) yield* given(`old-${at}`, at)
      yield* reserveLate("S-1", 2)
      yield* given("S-1", 200)
      yield* pass(16 * 60_000, 60_000)
      yield* sweep
      yield* pass(5 * 60_000, 60_000)
      yield* sweep
      assert.deepStrictEqual(yield* World.stock, { "North A": [9, 9, 0] })
      const left = yield* db.query("select min(updated_at) as at, count(*) as n from desk_part where is_reserved = 1")
      assert.deepStrictEqual(left.map(({ at, n }) => [Number(n), Number(at) > 15 * 60_000]), [[100, true]])
    }))

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

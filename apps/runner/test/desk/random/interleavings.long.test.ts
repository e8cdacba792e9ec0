/**
 * Random events of the whole loop, repeated, reordered and with nodes that are killed, leave the books, the orders and the parcels as a
 * sequential computation from what the shop and the warehouses saw.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { onBothDatabases } from "../../support/Databases.ts"
import * as Interleaving from "./Interleaving.ts"

const isAll = process.env["CROSSDOCK_LAW"] === "all"
const seed = Number(process.env["CROSSDOCK_SEED"] ?? 1)

onBothDatabases("random events of shops, warehouses and nodes", (fresh) => {
  it.effect("leave books, orders and parcels as their sequential computation does", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const events = Number(process.env["CROSSDOCK_EVENTS"] ?? (isAll ? 10_000 : "url" in database ? 250 : 1500))
      const counts = yield* Interleaving.play(database, { seed, events, nodes: "url" in database ? 3 : 1 })
      if (isAll) console.log(JSON.stringify({ seed, events, ...counts }))
      // The shop offers what arrived in the end, and nothing has reserved.
      assert.isAbove(counts.offered, 0)
      // Most orders came to their end; among many events, each kind of trouble has happened.
      assert.isAbove(counts.told, events / 20)
      assert.isAbove(counts.ends["done"] ?? 0, counts.orders / 3)
      if (events < 1000) return
      for (const often of [counts.kills, counts.pauses, counts.lost, counts.splits]) assert.isAbove(often, events / 500)
    }), isAll ? 3_600_000 : 240_000)
})

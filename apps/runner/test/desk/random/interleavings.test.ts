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
  it.effect("leave books, orders and parcels as their sequential computation does", (context) =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const events = isAll ? 10_000 : "url" in database ? 150 : 1000
      const counts = yield* Interleaving.play(database, { seed, events, nodes: 1 })
      yield* Effect.promise(() => context.annotate(JSON.stringify({ seed, events, ...counts })))
      for (const often of [counts.parcels, counts.told]) assert.isAbove(often, events / 10)
      for (const often of [counts.kills, counts.lost]) assert.isAbove(often, events / 500)
    }), isAll ? 3_600_000 : 240_000)
})

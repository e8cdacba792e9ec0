/**
 * What is sent of a create that was held, where names were mapped while it waited.
 */
import { assert, it } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import * as PayloadCache from "../../src/engine/PayloadCache.ts"
import * as IntentStore from "../../src/intents/IntentStore.ts"
import { Intents } from "../../src/intents/Intents.ts"
import { Mapping } from "../../src/mapping/NameMapping.ts"
import { Database } from "../../src/store/Database.ts"
import { Vault } from "../../src/store/Vault.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { withNodes } from "../support/Nodes.ts"
import { order } from "../support/Orders.ts"
import { until } from "../support/World.ts"

for (const behaviour of ["accept", "lose-answer"] as const) {
  withNodes(`a create that one node holds and another releases is sent and asked for with the names of the release: ${behaviour} (PostgreSQL, D1-403)`, ({ db, join, warehouse }) =>
    Effect.gen(function*() {
      const [a, b] = [yield* join("a", { isIdle: true }), yield* join("b", { isIdle: true })]
      const refusal = yield* a.on(Effect.flip(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(a.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))))
      assert.strictEqual(refusal.code, "HELD")
      yield* b.on(Effect.flatMap(Mapping, (mapping) => mapping.set(b.link.scope, "sku", [{ ours: "E-1", theirs: "THEIRS-1", source: "person" }])))
      assert.strictEqual(yield* b.on(Effect.flatMap(Intents, (intents) => intents.release(b.link.scope))), 1)
      if (behaviour !== "accept") warehouse.plan("createOutboundOrder", behaviour)
      yield* a.begin(Effect.flatMap(Intents, (intents) => intents.run))
      yield* until(Effect.map(db.one("select state from intent"), (row) => row?.state === "Delivered"))
      assert.deepStrictEqual(warehouse.orders.map((held) => held.order.lines.map(({ sku }) => String(sku))), [["THEIRS-1"]])
    }), { links: [{ mapping: "required" }] })
}

onBothDatabases("the cache of contents", (fresh) => {
  it.effect("counts a content that is sent as it was asked, so that many held creates do not fill the memory (F15)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      yield* Effect.gen(function*() {
        const cache = PayloadCache.make(10_000)
        const book = IntentStore.make(yield* Database, yield* Vault, cache)
        const written = { text: JSON.stringify("x".repeat(1000)), payload: "x".repeat(1000) }
        for (let entity = 1; entity <= 50; entity++) yield* book.addContents({ entity, id: `I-${entity}` }, written, written)
        const places = Array.from({ length: 50 }, (_, n) => ["asked", "sent"].map((which) => `intent I-${n + 1} ${which}`)).flat()
        const kept = places.filter((place) => cache.get(place) !== undefined)
        assert.isAtLeast(kept.length, 2)
        assert.isAtMost(kept.length, 10)
      }).pipe(Effect.provide(Layer.provideMerge(Vault.layer(Redacted.make("test key")), Database.layer(database))))
    }))
})

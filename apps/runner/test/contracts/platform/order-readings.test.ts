/**
 * How far a shop was read, and its past, as an operator sees and asks for them.
 */
import { assert } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Connections } from "../../../src/connection/Connections.ts"
import * as OrderSync from "../../../src/contracts/platform/OrderSync.ts"
import * as AdminWorld from "../../api/AdminWorld.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import { during, inWorldOn } from "../../support/World.ts"

const hour = 3_600_000

onBothDatabases("the readings of a shop", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const shop = FakeShop.shop()

  inWorld("show what changes and a backfill, which an operator begins", FakeShop.options(shop, { isIdle: true }), (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      const params = { scope: FakeShop.scope }
      const link = (yield* Connections).linkOf(FakeShop.scope)!
      assert.deepStrictEqual((yield* client.links.readings({ params })).items, [])
      yield* during(OrderSync.round(link))
      for (const at of [-50 * hour, -30 * hour, -10 * hour]) shop.put(FakeShop.order(`A${at}`, at))
      const begun = yield* client.links.backfill({ params, payload: { since: DateTime.makeUnsafe(-40 * hour) } })
      assert.deepStrictEqual(begun.items.map(({ isEnded, records, track }) => [track, records, isEnded]), [["changes", 0, false], ["backfill", 0, false]])
      yield* during(OrderSync.backfillRound(link))
      const [, done] = (yield* client.links.readings({ params })).items
      assert.deepStrictEqual([done?.records, done?.isEnded, done?.since, done?.readUntil], [2, true, DateTime.makeUnsafe(-40 * hour), done?.until])
    }))

  inWorld("are those of links to shops alone", FakeShop.options(shop, { isIdle: true }), (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      const error = yield* Effect.flip(client.links.readings({ params: { scope: w.link.scope } }))
      assert.strictEqual(error._tag, "NotFound")
    }))
})

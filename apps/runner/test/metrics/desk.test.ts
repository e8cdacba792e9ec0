/**
 * How many orders the desk places, and how long they take to their first parcel.
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { metrics } from "../../src/http/MetricsAnswer.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn } from "../support/World.ts"

/** Counters are of the process, so that other tests count with them, for links of their own. */
const figures = Effect.map(metrics, (text) => {
  const value = (series: string) => [...text.matchAll(new RegExp(`^${series}(?:\\{[^}]*\\})? (\\S+)$`, "gm"))].reduce((sum, [, figure]) => sum + Number(figure), 0)
  return {
    placed: value("crossdock_desk_placed_total"),
    placings: value("crossdock_desk_placing_seconds_count"),
    placing: value("crossdock_desk_placing_seconds_sum"),
    parcels: value("crossdock_desk_parcel_seconds_count"),
    parcel: value("crossdock_desk_parcel_seconds_sum")
  }
})

type Figures = Effect.Success<typeof figures>

onBothDatabases("the metrics of the order desk", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const shop = FakeShop.shop()

  inWorld("count an order once when it is placed and once when its shop knows its first parcel, with the seconds since it was taken (issue 25)", World.options(shop, { North: { A: 2 }, South: { A: 2, B: 1 } }), () =>
    Effect.gen(function*() {
      const before = yield* figures
      const since = Effect.map(figures, (now): Figures => ({
        placed: now.placed - before.placed,
        placings: now.placings - before.placings,
        placing: now.placing - before.placing,
        parcels: now.parcels - before.parcels,
        parcel: now.parcel - before.parcel
      }))
      assert.match(yield* metrics, /^crossdock_desk_placed_total\{link="[^"]+"\} \d+$/m)
      yield* World.buy(shop, "S-1", World.order({ A: 3, B: 1 }))
      assert.deepInclude(yield* since, { placed: 1, placings: 1, parcels: 0 })
      assert.isBelow((yield* since).placing, 60)
      yield* World.later(600_000)
      yield* World.report(World.north, "S-1", { trackingNumber: "T-1" })
      yield* World.later(60_000)
      const first = yield* since
      assert.deepInclude(first, { placed: 1, parcels: 1 })
      assert.isAtLeast(first.parcel, 600)
      assert.isBelow(first.parcel, 900)
      yield* World.report(World.south, "S-1-2", { trackingNumber: "T-2" })
      yield* World.later(60_000)
      assert.strictEqual((yield* World.stateOf("S-1"))[0], "done")
      assert.deepInclude(yield* since, { placed: 1, placings: 1, parcels: 1 })
    }))
})

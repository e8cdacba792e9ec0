/**
 * The fold against a world that knows what is in each box, in 200,000 orders with more than 2,000,000 reports. `CROSSDOCK_SEED` is the first
 * seed.
 */
import { assert, it } from "@effect/vitest"
import * as Fold from "../../src/fulfilment/ShippedGoods.ts"
import * as Replay from "./Replay.ts"

const orders = 200_000
const seed = Number(process.env["CROSSDOCK_SEED"] ?? 1_000_000)

it(`the fold agrees with what left of ${orders} random orders, CROSSDOCK_SEED=${seed}`, () => {
  const counts = Replay.playAll(Fold, seed, orders)
  console.log(JSON.stringify({ seed, ...counts }))
  assert.isAtLeast(counts.reports, 2_000_000)
  assert.isAbove(counts.decided, counts.open)
}, 3_600_000)

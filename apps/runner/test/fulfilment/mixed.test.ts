/**
 * The fold against boxes that are reported in all styles at once. `CROSSDOCK_SEED` is the first seed.
 */
import { assert, it } from "@effect/vitest"
import * as Fold from "../../src/fulfilment/ShippedGoods.ts"
import * as MixedWorld from "./MixedWorld.ts"

const orders = 4000
const seed = Number(process.env["CROSSDOCK_SEED"] ?? 1)

it(`nothing certain contradicts the boxes of ${orders} random orders with mixed reports and gifts, CROSSDOCK_SEED=${seed}`, () => {
  const counts = MixedWorld.playAll(Fold, seed, orders)
  console.log(JSON.stringify({ seed, orders, ...counts }))
  assert.isAbove(counts.states, orders * 2)
  assert.isAbove(counts.clear, counts.states / 2)
  assert.isBelow(counts.mistaken, counts.states / 100)
}, 60_000)

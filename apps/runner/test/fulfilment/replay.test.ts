/**
 * The fold against a world that knows what is in each box. `CROSSDOCK_SEED` is the first seed; `npm run test:all` plays more orders.
 */
import { assert, it } from "@effect/vitest"
import * as Fold from "../../src/fulfilment/ShippedGoods.ts"
import * as Replay from "./Replay.ts"

const orders = 3000
const seed = Number(process.env["CROSSDOCK_SEED"] ?? 1)

it(`the fold agrees with what left of ${orders} random orders, CROSSDOCK_SEED=${seed}`, () => {
  const counts = Replay.playAll(Fold, seed, orders)
  console.log(JSON.stringify({ seed, ...counts }))
  assert.isAbove(counts.reports, orders * 8)
  assert.isAbove(counts.decided, counts.open)
}, 60_000)

import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { withNodes } from "../../apps/runner/test/support/Nodes.ts"
import * as Deliveries from "./Deliveries.ts"
import { nodesOf, playAll, timeout } from "./Pairs.ts"

describe("two nodes that work on the deliveries of orders (PostgreSQL)", () => {
  for (const scene of [...Deliveries.scenes, Deliveries.twoOrders]) {
    withNodes(`lose none, keep their order and hold none without a reason: ${scene.name}`, (cluster) =>
      Effect.gen(function*() {
        const { violations } = yield* playAll(yield* nodesOf(cluster), scene, 20)
        assert.deepStrictEqual(violations, [])
      }), { connections: Deliveries.connections }, timeout)
  }
})

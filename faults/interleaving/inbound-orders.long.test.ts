import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { withNodes } from "../../apps/runner/test/support/Nodes.ts"
import * as InboundOrders from "./InboundOrders.ts"
import { nodesOf, playAll, timeout } from "./Pairs.ts"

describe("two nodes that work on one inbound order (PostgreSQL)", () => {
  for (const scene of InboundOrders.scenes) {
    withNodes(`count and tell each piece once: ${scene.name}`, (cluster) =>
      Effect.gen(function*() {
        const { violations } = yield* playAll(yield* nodesOf(cluster), scene, 16)
        assert.deepStrictEqual(violations, [])
      }), { server: { callerDeadline: "1 second" } }, timeout)
  }
})

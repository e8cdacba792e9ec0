import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { withNodes } from "../../apps/runner/test/support/Nodes.ts"
import * as Orders from "./Orders.ts"
import { nodesOf, playAll, timeout } from "./Pairs.ts"

describe("two nodes that work on one order (PostgreSQL)", () => {
  for (const scene of Orders.scenes) {
    withNodes(`create it once, lose nothing that is asked for or reported, and end every create: ${scene.name}`, (cluster) =>
      Effect.gen(function*() {
        const { violations } = yield* playAll(yield* nodesOf(cluster), scene, 40)
        assert.deepStrictEqual(violations, [])
      }), { server: { callerDeadline: "1 second" } }, timeout)
  }
})

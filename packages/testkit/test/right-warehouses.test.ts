/**
 * A warehouse plugin that is right in a way of its own: the suite breaks no law for it, and names what it could not drive.
 */
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import * as Conformance from "../src/warehouse/Conformance.ts"
import * as Right from "./correct-plugin.ts"

describe("no law breaks for a right plugin", () => {
  it("that answers from a table, and the report names the faults that it could not be driven into (plugin-author.md 1.3)", async () => {
    const { fixture, layer } = Right.peer()
    const warehouses = await Effect.runPromise(fixture.lists!.warehouses! as Effect.Effect<ReadonlyArray<{ readonly code: string; readonly name: string }>>)
    const plugin = Right.plugin({ handlers: () => ({ listWarehouses: () => Effect.succeed({ items: warehouses }) }) })
    const { laws } = await Effect.runPromise(Conformance.check({ plugin, settings: Right.settings, fixture, layer }, (law) => law.startsWith("listWarehouses/")))
    assert.deepStrictEqual(laws.filter(({ outcome }) => outcome === "broken"), [])
    const named = laws.filter(({ because }) => because === "the call succeeded and sent no request that could meet the fault").map(({ law }) => law)
    assert.includeMembers(named, ["offline", "reset", "lose-answer", "slow", "credential"].map((fault) => `listWarehouses/${fault}`))
  })
})

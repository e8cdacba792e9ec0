/**
 * What the words of a refused create of unknown outcome mean after the settings of its connection have changed.
 */
import { assert, describe, it } from "@effect/vitest"
import { AdapterError } from "@crossdock/core"
import * as Option from "effect/Option"
import { meaningOf } from "../../src/intents/StoredRefusals.ts"

const { FaultUnlisted, TransportFailed } = AdapterError
const noStock = new FaultUnlisted({ fault: { code: "OUT_OF_STOCK", message: "none left" } })

describe("the words of a refused create of unknown outcome", () => {
  it.each([
    ["prove nothing while nobody lists them and refusals are in doubt", noStock, "in doubt", {}, undefined],
    ["refuse if refusals are final", noStock, "final", {}, "unlisted"],
    ["refuse without a doubt if they are listed as rejected", noStock, "in doubt", { out_of_stock: "rejected" }, "listed"],
    ["prove nothing if they are listed as a number that is there already", noStock, "final", { "none left": "duplicate" }, undefined],
    ["are none where the answer was lost", new TransportFailed({ phase: "receive", cause: "reset" }), "final", { reset: "rejected" }, undefined]
  ] as const)("%s", (_, reason, refusals, listedFaults, expected) => {
    const connections = { get: () => ({ refusals, settings: { listedFaults } }) }
    const meaning = meaningOf(connections as never, "wh", reason)
    assert.strictEqual(Option.getOrUndefined(meaning)?.words, expected)
    if (expected !== undefined) assert.strictEqual(AdapterError.describe(Option.getOrThrow(meaning).reason), "OUT_OF_STOCK: none left")
  })
})

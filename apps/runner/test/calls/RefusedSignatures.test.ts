/** Calls whose signature was refused are kept for a while, and nobody drives out those of others (issue 27). */
import { assert, describe, it } from "@effect/vitest"
import * as RefusedSignatures from "../../src/calls/RefusedSignatures.ts"

const call = (scope: string, at: number, body = "{}"): RefusedSignatures.RefusedCall =>
  ({ requestId: `${scope} ${at}`, at, protocol: "warehouse", scope, request: { method: "POST", url: new URL("http://127.0.0.1/warehouse"), headers: [], body } })

describe("the calls with a refused signature", () => {
  it("are the newest of each caller, for an hour (issue 27)", () => {
    const refused = RefusedSignatures.make()
    refused.add(call("a", 1))
    for (let at = 2; at < 1000; at++) refused.add(call("b", at))
    const kept = refused.latest(1000)
    assert.strictEqual(kept.filter(({ scope }) => scope === "b").length, RefusedSignatures.mostOfScope)
    assert.strictEqual(kept[0]?.requestId, "b 999")
    assert.strictEqual(kept.at(-1)?.requestId, "a 1")
    assert.deepStrictEqual(refused.latest(999 + 3_600_000).map(({ requestId }) => requestId), ["b 999"])
  })
  it("are so many of all callers, and none with a long body", () => {
    const refused = RefusedSignatures.make()
    for (let at = 0; at < 300; at++) refused.add(call(`caller ${at}`, at))
    refused.add(call("long", 300, "x".repeat(RefusedSignatures.longest + 1)))
    assert.strictEqual(refused.latest(300).length, RefusedSignatures.most)
    assert.strictEqual(refused.latest(300)[0]?.requestId, "caller 299 299")
  })
})

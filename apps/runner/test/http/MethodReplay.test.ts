import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as MethodReplay from "../../src/http/MethodReplay.ts"

const envelope = { method: "createOrder", content: "{}", digest: "d-1" }

it.effect("two callers who sign the same text alike are not taken for one (U-124)", () =>
  Effect.gen(function*() {
    const replay = MethodReplay.make("strict")
    yield* replay.seen("warehouse", "erp-a", envelope) ?? Effect.void
    assert.isUndefined(replay.seen("warehouse", "erp-b", { ...envelope, method: "cancelOrder" }))
    const own = replay.seen("warehouse", "erp-a", { ...envelope, method: "cancelOrder" })
    assert.isDefined(own)
    const refusal = yield* Effect.flip(own!)
    assert.strictEqual(refusal.code, "METHOD_REPLAY")
  }))

it("the same call again, and a call without content, are no replay (U-124)", () => {
  const replay = MethodReplay.make("strict")
  for (const info of [envelope, envelope, { ...envelope, content: "" }, { ...envelope, content: "", method: "channels" }]) {
    assert.isUndefined(replay.seen("warehouse", "erp-a", info))
  }
})

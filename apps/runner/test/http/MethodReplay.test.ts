import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { TestClock } from "effect/testing"
import * as LogLineLimit from "../../src/engine/LogLineLimit.ts"
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

it.effect("a repeated signature is counted each time, and logged a few times a minute", () =>
  Effect.gen(function*() {
    const replay = MethodReplay.make("count")
    const lines: Array<string> = []
    const logger = Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])
    yield* replay.seen("warehouse", "erp-a", envelope) ?? Effect.void
    const repeated = Effect.suspend(() => replay.seen("warehouse", "erp-a", { ...envelope, method: "cancelOrder" })!)
    for (let time = 0; time < 300; time++) yield* Effect.provide(repeated, logger)
    assert.lengthOf(lines, LogLineLimit.perMinute)
    yield* TestClock.adjust("1 minute")
    yield* Effect.provide(repeated, logger)
    assert.lengthOf(lines, LogLineLimit.perMinute + 1)
    assert.include(lines.at(-1), `"linesLeftOut":${300 - LogLineLimit.perMinute}`)
  }))

/**
 * `it.effect` and `it.live`: the first on a test clock, the second in real time; a failure is an error with a sentence.
 */
import { AdapterError } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe, expect, it as vitest } from "vitest"
import { it } from "../src/index.ts"
import { run } from "../src/EffectTest.ts"

describe("it", () => {
  it.effect("runs on a test clock", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Effect.as(Effect.sleep("1 hour"), 1))
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* Fiber.join(fiber), 1)
    }))

  it.live("runs in real time", () =>
    Effect.gen(function*() {
      const before = Date.now()
      assert.isAtLeast(yield* Clock.currentTimeMillis, before)
    }))

  let isReleased = false
  it.effect("closes what was opened", () => Effect.acquireRelease(Effect.void, () => Effect.sync(() => void (isReleased = true))))
  vitest("… afterwards", () => assert.isTrue(isReleased))

  vitest("tells a failed operation in a sentence", async () => {
    const reason = new AdapterError.Rejected({ fault: { code: "E1", message: "no such street" } })
    const error = new AdapterError.AdapterError({ adapter: "a", operation: "createOutboundOrder", reason })
    await expect(run(Effect.fail(error))).rejects.toThrow("createOutboundOrder failed as Rejected: E1: no such street")
    await expect(run(Effect.die(new TypeError("x is not a function")))).rejects.toThrow("x is not a function")
  })
})

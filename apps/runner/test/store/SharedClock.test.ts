import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Shared } from "../../src/store/SharedClock.ts"
import * as SharedClock from "../../src/store/SharedClock.ts"

/** A machine whose clock is wrong by so much, and is set by somebody. */
const wrong = (machine: Clock.Clock, by: { millis: number }): Clock.Clock => ({
  ...machine,
  currentTimeMillisUnsafe: () => machine.currentTimeMillisUnsafe() + by.millis,
  monotonicTimeNanosUnsafe: () => machine.monotonicTimeNanosUnsafe(),
  sleep: (duration) => machine.sleep(duration)
})

it.effect("C04 what a node plans is due by the time of the database, whatever is done to its own clock", () =>
  Effect.gen(function*() {
    const by = { millis: 300_000 }
    const test = yield* TestClock.testClockWith(Effect.succeed)
    const machine = wrong(test, by)
    yield* SharedClock.provide(Effect.gen(function*() {
      const clock = yield* Shared
      assert.strictEqual(yield* Clock.currentTimeMillis, machine.currentTimeMillisUnsafe())
      clock?.set(1_000_000)
      assert.strictEqual(yield* Clock.currentTimeMillis, 1_000_000)
      yield* test.adjust("2 seconds")
      by.millis = -3_600_000
      assert.strictEqual(yield* Clock.currentTimeMillis, 1_002_000)
    })).pipe(Effect.provideService(Clock.Clock, machine))
  }))

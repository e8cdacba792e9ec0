import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as TimeLimit from "../src/TimeLimit.ts"

const late = () => Effect.succeed("late")

it.effect("work that ends in time has its own outcome, and nothing waits for the limit any more", () =>
  Effect.gen(function*() {
    assert.strictEqual(yield* TimeLimit.within(Effect.succeed("done"), "1 second", late), "done")
    assert.strictEqual(yield* Effect.flip(TimeLimit.within(Effect.fail("refused"), "1 second", late)), "refused")
    const fiber = yield* Effect.forkChild(TimeLimit.within(Effect.as(Effect.sleep("900 millis"), "done"), "1 second", late))
    yield* TestClock.adjust("900 millis")
    assert.strictEqual(yield* Fiber.join(fiber), "done")
  }))

it.effect("work that is not done at the limit is interrupted, and the other outcome takes its place", () =>
  Effect.gen(function*() {
    let isInterrupted = false
    const work = Effect.onInterrupt(Effect.never, () => Effect.sync(() => isInterrupted = true))
    const fiber = yield* Effect.forkChild(TimeLimit.within(work, "1 second", late), { startImmediately: true })
    yield* TestClock.adjust("999 millis")
    assert.isUndefined(fiber.pollUnsafe())
    yield* TestClock.adjust("1 millis")
    assert.strictEqual(yield* Fiber.join(fiber), "late")
    assert.isTrue(isInterrupted)
  }))

it.effect("the caller does not wait for work that cannot be interrupted", () =>
  Effect.gen(function*() {
    const end = yield* Deferred.make<void>()
    const fiber = yield* Effect.forkChild(TimeLimit.within(Effect.uninterruptible(Deferred.await(end)), "1 second", late), { startImmediately: true })
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(fiber), "late")
    yield* Deferred.succeed(end, undefined)
  }))

it.effect("an interruption of the caller interrupts the work and waits for its end", () =>
  Effect.gen(function*() {
    let isInterrupted = false
    const work = Effect.onInterrupt(Effect.never, () => Effect.sync(() => isInterrupted = true))
    const fiber = yield* Effect.forkChild(TimeLimit.within(work, "1 second", late), { startImmediately: true })
    yield* Fiber.interrupt(fiber)
    assert.isTrue(isInterrupted)
  }))

it.effect("each of many callbacks with the same time is called once, in order, unless it is cancelled", () =>
  Effect.gen(function*() {
    const clock = yield* Clock.Clock
    const called: Array<number> = []
    const at = (n: number) => TimeLimit.after(clock, 1000, () => called.push(n))
    const cancels = [at(0), at(1)]
    yield* TestClock.adjust("400 millis")
    cancels.push(at(2), at(3), at(4))
    cancels[0]!()
    cancels[3]!()
    yield* TestClock.adjust("600 millis")
    assert.deepStrictEqual(called, [1])
    yield* TestClock.adjust("400 millis")
    assert.deepStrictEqual(called, [1, 2, 4])
    for (const cancel of cancels) cancel()
    at(5)
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(called, [1, 2, 4, 5])
  }))

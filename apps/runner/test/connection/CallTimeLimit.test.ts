import { assert, it } from "@effect/vitest"
import { Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { TestClock } from "effect/testing"
import { limited } from "../../src/connection/CallTimeLimit.ts"
import * as SendGuard from "../../src/connection/SendGuard.ts"

const limits = { limit: "30 seconds", tooLate: () => Effect.succeed("too late") } as const

const logged = <A, E, R>(work: (lines: ReadonlyArray<string>) => Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const lines: Array<string> = []
    return Effect.provide(work(lines), Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))]))
  })

it.effect("returns the result of a call that ends in time, and its failure", () =>
  Effect.gen(function*() {
    assert.strictEqual(yield* limited(Effect.succeed("done"), limits), "done")
    assert.strictEqual(yield* Effect.flip(limited(Effect.fail("refused"), limits)), "refused")
    const slow = yield* Effect.forkChild(limited(Effect.as(Effect.sleep("29 seconds"), "slow"), limits))
    yield* TestClock.adjust("29 seconds")
    assert.strictEqual(yield* Fiber.join(slow), "slow")
  }))

it.effect("ends a call at its limit, and logs nothing if the call lets itself be interrupted", () =>
  logged((lines) =>
    Effect.gen(function*() {
      let isReleased = false
      const call = yield* Effect.forkChild(limited(Effect.onInterrupt(Effect.never, () => Effect.sync(() => void (isReleased = true))), limits))
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(yield* Fiber.join(call), "too late")
      yield* TestClock.adjust("1 minute")
      assert.isTrue(isReleased)
      assert.lengthOf(lines, 0)
    })))

it.effect("answers at the limit of a call that cannot be interrupted, sends none of its later requests, and logs that it goes on", () =>
  logged((lines) => {
    const may: Array<boolean> = []
    const transport = SendGuard.layer.pipe(Layer.provide(Layer.succeed(Transport.Transport, {
      send: ({ mayLeave }) =>
        Effect.sync(() => {
          may.push(mayLeave?.() ?? true)
          return { status: 200, headers: [], body: "" }
        })
    })))
    const request = Effect.flatMap(Transport.Transport, ({ send }) => send({ method: "GET", url: new URL("http://peer.example"), headers: [], body: "" }))
    const stuck = Effect.uninterruptible(Effect.andThen(request, Effect.andThen(Effect.sleep("2 minutes"), request)))
    return Effect.gen(function*() {
      const call = yield* Effect.forkChild(limited(stuck, limits))
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(yield* Fiber.join(call), "too late")
      yield* TestClock.adjust("1 second")
      assert.match(lines.join("\n"), /does not stop a call whose time is over/)
      yield* TestClock.adjust("2 minutes")
      yield* Effect.promise(() => new Promise<void>((done) => void setImmediate(() => setImmediate(done))))
      assert.deepStrictEqual(may, [true, false])
    }).pipe(Effect.provide(transport))
  }))

/**
 * The clock of a run: a test clock that advances while a call waits, or the real one for peers on sockets.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { LawViolation } from "./Assertions.ts"

export interface Time {
  /** Runs a call and advances the clock while the call waits. */
  readonly during: <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Advances the clock. */
  readonly pass: (duration: Duration.Input) => Effect.Effect<void>
  /** Makes what happens next at the peer at least two seconds later than what has happened. */
  readonly separate: Effect.Effect<void>
}

/** Seconds of test time after which a call counts as one that never ends. */
const maxSeconds = 3600

/** Milliseconds of processor time; a call that computes for longer without waiting is taken for an endless loop. */
export const defaultMaxBusyMillis = 4000

/** Milliseconds of this process's processor time since `began`, so that a busy machine does not fail a law. */
const workedSince = (began: NodeJS.CpuUsage): number => {
  const { system, user } = process.cpuUsage(began)
  return (system + user) / 1000
}

/** Lets promises, streams and the event loop make progress without moving the clock. */
const yieldToEventLoop = Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))

const yieldsPerSecond = 4

/** Advances the test clock by one second at a time, while a call waits. It must run under a `TestClock`. */
export const onTestClock = (maxBusyMillis: number): Time => ({
  during: Effect.fnUntraced(function*<A, E, R>(call: Effect.Effect<A, E, R>) {
    const fiber = yield* Effect.forkChild(call)
    const began = process.cpuUsage()
    for (let second = 0; second < maxSeconds && workedSince(began) < maxBusyMillis; second++) {
      for (let count = 0; count < yieldsPerSecond; count++) {
        if (fiber.pollUnsafe() !== undefined) return yield* Fiber.join(fiber)
        yield* yieldToEventLoop
      }
      yield* TestClock.adjust("1 second")
    }
    yield* Effect.forkDetach(Fiber.interrupt(fiber))
    throw new LawViolation("the call does not end: it took an hour of test time, or keeps computing without waiting")
  }),
  pass: TestClock.adjust,
  // Not a round time, so that one that is cut to seconds differs from it.
  separate: TestClock.adjust(61_137)
})

export const live: Time = { during: (call) => call, pass: Effect.sleep, separate: Effect.sleep(2500) }

/** The first time of the test clock, in epoch milliseconds: not round in any unit, so that truncation shows. */
export const startMillis = 1_772_330_584_000

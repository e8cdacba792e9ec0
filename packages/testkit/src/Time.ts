/**
 * Time as the laws see it: a test clock that moves while a call is under way, or the real one for peers that live in it.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { LawViolation } from "./Assertions.ts"

export interface Time {
  /** Runs a call and lets the time pass that it waits for. */
  readonly during: <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Lets time pass with nothing else going on. */
  readonly pass: (duration: Duration.Input) => Effect.Effect<void>
}

/** Seconds on the test clock; no call takes longer, whatever it waits for. */
const longest = 3600

/** Milliseconds of work; a call that is busy for so long without an end and without waiting for anything runs in a circle. */
export const patience = 4000

/** Milliseconds that the processor has worked since; a machine that is busy otherwise makes nobody late. */
const workedSince = (began: NodeJS.CpuUsage): number => {
  const { system, user } = process.cpuUsage(began)
  return (system + user) / 1000
}

/** Gives everything that needs no clock the chance to go on: promises, streams, the event loop. */
const turn = Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))

const turns = 4

/** Needs a test clock around it. Time moves a second at a time, and only while a call waits for it. */
export const onTestClock = (maxBusyMillis: number): Time => ({
  during: Effect.fnUntraced(function*<A, E, R>(call: Effect.Effect<A, E, R>) {
    const fiber = yield* Effect.forkChild(call)
    const began = process.cpuUsage()
    for (let second = 0; second < longest && workedSince(began) < maxBusyMillis; second++) {
      for (let count = 0; count < turns; count++) {
        if (fiber.pollUnsafe() !== undefined) return yield* Fiber.join(fiber)
        yield* turn
      }
      yield* TestClock.adjust("1 second")
    }
    yield* Effect.forkDetach(Fiber.interrupt(fiber))
    throw new LawViolation("the call does not come to an end")
  }),
  pass: TestClock.adjust
})

export const live: Time = { during: (call) => call, pass: Effect.sleep }

/** Where a test clock begins: no round number in any unit, and not 1970. */
export const beginning = 1_772_330_584_000

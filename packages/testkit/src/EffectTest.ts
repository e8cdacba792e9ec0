/**
 * vitest's `it` for effects: `it.effect` runs on a test clock, `it.live` in real time.
 */
import { AdapterError } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as vitest from "vitest"
import { LawViolation } from "./Assertions.ts"
import { explain } from "./Session.ts"

type Test = (name: string, work: () => Effect.Effect<unknown, unknown, Scope.Scope>, timeout?: number) => void

/** Runs an effect for a test runner and throws a failure as an `Error` with a readable message instead of a `Cause`. */
export const run = async <A>(work: Effect.Effect<A, unknown>, signal?: AbortSignal): Promise<A> => {
  const exit = await Effect.runPromiseExit(work, signal === undefined ? {} : { signal })
  if (Exit.isSuccess(exit)) return exit.value
  const error = Cause.squash(exit.cause)
  throw error instanceof Error && !(error instanceof AdapterError.AdapterError) ? error : new LawViolation(explain(error), undefined, error)
}

const test = (prepare: (work: Effect.Effect<unknown, unknown, Scope.Scope>) => Effect.Effect<unknown, unknown>): Test =>
  (name, work, timeout) => {
    vitest.it(name, async ({ signal }) => {
      await run(prepare(Effect.suspend(work)), signal)
    }, timeout)
  }

export const it: {
  /** Runs on a test clock: time passes only when the test adjusts it. */
  readonly effect: Test
  /** Runs in real time, for sockets and real peers. */
  readonly live: Test
} = {
  effect: test((work) => work.pipe(Effect.scoped, Effect.provide(TestClock.layer()))),
  live: test(Effect.scoped)
}

/**
 * The time until which the caller of a fiber waits for the response. The runner starts no retry for that caller afterwards.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"

/** The deadline in milliseconds since 1970. Default: infinity, for work without a waiting caller. */
export const Deadline = Context.Reference<number>("@crossdock/runner/engine/Deadline", {
  defaultValue: () => Number.POSITIVE_INFINITY
})

/** The time until the deadline, in milliseconds; never negative. */
export const left = Effect.withFiberSucceed((fiber) => Math.max(0, fiber.getRef(Deadline) - fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()))

/** Runs a call with a deadline of `patience` milliseconds, which covers all its retries and parts. */
export const within = <A, E, R>(patience: number, call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const until = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe() + patience
    return fiber.getRef(Deadline) <= until ? call : Effect.provideService(call, Deadline, until)
  })

const inTime = <A, E, R, B, E2>(work: Effect.Effect<A, E, R>, orElse: Effect.Effect<B, E2>): Effect.Effect<A | B, E | E2, R> =>
  Effect.flatMap(left, (duration): Effect.Effect<A | B, E | E2, R> =>
    Number.isFinite(duration) ? Effect.timeoutOrElse(work, { duration, orElse: () => orElse }) : work)

/** Interrupts the work at the deadline and fails with `error`. Use it for reads. */
export const orGiveUp = <A, E, R, E2>(work: Effect.Effect<A, E, R>, error: E2): Effect.Effect<A, E | E2, R> =>
  inTime(work, Effect.fail(error))

/** Fails with `error` at the deadline, but lets the work go on in `scope`. Use it for work that changes a peer, so that its outcome is stored. */
export const orGoOn = <A, E, R, E2>(scope: Scope.Scope, work: Effect.Effect<A, E, R>, error: E2): Effect.Effect<A, E | E2, R> =>
  Effect.flatMap(Effect.forkIn(work, scope), (fiber) => inTime(Effect.flatten(Fiber.await(fiber)), Effect.fail(error)))

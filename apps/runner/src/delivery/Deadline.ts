/**
 * Until when the caller of a fiber waits for its answer; nothing is tried again for it after that.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"

/** Milliseconds since 1970. Work that no caller waits for has no end. */
export const Deadline = Context.Reference<number>("@crossdock/runner/delivery/Deadline", {
  defaultValue: () => Number.POSITIVE_INFINITY
})

/** Milliseconds that the caller still waits. */
export const left = Effect.flatMap(Deadline, (until) => Effect.map(Clock.currentTimeMillis, (now) => Math.max(0, until - now)))

/** Gives a call so many milliseconds, all its tries and parts together. */
export const within = <A, E, R>(patience: number, call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.all([Clock.currentTimeMillis, Deadline]), ([now, before]) =>
    Effect.provideService(call, Deadline, Math.min(before, now + patience)))

const inTime = <A, E, R, B, E2>(work: Effect.Effect<A, E, R>, orElse: Effect.Effect<B, E2>): Effect.Effect<A | B, E | E2, R> =>
  Effect.flatMap(left, (duration): Effect.Effect<A | B, E | E2, R> =>
    Number.isFinite(duration) ? Effect.timeoutOrElse(work, { duration, orElse: () => orElse }) : work)

/** A question that is not answered in time is given up. */
export const orGiveUp = <A, E, R, E2>(work: Effect.Effect<A, E, R>, error: E2): Effect.Effect<A, E | E2, R> =>
  inTime(work, Effect.fail(error))

/** What may act at a peer goes on when its caller is answered, so that its outcome is stored. */
export const orGoOn = <A, E, R, E2>(scope: Scope.Scope, work: Effect.Effect<A, E, R>, error: E2): Effect.Effect<A, E | E2, R> =>
  Effect.flatMap(Effect.forkIn(work, scope), (fiber) => inTime(Effect.flatten(Fiber.await(fiber)), Effect.fail(error)))

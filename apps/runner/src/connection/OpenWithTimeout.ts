/**
 * Opens resources of a plugin within a time limit. What an attempt that failed has opened is closed again, and work that cannot be
 * interrupted goes on without its caller, until its result is closed, too.
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"

/** Runs work in a fiber of its own, and does not wait for it after an interruption. */
const abandonable = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkDetach(Effect.interruptible(work), { startImmediately: true }), (fiber) =>
      Effect.onInterrupt(restore(Fiber.join(fiber)), () => Effect.sync(() => fiber.interruptUnsafe()))))

/** Opens something that lives as long as the scope. */
export const bounded = <A, E, R, E2>(options: {
  readonly scope: Scope.Scope
  readonly open: (scope: Scope.Scope) => Effect.Effect<A, E, R>
  readonly limit: Duration.Input
  readonly tooLate: () => E2
}): Effect.Effect<A, E | E2, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Scope.fork(options.scope), (own) =>
      restore(abandonable(options.open(own)).pipe(
        Effect.timeoutOrElse({ duration: options.limit, orElse: () => Effect.fail(options.tooLate()) })
      )).pipe(
        Effect.onExit((exit) => Exit.isSuccess(exit) ? Effect.void : Effect.forkDetach(Scope.close(own, exit), { startImmediately: true }))
      )))

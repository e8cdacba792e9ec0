/**
 * Limits a call of a plugin. A call that cannot be interrupted goes on without its caller, but sends nothing any more, because
 * its caller may repeat it.
 */
import { TimeLimit } from "@crossdock/core"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SendGuard from "./SendGuard.ts"

/** The time after which an interrupted call that has not ended is logged. */
const grace = "1 second"

/** Runs a call for at most `limit`; after that `tooLate` is its outcome, and the call is interrupted. */
export const limited = <A, E, R, B, E2>(
  call: Effect.Effect<A, E, R>,
  { limit, tooLate }: { readonly limit: Duration.Input; readonly tooLate: () => Effect.Effect<B, E2> }
): Effect.Effect<A | B, E | E2, R> =>
  Effect.flatMap(Effect.context<never>(), (context) => {
    let isOver = false
    let hasEnded = false
    const watched = Effect.delay(
      Effect.suspend(() =>
        hasEnded ? Effect.void : Effect.logWarning("the plugin does not stop a call whose time is over; the call goes on without its caller, and sends nothing any more")),
      grace
    )
    const ending = Effect.onExit(call, () =>
      Effect.sync(() => {
        hasEnded = true
      }))
    return TimeLimit.within(SendGuard.unless(() => isOver, ending), limit, () => {
      isOver = true
      return Effect.andThen(Effect.forkDetach(Effect.provideContext(watched, context)), tooLate())
    })
  })

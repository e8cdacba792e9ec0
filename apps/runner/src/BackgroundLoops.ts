/**
 * What the runner does unasked, as long as it lives: carries on creates, sends what is owed, asks peers that cannot push.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { Intents } from "./delivery/Intents.ts"
import { Outbox } from "./delivery/Outbox.ts"
import * as Poller from "./sync/Poller.ts"

/** A database that is away for a while ends no loop. */
export const lasting = <A, E, R>(name: string, loop: Effect.Effect<A, E, R>) =>
  Effect.forever(Effect.andThen(
    Effect.catchCauseIf(
      loop,
      (cause) => !Cause.hasInterrupts(cause),
      (cause) => Effect.logError(`the ${name} loop stumbled; it goes on in a second`, cause)
    ),
    Effect.sleep("1 second")
  ))

export const run = Effect.gen(function*() {
  const intents = yield* Intents
  const outbox = yield* Outbox
  return yield* Effect.all(
    [lasting("intents", intents.run), lasting("outbox", outbox.run), lasting("polling", Poller.run)],
    { concurrency: "unbounded", discard: true }
  )
})

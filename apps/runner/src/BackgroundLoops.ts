/**
 * The background work of the runner: continues creates, sends deliveries, and polls peers that send no callbacks.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { Intents } from "./delivery/Intents.ts"
import { Outbox } from "./delivery/Outbox.ts"
import * as Poller from "./sync/Poller.ts"

/** Repeats a loop for ever; failures, such as a database that is down for a while, are logged and retried. */
export const lasting = <A, E, R>(name: string, loop: Effect.Effect<A, E, R>) =>
  Effect.forever(Effect.andThen(
    Effect.catchCauseIf(
      loop,
      (cause) => !Cause.hasInterrupts(cause),
      (cause) => Effect.logError(`the ${name} loop failed; it continues in a second`, cause)
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

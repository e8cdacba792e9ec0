/**
 * Handles the claims of an earlier process after a start. A create that was in flight becomes Doubtful; a push is sent again
 * with the same id.
 */
import * as Effect from "effect/Effect"
import { Intents } from "./intents/Intents.ts"
import { Outbox } from "./outbox/Outbox.ts"

export const run = Effect.gen(function*() {
  const intents = yield* Intents
  const outbox = yield* Outbox
  const creates = yield* intents.recover
  const pushes = yield* outbox.recover
  if (creates + pushes > 0) {
    yield* Effect.logInfo("continuing the work of an earlier process").pipe(
      Effect.annotateLogs({ doubtfulCreates: creates, pushesUnderWay: pushes })
    )
  }
})

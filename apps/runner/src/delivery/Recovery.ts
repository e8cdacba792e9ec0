/**
 * What a start does with the claims of an earlier process: a create in flight is doubtful, a push is sent again under
 * the same id.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Ownership } from "../connection/Ownership.ts"
import { Database } from "../store/Database.ts"
import { Intents } from "./Intents.ts"

export const run = Effect.gen(function*() {
  const db = yield* Database
  const ownership = yield* Ownership
  const intents = yield* Intents
  const now = yield* Clock.currentTimeMillis
  const creates = yield* intents.recover
  const pushes = yield* db.query(
    `update delivery set state = 'Pending', owner = null, due_at = $2, updated_at = $2
     where state = 'InFlight' and epoch < $1 returning id`,
    [ownership.epoch, now]
  )
  if (creates + pushes.length > 0) {
    yield* Effect.logInfo("carrying on what an earlier process left").pipe(
      Effect.annotateLogs({ doubtfulCreates: creates, pushesSentAgain: pushes.length })
    )
  }
})

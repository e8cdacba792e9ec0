/**
 * What a warehouse says of its stock without being asked. The job that compares the stock of a link with the books then runs soon; a
 * runner without that job has nothing to compare.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed } from "../../store/Database.ts"

/** The name of the job that compares the stock of a link with the books. */
export const comparing = "stock-drift"

/** Milliseconds until the stock is compared after the first news, so that many of them lead to one comparison. */
export const comparedWithin = 60_000

/** Lets the stock of these links be compared soon. */
export const changed = Effect.fnUntraced(function*(db: Database["Service"], scopes: ReadonlyArray<string>): Effect.fn.Return<void, DatabaseFailed> {
  const dueAt = (yield* Clock.currentTimeMillis) + comparedWithin
  for (const scope of scopes) {
    yield* db.query("update job set due_at = $3 where name = $1 and connection = $2 and due_at > $3", [comparing, scope, dueAt])
  }
})

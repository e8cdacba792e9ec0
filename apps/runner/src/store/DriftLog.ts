/**
 * What peers send that their documents do not list, counted per connection and place.
 */
import type { Drift } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Database } from "./Database.ts"

/** Records findings under a connection or link. A finding that cannot be stored is logged and stops nothing. */
export const reporting = (db: Database["Service"], scope: string) => ({
  report: (finding: Drift.Finding) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      // Indexes in a path would make one row of each element of a list.
      const path = finding.path.replaceAll(/\/\d+(?=\/|$)/g, "/*")
      yield* db.query(
        `insert into drift (scope, place, path, says, times, first_at, last_at) values ($1, $2, $3, $4, 1, $5, $5)
         on conflict (scope, place, path, says) do update set times = drift.times + 1, last_at = $5`,
        [scope, finding.where, path, finding.says, now]
      )
    }).pipe(
      Effect.catch(() => Effect.logWarning("a finding could not be stored")),
      Effect.annotateLogs({ scope, where: finding.where, path: finding.path })
    )
})

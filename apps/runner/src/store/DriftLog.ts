/**
 * What peers send that their documents do not list, counted per connection and place.
 */
import type { Drift } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Database } from "./Database.ts"

/** Places kept of one connection or link; whoever invents names must not fill the table. */
const mostPlaces = 1000

/** Indexes would make a row of each element of a list, and a name that is none may be anything, also a person's. */
const placeOf = (path: string): string =>
  path.split("/").map((name) => (/^[A-Za-z_][\w.-]{0,63}$/.test(name) || name === "" ? name : "*")).join("/")

/** Records findings under a connection or link. A finding that cannot be stored is logged and stops nothing. */
export const reporting = (db: Database["Service"], scope: string) => ({
  report: (finding: Drift.Finding) => {
    const path = placeOf(finding.path)
    return Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const key = [scope, finding.where, path, finding.says]
      const known = yield* db.query(
        `update drift set times = times + 1, last_at = $5 where scope = $1 and place = $2 and path = $3 and says = $4
         returning times`,
        [...key, now]
      )
      if (known.length > 0) return
      const places = yield* db.one("select count(*) as n from drift where scope = $1", [scope])
      if (Number(places?.n ?? 0) >= mostPlaces) return
      yield* db.query(
        `insert into drift (scope, place, path, says, times, first_at, last_at) values ($1, $2, $3, $4, 1, $5, $5)
         on conflict (scope, place, path, says) do update set times = drift.times + 1, last_at = $5`,
        [...key, now]
      )
    }).pipe(
      Effect.catch(() => Effect.logWarning("a finding could not be stored")),
      Effect.annotateLogs({ scope, where: finding.where, path })
    )
  }
})

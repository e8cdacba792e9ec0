/**
 * What peers send that their documents do not list, counted per connection and place. Counted in memory and stored
 * every few seconds: it is no promise to anybody, and a commit of its own for each of them would make a message that
 * has three cost as much as three messages.
 */
import type { Drift } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { Database, DatabaseFailed } from "./Database.ts"

/** Places kept of one connection or link; whoever invents names must fill neither the table nor the memory. */
const mostPlaces = 1000
/** What a process that is killed has counted since is lost. */
const storedEvery = "5 seconds"

/** Indexes would make a row of each element of a list, and a name that is none may be anything, also a person's. */
const placeOf = (path: string): string =>
  path.split("/").map((name) => (/^[A-Za-z_][\w.-]{0,63}$/.test(name) || name === "" ? name : "*")).join("/")

interface Counted {
  readonly place: string
  readonly path: string
  readonly message: string
  times: number
  readonly firstAt: number
  lastAt: number
}

export interface DriftLog {
  /** Counts findings under a connection or link. */
  readonly reporting: (scope: string) => { readonly report: (finding: Drift.Finding) => Effect.Effect<void> }
  /** Stores what was counted since the last time. What cannot be stored is logged, counted on, and stops nothing. */
  readonly store: Effect.Effect<void>
}

/** Stored every few seconds, and once more when the scope closes. */
export const make = Effect.fnUntraced(function*(db: Database["Service"]) {
  let counted = new Map<string, Map<string, Counted>>()

  const count = (scope: string, found: Counted): void => {
    const places = counted.get(scope) ?? new Map<string, Counted>()
    counted.set(scope, places)
    const key = JSON.stringify([found.place, found.path, found.message])
    const known = places.get(key)
    if (known !== undefined) {
      known.times += found.times
      known.lastAt = Math.max(known.lastAt, found.lastAt)
    } else if (places.size < mostPlaces) places.set(key, found)
  }

  const storeOne = Effect.fnUntraced(function*(scope: string, { firstAt, lastAt, path, place, message, times }: Counted): Effect.fn.Return<void, DatabaseFailed> {
    const known = yield* db.query(
      `update drift set times = times + $5, last_at = $6 where scope = $1 and place = $2 and path = $3 and message = $4
       returning times`,
      [scope, place, path, message, times, lastAt]
    )
    if (known.length > 0) return
    const places = yield* db.one("select count(*) as n from drift where scope = $1", [scope])
    if (Number(places?.n ?? 0) >= mostPlaces) return
    yield* db.query(
      `insert into drift (scope, place, path, message, times, first_at, last_at) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (scope, place, path, message) do update set times = drift.times + $5, last_at = $7`,
      [scope, place, path, message, times, firstAt, lastAt]
    )
  })

  const turn = Semaphore.makeUnsafe(1)
  // One at a time: whoever asks while something is being stored goes on when that is there too.
  const store = turn.withPermit(Effect.suspend(() => {
    const storing = counted
    counted = new Map()
    // A transaction for each scope, so that none grows large.
    return Effect.forEach(storing, ([scope, places]) =>
      Effect.catch(
        db.transaction(Effect.forEach(places.values(), (found) => storeOne(scope, found), { discard: true })),
        () =>
          Effect.andThen(
            Effect.sync(() => {
              for (const found of places.values()) count(scope, found)
            }),
            Effect.annotateLogs(Effect.logWarning("findings about what a peer sends could not be stored; they are counted on"), { scope })
          )
      ), { discard: true })
  }))

  yield* Effect.addFinalizer(() => store)
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(storedEvery), store)))

  const log: DriftLog = {
    reporting: (scope) => ({
      report: ({ path, message, where }) =>
        Effect.map(Clock.currentTimeMillis, (now) =>
          count(scope, { place: where, path: placeOf(path), message, times: 1, firstAt: now, lastAt: now }))
    }),
    store
  }
  return log
})

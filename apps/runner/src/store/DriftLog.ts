/**
 * Counts what peers send beyond their documents, by connection and place. Counts are kept in memory and stored every
 * few seconds: a small loss is acceptable, while one commit per finding would slow messages down.
 */
import type { Drift } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Semaphore from "effect/Semaphore"
import type { Database, DatabaseFailed } from "./Database.ts"

/**
 * Maximum number of places per connection or link, so that a caller cannot fill the table or the memory with invented
 * names.
 */
const mostPlaces = 1000
/** How long counts are gathered before they are stored. A process that is killed loses them. */
const gathered = "5 seconds"

/**
 * The place without list indexes and without unknown names: indexes would give a row per list element, and an unknown
 * name could be personal data.
 */
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
  /** Counts findings for a connection or link. */
  readonly reporting: (scope: string) => { readonly report: (finding: Drift.Finding) => Effect.Effect<void> }
  /**
   * Stores the counts since the last time. If that fails, the error is logged and the counts are kept for the next
   * time.
   */
  readonly store: Effect.Effect<void>
}

/** Stores counts a few seconds after the first of them, and when the scope closes. */
export const make = Effect.fnUntraced(function*(db: Database["Service"]) {
  let counted = new Map<string, Map<string, Counted>>()
  /** Open while there are counts to store. */
  const isCounted = Latch.makeUnsafe()

  const count = (scope: string, found: Counted): void => {
    const places = counted.get(scope) ?? new Map<string, Counted>()
    counted.set(scope, places)
    isCounted.openUnsafe()
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
  // One write at a time; a second caller continues after its counts are stored too.
  const store = turn.withPermit(Effect.suspend(() => {
    const storing = counted
    counted = new Map()
    // One transaction per scope, so that none becomes large.
    return Effect.forEach(storing, ([scope, places]) =>
      Effect.catch(
        db.transaction(Effect.forEach(places.values(), (found) => storeOne(scope, found), { discard: true })),
        () =>
          Effect.andThen(
            Effect.sync(() => {
              for (const found of places.values()) count(scope, found)
            }),
            Effect.annotateLogs(Effect.logWarning("drift findings could not be stored; the counts are kept and stored later"), { scope })
          )
      ), { discard: true })
  }))

  yield* Effect.addFinalizer(() => store)
  yield* Effect.forkScoped(Effect.forever(Effect.gen(function*() {
    yield* isCounted.await
    yield* Effect.sleep(gathered)
    isCounted.closeUnsafe()
    yield* store
  })))

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

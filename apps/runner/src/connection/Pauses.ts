/**
 * The connections that are paused, because their credential was refused or because a person paused them. Every node knows the pauses of
 * all.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed } from "../store/Database.ts"
import type { Versions } from "../store/Versions.ts"

export interface Paused {
  readonly because: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface Pauses {
  /** Why a connection is paused, and since when; undefined if it is not. */
  readonly of: (id: string) => Paused | undefined
  /** Applies pauses and resumes of other nodes. */
  readonly learn: Effect.Effect<void, DatabaseFailed>
  readonly pause: (id: string, because: string) => Effect.Effect<void, DatabaseFailed>
  readonly resume: (id: string) => Effect.Effect<void, DatabaseFailed>
  /** The connections that were resumed since the last call, by any node. One that was paused and resumed in between is among them. */
  readonly takeResumed: () => ReadonlyArray<string>
}

/** The change counter for pauses and resumes. */
const counter = "pauses"

export const make = Effect.fnUntraced(function*(db: Database["Service"], versions: Versions["Service"]) {
  const paused = new Map<string, Paused>()
  const resumed = new Set<string>()
  /** Number of pauses and resumes by this node. */
  let changes = 0

  const learn = Effect.gen(function*() {
    const before = changes
    const rows = yield* db.query("select id, paused_because, paused_at from connection_state where paused = 1")
    // This node may have paused or resumed a connection while the rows were read; then they are outdated.
    if (changes !== before) return
    for (const id of paused.keys()) resumed.add(id)
    paused.clear()
    for (const row of rows) {
      paused.set(row.id, { because: row.paused_because ?? "", at: row.paused_at ?? 0 })
      resumed.delete(row.id)
    }
  })
  yield* learn
  yield* versions.onChange(counter, learn)

  const set = Effect.fnUntraced(function*(id: string, because: string | null) {
    const at = yield* Clock.currentTimeMillis
    changes++
    yield* db.transaction(Effect.andThen(
      versions.raise(counter),
      db.query(
        `insert into connection_state (id, paused, paused_because, paused_at) values ($1, $2, $3, $4)
         on conflict (id) do update set paused = $2, paused_because = $3, paused_at = $4`,
        [id, because === null ? 0 : 1, because, at]
      )
    ))
    changes++
    if (because !== null) {
      paused.set(id, { because, at })
      resumed.delete(id)
    } else if (paused.delete(id)) resumed.add(id)
  })

  return {
    of: (id) => paused.get(id),
    learn,
    pause: (id, because) =>
      Effect.andThen(
        set(id, because),
        Effect.logError("connection paused; correct the cause, then resume it with `crossdock connections resume`").pipe(
          Effect.annotateLogs({ connection: id, because })
        )
      ),
    resume: (id) => set(id, null),
    takeResumed: () => {
      const taken = [...resumed]
      resumed.clear()
      return taken
    }
  } satisfies Pauses
})

/**
 * Change counters for parts that every node caches in memory. A node that sees a higher number knows that its copy is
 * outdated.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import * as Layer from "effect/Layer"
import { Database, type DatabaseFailed } from "./Database.ts"

export class Versions extends Context.Service<Versions, {
  /**
   * Increments the counter of a part. Call it first in the transaction that makes the change; this node sees it after
   * the commit.
   */
  readonly raise: (part: string) => Effect.Effect<void, DatabaseFailed>
  /** The counter of a part. What is read after this call may be cached as long as the counter stays the same. */
  readonly of: (part: string) => number
  /** Runs the work after each change of a part, and again if it failed. */
  readonly onChange: (part: string, work: Effect.Effect<void, unknown>) => Effect.Effect<void>
  /** Reads the counters, to see the changes of other nodes. */
  readonly learn: Effect.Effect<void, DatabaseFailed>
}>()("@crossdock/runner/store/Versions") {
  static readonly layer = Layer.effect(Versions, Effect.suspend(() => make))
}

interface Watch {
  readonly work: Effect.Effect<void, unknown>
  /** The counter value for which the work has run. */
  done: number
}

const make = Effect.gen(function*() {
  const db = yield* Database
  const known = new Map<string, number>()
  const watches = new Map<string, Watch>()
  const working = yield* FiberMap.make<string>()

  const of = (part: string): number => known.get(part) ?? 0
  /** Counters never decrease, so a late read cannot hide a known change. */
  const note = (part: string, n: number): void => void known.set(part, Math.max(of(part), n))

  const follow = (part: string, watch: Watch) => {
    const now = of(part)
    return watch.done === now ? Effect.void : FiberMap.run(
      working,
      part,
      Effect.matchCauseEffect(watch.work, {
        onSuccess: () =>
          Effect.sync(() => {
            watch.done = now
          }),
        onFailure: (cause) => Effect.logError("a change from another node could not be applied; it is tried again", cause).pipe(
          Effect.annotateLogs({ part })
        )
      }),
      { onlyIfMissing: true }
    )
  }

  return Versions.of({
    raise: Effect.fnUntraced(function*(part) {
      const row = yield* db.one(
        "insert into version (part, n) values ($1, 1) on conflict (part) do update set n = version.n + 1 returning n",
        [part]
      )
      yield* db.afterCommit(() => note(part, Number(row?.n)))
    }),
    of,
    onChange: (part, work) => Effect.sync(() => void watches.set(part, { work, done: of(part) })),
    learn: Effect.gen(function*() {
      for (const row of yield* db.query("select part, n from version")) note(row.part, Number(row.n))
      yield* Effect.forEach(watches, ([part, watch]) => follow(part, watch), { discard: true })
    })
  })
})

/**
 * What an operator changes while runners run, counted: a node that keeps a part in memory learns from its number that it
 * is not what is stored any more.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import * as Layer from "effect/Layer"
import { Database, type DatabaseFailed } from "./Database.ts"

export class Versions extends Context.Service<Versions, {
  /** Counts a change of a part, first in the transaction that makes it; this node knows of it once that is durable. */
  readonly raise: (part: string) => Effect.Effect<void, DatabaseFailed>
  /** The number of a part. What is read after this is asked for may be kept as long as the number is the same. */
  readonly of: (part: string) => number
  /** Runs once a part has another number than before, after each change, and again where it failed. */
  readonly onChange: (part: string, work: Effect.Effect<void, unknown>) => Effect.Effect<void>
  /** Takes over what other nodes have changed. */
  readonly learn: Effect.Effect<void, DatabaseFailed>
}>()("@crossdock/runner/store/Versions") {
  static readonly layer = Layer.effect(Versions, Effect.suspend(() => make))
}

interface Watch {
  readonly work: Effect.Effect<void, unknown>
  /** The number that it ran for. */
  done: number
}

const make = Effect.gen(function*() {
  const db = yield* Database
  const known = new Map<string, number>()
  const watches = new Map<string, Watch>()
  const working = yield* FiberMap.make<string>()

  const of = (part: string): number => known.get(part) ?? 0
  /** A number never falls, so what was read late cannot hide a change that is known. */
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
        onFailure: (cause) => Effect.logError("what was changed at another node could not be taken over; it is tried again", cause).pipe(
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

/**
 * Who waits for the end of an intent, in this process: told by whoever settles it here, and within a moment of what
 * another node, or a cancel, made of it.
 */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Option from "effect/Option"
import type { DatabaseFailed, Row } from "../store/Database.ts"
import type { IntentBook } from "./IntentBook.ts"

/** Somebody waits: for the row as it ended, or for a reason to look again. */
export type Told = Deferred.Deferred<Row | undefined>

export interface Waiters {
  readonly tell: (id: string, ended?: Row) => Effect.Effect<void>
  /** From now on nothing is missed. */
  readonly listen: (id: string) => Told
  /** Waits until the intent is settled or the time is over; answers its row then. Whoever listened since before it was begun says so. */
  readonly settled: (id: string, patience: number, since?: Told) => Effect.Effect<Row, DatabaseFailed>
}

/** How often all that somebody waits for is looked at, in one statement. */
const lookEvery = "200 millis"

export const make = Effect.fnUntraced(function*({ byId, isOver, over }: Pick<IntentBook, "byId" | "isOver" | "over">) {
  const waiting = new Map<string, Set<Told>>()
  const latch = yield* Latch.make(false)

  const listen = (id: string): Told => {
    const told: Told = Deferred.makeUnsafe()
    const listeners = waiting.get(id) ?? new Set()
    waiting.set(id, listeners)
    listeners.add(told)
    latch.openUnsafe()
    return told
  }

  const unlisten = (id: string, told: Told) =>
    Effect.sync(() => {
      const listeners = waiting.get(id)
      listeners?.delete(told)
      if (listeners?.size === 0) waiting.delete(id)
    })

  const tell = (id: string, ended?: Row) =>
    Effect.sync(() => {
      const told = waiting.get(id)
      // Who is told may listen again at once, and then in a new set.
      waiting.delete(id)
      for (const one of told ?? []) Deferred.doneUnsafe(one, Effect.succeed(ended))
    })

  const look = Effect.gen(function*() {
    yield* latch.await
    yield* Effect.sleep(lookEvery)
    if (waiting.size === 0) return yield* Latch.close(latch)
    // A database that is away tells the same at the next look; who waits has a deadline of its own.
    const ended = yield* Effect.orElseSucceed(over([...waiting.keys()]), () => [])
    yield* Effect.forEach(ended, (id) => tell(id), { discard: true })
  })
  yield* Effect.forkScoped(Effect.forever(look))

  /** The row once it is over or the time is; absent: something happened to it. */
  const looking = Effect.fnUntraced(function*(id: string, until: number, told: Told, isNew: boolean) {
    const left = until - (yield* Clock.currentTimeMillis)
    if (left <= 0 || (!isNew && (yield* isOver(id)))) return yield* byId(id)
    return Option.getOrUndefined(yield* Effect.timeoutOption(Deferred.await(told), left))
  })

  const waiters: Waiters = {
    tell,
    listen,
    settled: Effect.fnUntraced(function*(id, patience, since) {
      const until = (yield* Clock.currentTimeMillis) + patience
      for (let first = since;; first = undefined) {
        // Listening begins before looking, so that nothing is missed in between.
        const told = first ?? listen(id)
        const row = yield* Effect.ensuring(looking(id, until, told, first !== undefined), unlisten(id, told))
        if (row !== undefined) return row
      }
    })
  }
  return waiters
})

/**
 * Callers in this process that wait for an intent to end. They are woken at once if this process settles it, and within 200 ms if
 * another node or a cancel does.
 */
import { TimeLimit } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type { DatabaseFailed, Row } from "../store/Database.ts"
import type { IntentStore } from "./IntentStore.ts"

/** Completes with the final row, or with `undefined` if the waiter has to read the row again. */
export type Told = Deferred.Deferred<Row | undefined>

export interface Waiters {
  readonly tell: (id: string, ended?: Row) => Effect.Effect<void>
  /** Starts to listen for the end of an intent. Nothing that happens afterwards is missed. */
  readonly listen: (id: string) => Told
  /** Waits until the intent is settled, at most `patience` milliseconds, and returns its row. `since` comes from a `listen` before the intent began. */
  readonly settled: (id: string, patience: number, since?: Told) => Effect.Effect<Row, DatabaseFailed>
}

/** The time between two reads for all awaited intents, in one statement. */
const lookEvery = "200 millis"

export const make = Effect.fnUntraced(function*({ byId, isOver, over }: Pick<IntentStore, "byId" | "isOver" | "over">) {
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
      // The set is removed first, because a waiter that is woken may listen again at once, which makes a new set.
      waiting.delete(id)
      for (const one of told ?? []) Deferred.doneUnsafe(one, Effect.succeed(ended))
    })

  const look = Effect.gen(function*() {
    yield* latch.await
    yield* Effect.sleep(lookEvery)
    if (waiting.size === 0) return yield* Latch.close(latch)
    // A database failure is ignored; the next read finds the same. Each waiter has its own deadline.
    const ended = yield* Effect.orElseSucceed(over([...waiting.keys()]), () => [])
    yield* Effect.forEach(ended, (id) => tell(id), { discard: true })
  })
  yield* Effect.forkScoped(Effect.forever(look))

  /** Returns the row once the intent has ended or the time is over. `undefined` if the row changed and has to be read again. */
  const looking = Effect.fnUntraced(function*(id: string, until: number, told: Told, isNew: boolean) {
    const left = until - (yield* Clock.currentTimeMillis)
    if (left <= 0 || (!isNew && (yield* isOver(id)))) return yield* byId(id)
    return yield* TimeLimit.within(Deferred.await(told), left, () => Effect.undefined)
  })

  const waiters: Waiters = {
    tell,
    listen,
    settled: Effect.fnUntraced(function*(id, patience, since) {
      const until = (yield* Clock.currentTimeMillis) + patience
      for (let first = since;; first = undefined) {
        // The waiter listens before it reads, so that no change in between is missed.
        const told = first ?? listen(id)
        const row = yield* Effect.ensuring(looking(id, until, told, first !== undefined), unlisten(id, told))
        if (row !== undefined) return row
      }
    })
  }
  return waiters
})

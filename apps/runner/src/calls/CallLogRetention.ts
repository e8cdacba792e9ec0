/**
 * Removes calls and their counts once they are too old, and the oldest calls if all take too much room.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Composed } from "../Composition.ts"
import type { Database, DatabaseFailed } from "../store/Database.ts"
import * as CallStore from "./CallStore.ts"

/** Milliseconds between two runs. */
export const every = 3_600_000
const pause = "20 millis"

/** Returns how many calls it has removed. */
export const prune = (db: Database["Service"], { countsKept, kept, size }: Composed["callLog"]): Effect.Effect<number, DatabaseFailed> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    let removed = 0
    while (true) {
      const page = yield* CallStore.remove(db, now - kept, size)
      removed += page.removed
      if (page.isDone) break
      yield* Effect.sleep(pause)
    }
    while (!(yield* CallStore.removeCounts(db, now - countsKept))) yield* Effect.sleep(pause)
    return removed
  })

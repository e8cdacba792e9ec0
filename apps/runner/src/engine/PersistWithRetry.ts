/**
 * Retries a write until the database accepts it. It is for outcomes of calls that cannot be repeated. The caller waits as long as
 * the database is unavailable.
 */
import * as Effect from "effect/Effect"
import type { DatabaseFailed } from "../store/Database.ts"

const first = 100
const longest = 2000

/** Runs the write until it succeeds. Each try runs the whole of `store` again. */
export const persistWithRetry = <A, E, R>(store: Effect.Effect<A, E | DatabaseFailed, R>, wait = first): Effect.Effect<A, Exclude<E, DatabaseFailed>, R> =>
  Effect.catchIf(
    store,
    (error): error is Extract<E | DatabaseFailed, DatabaseFailed> => (error as { readonly _tag?: unknown })._tag === "DatabaseFailed",
    (failed) =>
      Effect.logWarning("an outcome could not be stored; it is tried again", failed).pipe(
        Effect.andThen(Effect.sleep(wait)),
        Effect.andThen(Effect.suspend(() => persistWithRetry(store, Math.min(wait * 2, longest))))
      )
  ) as Effect.Effect<A, Exclude<E, DatabaseFailed>, R>

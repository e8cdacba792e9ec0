/**
 * Limits how many pages one call of a caller may read at a peer, so that no call costs the peer, and the other callers of its rate limit,
 * more than a stated number of calls. Background work has no such limit.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type PeerWord, Refusal } from "./Refusal.ts"

/** How many pages a call may read for each of its links, and how many it has read. Undefined: no limit. */
const Budget = Context.Reference<{ readonly most: number; readonly read: Map<string, number> } | undefined>("@crossdock/runner/engine/PageBudget", { defaultValue: () => undefined })

/** The code of the refusal of a call that has used up its pages. */
export const code = "READ_UNFINISHED"

/** Gives a call so many pages for each of its links. */
export const within = <A, E, R>(most: number, call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => Effect.provideService(call, Budget, { most, read: new Map() }))

/** Reads a page for a link, or fails if the call has none left. */
export const page = <A, E, R>(scope: string, peer: PeerWord, read: Effect.Effect<A, E, R>): Effect.Effect<A, E | Refusal, R> =>
  Effect.withFiber((fiber): Effect.Effect<A, E | Refusal, R> => {
    const budget = fiber.getRef(Budget)
    if (budget === undefined) return read
    const before = budget.read.get(scope) ?? 0
    if (before < budget.most) {
      budget.read.set(scope, before + 1)
      return read
    }
    return Effect.fail(new Refusal({
      code,
      message: `this page is not read to its end, because a call may read only some pages of the ${peer}; send the same call again, which goes on from there, or narrow what it asks for`,
      httpStatus: 503,
      retryAfter: 1
    }))
  })

/**
 * For whom a fiber calls a peer. The calls of a link share the peer's rate limit with those of other links.
 */
import type { Operation } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type * as TurnQueue from "./TurnQueue.ts"

/** The scope of the link whose caller waits for the answer. Default: nobody waits, the runner asks by itself. */
const Scope = Context.Reference<string | undefined>("@crossdock/runner/connection/OnBehalfOf", { defaultValue: () => undefined })

/** Runs what a caller of a link waits for. */
export const link = <A, E, R>(scope: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => Effect.provideService(work, Scope, scope)

/** Where a call of the current fiber stands among those that wait for their turn at a peer. */
export const placeOf = ({ kind }: Operation.Any): Effect.Effect<TurnQueue.Place> =>
  Effect.map(Scope, (scope) => ({
    scope: scope ?? "",
    urgency: kind === "create" || kind === "cancel" ? "change" : scope === undefined ? "poll" : "read"
  }))

/** The link whose caller waits for the work of a fiber. */
export const ofFiber = (fiber: Fiber.Fiber<unknown, unknown>): string | undefined => fiber.getRef(Scope)

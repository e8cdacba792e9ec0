/**
 * The buckets of one connection: one for each operation whose rate its plugin states, and one for all others (0049).
 */
import type { AdapterError, RateLimits } from "@crossdock/core"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Connection } from "../composition/Connections.ts"
import type * as RateEstimate from "./RateEstimate.ts"
import * as RateLimit from "./RateLimit.ts"
import type { RateLimitAcrossNodes } from "./RateLimitAcrossNodes.ts"
import * as RatesInAnswers from "./RatesInAnswers.ts"

/** The rate of an operation as it is believed now; without `operation` that of all others. */
export interface Shown extends RateEstimate.Believed {
  readonly operation?: string
}

export interface ConnectionRates {
  /** The bucket from which calls of an operation take their turns. */
  readonly of: (operation: string) => RateLimit.RateLimit
  /** Runs a call and takes over what its answers tell. */
  readonly learning: <A, E, R>(operation: string, call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Blocks the turns of an operation if the peer asked to slow down, for the time that it asked for. */
  readonly slowed: (operation: string, reason: AdapterError.Reason) => Effect.Effect<void>
  readonly shown: () => ReadonlyArray<Shown>
}

/** Makes the buckets. They are closed with the scope. */
export const make = Effect.fnUntraced(function*(
  { callsPerSecond, id, rates }: Connection,
  across: RateLimitAcrossNodes["Service"] | undefined
): Effect.fn.Return<ConnectionRates, never, Scope.Scope> {
  const bucket = (name: string, options: RateEstimate.Options) =>
    across === undefined || !Number.isFinite(options.perSecond) ? RateLimit.make(options) : across.make(name, options)
  const shared = yield* bucket(id, { perSecond: callsPerSecond, burst: rates.burst, most: rates.most })
  const named = new Map<string, RateLimit.RateLimit>()
  for (const [operation, { burst, perSecond }] of Object.entries(rates.named)) {
    named.set(operation, yield* bucket(`${id}/${operation}`, { perSecond: Math.min(perSecond, rates.most ?? Number.POSITIVE_INFINITY), burst, most: rates.most }))
  }
  const of = (operation: string): RateLimit.RateLimit => named.get(operation) ?? shared
  return {
    of,
    learning: (operation, call) =>
      rates.inAnswers === undefined ? call : RatesInAnswers.collecting(call, (told) => of(operation).learn(operation, told)),
    slowed: (operation, reason) =>
      reason._tag === "RateLimited"
        ? of(operation).hold(RateLimit.whenTold(reason.retryAfter && Duration.toMillis(reason.retryAfter)))
        : Effect.void,
    shown: () => [...[...named].map(([operation, rate]) => ({ operation, ...rate.believed() })), shared.believed()]
  }
})

/** The rates of a connection beside the shared one, as its plugin states them and its operator allows them. */
export interface Rates {
  readonly burst: number | undefined
  readonly named: Readonly<Record<string, RateLimits.Rate>>
  readonly inAnswers: RateLimits.RateInAnswers | undefined
  /** What the operator has written in `callsPerSecond`: no bucket is faster. */
  readonly most: number | undefined
}

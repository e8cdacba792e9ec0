/**
 * Reads from the answers of a peer what they tell about its rate limit, for the call in which they came.
 */
import { RateLimits, Transport } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** What the answers of one call have told so far. */
export interface Call {
  told: RateLimits.ReportedLimits
}

const Current = Context.Reference<Call | undefined>("@crossdock/runner/connection/RatesInAnswers", { defaultValue: () => undefined })

/** Runs a call and passes what its answers told to `then`, however the call ends. */
export const collecting = <A, E, R>(call: Effect.Effect<A, E, R>, then: (told: RateLimits.ReportedLimits) => Effect.Effect<void>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const collected: Call = { told: {} }
    return Effect.ensuring(
      Effect.provideService(call, Current, collected),
      Effect.suspend(() => Object.keys(collected.told).length === 0 ? Effect.void : then(collected.told))
    )
  })

/** Several answers to one call: their costs add up, and the lowest of the other numbers counts. */
const together = (one: RateLimits.ReportedLimits, other: RateLimits.ReportedLimits): RateLimits.ReportedLimits => {
  const least = (name: "perSecond" | "remaining") => Math.min(one[name] ?? Number.POSITIVE_INFINITY, other[name] ?? Number.POSITIVE_INFINITY)
  const [perSecond, remaining] = [least("perSecond"), least("remaining")]
  const cost = one.cost === undefined && other.cost === undefined ? undefined : (one.cost ?? 0) + (other.cost ?? 0)
  return {
    ...(cost !== undefined && { cost }),
    ...(Number.isFinite(remaining) && { remaining }),
    ...(Number.isFinite(perSecond) && { perSecond })
  }
}

/** The transport with each answer read, if answers tell anything. */
export const reading = (places: RateLimits.RateInAnswers | undefined, transport: Layer.Layer<Transport.Transport, never, Transport.Transport>): typeof transport =>
  places === undefined ? transport : Layer.provide(
    Layer.effect(
      Transport.Transport,
      Effect.map(Transport.Transport, ({ send }) => ({
        send: (request) =>
          Effect.tap(send(request), (response) =>
            Effect.map(Current, (call) => {
              if (call !== undefined) call.told = together(call.told, RateLimits.readReportedLimits(places, response))
            }))
      }))
    ),
    transport
  )

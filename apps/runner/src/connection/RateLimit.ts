/**
 * At most so many calls a second to one peer (U-21): a caller beyond that waits for its turn.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

export interface RateLimit {
  readonly take: Effect.Effect<void>
}

/** Calls are spaced evenly once a second's worth was taken at once. */
export const make = (perSecond: number): Effect.Effect<RateLimit> =>
  Effect.sync(() => {
    const gap = 1000 / perSecond
    // The moment at which the bucket would be full again; it lies at most one second's worth ahead without waiting.
    let fullAt = 0
    return {
      take: Effect.flatMap(Clock.currentTimeMillis, (now) => {
        fullAt = Math.max(fullAt, now) + gap
        const wait = fullAt - now - 1000
        return wait > 0 ? Effect.sleep(wait) : Effect.void
      })
    }
  })

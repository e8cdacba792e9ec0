/**
 * At most so many calls a second to one peer (U-21): a caller beyond that waits for its turn.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

export interface RateLimit {
  /** Waits for a turn that comes within the patience and answers 0; else takes none and answers how far away it is. Milliseconds. */
  readonly take: (patience: number) => Effect.Effect<number>
  /** The peer asked to slow down: for so long nobody gets a turn. */
  readonly hold: (millis: number) => Effect.Effect<void>
}

/** Milliseconds of a clock that nobody sets. */
const elapsed = Clock.clockWith((clock) => Effect.sync(() => Number(clock.monotonicTimeNanosUnsafe()) / 1e6))

/** Turns are spaced evenly once a second's worth was taken at once. */
export const make = (perSecond: number): Effect.Effect<RateLimit> =>
  Effect.sync(() => {
    const gap = 1000 / perSecond
    const burst = Math.max(1000, gap)
    // The moment at which the bucket would be full again; it lies at most one burst ahead without waiting.
    let fullAt = 0
    return {
      take: (patience) =>
        Effect.flatMap(elapsed, (now) => {
          const next = Math.max(fullAt, now) + gap
          const wait = Math.max(0, Math.ceil(next - now - burst))
          if (wait > patience) return Effect.succeed(wait)
          fullAt = next
          return wait > 0 ? Effect.as(Effect.sleep(wait), 0) : Effect.succeed(0)
        }),
      hold: (millis) =>
        Effect.map(elapsed, (now) => {
          fullAt = Math.max(fullAt, now + millis + burst)
        })
    }
  })

/** What a peer may ask for with Retry-After, in milliseconds: from 1 s to 24 h, and 5 s where it names no time. */
export const whenTold = (retryAfter: number | undefined): number =>
  Math.min(Math.max(retryAfter ?? 5000, 1000), 86_400_000)

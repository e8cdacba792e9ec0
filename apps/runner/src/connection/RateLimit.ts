/**
 * Limits the calls per second to one peer (U-21); further callers wait for their turn.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

export interface RateLimit {
  /**
   * Waits for a turn and returns 0 if it comes within `patience`; otherwise takes none and returns how far away it is
   * (milliseconds).
   */
  readonly take: (patience: number) => Effect.Effect<number>
  /** Returns a turn that was just taken and is not needed. */
  readonly giveBack: Effect.Effect<void>
  /** Blocks all turns for this time, because the peer asked to slow down. */
  readonly hold: (millis: number) => Effect.Effect<void>
}

/** Milliseconds of the monotonic clock. */
const elapsed = Clock.clockWith((clock) => Effect.sync(() => Number(clock.monotonicTimeNanosUnsafe()) / 1e6))

/** How far in the future a bucket may be full again: one second's calls at once, but at least one call (milliseconds). */
export const burstOf = (perSecond: number): number => Math.max(1000, 1000 / perSecond)

/** A token bucket: a burst of one second's calls, then evenly spaced turns. */
export const make = (perSecond: number): Effect.Effect<RateLimit> =>
  Effect.sync(() => {
    const gap = 1000 / perSecond
    const burst = burstOf(perSecond)
    // When the bucket would be full again; without waiting callers at most one burst in the future.
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
      giveBack: Effect.sync(() => {
        fullAt -= gap
      }),
      hold: (millis) =>
        Effect.map(elapsed, (now) => {
          fullAt = Math.max(fullAt, now + millis + burst)
        })
    }
  })

/** The peer's Retry-After in milliseconds, limited to 1 s to 24 h; 5 s if it gives none. */
export const whenTold = (retryAfter: number | undefined): number =>
  Math.min(Math.max(retryAfter ?? 5000, 1000), 86_400_000)

/**
 * Counts calls in a window of time that moves with the clock: a server refuses the call that is too many, a client waits with it.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** So many calls in any period of so many milliseconds. */
export interface Rate {
  readonly calls: number
  readonly millis: number
}

/** Returns a function that takes a place for a call: 0 if it got one, otherwise the milliseconds until the next one is free. */
export const make = ({ calls, millis }: Rate): ((now: number) => number) => {
  const times: Array<number> = []
  let next = 0
  return (now) => {
    const oldest = times[next]
    if (oldest !== undefined && now - oldest < millis) return oldest + millis - now
    times[next] = now
    next = (next + 1) % calls
    return 0
  }
}

/** Returns an effect that waits until a call may be made. */
export const waiting = (rate: Rate): Effect.Effect<void> => {
  const take = make(rate)
  const wait: Effect.Effect<void> = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const millis = take(now)
    return millis === 0 ? Effect.void : Effect.andThen(Effect.sleep(millis), wait)
  })
  return wait
}

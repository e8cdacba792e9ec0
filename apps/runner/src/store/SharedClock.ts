/**
 * The database's time on a node. Clocks of nodes differ and may be changed; with this one, work that any node schedules
 * is due at the same time for all.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface SharedClock extends Clock.Clock {
  /**
   * Sets the time that the database reported (milliseconds since 1970); afterwards the machine's monotonic clock
   * advances it.
   */
  readonly set: (now: number) => void
  readonly machine: Clock.Clock
}

/** Default: none, which is for a single node with its own clock. */
export const Shared = Context.Reference<SharedClock | undefined>("@crossdock/runner/store/SharedClock", { defaultValue: () => undefined })

export const make = (machine: Clock.Clock): SharedClock => {
  const counted = () => Number(machine.monotonicTimeNanosUnsafe() / 1_000_000n)
  let ahead = machine.currentTimeMillisUnsafe() - counted()
  const millis = () => counted() + ahead
  const nanos = () => BigInt(millis()) * 1_000_000n
  return {
    machine,
    set: (now) => {
      ahead = Math.round(now) - counted()
    },
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => machine.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: machine.monotonicTimeNanos,
    sleep: (duration) => machine.sleep(duration)
  }
}

/** Runs the work with the database's time, as soon as a heartbeat has reported it. */
export const provide = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Clock.clockWith((machine) => {
    const clock = make(machine)
    return work.pipe(Effect.provideService(Clock.Clock, clock), Effect.provideService(Shared, clock))
  })

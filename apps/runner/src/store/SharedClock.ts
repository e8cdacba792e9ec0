/**
 * The time of the database on the machine of a node. Several nodes have clocks that differ, and that somebody may set
 * while they run; what one of them plans is due at the same moment for all.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface SharedClock extends Clock.Clock {
  /** The database says that it is so late; from here the machine only counts on. Milliseconds since 1970. */
  readonly set: (now: number) => void
  readonly machine: Clock.Clock
}

/** Absent: one node, whose own clock is everybody's. */
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

/** Everything inside goes by the time of the database, once a beat has brought it. */
export const provide = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Clock.clockWith((machine) => {
    const clock = make(machine)
    return work.pipe(Effect.provideService(Clock.Clock, clock), Effect.provideService(Shared, clock))
  })

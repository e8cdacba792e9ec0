/**
 * Limits how long work may take. `Effect.timeoutOrElse` races two fibers for each call; here all calls with the same limit
 * share one fiber that sleeps, so a limit costs next to nothing.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"

/** A callback that is due once. */
interface Alarm {
  readonly dueAt: number
  readonly ring: () => void
  previous: Alarm | undefined
  next: Alarm | undefined
}

/** Alarms on one clock that wait for the same time, so the oldest is always due first. */
interface Queue {
  first: Alarm | undefined
  last: Alarm | undefined
  sleeping: Fiber.Fiber<void> | undefined
}

/** The queues of a clock by their time in milliseconds. */
const queues = new WeakMap<Clock.Clock, Map<number, Queue>>()

/** Milliseconds of the monotonic clock. */
const elapsed = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1e6

/**
 * Calls `then` once after `millis` milliseconds, on this clock; never if `millis` is not finite. Returns a function that cancels it, which
 * may be called at any time.
 */
export const after = (clock: Clock.Clock, millis: number, then: () => void): () => void => {
  if (!Number.isFinite(millis)) return () => {}
  let ofClock = queues.get(clock)
  if (ofClock === undefined) queues.set(clock, ofClock = new Map())
  const known = ofClock.get(millis)
  const queue = known ?? { first: undefined, last: undefined, sleeping: undefined }
  const alarm: Alarm = { dueAt: elapsed(clock) + millis, ring: then, previous: queue.last, next: undefined }
  if (queue.last === undefined) queue.first = alarm
  else queue.last.next = alarm
  queue.last = alarm
  if (known === undefined) {
    ofClock.set(millis, queue)
    sleep(clock, ofClock, millis, queue)
  }
  return () => {
    if (!remove(queue, alarm) || queue.first !== undefined) return
    // Otherwise a timer would keep the process from ending.
    ofClock.delete(millis)
    queue.sleeping?.interruptUnsafe()
  }
}

/** Removes an alarm; false if it was removed before. */
const remove = (queue: Queue, alarm: Alarm): boolean => {
  if (alarm.previous === undefined && queue.first !== alarm) return false
  if (alarm.previous === undefined) queue.first = alarm.next
  else alarm.previous.next = alarm.next
  if (alarm.next === undefined) queue.last = alarm.previous
  else alarm.next.previous = alarm.previous
  alarm.previous = alarm.next = undefined
  return true
}

/** Sleeps until the first alarm is due, calls all that are due, and goes on until none is left. */
const sleep = (clock: Clock.Clock, ofClock: Map<number, Queue>, millis: number, queue: Queue): void => {
  const wait = Math.max(1, Math.ceil(queue.first!.dueAt - elapsed(clock)))
  queue.sleeping = Effect.runFork(clock.sleep(Duration.millis(wait)))
  queue.sleeping.addObserver((exit) => {
    if (Exit.isFailure(exit)) return
    const now = elapsed(clock)
    for (let { first } = queue; first !== undefined && first.dueAt <= now; first = queue.first) {
      remove(queue, first)
      first.ring()
    }
    if (queue.first !== undefined) sleep(clock, ofClock, millis, queue)
    else if (ofClock.get(millis) === queue) ofClock.delete(millis)
  })
}

/**
 * Runs work for at most `duration`. After that `orElse` is the outcome, and the work is interrupted; its caller does not wait
 * for the end of work that cannot be interrupted.
 */
export const within = <A, E, R, B, E2>(
  work: Effect.Effect<A, E, R>,
  duration: Duration.Input,
  orElse: () => Effect.Effect<B, E2>
): Effect.Effect<A | B, E | E2, R> =>
  Effect.contextWith((context: Context.Context<R>) =>
    Effect.callback<A | B, E | E2>((resume) => {
      const working = Effect.runForkWith(context)(work)
      const done = working.pollUnsafe()
      // Work that waits for nothing is over already.
      if (done !== undefined) return resume(done)
      const cancel = after(Context.get(context, Clock.Clock), Duration.toMillis(duration), () => {
        resume(Effect.suspend(orElse))
        working.interruptUnsafe()
      })
      working.addObserver((exit) => {
        cancel()
        resume(exit)
      })
      return Effect.suspend(() => {
        cancel()
        return Fiber.interrupt(working)
      })
    }))

/**
 * How the runner stops on SIGINT and SIGTERM: it reports that it is not ready, accepts no more requests, answers those that are
 * running, and lets running creates and deliveries end. Unfinished work continues after the next start.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** The maximum time from the signal to the end, in milliseconds. */
export const patience = 25_000

/** True from the signal on. */
export const draining = { now: false }

/** Calls `stop` on the first SIGINT or SIGTERM. Returns a function that ends this. A further signal ends the process at once. */
export const onSignal = (stop: () => void): (() => void) => {
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
  return () => {
    process.removeListener("SIGINT", stop)
    process.removeListener("SIGTERM", stop)
  }
}

/**
 * Runs `listen` and adds the steps of a shutdown around it to the scope: first the runner counts as stopping, then the listeners
 * close, and then `drained` gets what is left of the time. Each running piece of work therefore has as long as one attempt may take.
 * `keepAlive` runs until the end, so that no other node takes over the work that is still running.
 */
export const around = <A, E, R, R2, R3>(options: {
  readonly listen: Effect.Effect<A, E, R>
  readonly drained: Effect.Effect<unknown, never, R2>
  readonly keepAlive: Effect.Effect<never, never, R3>
}) =>
  Effect.gen(function*() {
    const { drained, keepAlive, listen } = options
    // Its end is the last step, because it was added first.
    yield* Effect.forkScoped(keepAlive)
    let stoppedAt = Number.NEGATIVE_INFINITY
    yield* Effect.addFinalizer(() =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.timeoutOption(drained, Math.max(0, stoppedAt + patience - now))))
    const listening = yield* listen
    yield* Effect.addFinalizer(() =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        draining.now = true
        stoppedAt = now
      }))
    return listening
  })

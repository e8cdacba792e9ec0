/**
 * How long the work of a request may keep its place among the calls at once. A protocol or a plugin that never answers would keep it
 * for ever. Work of the runner itself inside of a request, such as storing an event, is never interrupted half way.
 */
import { TimeLimit } from "@crossdock/core"
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"

/** Milliseconds beyond the deadline of callers: as long as one call of a plugin may take, for callbacks that call their peer. */
export const beyondDeadline = 30_000

/** A request whose work is under way. */
export interface Held {
  /** How many pieces of work of the runner itself are under way. */
  unfinished: number
  /** Set when the time is over: interrupts the rest. */
  interrupt: (() => void) | undefined
}

/** The request of a fiber. */
export const Current = Context.Reference<Held | undefined>("@crossdock/runner/http/AnswerTimeLimit", { defaultValue: () => undefined })

/** Runs work that is finished even if the time of its request is over; what follows it is then interrupted. */
export const finishing = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const held = fiber.getRef(Current)
    if (held === undefined) return work
    held.unfinished++
    return Effect.ensuring(work, Effect.sync(() => {
      if (--held.unfinished === 0) held.interrupt?.()
    }))
  })

/** Runs the work of a request. `over` is called once: with its outcome, or with undefined when its time is over. */
export const run = <A, E>(
  fork: (held: Held) => Fiber.Fiber<A, E>,
  clock: Clock.Clock,
  millis: number,
  over: (exit: Exit.Exit<A, E> | undefined) => void
): void => {
  const held: Held = { unfinished: 0, interrupt: undefined }
  const fiber = fork(held)
  const done = fiber.pollUnsafe()
  // Work that waits for nothing is over already.
  if (done !== undefined) return over(done)
  const cancel = TimeLimit.after(clock, millis, () => {
    held.interrupt = () => fiber.interruptUnsafe()
    over(undefined)
    if (held.unfinished === 0) held.interrupt()
  })
  fiber.addObserver((exit) => {
    cancel()
    if (held.interrupt === undefined) over(exit)
  })
}

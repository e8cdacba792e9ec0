/**
 * Units that wait for the end of the event loop turn. An interruption takes one out that has not begun; it cannot stop
 * one that has.
 */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { DatabaseFailed } from "./DatabaseDriver.ts"
import type { Unit } from "./UnitOfWork.ts"

/** A unit with its own input. Their types are checked where they are added, and forgotten in the queue. */
export interface Waiting {
  readonly unit: Unit<unknown, unknown>
  readonly input: unknown
  readonly resume: (exit: Exit.Exit<unknown, DatabaseFailed>) => void
}

/** Adds a unit to a queue and waits until somebody has taken it out and resumed it. `added` is called at once. */
export const wait = <In, Out>(
  queue: Array<Waiting>,
  unit: Unit<In, Out>,
  input: In,
  added: () => void
): Effect.Effect<Out, DatabaseFailed> =>
  Effect.callback<Out, DatabaseFailed>((resume) => {
    const one = { unit, input, resume } as unknown as Waiting
    queue.push(one)
    added()
    return Effect.sync(() => {
      const at = queue.indexOf(one)
      if (at >= 0) queue.splice(at, 1)
    })
  })

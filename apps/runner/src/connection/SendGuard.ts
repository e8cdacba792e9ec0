/**
 * Checks as late as possible whether a request may still be sent: when a connection is free, before the first byte.
 * While the request waited for that, another node may have taken over its claim.
 */
import { Transport } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"

interface Fence {
  readonly mayLeave: () => boolean
}

const Held = Context.Reference<Fence | undefined>("@crossdock/runner/connection/Fence", { defaultValue: () => undefined })

/** A transport that makes this check for every request of work inside `within`. */
export const layer = Layer.effect(
  Transport.Transport,
  Effect.map(Transport.Transport, (transport) =>
    Transport.Transport.of({
      send: (request) =>
        Effect.withFiber((fiber) => {
          const fence = fiber.getRef(Held)
          return transport.send(fence === undefined ? request : { ...request, mayLeave: fence.mayLeave })
        })
    }))
)

/** Runs work whose requests are sent only until `isOver`, and while the work around it may send any. */
export const unless = <A, E, R>(isOver: () => boolean, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Held, (outer) => Effect.provideService(work, Held, { mayLeave: () => !isOver() && (outer === undefined || outer.mayLeave()) }))

/**
 * Runs work whose requests are sent only while `holds` is true. Undefined: the work failed because a request was
 * stopped, so the caller must check whether it may be done at all.
 */
export const within = <A, E, R>(holds: () => boolean, work: Effect.Effect<A, E, R>): Effect.Effect<Exit.Exit<A, E> | undefined, never, R> =>
  Effect.suspend(() => {
    let isStopped = false
    const mayLeave = () => {
      const may = holds()
      isStopped ||= !may
      return may
    }
    return Effect.map(Effect.exit(Effect.provideService(work, Held, { mayLeave })), (exit) => isStopped && Exit.isFailure(exit) ? undefined : exit)
  })

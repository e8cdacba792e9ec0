/**
 * What may leave this process is asked as late as a transport can: when a connection is free, before the first byte. A
 * request may have waited for that until its claim was another node's.
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

/** A transport that asks for each request of work that is `within` a fence. */
export const layer = Layer.effect(
  Transport.Transport,
  Effect.map(Transport.Transport, (transport) =>
    Transport.Transport.of({
      send: (request) => Effect.flatMap(Held, (fence) => transport.send(fence === undefined ? request : { ...request, mayLeave: fence.mayLeave }))
    }))
)

/**
 * How work ended whose requests leave only while something holds; absent: it failed because one of them was stopped, so
 * whoever wants it looks whether it may be done at all.
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

/**
 * Notices when a peer answers again after a call that got no answer, for those who wait for it.
 */
import type { AdapterError } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** Who waits is told at most once in this time, in milliseconds, because some calls of a peer may fail while others do not. */
const toldEvery = 2000

/** Whether a call has failed in a way that says nothing about what the peer has. */
export const isSilent = ({ _tag }: AdapterError.Reason): boolean => _tag === "TransportFailed" || _tag === "PeerUnavailable" || _tag === "ResponseInvalid"

export const make = () => {
  const silent = new Set<string>()
  const toldAt = new Map<string, number>()
  const listeners: Array<(id: string) => void> = []
  return {
    whenBack: (told: (id: string) => void): Effect.Effect<void> => Effect.sync(() => void listeners.push(told)),
    failed: (id: string, cause: Cause.Cause<AdapterError.AdapterError>): Effect.Effect<void> =>
      Effect.sync(() => {
        const error = Cause.findErrorOption(cause)
        if (Option.isSome(error) && isSilent(error.value.reason)) silent.add(id)
      }),
    answered: <A>(id: string, answer: A): Effect.Effect<A> =>
      !silent.has(id) ? Effect.succeed(answer) : Effect.map(Clock.currentTimeMillis, (now) => {
        const last = toldAt.get(id)
        if (last !== undefined && now >= last && now - last < toldEvery) return answer
        silent.delete(id)
        toldAt.set(id, now)
        for (const told of listeners) told(id)
        return answer
      })
  }
}

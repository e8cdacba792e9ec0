/**
 * What every authenticated call of a link passes before its contract carries it out, on any route: the check for repeated
 * signatures, the limit of concurrent calls, and the record of what is not forwarded.
 */
import type { Drift, Operation } from "@crossdock/core"
import type { Serving } from "@crossdock/protocols/kit"
import * as Effect from "effect/Effect"
import type { Composed, ConnectedLink } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import { Refusal } from "../engine/Refusal.ts"
import * as MethodReplay from "./MethodReplay.ts"
import * as UnforwardedFields from "./UnforwardedFields.ts"

/** A call whose caller is known. */
export interface LinkCall<I extends Serving.Info = Serving.Info> {
  readonly link: ConnectedLink
  readonly operation: Operation.Any
  readonly payload: unknown
  readonly info: I
}

/** How the contract of a route carries out a call. */
export interface Carrier<I extends Serving.Info> {
  readonly call: (call: LinkCall<I>) => Effect.Effect<unknown, Refusal>
  /** Finds the members and headers of a call that are not forwarded. */
  readonly unforwarded: (call: LinkCall<I>) => ReadonlyArray<Drift.Finding>
  /** The headers that the contract reads; others are recorded as not forwarded. Absent: none. */
  readonly reads?: ReadonlyArray<UnforwardedFields.Header>
  /** Returns false for a call whose signed text is often that of another method too, such as an empty object. Absent: true for every call. */
  readonly hasOwnText?: (call: LinkCall<I>) => boolean
}

const tooManyCalls = new Refusal({
  code: "OVERLOADED",
  message: "too many requests of this link are waiting, and nothing was done with this one; send it again in a second",
  httpStatus: 503,
  retryAfter: 1
})

/** Limits concurrent requests per link, so that a link with a slow peer does not take the memory and capacity of the others. */
const callLimit = (most: number) => {
  const callsAtOnce = new Map<string, number>()
  return <A, E>(scope: string, work: () => Effect.Effect<A, E>): Effect.Effect<A, E | Refusal> => {
    const before = callsAtOnce.get(scope) ?? 0
    if (before >= most) return Effect.fail(tooManyCalls)
    callsAtOnce.set(scope, before + 1)
    return Effect.ensuring(
      Effect.suspend(work),
      Effect.sync(() => {
        const now = (callsAtOnce.get(scope) ?? 1) - 1
        if (now === 0) callsAtOnce.delete(scope)
        else callsAtOnce.set(scope, now)
      })
    )
  }
}

export const make = (composed: Composed, connections: Connections["Service"]) => {
  const replays = MethodReplay.make(composed.server.methodReplay)
  const amongCallsOf = callLimit(composed.server.callsAtOncePerLink)
  const newHeaders = UnforwardedFields.onceEach()

  /** Makes the dispatch function of a route for its protocol's server. */
  return <I extends Serving.Info>(door: string, { call, hasOwnText = () => true, reads, unforwarded }: Carrier<I>) =>
    (caller: { readonly key: string }, operation: Operation.Any, payload: unknown, info: I): Effect.Effect<never, Refusal> => {
      const link = connections.linkOf(caller.key)
      if (link === undefined) return Effect.die("a caller without a link")
      const asked = { link, operation, payload, info }
      const replay = hasOwnText(asked) ? replays.seen(door, caller.key, info) : undefined
      const work = () => {
        const unused = newHeaders(caller.key, info, reads).concat(unforwarded(asked))
        return unused.length === 0
          ? call(asked)
          : Effect.flatMap(Effect.forEach(unused, connections.drift(caller.key).report, { discard: true }), () => call(asked))
      }
      const counted = () => amongCallsOf(caller.key, work)
      return Effect.annotateLogs(
        replay === undefined ? Effect.suspend(counted) : Effect.flatMap(replay, counted),
        { link: caller.key, operation: operation.name }
      ) as never
    }
}

/**
 * What every authenticated call of a link passes before its contract carries it out, on any route: the check for repeated
 * signatures, the limit of concurrent calls, and the record of what is not forwarded.
 */
import type { Operation } from "@crossdock/core"
import type { Serving } from "@crossdock/protocols/kit"
import * as Effect from "effect/Effect"
import type { Composed } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import type { AnyServed } from "../contracts/ServedContract.ts"
import { Refusal } from "../engine/Refusal.ts"
import * as AnswerTimeLimit from "./AnswerTimeLimit.ts"
import type { Callers } from "./Callers.ts"
import * as MethodReplay from "./MethodReplay.ts"
import * as ServedCallRecords from "./ServedCallRecords.ts"
import * as UnforwardedFields from "./UnforwardedFields.ts"

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

export const make = (composed: Composed, connections: Connections["Service"], callers: Callers) => {
  const replays = MethodReplay.make(composed.server.methodReplay)
  const amongCallsOf = callLimit(composed.server.callsAtOncePerLink)
  const newHeaders = UnforwardedFields.onceEach()

  /** Makes the dispatch function of a protocol's server. The contract carries out the calls. */
  return (protocol: string, { call, reads, unforwarded }: AnyServed) =>
    (caller: { readonly key: string }, operation: Operation.Any, payload: unknown, info: Serving.Info): Effect.Effect<never, Refusal> => {
      const entered = callers.enteredOf(caller.key)
      if (entered === undefined) return Effect.die("a caller without a link")
      const { scope } = entered.link
      const asked = { ...entered, operation, payload, info } as never
      const replay = replays.seen(protocol, scope, info)
      const work = () => {
        const unused = newHeaders(scope, info, reads).concat(unforwarded(asked))
        return unused.length === 0
          ? call(asked)
          : Effect.flatMap(Effect.forEach(unused, connections.drift(scope).report, { discard: true }), () => call(asked))
      }
      // Once the runner has begun to carry a call out, it ends it: it answers by the deadline, or goes on without its caller.
      const counted = () => amongCallsOf(scope, () => AnswerTimeLimit.finishing(Effect.suspend(work)))
      return Effect.annotateLogs(
        ServedCallRecords.carriedOut(
          { scope, operation, payload, hide: callers.hides(caller.key) },
          replay === undefined ? Effect.suspend(counted) : Effect.flatMap(replay, counted)
        ),
        { link: scope, operation: operation.name }
      ) as never
    }
}

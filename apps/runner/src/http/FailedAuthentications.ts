/**
 * Counts and logs failed authentications, for each route apart, so that those on one route do not block callers of another.
 */
import type { Serving } from "@crossdock/protocols/kit"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as AuthFailureLog from "./AuthFailureLog.ts"
import * as AuthFailureLimit from "./AuthFailureLimit.ts"
import * as ListenerMetrics from "./ListenerMetrics.ts"

/** What a server of a protocol asks and reports about the authentication of its callers. */
export interface FailedAuthentications {
  /** Returns false if a caller, or an address, has failed too often to get the usual answer. */
  readonly mayFail: (id: string, address: string | undefined) => Effect.Effect<boolean>
  readonly onAuthentication: (outcome: Serving.Authentication) => Effect.Effect<void>
}

/** Starts the count of one route. `limit` is the number of failures per credential and address in 60 s (U-21). */
export const make = (limit: number, protocol: string): FailedAuthentications => {
  const failures = AuthFailureLimit.make(limit)
  const log = AuthFailureLog.make(protocol)
  const failed = (failure: AuthFailureLog.Failure) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const isBlocked = !failures.mayFail(failure.id, failure.address, now)
      const isOneTooMany = failures.failed(failure.id, failure.address, now)
      const told = isBlocked ? Effect.void : log.failed(failure, now)
      return Effect.andThen(
        ListenerMetrics.count(ListenerMetrics.signatureFailures, { protocol }),
        isOneTooMany ? Effect.andThen(told, log.blocked(failure, now)) : told
      )
    })
  return {
    mayFail: (id, address) => Effect.map(Clock.currentTimeMillis, (now) => failures.mayFail(id, address, now)),
    onAuthentication: ({ accessId, isKnown, ok, remoteAddress }) =>
      ok ? Effect.void : failed({ id: accessId, isKnown, address: remoteAddress })
  }
}

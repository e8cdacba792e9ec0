/**
 * How the polls of each connection are doing: when one last succeeded, and since when and why they fail. It is stored,
 * so that the doctor can read it without a runner.
 */
import { AdapterError } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Database } from "../store/Database.ts"

/** An order for which a query failed, or whose answer could not be stored. */
export interface Failed {
  /** The ERP's number. */
  readonly number: string
  readonly error: unknown
}

/** The failures of one round. */
export interface Round {
  /** Whether there was an open order to ask about. */
  hasAsked: boolean
  /** Message of the first failure. */
  failure: string | undefined
  failures: number
}

export const begin = (): Round => ({ hasAsked: false, failure: undefined, failures: 0 })

const message = (error: unknown): string => {
  if (AdapterError.isAdapterError(error)) return `${error.operation}: ${AdapterError.describe(error.reason)}`
  return error instanceof Error ? error.message : "a defect of the plugin; the log has the details"
}

const failedWith = (round: Round, text: string): void => {
  round.failure ??= text
  round.failures++
}

/** Records an order that the peer refuses to return, or that cannot be stored. */
export const failedOrder = (round: Round, { error, number }: Failed): void => failedWith(round, `order ${number}: ${message(error)}`)

/** Records that a whole query failed. */
export const failedRound = (round: Round, cause: Cause.Cause<unknown>): void => {
  if (Cause.hasInterruptsOnly(cause)) return failedWith(round, "the plugin interrupted the query")
  const error = Cause.findErrorOption(cause)
  failedWith(round, Option.isSome(error) ? message(error.value) : message(Cause.squash(cause)))
}

/** Ends a round. A log line is written when polls begin to fail, fail for another reason, or succeed again. */
export const end = Effect.fnUntraced(function*(connection: string, { failure, failures, hasAsked }: Round) {
  const db = yield* Database
  const now = yield* Clock.currentTimeMillis
  const before = yield* db.one("select poll_failing_since, poll_failure from connection_state where id = $1", [connection])
  if (failure === undefined) {
    yield* db.query(
      `insert into connection_state (id, polled_at) values ($1, $2)
       on conflict (id) do update set polled_at = coalesce($2, connection_state.polled_at), poll_failing_since = null, poll_failure = null`,
      [connection, hasAsked ? now : null]
    )
    if (before?.poll_failure != null) yield* Effect.logInfo("polls succeed again")
    return
  }
  yield* db.query(
    `insert into connection_state (id, poll_failing_since, poll_failure) values ($1, $2, $3)
     on conflict (id) do update set poll_failing_since = coalesce(connection_state.poll_failing_since, $2), poll_failure = $3`,
    [connection, now, failure]
  )
  if (before?.poll_failure === failure) return
  yield* Effect.logWarning("polls fail and are retried; run `crossdock connections test` for details").pipe(
    Effect.annotateLogs({ because: failure, failures })
  )
})

/**
 * How the polls of each connection are doing: when one last succeeded, and since when and why they fail. It is stored,
 * so that the doctor can read it without a runner. Where each link is polled on its own, one that fails shows until it
 * succeeds itself, whatever the others do.
 */
import { AdapterError } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Connections } from "../connection/Connections.ts"
import * as PeerHealth from "../connection/PeerHealth.ts"
import { Database, type Row } from "../store/Database.ts"

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

/** What a round polls: a link, for one of several purposes; or all links of a connection together. */
export interface Source {
  readonly scope: string
  readonly track: string
}

const allLinks: Source = { scope: "", track: "" }

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

/** Whether the peer has taken the query and finishes it later. A later round asks again. */
const isBeingPrepared = (error: unknown): boolean => AdapterError.isAdapterError(error) && error.reason._tag === "Accepted"

/** Records that a whole query failed. */
export const failedRound = (round: Round, cause: Cause.Cause<unknown>): void => {
  if (Cause.hasInterruptsOnly(cause)) return failedWith(round, "the plugin interrupted the query")
  const error = Cause.findErrorOption(cause)
  if (Option.isSome(error) && isBeingPrepared(error.value)) return
  failedWith(round, Option.isSome(error) ? message(error.value) : message(Cause.squash(cause)))
}

/** The failure that has lasted the longest, and how many others there are. */
const summaryOf = ([longest, ...others]: ReadonlyArray<Row>): string | null => {
  if (longest === undefined) return null
  const place = longest.scope === "" ? "" : `link ${longest.scope} (${longest.track}): `
  return `${place}${longest.message}${others.length === 0 ? "" : `; ${others.length} more of its polls fail`}`
}

/**
 * Stores what a round has shown of its source, and what that makes of the connection as a whole. Returns the message of the
 * failure that was stored before.
 */
const stored = (connection: string, { failure, hasAsked }: Round, { scope, track }: Source) =>
  Effect.gen(function*() {
    const db = yield* Database
    const { linkOf } = yield* Connections
    const now = yield* Clock.currentTimeMillis
    // This row is locked first, so rounds of several links that end at once see each other's failures.
    const [state] = yield* db.query(
      `insert into connection_state (id, polled_at) values ($1, $2)
       on conflict (id) do update set polled_at = coalesce($2, connection_state.polled_at) returning poll_failing_since`,
      [connection, failure === undefined && hasAsked ? now : null]
    )
    const failing = yield* db.query("select scope, track, message, since from poll_failure where connection = $1 and track <> $2 order by since, scope, track", [connection, PeerHealth.track])
    const isOwn = (row: Row): boolean => row.scope === scope && row.track === track
    const before = failing.find(isOwn)
    if (failure === undefined && failing.length === 0 && state?.poll_failing_since == null) return undefined
    const own = { scope, track, message: failure, since: before?.since ?? now }
    const key = [connection, scope, track]
    if (failure !== undefined) {
      yield* db.query(
        `insert into poll_failure (connection, scope, track, message, since) values ($1, $2, $3, $4, $5)
         on conflict (connection, scope, track) do update set message = $4`,
        [...key, failure, own.since]
      )
    } else if (before !== undefined) yield* db.query("delete from poll_failure where connection = $1 and scope = $2 and track = $3", key)
    // A link that was removed is not polled any more.
    const current = [...failing.filter((row) => !isOwn(row)), ...(failure === undefined ? [] : [own])]
      .filter((row) => row.scope === "" || linkOf(row.scope) !== undefined)
      .toSorted((a, b) => a.since - b.since)
    yield* db.query("update connection_state set poll_failing_since = $2, poll_failure = $3 where id = $1", [connection, current[0]?.since ?? null, summaryOf(current)])
    return before?.message
  })

/** Ends a round. A log line is written when polls of its source begin to fail, fail for another reason, or succeed again. */
export const end = Effect.fnUntraced(function*(connection: string, round: Round, source: Source = allLinks) {
  const db = yield* Database
  const { failure, failures } = round
  const before = yield* db.transaction(stored(connection, round, source))
  if (before === failure) return
  const place = source.scope === "" ? {} : { link: source.scope, track: source.track }
  yield* failure === undefined
    ? Effect.annotateLogs(Effect.logInfo("polls succeed again"), place)
    : Effect.annotateLogs(Effect.logWarning("polls fail and are retried; run `crossdock connections test` for details"), { ...place, because: failure, failures })
})

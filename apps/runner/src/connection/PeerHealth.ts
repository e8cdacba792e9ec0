/**
 * Whether the peer of each connection answers, as every call to it shows: creates, cancels, queries, polls and deliveries. From the first
 * call without a usable answer on the connection fails, until any call is answered. It is stored, so that the doctor can read it without a
 * runner and that every node knows it. A refusal is an answer.
 */
import { AdapterError } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Semaphore from "effect/Semaphore"
import * as CallMetrics from "../metrics/CallMetrics.ts"
import type { Database } from "../store/Database.ts"
import type { Versions } from "../store/Versions.ts"
import { isSilent } from "./PeerAnswers.ts"

export interface Failing {
  /** Milliseconds since 1970. */
  readonly since: number
  readonly because: string
}

export interface PeerHealth {
  /** Counts a call with its outcome and time, and notes whether the peer has answered. The error must be without secrets and personal data. */
  readonly observed: <A, R>(id: string, operation: string, call: Effect.Effect<A, AdapterError.AdapterError, R>) => Effect.Effect<A, AdapterError.AdapterError, R>
  /** Since when no call to a connection was answered, and why; undefined if the last one was. */
  readonly failingOf: (id: string) => Failing | undefined
}

/** The rows of calls in the table of what fails, beside those of polls. */
export const track = "calls"

const retryEvery = "5 seconds"

/** The change counter for what fails. */
const counter = "peers"

/** The label of an outcome: `ok`, or the reason of the failure. */
const outcomeOf = <A>(exit: Exit.Exit<A, AdapterError.AdapterError>): string => {
  if (Exit.isSuccess(exit)) return "ok"
  const error = Cause.findErrorOption(exit.cause)
  if (Option.isSome(error)) return error.value.reason._tag
  return Cause.hasInterruptsOnly(exit.cause) ? "Interrupted" : "Defect"
}

export const make = Effect.fnUntraced(function*(db: Database["Service"], versions: Versions["Service"]) {
  const scope = yield* Effect.scope
  const clock = yield* Clock.Clock
  const context = yield* Effect.context<never>()
  const elapsed = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e9
  const failing = new Map<string, Failing>()
  /** What is not stored yet. */
  const changed = new Set<string>()
  const turn = Semaphore.makeUnsafe(1)

  const learn = Effect.map(db.query("select connection, message, since from poll_failure where scope = '' and track = $1", [track]), (rows) => {
    const stored = new Map(rows.map((row) => [String(row.connection), { since: Number(row.since), because: String(row.message) }]))
    for (const id of failing.keys()) if (!stored.has(id) && !changed.has(id)) failing.delete(id)
    for (const [id, one] of stored) if (!changed.has(id)) failing.set(id, one)
  })
  yield* learn
  yield* versions.onChange(counter, turn.withPermit(learn))

  const called = CallMetrics.called()

  const store = turn.withPermit(Effect.gen(function*() {
    for (const id of changed) {
      const now = failing.get(id)
      yield* db.transaction(Effect.andThen(
        versions.raise(counter),
        now === undefined
          ? db.query("delete from poll_failure where connection = $1 and scope = '' and track = $2", [id, track])
          : Effect.andThen(db.query("insert into connection_state (id) values ($1) on conflict (id) do nothing", [id]), db.query(
            `insert into poll_failure (connection, scope, track, message, since) values ($1, '', $2, $3, $4)
             on conflict (connection, scope, track) do update set message = $3`,
            [id, track, now.because, now.since]
          ))
      ))
      if (failing.get(id) === now) changed.delete(id)
    }
  }))

  let isStoring = false
  /** Stores every change, also one that the database does not take at first. Until then this node knows it alone. */
  const storeAll = Effect.suspend(() => {
    if (isStoring) return Effect.void
    isStoring = true
    return store.pipe(
      Effect.tapError((error) => Effect.logWarning("it could not be stored that a peer does not answer, or answers again; it is tried again", error)),
      Effect.retry(Schedule.spaced(retryEvery)),
      // A change that came meanwhile is stored by the next turn, and one that comes from now on begins anew.
      Effect.repeat({ until: () => !(isStoring = changed.size > 0) }),
      Effect.onInterrupt(() => Effect.sync(() => {
        isStoring = false
      }))
    )
  })

  /** Who called does not wait for it. */
  const change = (id: string, now: Failing | undefined) =>
    Effect.gen(function*() {
      if (now === undefined) failing.delete(id)
      else failing.set(id, now)
      changed.add(id)
      yield* now === undefined
        ? Effect.logInfo("the peer answers again")
        : Effect.annotateLogs(Effect.logWarning("the peer does not answer"), { because: now.because })
      yield* Effect.forkIn(storeAll, scope)
    })

  const noted = <A>(id: string, exit: Exit.Exit<A, AdapterError.AdapterError>): Effect.Effect<void> => {
    const before = failing.get(id)
    if (Exit.isSuccess(exit)) return before === undefined ? Effect.void : change(id, undefined)
    const error = Cause.findErrorOption(exit.cause)
    // A defect or an interruption is no word of the peer.
    if (Option.isNone(error)) return Effect.void
    const { operation, reason } = error.value
    if (!isSilent(reason)) return before === undefined ? Effect.void : change(id, undefined)
    return before !== undefined ? Effect.void : Effect.flatMap(Clock.currentTimeMillis, (now) =>
      change(id, { since: now, because: `${operation}: ${AdapterError.describe(reason)}` }))
  }

  return {
    failingOf: (id) => failing.get(id),
    observed: (id, operation, call) =>
      Effect.suspend(() => {
        const began = elapsed()
        return Effect.onExit(call, (exit) => {
          called(context, { connection: id, operation, outcome: outcomeOf(exit) }, elapsed() - began)
          return noted(id, exit)
        })
      })
  } satisfies PeerHealth as PeerHealth
})

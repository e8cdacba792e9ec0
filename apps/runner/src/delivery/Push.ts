/**
 * Makes one attempt of a claimed delivery: sends it, and stores the outcome together with the attempt.
 */
import { AdapterError, ErpV1 } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import type { Connections } from "../connection/Connections.ts"
import * as Fence from "../connection/Fence.ts"
import type { Ownership } from "../connection/Ownership.ts"
import { whenTold } from "../connection/RateLimit.ts"
import * as Redaction from "../connection/Redaction.ts"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import type { Vault } from "../store/Vault.ts"
import * as Attempts from "./Attempts.ts"
import type { DeliveryBook, Ending } from "./DeliveryBook.ts"
import * as Endpoint from "./Endpoint.ts"
import { reach } from "./Failpoint.ts"
import * as OrderContents from "./OrderContents.ts"
import { gapAfter } from "./Schedule.ts"
import { untilStored } from "./UntilStored.ts"
import { afterFailure, isOfEndpoint, type Verdict } from "./Verdict.ts"

/** The timeout of a response. After it, the response counts as lost. */
export const patience = "15 seconds"
/** The time after which an endpoint that only fails is stopped, in milliseconds. */
export const givesUpOnEndpoint = 5 * 24 * 3_600_000
/** The time after which this node checks again whether another node saw the endpoint fail, in milliseconds. */
const healthyFor = 60_000

/** Returns the time that the endpoint asks the runner to wait, in milliseconds. */
const toldOfWait = (reason: AdapterError.Reason | undefined): number | undefined => {
  const told = reason?._tag === "RateLimited" || reason?._tag === "PeerUnavailable" ? reason.retryAfter : undefined
  return told === undefined ? undefined : Duration.toMillis(told)
}

type Attempted = Exit.Exit<void, AdapterError.AdapterError> | undefined

export const make = (options: {
  readonly db: Database["Service"]
  readonly vault: Vault["Service"]
  readonly connections: Connections["Service"]
  readonly ownership: Ownership["Service"]
  readonly book: DeliveryBook
  readonly gapsOf: (connection: string) => ReadonlyArray<number>
  readonly contentPlace: (id: string) => string
  /** Claims deliveries in place of a finished one, in the transaction that stores its result. */
  readonly claimNext: (to: Endpoint.Endpoint, done: Row) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
  /** Lets the plugin write the content of a delivery that has none yet, and stores it. */
  readonly prepareNow: (row: Row) => Effect.Effect<string, AdapterError.AdapterError>
  readonly toldOf: (cause: Cause.Cause<AdapterError.AdapterError>) => string
}) => {
  const { book, connections, contentPlace, db, gapsOf, ownership, prepareNow, toldOf, vault } = options

  /** Makes the attempt. Returns `undefined` if the claim was lost before anything was sent; another node then has the delivery. */
  const attempt = Effect.fnUntraced(function*(row: Row, operation: ErpV1.AnyOperation, stored: string): Effect.fn.Return<Attempted, DatabaseFailed> {
    yield* reach("push.before-send")
    if (!(yield* ownership.stillHolds(row.epoch))) return undefined
    const prepared = row.payload_sealed === null ? Effect.succeed(stored) : prepareNow(row)
    const exit = yield* Fence.within(() => ownership.surelyHolds(row.epoch), Effect.flatMap(prepared, (content) =>
      Effect.flatMap(connections.erp(row.connection), (erp) => erp.deliver(operation, { content }, { deliveryId: row.id }))).pipe(
      Effect.catch((error) =>
        Redaction.hasWords(error.reason)
          ? Effect.flatMap(OrderContents.of(db, vault, row.scope, [String(row.entity).slice(String(row.scope).length + 1)]), (contents) =>
            Effect.fail(
              new AdapterError.AdapterError({
                adapter: error.adapter,
                operation: error.operation,
                reason: Redaction.inReason(error.reason, [Redaction.hiding(contents)])
              })
            ))
          : Effect.fail(error)),
      Effect.timeoutOrElse({
        duration: patience,
        orElse: () =>
          Effect.fail(
            new AdapterError.AdapterError({
              adapter: row.connection,
              operation: operation.name,
              reason: new AdapterError.TransportFailed({ phase: "receive", cause: "no response within 15 s" })
            })
          )
      })
    ))
    yield* reach("push.after-send")
    return exit ?? (yield* attempt(row, operation, stored))
  })

  /** Decides the next state of the row. */
  const endingOf = (row: Row, verdict: Verdict, at: { readonly now: number; readonly random: number; readonly told: number | undefined; readonly cause: string | undefined }): Ending => {
    const { cause, now, random, told } = at
    switch (verdict) {
      case "delivered":
        return { state: "Delivered" }
      case "pause":
        return { state: "Pending", cause, isFree: true }
      case "retry":
      case "retry-when-told": {
        const gap = gapAfter(row.attempt, random, gapsOf(row.connection))
        if (gap === undefined) return { state: "Dead", cause }
        const wait = verdict === "retry-when-told" ? whenTold(told) : told === undefined ? gap : Math.max(gap, whenTold(told))
        return { state: "Pending", dueAt: now + wait, cause }
      }
      default:
        return { state: "Dead", cause }
    }
  }

  const healthySince = new Map<string, number>()
  /** Counts failures for each connection. A success that began before a failure does not prove that the endpoint works again. */
  const failures = new Map<string, number>()
  /** Stores when an endpoint begins to fail and when it works again. Returns since when it has been failing. */
  const noteHealth = Effect.fnUntraced(function*(connection: string, isFailing: boolean, now: number) {
    const before = failures.get(connection) ?? 0
    if (isFailing) {
      failures.set(connection, before + 1)
      healthySince.delete(connection)
    }
    const age = now - (healthySince.get(connection) ?? Number.NEGATIVE_INFINITY)
    if (!isFailing && age >= 0 && age < healthyFor) return undefined
    // The value is read each time, because an operator or another node may have reset it.
    const since: number | undefined = (yield* db.one("select failing_since from connection_state where id = $1", [connection]))?.failing_since ?? undefined
    if (isFailing !== (since !== undefined)) yield* db.query(
      `insert into connection_state (id, failing_since) values ($1, $2) on conflict (id) do update set failing_since = $2`,
      [connection, isFailing ? now : null]
    )
    yield* db.afterCommit(() => {
      if ((failures.get(connection) ?? 0) === before) healthySince.set(connection, now)
    })
    return isFailing ? since ?? now : undefined
  })

  const move = (to: Endpoint.Endpoint, verdict: Verdict, reason: AdapterError.Reason | undefined, now: number, random: number): void => {
    const told = toldOfWait(reason)
    if (told !== undefined || reason?._tag === "RateLimited") Endpoint.slowedDown(to, now, whenTold(told))
    else if (isOfEndpoint(reason)) Endpoint.failed(to, now, random)
    // A refused message proves that the endpoint works.
    else if (verdict !== "pause") Endpoint.succeeded(to)
  }

  interface Ended {
    readonly tried: Attempts.Attempt
    readonly ending: Ending
    readonly isFailing: boolean
    readonly now: number
  }

  /** Stores the outcome with its attempt. Returns the deliveries claimed in its place, or why the endpoint is stopped. */
  const store = Effect.fnUntraced(function*(row: Row, to: Endpoint.Endpoint, { ending, isFailing, now, tried }: Ended) {
    yield* Attempts.record(db, tried)
    yield* book.settle(row, ending)
    const since = yield* noteHealth(row.connection, isFailing, now)
    const stop = since !== undefined && now - since >= givesUpOnEndpoint
      ? `every attempt of ${Math.round((now - since) / 86_400_000)} days failed, the last one because ${ending.cause}`
      : undefined
    const next = stop === undefined ? yield* options.claimNext(to, row) : []
    yield* reach("push.before-commit")
    return { next, stop }
  })

  /** Ends a delivery that cannot be sent, because its row is damaged or this release does not know its operation. */
  const unreadable = Effect.fnUntraced(function*(row: Row, to: Endpoint.Endpoint, now: number, isUnknown: boolean) {
    const cause = isUnknown
      ? `this release does not support the operation ${row.operation}; replay the delivery with a release that does`
      : "its content cannot be decrypted with this CROSSDOCK_SECRET_KEY, or was changed in the database"
    const { next } = yield* untilStored(db.transaction(store(row, to, {
      tried: { subject: row.id, number: row.attempt, kind: "push", at: now, took: 0, outcome: "unreadable", detail: cause },
      ending: { state: "Dead", cause },
      isFailing: false,
      now
    })))
    return next
  })

  /** Carries out one claimed delivery. Returns the deliveries that were claimed in its place. */
  return Effect.fnUntraced(function*(row: Row, to: Endpoint.Endpoint): Effect.fn.Return<ReadonlyArray<Row>, DatabaseFailed> {
    yield* reach("push.claimed")
    const operation: ErpV1.AnyOperation | undefined = ErpV1.contract.operations[row.operation as ErpV1.OperationName]
    const stored = yield* Effect.option(vault.open(contentPlace(row.id), row.content_sealed))
    const started = yield* Clock.currentTimeMillis
    if (operation === undefined || Option.isNone(stored)) return yield* unreadable(row, to, started, operation === undefined)
    const exit = yield* attempt(row, operation, stored.value)
    if (exit === undefined) return []
    const now = yield* Clock.currentTimeMillis
    const random = yield* Random.next
    const ended = Exit.isSuccess(exit) ? undefined : Cause.findErrorOption(exit.cause)
    const reason = ended === undefined || Option.isNone(ended) ? undefined : ended.value.reason
    const outcome = Exit.isSuccess(exit) ? "delivered" : reason === undefined ? "defect" : reason._tag
    const cause = Exit.isSuccess(exit) ? undefined : toldOf(exit.cause)
    const verdict = Exit.isSuccess(exit) ? "delivered" : reason === undefined ? "retry" : afterFailure(reason, "push")
    move(to, verdict, reason, now, random)
    // The pause comes before the delivery is due again; otherwise it would be sent with the refused credential.
    if (verdict === "pause") yield* connections.pause(row.connection, cause ?? "credential refused")
    const { next, stop } = yield* untilStored(db.transaction(store(row, to, {
      tried: { subject: row.id, number: row.attempt, kind: "push", at: started, took: now - started, outcome, detail: cause },
      ending: endingOf(row, verdict, { now, random, told: toldOfWait(reason), cause }),
      isFailing: isOfEndpoint(reason),
      now
    })))
    yield* reach("push.committed")
    if (stop !== undefined) yield* connections.pause(row.connection, stop)
    if (verdict !== "delivered") {
      yield* Effect.logWarning("push not delivered").pipe(
        Effect.annotateLogs({ delivery: row.id, connection: row.connection, attempt: row.attempt, outcome, verdict })
      )
    }
    return next
  })
}

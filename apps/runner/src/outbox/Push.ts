/**
 * Makes one attempt of a claimed delivery: sends it, and stores the outcome together with the attempt.
 */
import { AdapterError, type Operation } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import type { Connections } from "../connection/Connections.ts"
import { limited } from "../connection/CallTimeLimit.ts"
import * as SendGuard from "../connection/SendGuard.ts"
import type { NodeLeases } from "../connection/NodeLeases.ts"
import { whenTold } from "../connection/RateLimit.ts"
import * as Redaction from "../connection/Redaction.ts"
import type { DatabaseFailed, Row } from "../store/Database.ts"
import type * as Attempts from "../engine/Attempts.ts"
import { type DeliveryContents, type Message, toldOf } from "./DeliveryContents.ts"
import type { NotReady } from "./PayloadCompletion.ts"
import { endingOf, unreadableBecause } from "./DeadLetters.ts"
import type { Ending, Settled, Settlement } from "./DeliveryUnits.ts"
import * as Endpoint from "./Endpoint.ts"
import { reach } from "../engine/Failpoint.ts"
import type { OrderContents } from "../intents/OrderContents.ts"
import { persistWithRetry } from "../engine/PersistWithRetry.ts"
import { afterFailure, isOfEndpoint, type Verdict } from "../engine/RetryPolicy.ts"

/** The timeout of a response. After it, the response counts as lost. */
export const patience = "15 seconds"
/** The time after which an endpoint that only fails is stopped, in milliseconds. */
export const givesUpOnEndpoint = 5 * 24 * 3_600_000
/** The time after which this node checks again whether another node saw the endpoint fail, in milliseconds. */
const healthyFor = 60_000
/** The time until a payload is completed again that lacked something, in milliseconds. */
const untilReady = 60_000
/** The time until a delivery is tried again that the database kept from being sent, in milliseconds. */
const afterDatabase = 1000

/** Returns the time that the endpoint asks the runner to wait, in milliseconds. */
const toldOfWait = (reason: AdapterError.Reason | undefined): number | undefined => {
  const told = reason?._tag === "RateLimited" || reason?._tag === "PeerUnavailable" ? reason.retryAfter : undefined
  return told === undefined ? undefined : Duration.toMillis(told)
}

/** Nothing was sent if the connection was still being opened. */
const tooLate = ({ content }: Message): AdapterError.TransportFailed =>
  content === undefined
    ? new AdapterError.TransportFailed({ phase: "connect", cause: "the connection could not be opened within 15 s" })
    : new AdapterError.TransportFailed({ phase: "receive", cause: "no response within 15 s" })

type Attempted = Exit.Exit<void, AdapterError.AdapterError> | undefined

export const make = (options: {
  readonly orderContents: OrderContents["Service"]
  readonly connections: Connections["Service"]
  readonly ownership: NodeLeases["Service"]
  readonly gapsOf: (connection: string) => ReadonlyArray<number>
  readonly contents: DeliveryContents
  /** Stores an outcome, and claims the deliveries that are sent in place of the finished one. */
  readonly settle: (to: Endpoint.Endpoint, settlement: Omit<Settlement, "most" | "claimedAt">) => Effect.Effect<Settled, DatabaseFailed>
}) => {
  const { connections, contents, gapsOf, orderContents, ownership } = options

  /**
   * Hides the personal data of a message and of its order. The order is read too, because a message has no payload any more once an
   * attempt has failed.
   */
  const hidingOf = (row: Row, { payload }: Message) =>
    Effect.map(orderContents.of(row.scope, [String(row.entity).slice(String(row.scope).length + 1)]), (orders) => Redaction.hiding([payload, ...orders]))

  /** Makes the attempt. Returns `undefined` if the claim was lost before anything was sent; another node then has the delivery. */
  const attempt = Effect.fnUntraced(function*(row: Row, operation: Operation.Any, message: Message): Effect.fn.Return<Attempted, DatabaseFailed | NotReady> {
    yield* reach("push.before-send")
    if (!(yield* ownership.stillHolds(row.epoch))) return undefined
    const sendTo = yield* contents.addressOf(row)
    const given = { deliveryId: row.id, ...(sendTo !== undefined && { sendTo }) }
    const hiding = hidingOf(row, message)
    const sent = Effect.flatMap(connections.sender(row.connection, hiding), (sender) =>
      Effect.flatMap(contents.prepared(row, sender, operation, message), (content) => sender.deliver(operation, { content }, given)))
    const exit = yield* SendGuard.within(() => ownership.surelyHolds(row.epoch), Effect.annotateLogs(limited(
      Effect.catch(sent, (error) => Redaction.failing(error, hiding)),
      {
        limit: patience,
        tooLate: () => Effect.fail(new AdapterError.AdapterError({ adapter: row.connection, operation: operation.name, reason: tooLate(message) }))
      }
    ), { connection: row.connection, operation: operation.name, delivery: row.id }))
    yield* reach("push.after-send")
    return exit ?? (yield* attempt(row, operation, message))
  })

  const healthySince = new Map<string, number>()
  /** Counts failures for each connection. A success that began before a failure does not prove that the endpoint works again. */
  const failures = new Map<string, number>()
  /** What is stored of the health of an endpoint. That it works is stored again after a while, because another node may have seen it fail. */
  const healthOf = (connection: string, isFailing: boolean | undefined, now: number): Settlement["health"] => {
    if (isFailing !== false) return isFailing === true ? "failing" : "unknown"
    const age = now - (healthySince.get(connection) ?? Number.NEGATIVE_INFINITY)
    return age >= 0 && age < healthyFor ? "unknown" : "works"
  }

  /** A message that was not sent, because the plugin could not prepare it, says nothing about the endpoint. */
  const move = (to: Endpoint.Endpoint, verdict: Verdict, reason: AdapterError.Reason | undefined, isSent: boolean, now: number, random: number): void => {
    const told = toldOfWait(reason)
    if (told !== undefined || reason?._tag === "RateLimited") Endpoint.slowedDown(to, now, whenTold(told))
    else if (isOfEndpoint(reason)) Endpoint.failed(to, now, random)
    // A refused message proves that the endpoint works.
    else if (isSent && verdict !== "pause") Endpoint.succeeded(to)
  }

  interface Ended {
    readonly tried: Attempts.Attempt
    readonly ending: Ending
    /** `undefined` if nothing was sent, so that the attempt says nothing about the endpoint. */
    readonly isFailing: boolean | undefined
    readonly now: number
    /** The encrypted content, which later attempts send again. */
    readonly contentSealed?: string | undefined
  }

  /** Stores the outcome with its attempt. Returns the deliveries claimed in its place, or why the endpoint is stopped. */
  const store = Effect.fnUntraced(function*(row: Row, to: Endpoint.Endpoint, { contentSealed, ending, isFailing, now, tried }: Ended) {
    const { connection } = row
    const before = failures.get(connection) ?? 0
    const health = healthOf(connection, isFailing, now)
    if (health === "failing") {
      failures.set(connection, before + 1)
      healthySince.delete(connection)
    }
    // A process that ends here has stored as little as one that ends before the commit.
    yield* reach("push.before-commit")
    const { failingSince, rows } = yield* options.settle(to, { row, ending, tried, now, health, contentSealed })
    if (health === "works" && (failures.get(connection) ?? 0) === before) healthySince.set(connection, now)
    const stop = failingSince !== undefined && now - failingSince >= givesUpOnEndpoint
      ? `every attempt of ${Math.round((now - failingSince) / 86_400_000)} days failed, the last one because ${ending.cause}`
      : undefined
    return { next: rows, stop }
  })

  /** Ends a delivery that cannot be sent, because its row is damaged or this release does not know its operation. */
  const unreadable = Effect.fnUntraced(function*(row: Row, to: Endpoint.Endpoint, now: number, cause: string) {
    const { next } = yield* persistWithRetry(store(row, to, {
      tried: { subject: row.id, number: row.attempt, kind: "push", at: now, took: 0, outcome: "unreadable", detail: cause },
      ending: { state: "Dead", cause },
      isFailing: undefined,
      now
    }))
    return next
  })

  /** Puts a delivery back that has no turn soon, or whose connection was paused while it waited. The attempt does not count. */
  const postponed = Effect.fnUntraced(function*(row: Row, to: Endpoint.Endpoint, away: number) {
    const now = yield* Clock.currentTimeMillis
    const dueAt = now + away
    Endpoint.waitsForTurn(to, dueAt)
    const ending: Ending = { state: "Pending", dueAt, cause: row.cause ?? undefined, isFree: true }
    const { rows } = yield* persistWithRetry(options.settle(to, { row, ending, tried: undefined, now, health: "unknown" }))
    return rows
  })

  /** Puts a delivery back whose payload or address lacks something. The attempt does not count, and other deliveries go on. */
  const unready = Effect.fnUntraced(function*(row: Row, to: Endpoint.Endpoint, because: string) {
    const now = yield* Clock.currentTimeMillis
    const ending: Ending = { state: "Pending", dueAt: now + untilReady, cause: because, isFree: true }
    const { rows } = yield* persistWithRetry(options.settle(to, { row, ending, tried: undefined, now, health: "unknown" }))
    return rows
  })

  /** Puts a delivery back because the database failed before anything was sent. The attempt does not count, because the peer had no part in it. */
  const beforeSending = (row: Row, to: Endpoint.Endpoint) => (failed: DatabaseFailed) =>
    Effect.logWarning("the database failed before a message was sent; it is tried again", failed).pipe(
      Effect.annotateLogs({ delivery: row.id, connection: row.connection }),
      Effect.andThen(postponed(row, to, afterDatabase))
    )

  /** Logs what a plugin threw, without secrets of the connection and personal data of the message. */
  const logDefect = (row: Row, message: Message, cause: Cause.Cause<unknown>) =>
    Effect.flatMap(hidingOf(row, message), (hide) => {
      const text = hide(connections.hides(row.connection)(Cause.pretty(cause)))
      return Effect.logError(`the plugin failed with an error that it does not declare while it sent a message: ${text}`).pipe(
        Effect.annotateLogs({ delivery: row.id, connection: row.connection })
      )
    })

  /** Carries out one claimed delivery. Returns the deliveries that were claimed in its place. */
  return Effect.fnUntraced(function*(row: Row, to: Endpoint.Endpoint): Effect.fn.Return<ReadonlyArray<Row>, DatabaseFailed> {
    yield* reach("push.claimed")
    const operation = contents.operationOf(row)
    if (operation === undefined) {
      const cause = `this release does not support the operation ${row.operation}; replay the delivery with a release that does`
      return yield* unreadable(row, to, yield* Clock.currentTimeMillis, cause)
    }
    const read = yield* Effect.result(contents.read(row, operation))
    if (Result.isFailure(read)) {
      return read.failure._tag === "NotReady" ? yield* unready(row, to, read.failure.because) : yield* beforeSending(row, to)(read.failure)
    }
    if (typeof read.success === "string") return yield* unreadable(row, to, yield* Clock.currentTimeMillis, unreadableBecause[read.success])
    const message = read.success
    const away = connections.get(row.connection) === undefined ? 0 : yield* connections.turn(row.connection, row.operation, { scope: `deliveries of ${row.scope}`, urgency: "read" })
    if (away > 0 || connections.pausedOf(row.connection) !== undefined) return yield* postponed(row, to, away)
    const started = yield* Clock.currentTimeMillis
    const attempted = yield* Effect.result(attempt(row, operation, message))
    if (Result.isFailure(attempted)) {
      yield* connections.givesTurnBack(row.connection, row.operation)
      return attempted.failure._tag === "NotReady" ? yield* unready(row, to, attempted.failure.because) : yield* beforeSending(row, to)(attempted.failure)
    }
    const exit = attempted.success
    if (exit === undefined) return []
    const now = yield* Clock.currentTimeMillis
    const random = yield* Random.next
    const ended = Exit.isSuccess(exit) ? undefined : Cause.findErrorOption(exit.cause)
    const reason = ended === undefined || Option.isNone(ended) ? undefined : ended.value.reason
    const outcome = Exit.isSuccess(exit) ? "delivered" : reason === undefined ? "defect" : reason._tag
    const cause = Exit.isSuccess(exit) ? undefined : toldOf(exit.cause)
    const verdict = Exit.isSuccess(exit) ? "delivered" : reason === undefined ? "retry" : afterFailure(reason, "push")
    const isSent = message.content !== undefined
    if (Exit.isFailure(exit) && outcome === "defect") yield* logDefect(row, message, exit.cause)
    move(to, verdict, reason, isSent, now, random)
    // The pause comes before the delivery is due again; otherwise it would be sent with the refused credential.
    if (verdict === "pause") yield* connections.pause(row.connection, cause ?? "credential refused")
    const { next, stop } = yield* persistWithRetry(store(row, to, {
      tried: { subject: row.id, number: row.attempt, kind: "push", at: started, took: now - started, outcome, detail: cause },
      ending: endingOf(verdict, { attempt: row.attempt, gaps: gapsOf(row.connection), now, random, told: toldOfWait(reason), cause }),
      isFailing: isSent || isOfEndpoint(reason) ? isOfEndpoint(reason) : undefined,
      now,
      contentSealed: Exit.isFailure(exit) && message.content !== undefined && message.payload !== undefined
        ? contents.sealContent(row.id, message.content)
        : undefined
    }))
    yield* reach("push.committed")
    if (stop !== undefined) yield* connections.pause(row.connection, stop)
    if (verdict !== "delivered") {
      yield* Effect.logWarning("a delivery failed; `verdict` says what the runner does next").pipe(
        Effect.annotateLogs({ delivery: row.id, connection: row.connection, attempt: row.attempt, outcome, verdict })
      )
    }
    return next
  })
}

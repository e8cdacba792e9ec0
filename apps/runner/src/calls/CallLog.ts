/**
 * The log of calls. Who records a call only puts it into a bounded queue; a fiber of its own removes secrets, encrypts and stores what is
 * in it, many calls at a time. A call that finds the queue full is counted and not stored. Counts of each minute are stored for all.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Random from "effect/Random"
import * as Semaphore from "effect/Semaphore"
import type { Composed } from "../Composition.ts"
import type { Job } from "../jobs/Jobs.ts"
import * as CallMetrics from "../metrics/CallMetrics.ts"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import { Vault } from "../store/Vault.ts"
import * as CallContent from "./CallContent.ts"
import * as CallCounts from "./CallCounts.ts"
import * as CallLogRetention from "./CallLogRetention.ts"
import * as CallStore from "./CallStore.ts"
import { type LoggedCall, ok } from "./LoggedCall.ts"
import * as RecordNumbers from "./RecordNumbers.ts"
import * as RefusalLimit from "./RefusalLimit.ts"
import * as RefusedSignatures from "./RefusedSignatures.ts"

/** What the log does with a call: it stores its row, only counts it, or had no room for it. */
export type Kept = "stored" | "counted" | "dropped"

export class CallLog extends Context.Service<CallLog, {
  /** Takes a call in. It waits for nothing and never fails. */
  readonly record: (call: LoggedCall) => Kept
  /** Only counts a call, such as a poll that brought nothing. */
  readonly count: (call: Omit<LoggedCall, "request" | "response" | "about">) => void
  /** Stores what the queue holds, for a reader. */
  readonly flush: Effect.Effect<void>
  /** Removes calls that are too old, and the oldest of those that take too much room. Returns how many. */
  readonly prune: Effect.Effect<number, DatabaseFailed>
  readonly job: Job<DatabaseFailed, never>
  /** Calls that are in no log, because their signature was refused. */
  readonly refusedSignatures: RefusedSignatures.RefusedSignatures
}>()("@crossdock/runner/calls/CallLog") {
  static readonly layer = (composed: Composed) => Layer.effect(CallLog, make(composed))
}

/** Limits of the queue: calls, and characters and bytes of their bodies. */
const mostWaiting = 2000
const mostCharacters = 16_000_000
/** Calls of one commit; encrypting them keeps the event loop busy. */
const atOnce = 128
/** How long calls are gathered for one commit. */
export const gathers = "250 millis"
/** Room is looked for after so much of the permitted size was written. */
const partOfSize = 20

const dropped = Metric.counter("crossdock_calls_dropped_total", {
  description: "Calls that the log did not store because its queue was full",
  incremental: true
})

/** Bytes are not stored, but they are kept as long as their message waits. */
const lengthOf = ({ request, response }: LoggedCall): number =>
  [request, response].reduce((length, message) => length + (message?.body.length ?? 0) + (message?.bytes?.length ?? 0), 0)

const nullable = <A>(value: A | undefined): A | null => value ?? null

/** A name from outside may be anything, so only what looks like one is kept. */
const nameOf = (text: string | undefined): string => text !== undefined && /^[\w.:-]{1,64}$/.test(text) ? text : ""

const afterFailure = "1 second"

const make = Effect.fnUntraced(function*({ callLog }: Composed) {
  const db = yield* Database
  const vault = yield* Vault
  const clock = yield* Clock.Clock
  const context = yield* Effect.context<never>()
  const idOf = CallStore.idsFrom(yield* Random.nextIntBetween(0, CallStore.idsPerMilli))
  const refusals = RefusalLimit.make()
  const counts = CallCounts.make()
  const served = CallMetrics.served()
  const isWaited = Latch.makeUnsafe(false)
  let waiting: Array<LoggedCall> = []
  let characters = 0
  /** Rows that could not be stored, with the calls that they are of. */
  let unstored: ReadonlyArray<CallStore.CallRow> = []
  /** How often the ids of these rows were taken. */
  let collisions = 0
  let written = 0
  let leftOut = 0

  const rowOf = (call: LoggedCall): CallStore.CallRow => {
    const content = CallContent.written(call)
    const sealed = content === undefined ? null : vault.seal(CallContent.placeOf(call), content)
    const numbers = RecordNumbers.of(call.about)
    return {
      id: idOf(call.at),
      at: call.at,
      direction: call.direction,
      scope: call.scope,
      onBehalfOf: nullable(call.onBehalfOf),
      protocol: call.protocol,
      operation: call.operation ?? nameOf(call.method),
      numbers: numbers.length > 0 || call.operation !== undefined || call.request === undefined ? numbers : RecordNumbers.ofBody(call.request.body),
      code: call.code,
      status: nullable(call.status),
      millis: Math.max(0, Math.round(call.millis)),
      requestId: nullable(call.requestId),
      traceId: nullable(call.traceId),
      content: sealed,
      size: 200 + (sealed?.length ?? 0)
    }
  }

  const drop = (): Kept => {
    leftOut++
    dropped.updateUnsafe(1, context)
    return "dropped"
  }

  const count: CallLog["Service"]["count"] = (call) => {
    counts.add(call)
    if (call.direction === "in") {
      served(context, { link: call.scope, operation: call.operation ?? nameOf(call.method), code: call.code }, call.millis / 1000)
    }
    isWaited.openUnsafe()
  }

  const record = (call: LoggedCall): Kept => {
    count(call)
    if (call.code !== ok && !refusals.may(call.scope, call.code, clock.currentTimeMillisUnsafe())) return "counted"
    const length = lengthOf(call)
    if (waiting.length >= mostWaiting || characters + length > mostCharacters) return drop()
    waiting.push(call)
    characters += length
    return "stored"
  }

  /** Says of calls that the database did not take what they were, without their bodies. */
  const told = (rows: ReadonlyArray<CallStore.CallRow>) =>
    Effect.forEach(rows, ({ code, direction, millis, numbers, operation, requestId, scope, status }) =>
      Effect.annotateLogs(Effect.logWarning("a call is not stored yet, because the database does not answer"), {
        direction, scope, operation, number: RecordNumbers.firstOf(numbers) ?? "", code, status: status ?? 0, millis, ...(requestId !== null && { callRequestId: requestId })
      }), { discard: true })

  /** Two nodes may have made the same id in the same millisecond, so the id moves to a later one each time. */
  const renumbered = (row: CallStore.CallRow): CallStore.CallRow => ({ ...row, id: idOf(row.at + collisions) })

  /** Stores one batch. Returns false if the database did not take it; its calls are tried again. A reader who leaves does not end it. */
  const storeSome = Effect.uninterruptible(Effect.suspend(() => {
    const isAgain = unstored.length > 0
    const some = isAgain ? [] : waiting.splice(0, atOnce)
    for (const call of some) characters -= lengthOf(call)
    const calls = isAgain ? unstored : some.map(rowOf)
    const taken = counts.take()
    return Effect.matchEffect(db.unit(CallStore.addition, { calls, counts: taken }), {
      onSuccess: () =>
        Effect.sync(() => {
          unstored = []
          collisions = 0
          for (const { size } of calls) written += size
          return true
        }),
      onFailure: (error) =>
        Effect.suspend(() => {
          counts.giveBack(taken)
          if (error.isUniqueViolation) {
            collisions++
            unstored = calls.map(renumbered)
            return Effect.succeed(true)
          }
          unstored = calls
          return Effect.as(isAgain ? Effect.void : told(calls), false)
        })
    })
  }))

  const sizeChecked = Effect.suspend(() => {
    if (written < callLog.size / partOfSize) return Effect.void
    written = 0
    return Effect.ignore(prune)
  })

  const leftOutTold = Effect.suspend(() => {
    if (leftOut === 0) return Effect.void
    const calls = leftOut
    leftOut = 0
    return Effect.annotateLogs(Effect.logWarning("the log of calls had no room for some calls; they are counted only"), { calls })
  })

  const turn = Semaphore.makeUnsafe(1)
  const flush = turn.withPermit(Effect.gen(function*() {
    isWaited.closeUnsafe()
    while (waiting.length > 0 || unstored.length > 0 || counts.size() > 0) {
      if (!(yield* storeSome)) {
        isWaited.openUnsafe()
        return false
      }
    }
    return true
  }))

  const prune = CallLogRetention.prune(db, callLog)

  yield* Effect.addFinalizer(() => Effect.asVoid(flush))
  yield* Effect.forkScoped(Effect.forever(Effect.gen(function*() {
    yield* isWaited.await
    yield* Effect.sleep(gathers)
    if (!(yield* flush)) yield* Effect.sleep(afterFailure)
    yield* leftOutTold
    yield* sizeChecked
  })))

  return CallLog.of({
    refusedSignatures: RefusedSignatures.make(),
    record,
    count,
    flush: Effect.asVoid(flush),
    prune,
    job: { name: "call log", connection: "", every: CallLogRetention.every, firstAfter: CallLogRetention.every, work: Effect.asVoid(prune) }
  })
})

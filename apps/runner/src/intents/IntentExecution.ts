/**
 * Carries out an intent: sends the create once and stores the outcome. If the outcome is unknown, it asks the peer and does not
 * send again without an answer.
 */
import { AdapterError } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Composed } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import { visibilityDelayOf } from "../connection/PollingDefaults.ts"
import { refusalsOf } from "../connection/RefusalSetting.ts"
import * as SendGuard from "../connection/SendGuard.ts"
import type { NodeLeases } from "../connection/NodeLeases.ts"
import { whenTold } from "../connection/RateLimit.ts"
import * as Redaction from "../connection/Redaction.ts"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import * as Attempts from "../engine/Attempts.ts"
import type { AnyEntry, Creates } from "./CreateEntry.ts"
import type { CreateEnds } from "./CreateEnds.ts"
import * as CreateUnits from "./CreateUnits.ts"
import { reach } from "../engine/Failpoint.ts"
import type { Entities } from "../records/Entities.ts"
import { peerNumber } from "../records/GenerationRules.ts"
import type { Generations } from "../records/GenerationStore.ts"
import * as IntentRules from "./IntentRules.ts"
import * as PeerLookup from "./PeerLookup.ts"
import { type IntentStore, type Moved, placeOf, textsOf } from "./IntentStore.ts"
import { briefGaps, cancelGapAfter, givesUpAsking, queryGapAfter } from "../engine/RetrySchedule.ts"
import * as StoredRefusals from "./StoredRefusals.ts"
import type { Restored } from "../engine/RestoreMode.ts"
import { persistWithRetry } from "../engine/PersistWithRetry.ts"
import { afterFailure } from "../engine/RetryPolicy.ts"

/** The payloads of a create that this process has just stored and claimed, so that they need not be read. */
export interface Contents {
  readonly entry: AnyEntry
  readonly asked: unknown
  readonly sent: unknown
}

export interface IntentExecution {
  /** Sends the create once. The claim is stored before the request is sent. */
  readonly execute: (claimed: Row, written?: Contents) => Effect.Effect<void, DatabaseFailed>
  /** Asks the peer whether a Doubtful create took effect. */
  readonly ask: (row: Row) => Effect.Effect<void, DatabaseFailed>
  /** Asks the peer once whether it has this generation of the order, and stores the response. */
  readonly lookUp: (row: Row, entry: AnyEntry, sent: unknown) => Effect.Effect<PeerLookup.LookedUp, DatabaseFailed>
  /** Returns the entry and the payload that was sent, or the reason why they cannot be read. */
  readonly contentOf: (row: Row) => Effect.Effect<
    { readonly entry: AnyEntry; readonly sent: unknown } | { readonly entry?: undefined; readonly why: string },
    DatabaseFailed
  >
  /** Stores that the peer has the order. Returns false if it was settled meanwhile, and nothing was stored. */
  readonly delivered: (row: Row, entry: AnyEntry, success: unknown, how: string, tried?: Attempts.Attempt) => Effect.Effect<boolean, DatabaseFailed>
  readonly becomeDoubtful: (
    row: Row,
    dueIn: number,
    detail: string,
    error: string | null,
    tried?: Attempts.Attempt
  ) => Effect.Effect<void, DatabaseFailed>
}

const storedError = Schema.fromJsonString(Schema.toCodecJson(AdapterError.AdapterError))
/** The time between two checks of an intent that cannot be read, in milliseconds. */
const looksAtUnreadableEvery = 3_600_000
const encodeError = Schema.encodeSync(storedError)
/** Decodes the stored error with which an intent ended. */
export const decodeError = Schema.decodeUnknownOption(storedError)

/** How long a peer needs at least for a create that it has taken and finishes later, in milliseconds. */
const finishedAfter = (reason: AdapterError.Reason): number => reason._tag === "Accepted" && reason.after !== undefined ? Duration.toMillis(reason.after) : 0

/** The text of a response as it is stored. */
const resultOf = (entry: AnyEntry, success: unknown): string => textsOf(entry).encodeSuccess(entry.stored?.(success) ?? success)

/** The final row for those who wait in this process, with the response itself if not all of it is stored. */
const endedRow = (row: Row, entry: AnyEntry, success: unknown, result: string): Row =>
  ({ ...row, state: "Delivered", result, ...(entry.stored !== undefined && { success }) })

const toldOf = (number: string | undefined, how: string): string => `${number === undefined ? "accepted" : `as ${number}`}${how}`

export const make = (options: {
  readonly db: Database["Service"]
  readonly book: IntentStore
  readonly entities: Entities
  readonly generations: Generations
  readonly connections: Connections["Service"]
  readonly creates: Creates["Service"]
  readonly ends: CreateEnds
  readonly ownership: NodeLeases["Service"]
  readonly restored: Restored["Service"]
  readonly composed: Composed
  readonly wake: Effect.Effect<void>
  /** Wakes those who wait for an intent. They get the final row in `ended`, or read it again if `ended` is absent. */
  readonly tell: (id: string, ended?: Row) => Effect.Effect<void>
  readonly carryOutCancel: (id: string) => Effect.Effect<void, DatabaseFailed>
}): IntentExecution => {
  const units = CreateUnits.make(options)
  const { isWithdrawn, lookUp } = PeerLookup.make(options)
  const { book, carryOutCancel, composed, connections, creates, db, ends, entities, generations, ownership, restored, tell, wake } = options
  const { byId, move, newest, note, openable, payloadOf } = book

  /** Stores the attempt in the same transaction as its outcome, even if another node has taken the intent over. */
  const noting = (tried: Attempts.Attempt | undefined) => tried === undefined ? Effect.void : Attempts.record(db, tried)

  /**
   * The peer shows an order under the number of a refused create that was issued again while it was asked. It is that of the newer create,
   * unless the peer's numbers tell them apart: then the peer has both.
   */
  const foundAfterReissue = Effect.fnUntraced(function*(row: Row, entry: AnyEntry, success: unknown) {
    // Nothing more is to be asked of the refused create, whose order is this one or none.
    yield* db.query("update intent set look_at = null where entity = $1 and state = 'Dead'", [row.entity])
    const shown = peerNumber(entry.peerNumberOf(success), row.number_sent)
    const { number } = yield* generations.issues({ ...row, peer_number: null })
    if (shown === undefined || number === undefined || shown === number) return undefined
    yield* note(placeOf(row), "runner", "alarm", `the ${entry.peer ?? "warehouse"} has ${shown}, which it had refused as generation ${row.generation}, beside ${number}; cancel one of them there`)
    return undefined
  })

  const storeDelivered = Effect.fnUntraced(function*(row: Row, entry: AnyEntry, success: unknown, how: string, tried?: Attempts.Attempt, known?: unknown) {
    const asked = yield* payloadOf(row, entry, "asked")
    const sent = known ?? (yield* payloadOf(row, entry, "sent"))
    const now = yield* Clock.currentTimeMillis
    yield* noting(tried)
    const result = resultOf(entry, success)
    // A report of a refused create locks its order before the create, and so does this.
    if (row.state === "Dead") yield* db.query(`select id from entity where id = $1${db.forUpdate}`, [row.entity])
    const isIssuedAgain = row.state === "Dead" && (yield* newest(row.scope, row.kind, row.number))?.id !== row.id
    if (isIssuedAgain) return yield* foundAfterReissue(row, entry, success)
    const moved = yield* move(row, "Delivered", { result })
    if (moved === undefined) return undefined
    if (row.state === "Dead") {
      yield* db.query("update intent set look_at = null where entity = $1", [row.entity])
      const words = Option.match(decodeError(row.error), { onNone: () => "", onSome: ({ reason }) => `: ${AdapterError.describe(reason)}` })
      yield* note(placeOf(row), "runner", "alarm", `the ${entry.peer ?? "warehouse"} had refused it and has it nevertheless${words}`)
    }
    const number = peerNumber(entry.peerNumberOf(success), row.number_sent)
    yield* entities.accepted({
      ...entry.accepted(asked, sent),
      intent: row,
      peerNumber: number,
      now
    })
    yield* note(placeOf(row), "peer", "accepted", toldOf(number, how))
    yield* ends.run(row, { is: "created", asked, success })
    yield* reach("outcome.before-commit")
    return { ...moved, ended: endedRow(row, entry, success, result) }
  })

  /** Stores the acceptance of the first create under its number, which has nothing to decide. */
  const storeFirstDelivered = Effect.fnUntraced(function*(row: Row, { asked, entry, sent }: Contents, success: unknown, how: string, tried?: Attempts.Attempt) {
    const result = resultOf(entry, success)
    const number = peerNumber(entry.peerNumberOf(success), row.number_sent)
    yield* reach("outcome.before-commit")
    const moved = yield* db.unit(units.accept, {
      row,
      result,
      accepted: entry.accepted(asked, sent),
      peerNumber: number,
      detail: toldOf(number, how),
      tried,
      now: yield* Clock.currentTimeMillis
    })
    return moved && { ...moved, ended: endedRow(row, entry, success, result) }
  })

  const delivered = Effect.fnUntraced(function*(row: Row, entry: AnyEntry, success: unknown, how: string, tried?: Attempts.Attempt, { sent, written }: { readonly sent?: unknown; readonly written?: Contents | undefined } = {}) {
    const stored = yield* persistWithRetry(written !== undefined && row.generation === 1 && !ends.concerns(row)
      ? storeFirstDelivered(row, written, success, how, tried)
      : db.groupedTransaction("store accepted creates", row.number, storeDelivered(row, entry, success, how, tried, sent)))
    yield* reach("outcome.committed")
    yield* tell(row.id, stored?.ended)
    if (stored?.isCancelWanted === true) yield* carryOutCancel(row.id)
    return stored !== undefined
  })

  const becomeDoubtful = Effect.fnUntraced(function*(row: Row, dueIn: number, detail: string, error: string | null, tried?: Attempts.Attempt) {
    const now = yield* Clock.currentTimeMillis
    yield* persistWithRetry(db.transaction(Effect.gen(function*() {
      yield* noting(tried)
      if (!(yield* move(row, "Doubtful", { dueAt: now + dueIn, error }))) return
      yield* db.query("update intent set queries = 0, absences = 0, last_absent_at = null, must_ask = 0 where entity = $1", [row.entity])
      yield* note(placeOf(row), "runner", "doubtful", detail)
    })))
    yield* reach("doubtful.committed")
    yield* Effect.logWarning("the outcome of a create is not known; the runner will ask the peer").pipe(
      Effect.annotateLogs({ intent: row.id, connection: row.connection, detail })
    )
    yield* wake
  })

  /** Cancels an intent that certainly had no effect, if a cancel arrived while it was in flight. It is then not sent later. */
  const unlessUnwanted = Effect.fnUntraced(function*(row: Row, moved: Moved | undefined) {
    if (moved?.isCancelWanted !== true) return
    yield* db.query("update intent set state = 'Cancelled', held_because = null where entity = $1 and state = 'Pending'", [row.entity])
    const reason = "the peer had deferred it, and it is not sent again"
    yield* note(placeOf(row), "runner", "cancelled", reason)
    yield* ends.run(row, { is: "cancelled", reason })
  })

  /** Ends an intent that cannot be sent, because its row is damaged or this release does not know its operation. Nothing was sent. */
  const unreadable = Effect.fnUntraced(function*(claimed: Row, why: string) {
    const reason = new AdapterError.Rejected({ fault: { code: "UNREADABLE", message: `${why}; nothing was sent; send it again to create it anew` } })
    const error = encodeError(new AdapterError.AdapterError({ adapter: claimed.connection, operation: claimed.operation, reason }))
    yield* persistWithRetry(db.transaction(Effect.gen(function*() {
      if ((yield* move(claimed, "Dead", { error })) === undefined) return
      yield* note(placeOf(claimed), "runner", "refused", why)
      yield* ends.run(claimed, { is: "refused", reason: why })
    })))
    yield* Effect.logError("a create cannot be sent").pipe(Effect.annotateLogs({ intent: claimed.id, connection: claimed.connection, why }))
    yield* tell(claimed.id)
  })

  /**
   * Ends a create that was refused, or of which nothing was sent in all short retries. A peer that has refused in words that nobody lists
   * is asked after its visibility delay whether it has acted nevertheless.
   */
  const refused = Effect.fnUntraced(function*(row: Row, detail: string, error: string | null, tried: Attempts.Attempt | undefined, words: "listed" | "unlisted" | undefined) {
    const until = (yield* Clock.currentTimeMillis) + visibilityDelayOf(connections, row.connection)
    yield* persistWithRetry(db.transaction(Effect.gen(function*() {
      yield* noting(tried)
      if (!(yield* move(row, "Dead", { error }))) return
      if (words === "unlisted") yield* db.query("update intent set refused_until = $2, look_at = $2, queries = 0, last_absent_at = null where entity = $1", [row.entity, until])
      yield* note(placeOf(row), "peer", "refused", detail)
      yield* ends.run(row, { is: "refused", reason: detail, ...(words !== undefined && { words }) })
      yield* reach("outcome.before-commit")
    })))
    yield* reach("outcome.committed")
    yield* tell(row.id)
  })

  /** Returns the entry and the payload that was sent, or the reason why they cannot be read. */
  const contentOf = Effect.fnUntraced(function*(row: Row) {
    const entry = creates.of(row.operation)
    if (entry === undefined) return { entry: undefined, why: `this release does not support the operation ${row.operation}` }
    const sent = yield* openable(row, entry, "sent")
    return Option.isSome(sent)
      ? { entry, sent: sent.value }
      : { entry: undefined, why: "its content cannot be decrypted with this CROSSDOCK_SECRET_KEY, or was changed in the database" }
  })

  /** Sends the create once. The claim is stored before the request is sent. */
  const execute = Effect.fnUntraced(function*(claimed: Row, written?: Contents) {
    const content = written ?? (yield* contentOf(claimed))
    if (content.entry === undefined) return yield* unreadable(claimed, content.why)
    const { entry, sent } = content
    yield* reach("create.claimed")
    let exit: Exit.Exit<unknown, AdapterError.AdapterError>
    let tried: Attempts.Attempt
    for (let tries = 0;; tries++) {
      const started = yield* Clock.currentTimeMillis
      yield* reach("create.before-send")
      // The claim was lost before anything was sent. Another node works on the intent.
      if (!(yield* ownership.stillHolds(claimed.epoch))) return
      const ended = yield* SendGuard.within(
        () => ownership.surelyHolds(claimed.epoch),
        // The first try uses the slot of the rate limit for which its claim waited.
        connections.invoke(claimed.connection, entry.operation, sent, { hasTurn: tries === 0 })
      )
      yield* reach("create.after-send")
      if (ended === undefined) {
        // Nothing was sent, so the try does not count.
        tries--
        continue
      }
      exit = ended
      const endedAt = yield* Clock.currentTimeMillis
      const reason = PeerLookup.reasonOf(exit)
      tried = {
        subject: claimed.id,
        number: claimed.attempt + tries,
        kind: "create",
        at: started,
        took: endedAt - started,
        outcome: Exit.isSuccess(exit) ? "delivered" : reason?._tag ?? "defect",
        detail: reason === undefined ? undefined : AdapterError.describe(reason)
      }
      const gap = briefGaps[tries]
      if (reason === undefined || afterFailure(reason, "create", refusalsOf(connections, claimed.connection)) !== "retry-briefly" || gap === undefined) break
      yield* noting(tried)
      yield* Effect.sleep(gap)
    }
    if (Exit.isSuccess(exit)) return void (yield* delivered(claimed, entry, exit.value, "", tried, { sent, written }))
    const reason = PeerLookup.reasonOf(exit)
    const error = reason === undefined ? null : encodeError(
      new AdapterError.AdapterError({ adapter: claimed.connection, operation: claimed.operation, reason })
    )
    const detail = reason === undefined ? "the adapter failed in a way it does not describe; the log of the runner has the cause" : AdapterError.describe(reason)
    if (reason === undefined) {
      const text = Redaction.hiding(sent)(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "")
      yield* Effect.logError(`the adapter failed during a create: ${connections.hides(claimed.connection)(text)}`)
      return yield* becomeDoubtful(claimed, queryGapAfter(0), detail, error, tried)
    }
    const now = yield* Clock.currentTimeMillis
    const verdict = afterFailure(reason, "create", refusalsOf(connections, claimed.connection))
    if (verdict === "doubtful") {
      return yield* becomeDoubtful(claimed, reason._tag === "Duplicate" ? 0 : Math.max(queryGapAfter(0), finishedAfter(reason)), detail, error, tried)
    }
    if (verdict === "retry-when-told") {
      const told = reason._tag === "RateLimited" && reason.retryAfter !== undefined
        ? Duration.toMillis(reason.retryAfter)
        : undefined
      yield* persistWithRetry(db.transaction(Effect.gen(function*() {
        yield* noting(tried)
        yield* unlessUnwanted(claimed, yield* move(claimed, "Pending", { dueAt: now + whenTold(told) }))
      })))
      yield* tell(claimed.id)
      return yield* wake
    }
    if (verdict === "pause") {
      yield* persistWithRetry(db.transaction(Effect.all([
        noting(tried),
        Effect.flatMap(move(claimed, "Pending", { error, heldBecause: "paused", attempt: -1 }), (moved) => unlessUnwanted(claimed, moved)),
        note(placeOf(claimed), "runner", "held", "the connection is paused: its credential was refused")
      ], { discard: true })))
      yield* connections.pause(claimed.connection, detail)
      return yield* tell(claimed.id)
    }
    yield* refused(claimed, detail, error, tried, verdict === "refused" ? "unlisted" : reason._tag === "Rejected" ? "listed" : undefined)
  })

  /** Asks the peer whether a Doubtful create took effect. */
  const ask = Effect.fnUntraced(function*(row: Row) {
    const content = yield* contentOf(row)
    if (content.entry === undefined) {
      const now = yield* Clock.currentTimeMillis
      yield* db.query("update intent set due_at = $2 where entity = $1 and state = 'Doubtful'", [row.entity, now + looksAtUnreadableEvery])
      return yield* Effect.logError("the peer offers no query for a Doubtful create; a person must decide it").pipe(
        Effect.annotateLogs({ intent: row.id, connection: row.connection, why: content.why })
      )
    }
    const { entry, sent } = content
    const { at: now, exit, found, isTooEarly } = yield* lookUp(row, entry, sent)
    const delay = visibilityDelayOf(connections, row.connection)
    if (found !== undefined) return void (yield* delivered(row, entry, found.success, ", found by a query"))
    const needs = Option.match(decodeError(row.error), { onNone: () => 0, onSome: ({ reason }) => finishedAfter(reason) })
    const isUnfinished = needs > 0 && now < row.updated_at + needs
    const counts = Exit.isSuccess(exit) && !isTooEarly && !isUnfinished && IntentRules.countsAsAbsence(row.last_absent_at ?? undefined, now, delay)
    const absences = row.absences + (counts ? 1 : 0)
    const meaning = Option.flatMap(decodeError(row.error), ({ reason }) => StoredRefusals.meaningOf(connections, row.connection, reason))
    // The peer does not have it, and its words are known by now to refuse.
    if (counts && Option.isSome(meaning)) {
      const { reason, words } = meaning.value
      const error = encodeError(new AdapterError.AdapterError({ adapter: row.connection, operation: row.operation, reason }))
      return yield* refused(row, AdapterError.describe(reason), error, undefined, words)
    }
    // A stored time in the future comes from a clock that was set back since. The delay then counts from now.
    const lastAbsentAt = counts || (row.last_absent_at !== null && row.last_absent_at > now) ? now : row.last_absent_at
    // The row is read again, because a repeat or a cancel may have arrived during the query.
    const wanted = yield* byId(row.id)
    const isUnwanted = wanted.is_cancel_wanted === 1
    // Nobody repeats what the runner creates by itself, and it wants it until somebody cancels it.
    const isUnattended = wanted.put_by !== null || composed.delivery.resendUnattended
    const isAsked = wanted.is_asked === 1 || (isUnattended && restored.since() === undefined)
    if (IntentRules.maySendAgain(absences, isAsked) && !isUnwanted) {
      yield* db.transaction(Effect.gen(function*() {
        if (!(yield* move(row, "Pending"))) return
        yield* db.query("update intent set is_asked = 0 where entity = $1", [row.entity])
        yield* note(placeOf(row), "runner", "sent-again", wanted.is_asked === 1 ? "absent in two answers, and the ERP sent it again" : "absent in two answers")
      }))
      return yield* wake
    }
    // The peer does not show the order and a cancel waits, so the peer is asked to cancel before the intent ends.
    if (absences >= IntentRules.mostAbsences && isUnwanted && (yield* isWithdrawn(entry, row, sent))) {
      const reason = "absent in two answers; it is not sent again"
      yield* db.transaction(Effect.gen(function*() {
        if ((yield* move(row, "Cancelled")) === undefined) return
        yield* note(placeOf(row), "runner", "cancelled", reason)
        yield* ends.run(row, { is: "cancelled", reason })
      }))
      return yield* tell(row.id)
    }
    const hurry = isAsked || isUnwanted
    const gap = Math.max((isUnwanted ? cancelGapAfter : queryGapAfter)(row.queries + 1), 100)
    const next = isTooEarly
      ? Math.max(row.created_at + delay, now + 100)
      : hurry && lastAbsentAt !== null && absences < 2
      ? Math.max(lastAbsentAt + delay, now + 100)
      : now + gap
    // The condition on the row discards a query that ran before a new send or at the same time as one of another node.
    yield* db.query(
      `update intent set queries = queries + 1, absences = $2, last_absent_at = $3, due_at = $4, updated_at = updated_at
       where entity = $1 and state = 'Doubtful' and queries = $5 and attempt = $6 and epoch = $7`,
      [row.entity, absences, lastAbsentAt ?? null, now - row.updated_at > givesUpAsking ? now + 24 * 3_600_000 : next, row.queries, row.attempt, row.epoch]
    )
    yield* tell(row.id)
  })

  return { execute, ask, lookUp, contentOf, delivered, becomeDoubtful }
}

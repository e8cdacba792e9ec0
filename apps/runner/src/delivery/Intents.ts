/**
 * The engine of intents: writes one before a create leaves, sends it once, settles what nobody knows by asking the
 * peer, and never sends blindly again.
 */
import { AdapterError } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberMap from "effect/FiberMap"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { createHash, randomUUID } from "node:crypto"
import type { Composed, ConnectedLink } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { Ownership } from "../connection/Ownership.ts"
import { Mapping } from "../mapping/Mapping.ts"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import { Vault } from "../store/Vault.ts"
import * as Attempts from "./Attempts.ts"
import { type CreateEntry, type CreateOperation, entryOf } from "./Creates.ts"
import * as Difference from "./Difference.ts"
import { reach } from "./Failpoint.ts"
import * as Intent from "./Intent.ts"
import { doubtful, notStored, ofReason, Refusal } from "./Refusal.ts"
import { briefGaps, givesUpAsking, queryGapAfter, whenTold } from "./Schedule.ts"
import { afterFailure } from "./Verdict.ts"

/** A create at the peer takes at most this long; then its answer counts as lost. */
const operationLimit = 30_000
const leaseMillis = 60_000
const atOnce = 64

export type Decision = "Delivered" | "Pending" | "Dead"

export class Intents extends Context.Service<Intents, {
  /** Creates once, or meets what was created; waits no longer than the caller's deadline. */
  readonly submit: <O extends CreateOperation>(
    link: ConnectedLink,
    entry: CreateEntry<O>,
    asked: O["payload"]["Type"],
    raw: string
  ) => Effect.Effect<O["success"]["Type"], Refusal>
  /** The newest intent of an entity, locked inside a transaction. */
  readonly newest: (scope: string, operation: string, entity: string) => Effect.Effect<Row | undefined, DatabaseFailed>
  /** Waits until the intent is settled or the time is over; answers its row then. */
  readonly settled: (id: string, patience: number) => Effect.Effect<Row, DatabaseFailed>
  /** A waiting cancel is carried out by whoever settles the create. */
  readonly onDelivered: (hook: (row: Row) => Effect.Effect<void>) => Effect.Effect<void>
  /** Looks again at what was held for a missing name. */
  readonly release: (scope: string) => Effect.Effect<number, DatabaseFailed>
  /** A person settles what no query can. */
  readonly decide: (id: string, decision: Decision, who: string, peerNumber?: string) => Effect.Effect<boolean, DatabaseFailed>
  readonly wake: Effect.Effect<void>
  /** After a start: what was in flight is doubtful, for nobody knows how far it got. */
  readonly recover: Effect.Effect<number, DatabaseFailed>
  readonly run: Effect.Effect<never, DatabaseFailed>
}>()("@crossdock/runner/delivery/Intents") {
  static readonly layer = (composed: Composed) => Layer.effect(Intents, make(composed))
}

const storedError = Schema.fromJsonString(Schema.toCodecJson(AdapterError.AdapterError))
const encodeError = Schema.encodeSync(storedError)
const decodeError = Schema.decodeUnknownOption(storedError)

const jsonOf = (schema: Schema.Codec<any, any>) => Schema.fromJsonString(schema)

/** The place that a payload is sealed for. */
export const payloadPlace = (id: string, which: "asked" | "sent") => `intent ${id} ${which}`

const make = Effect.fnUntraced(function*(composed: Composed) {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  const mapping = yield* Mapping
  const ownership = yield* Ownership
  const working = yield* FiberMap.make<string>()
  const latch = yield* Latch.make(true)
  const wake = Effect.asVoid(Latch.open(latch))
  const waiting = new Map<string, Set<Deferred.Deferred<void>>>()
  let afterDelivered: (row: Row) => Effect.Effect<void> = () => Effect.void

  const tell = (id: string) =>
    Effect.sync(() => {
      for (const one of waiting.get(id) ?? []) Deferred.doneUnsafe(one, Effect.void)
    })

  const byId = (id: string) => Effect.map(db.one("select * from intent where id = $1", [id]), (row) => row!)

  const newest = (scope: string, operation: string, entity: string) =>
    db.one(
      `select * from intent where scope = $1 and operation = $2 and entity = $3 order by generation desc limit 1${db.forUpdate}`,
      [scope, operation, entity]
    )

  const note = (row: { scope: string; entity: string }, who: string, what: History.What, detail?: string, raw?: string) =>
    History.record(db, vault, { scope: row.scope, entity: row.entity, who, what, detail, raw })

  /** Changes an intent that this process holds; a claim that was taken over in the meantime changes nothing. */
  const move = (row: Row, state: Intent.IntentState, more: {
    readonly dueAt?: number
    readonly result?: string | null
    readonly error?: string | null
    readonly heldBecause?: string | null
    readonly attempt?: number
  }) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.map(
        db.query(
          `update intent set state = $2, due_at = $3, result = $4, error = $5, held_because = $6, attempt = attempt + $7,
             updated_at = $8, owner = null
           where id = $1 and state = $9 and epoch = $10 returning id`,
          [
            row.id,
            state,
            more.dueAt ?? now,
            more.result ?? null,
            more.error ?? null,
            more.heldBecause ?? null,
            more.attempt ?? 0,
            now,
            row.state,
            row.epoch
          ]
        ),
        (rows) => rows.length > 0
      ))

  const delivered = Effect.fnUntraced(function*(row: Row, entry: CreateEntry<any>, success: unknown, how: string) {
    const asked = yield* payloadOf(row, entry, "asked")
    const sent = yield* payloadOf(row, entry, "sent")
    const now = yield* Clock.currentTimeMillis
    yield* db.transaction(Effect.gen(function*() {
      const result = Schema.encodeSync(jsonOf(entry.operation.success))(success)
      if (!(yield* move(row, "Delivered", { result }))) return
      yield* entry.open(db, asked, sent, success, {
        scope: row.scope,
        entity: row.entity,
        connection: row.connection,
        generation: row.generation,
        numberSent: row.number_sent,
        now
      })
      const number = entry.peerNumberOf(success)
      yield* note(row as never, "peer", "accepted", `${number === undefined ? "accepted" : `as ${number}`}${how}`)
      yield* reach("outcome.before-commit")
    }))
    yield* reach("outcome.committed")
    yield* tell(row.id)
    const after = yield* byId(row.id)
    if (after.is_cancel_wanted === 1) yield* afterDelivered(after)
  })

  const payloadOf = (row: Row, entry: CreateEntry<any>, which: "asked" | "sent") =>
    Effect.orDie(
      Effect.flatMap(
        vault.open(payloadPlace(row.id, which), which === "asked" ? row.asked_sealed : row.payload_sealed),
        Schema.decodeEffect(jsonOf(entry.operation.payload))
      )
    )

  const becomeDoubtful = Effect.fnUntraced(function*(row: Row, dueIn: number, detail: string, error: string | null) {
    const now = yield* Clock.currentTimeMillis
    yield* db.transaction(Effect.gen(function*() {
      yield* move(row, "Doubtful", { dueAt: now + dueIn, error })
      yield* db.query("update intent set queries = 0, absences = 0, last_absent_at = null where id = $1", [row.id])
      yield* note(row as never, "runner", "doubtful", detail)
    }))
    yield* reach("doubtful.committed")
    yield* Effect.logWarning("outcome of a create is not known; the peer will be asked").pipe(
      Effect.annotateLogs({ intent: row.id, connection: row.connection, detail })
    )
    yield* wake
  })

  /** Sends once. The claim is written before the first byte leaves. */
  const execute = Effect.fnUntraced(function*(claimed: Row) {
    const entry = entryOf(claimed.operation)!
    const sent = yield* payloadOf(claimed, entry, "sent")
    yield* reach("create.claimed")
    let exit: Exit.Exit<unknown, AdapterError.AdapterError>
    let started: number
    for (let tries = 0;; tries++) {
      started = yield* Clock.currentTimeMillis
      yield* reach("create.before-send")
      exit = yield* Effect.exit(
        connections.warehouse(claimed.connection, entry.operation, sent).pipe(
          Effect.timeoutOrElse({
            duration: operationLimit,
            orElse: () => Effect.fail(lost(entry.operation.name, `no answer within ${operationLimit / 1000} s`))
          })
        )
      )
      yield* reach("create.after-send")
      const ended = yield* Clock.currentTimeMillis
      const reason = reasonOf(exit)
      yield* Attempts.record(db, {
        subject: claimed.id,
        number: claimed.attempt + tries,
        kind: "create",
        at: started,
        took: ended - started,
        outcome: Exit.isSuccess(exit) ? "delivered" : reason?._tag ?? "defect",
        detail: reason === undefined ? undefined : AdapterError.describe(reason)
      })
      const gap = briefGaps[tries]
      if (reason === undefined || afterFailure(reason, "create") !== "retry-briefly" || gap === undefined) break
      yield* Effect.sleep(gap)
    }
    if (Exit.isSuccess(exit)) return yield* delivered(claimed, entry, exit.value, "")
    const reason = reasonOf(exit)
    const error = reason === undefined ? null : encodeError(
      new AdapterError.AdapterError({ adapter: claimed.connection, operation: claimed.operation, reason: withoutCause(reason) })
    )
    const detail = reason === undefined ? "the adapter failed in a way it does not describe" : AdapterError.describe(reason)
    if (reason === undefined) {
      yield* Effect.logError("a create ended in a defect", Exit.isFailure(exit) ? exit.cause : undefined)
      return yield* becomeDoubtful(claimed, queryGapAfter(0), detail, error)
    }
    const now = yield* Clock.currentTimeMillis
    const verdict = afterFailure(reason, "create")
    if (verdict === "doubtful") {
      return yield* becomeDoubtful(claimed, reason._tag === "Duplicate" ? 0 : queryGapAfter(0), detail, error)
    }
    if (verdict === "retry-when-told") {
      const told = reason._tag === "RateLimited" && reason.retryAfter !== undefined
        ? Duration.toMillis(reason.retryAfter)
        : undefined
      yield* move(claimed, "Pending", { dueAt: now + whenTold(told) })
      return yield* wake
    }
    if (verdict === "pause") {
      yield* db.transaction(Effect.andThen(
        move(claimed, "Pending", { error, heldBecause: "paused", attempt: -1 }),
        note(claimed as never, "runner", "held", "the connection is paused: its credential was refused")
      ))
      yield* connections.pause(claimed.connection, detail)
      return yield* tell(claimed.id)
    }
    // Out of brief tries without a byte sent, or refused: provably without effect.
    yield* db.transaction(Effect.gen(function*() {
      if (!(yield* move(claimed, "Dead", { error }))) return
      yield* note(claimed as never, "peer", "refused", detail)
      yield* reach("outcome.before-commit")
    }))
    yield* reach("outcome.committed")
    yield* tell(claimed.id)
  })

  /** Asks the peer what became of a doubtful create. */
  const ask = Effect.fnUntraced(function*(row: Row) {
    const entry = entryOf(row.operation)
    if (entry === undefined) return
    const sent = yield* payloadOf(row, entry, "sent")
    const started = yield* Clock.currentTimeMillis
    yield* reach("query.before")
    const exit = yield* Effect.exit(
      entry.query(connections, row.connection, sent).pipe(
        Effect.timeoutOrElse({
          duration: operationLimit,
          orElse: () => Effect.fail(lost(entry.operation.name, "no answer to the query"))
        })
      )
    )
    yield* reach("query.after")
    const now = yield* Clock.currentTimeMillis
    const earlier = yield* db.query(
      "select result from intent where scope = $1 and operation = $2 and entity = $3 and generation < $4 and result is not null",
      [row.scope, row.operation, row.entity, row.generation]
    )
    const numbers = earlier.flatMap((one) => {
      const success = Schema.decodeUnknownOption(jsonOf(entry.operation.success))(one.result)
      const number = Option.isSome(success) ? entry.peerNumberOf(success.value) : undefined
      return number === undefined ? [] : [number]
    })
    const found = Exit.isSuccess(exit) && exit.value !== undefined &&
        Intent.isThisGeneration(row.generation, exit.value, numbers)
      ? exit.value
      : undefined
    const reason = reasonOf(exit)
    yield* Attempts.record(db, {
      subject: row.id,
      number: row.queries + 1,
      kind: "query",
      at: started,
      took: now - started,
      outcome: Exit.isFailure(exit) ? reason?._tag ?? "defect" : found === undefined ? "absent" : "found",
      detail: reason === undefined ? undefined : AdapterError.describe(reason)
    })
    if (found !== undefined) return yield* delivered(row, entry, found.success, ", found by a query")
    const delay = connections.get(row.connection)?.visibilityDelay ?? 60_000
    const counts = Exit.isSuccess(exit) && Intent.countsAsAbsence(row.last_absent_at ?? undefined, now, delay)
    const absences = row.absences + (counts ? 1 : 0)
    const lastAbsentAt = counts ? now : row.last_absent_at
    const isAsked = row.is_asked === 1 || composed.delivery.resendUnattended
    if (Intent.afterQuery(false, absences, isAsked) === "send-again" && row.is_cancel_wanted !== 1) {
      yield* db.transaction(Effect.gen(function*() {
        if (!(yield* move(row, "Pending", {}))) return
        yield* db.query("update intent set is_asked = 0 where id = $1", [row.id])
        yield* note(row as never, "runner", "sent-again", "absent in two answers, and asked for again")
      }))
      return yield* wake
    }
    if (absences >= 2 && row.is_cancel_wanted === 1) {
      // Nothing is there and nobody wants it: what was asked last was the cancel.
      yield* db.transaction(Effect.andThen(
        move(row, "Cancelled", {}),
        note(row as never, "runner", "cancelled", "absent in two answers; never sent again")
      ))
      return yield* tell(row.id)
    }
    const hurry = isAsked || row.is_cancel_wanted === 1
    const gap = Math.max(queryGapAfter(row.queries + 1), 100)
    const next = hurry && lastAbsentAt !== null && absences < 2
      ? Math.max(lastAbsentAt + delay, now + 100)
      : now + gap
    yield* db.query(
      `update intent set queries = queries + 1, absences = $2, last_absent_at = $3, due_at = $4, updated_at = updated_at
       where id = $1 and state = 'Doubtful'`,
      [row.id, absences, lastAbsentAt ?? null, now - row.updated_at > givesUpAsking ? now + 24 * 3_600_000 : next]
    )
    yield* tell(row.id)
  })

  const claim = Effect.fnUntraced(function*(id: string) {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* db.query(
      `update intent set state = 'InFlight', attempt = attempt + 1, owner = $2, epoch = $3, leased_until = $4, updated_at = $5
       where id = $1 and state = 'Pending' and held_because is null returning *`,
      [id, ownership.node, ownership.epoch, now + leaseMillis, now]
    )
    return rows[0]
  })

  /** One fiber per intent, whoever starts it; it outlives the caller who asked. */
  const start = (id: string, work: Effect.Effect<void, DatabaseFailed>) =>
    Effect.asVoid(FiberMap.run(
      working,
      id,
      Effect.catchCause(work, (cause) =>
        Effect.logError("an intent could not be carried on; it is looked at again", cause).pipe(Effect.annotateLogs({ intent: id }))),
      { onlyIfMissing: true }
    ))

  const carryOn = (row: Row) =>
    start(
      row.id,
      row.state === "Doubtful"
        ? ask(row)
        : Effect.flatMap(claim(row.id), (claimed) => claimed === undefined ? Effect.void : execute(claimed))
    )

  const round = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* db.query(
      `select * from intent where state in ('Pending', 'Doubtful') and due_at <= $1 and held_because is null
       order by due_at limit ${atOnce}`,
      [now]
    )
    for (const row of rows) {
      if (connections.pausedOf(row.connection) === undefined) yield* carryOn(row)
    }
    // A claim whose work ended without an outcome, because the database was away, is a lost lease.
    const stale = yield* db.query("select * from intent where state = 'InFlight' and leased_until <= $1 limit 16", [now])
    for (const row of stale) {
      if (!(yield* FiberMap.has(working, row.id))) {
        yield* becomeDoubtful(row, 0, "its outcome could not be stored in time", null)
      }
    }
  })

  type Opened = { readonly id: string } | { readonly refusal: Refusal }

  /** Meets the intent under this number or writes a new one: one transaction. */
  const open = Effect.fnUntraced(function*(link: ConnectedLink, entry: CreateEntry<any>, asked: unknown, raw: string) {
    const now = yield* Clock.currentTimeMillis
    const entity = entry.entityOf(asked)
    const text = Schema.encodeSync(jsonOf(entry.operation.payload))(asked)
    const digest = createHash("sha256").update(text, "utf8").digest("hex")
    const held = yield* newest(link.scope, entry.operation.name, entity)
    const place = { scope: link.scope, entity }
    if (held !== undefined) {
      const status = yield* entry.statusOf(db, link.scope, entry.numberOf(asked), held.generation)
      const decision = Intent.afterRepeat({ state: held.state, status }, held.digest === digest)
      if (decision === "meet") {
        if (held.state === "Doubtful") {
          yield* db.query("update intent set is_asked = 1, due_at = $2 where id = $1", [held.id, now])
        }
        if (held.state === "Pending" && held.held_because !== null) yield* reconsider(link, held, entry, asked)
        yield* note(place, "erp", "repeat", `meets the intent of generation ${held.generation}`)
        return { id: held.id } as Opened
      }
      if (decision === "refuse") {
        const before = yield* Effect.orDie(vault.open(payloadPlace(held.id, "asked"), held.asked_sealed))
        const places = Difference.between(JSON.parse(before), JSON.parse(text))
        yield* note(place, "erp", "conflict", `asked again with other content at ${places.join(", ")}; nothing is sent`, raw)
        return {
          refusal: new Refusal({
            code: "DIFFERENT_CONTENT",
            says: `this number was used with other content, which differs at ${places.join(", ")}; use a new number, or cancel the first order before`,
            path: places[0] ?? "/"
          })
        } as Opened
      }
    }
    const generation = (held?.generation ?? 0) + 1
    const numberSent = link.prefix + entry.numberOf(asked)
    const mapped = yield* entry.map(mapping, link, asked)
    const id = randomUUID()
    for (const { kind, name } of mapped.unmatched) yield* mapping.queue(link.scope, kind, name)
    const sent = Schema.encodeSync(jsonOf(entry.operation.payload))(entry.numbered(mapped.payload, numberSent))
    const isHeld = mapped.unmatched.length > 0
    const isPaused = connections.pausedOf(link.peer) !== undefined
    yield* db.query(
      `insert into intent (id, scope, connection, operation, entity, generation, digest, number_sent, asked_sealed, payload_sealed,
         state, held_because, attempt, due_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'Pending', $11, 0, $12, $12, $12)`,
      [
        id,
        link.scope,
        link.peer,
        entry.operation.name,
        entity,
        generation,
        digest,
        numberSent,
        vault.seal(payloadPlace(id, "asked"), text),
        vault.seal(payloadPlace(id, "sent"), sent),
        isHeld ? unmatchedText(mapped.unmatched) : isPaused ? "paused" : null,
        now
      ]
    )
    yield* note(place, "erp", "asked", generation === 1 ? undefined : `generation ${generation}`, raw)
    if (isHeld) yield* note(place, "runner", "held", unmatchedText(mapped.unmatched))
    yield* reach("intent.before-commit")
    return { id } as Opened
  })

  /** Maps again what was held; sends it once every name is known and the connection runs. */
  const reconsider = Effect.fnUntraced(function*(link: ConnectedLink, held: Row, entry: CreateEntry<any>, asked: unknown) {
    const mapped = yield* entry.map(mapping, link, asked)
    if (mapped.unmatched.length > 0 || connections.pausedOf(link.peer) !== undefined) return false
    const now = yield* Clock.currentTimeMillis
    const sent = Schema.encodeSync(jsonOf(entry.operation.payload))(entry.numbered(mapped.payload, held.number_sent))
    yield* db.query(
      "update intent set held_because = null, payload_sealed = $2, due_at = $3 where id = $1 and state = 'Pending'",
      [held.id, vault.seal(payloadPlace(held.id, "sent"), sent), now]
    )
    yield* note(held as never, "runner", "released")
    return true
  })

  const settled = Effect.fnUntraced(function*(id: string, patience: number) {
    const until = (yield* Clock.currentTimeMillis) + patience
    while (true) {
      // Listening begins before looking, so that nothing is missed in between.
      const next = Deferred.makeUnsafe<void>()
      const listeners = waiting.get(id) ?? new Set()
      waiting.set(id, listeners)
      listeners.add(next)
      const row = yield* Effect.gen(function*() {
        const seen = yield* byId(id)
        const left = until - (yield* Clock.currentTimeMillis)
        const isOver = seen.state === "Delivered" || seen.state === "Dead" || seen.state === "Cancelled"
        if (isOver || (seen.state === "Pending" && seen.held_because !== null) || left <= 0) return seen
        yield* Effect.timeoutOption(Deferred.await(next), left)
        return undefined
      }).pipe(Effect.ensuring(Effect.sync(() => {
        listeners.delete(next)
        if (listeners.size === 0 && waiting.get(id) === listeners) waiting.delete(id)
      })))
      if (row !== undefined) return row
    }
  })

  const answerOf = (row: Row, entry: CreateEntry<any>): Effect.Effect<any, Refusal> => {
    if (row.state === "Delivered") {
      return Effect.orDie(Schema.decodeEffect(jsonOf(entry.operation.success))(row.result))
    }
    if (row.state === "Cancelled") {
      return Effect.fail(new Refusal({ code: "CANCELLED", says: "it was cancelled before it was sent; ask again to issue it anew" }))
    }
    if (row.state === "Pending" && row.held_because !== null) {
      return Effect.fail(
        row.held_because === "paused"
          ? new Refusal({ code: "CONNECTION_PAUSED", says: "the connection to the warehouse is paused and nothing was sent; it is sent once its operator resumes it" })
          : new Refusal({ code: "HELD", says: `${row.held_because}; it is sent once the mapping table of this link has it` })
      )
    }
    const error = row.state === "Dead" && row.error !== null ? decodeError(row.error) : Option.none()
    return Effect.fail(Option.isSome(error) ? ofReason(error.value.reason) : row.state === "Dead"
      ? new Refusal({ code: "GIVEN_UP", says: "a person decided that this is not sent; ask again to issue it anew" })
      : doubtful(composed.server.doubtfulAnswer))
  }

  const submit = Effect.fnUntraced(function*(link: ConnectedLink, entry: CreateEntry<any>, asked: unknown, raw: string) {
    const opened = yield* db.transaction(open(link, entry, asked, raw)).pipe(
      // Two callers at once: one wrote the intent, the other meets it.
      Effect.retry({ times: 3, while: (error) => error.isUniqueViolation }),
      Effect.catch(() => Effect.fail(notStored))
    )
    yield* reach("intent.committed")
    if ("refusal" in opened) return yield* Effect.fail(opened.refusal)
    const row = yield* Effect.catch(
      Effect.gen(function*() {
        const before = yield* byId(opened.id)
        if (before.state === "Pending" || before.state === "Doubtful") yield* carryOnNow(before)
        return yield* settled(opened.id, composed.server.callerDeadline)
      }),
      () => Effect.fail(doubtful(composed.server.doubtfulAnswer))
    )
    yield* reach("answer.before")
    return yield* answerOf(row, entry)
  })

  const carryOnNow = (row: Row) =>
    row.held_because === null && connections.pausedOf(row.connection) === undefined ? carryOn(row) : Effect.void

  return Intents.of({
    submit: submit as never,
    newest,
    settled,
    onDelivered: (hook) =>
      Effect.sync(() => {
        afterDelivered = hook
      }),
    release: Effect.fnUntraced(function*(scope) {
      const rows = yield* db.query("select * from intent where scope = $1 and state = 'Pending' and held_because is not null", [scope])
      const link = connections.linkOf(scope)
      if (link === undefined) return 0
      const released = yield* Effect.forEach(rows, (row) =>
        Effect.gen(function*() {
          const entry = entryOf(row.operation)
          if (entry === undefined) return false
          const asked = yield* payloadOf(row, entry, "asked")
          return yield* db.transaction(reconsider(link, row, entry, asked))
        }))
      yield* wake
      return released.filter(Boolean).length
    }),
    decide: Effect.fnUntraced(function*(id, decision, who, peerNumber) {
      const row = yield* db.one("select * from intent where id = $1", [id])
      if (row === undefined || row.state !== "Doubtful") return false
      const entry = entryOf(row.operation)
      if (decision === "Delivered" && entry !== undefined) {
        const number = peerNumber ?? row.number_sent
        const success = row.operation === "createOutboundOrder" ? { warehouseOrderNumber: number } : { referenceNumber: number }
        yield* delivered(row, entry, success, `, decided by ${who}`)
        return true
      }
      yield* db.transaction(Effect.andThen(
        move(row, decision, {}),
        note(row as never, who, "decided", decision === "Pending" ? "to be sent again" : "not to be sent")
      ))
      yield* tell(id)
      yield* wake
      return true
    }),
    wake,
    recover: Effect.gen(function*() {
      const rows = yield* db.query("select * from intent where state = 'InFlight' and epoch < $1", [ownership.epoch])
      yield* Effect.forEach(rows, (row) => becomeDoubtful(row, 0, "the process ended while this was in flight", null), { discard: true })
      return rows.length
    }),
    run: Effect.gen(function*() {
      yield* Latch.close(latch)
      yield* round
      yield* Effect.timeoutOption(latch.await, "200 millis")
    }).pipe(Effect.forever)
  })
})

const lost = (operation: string, cause: string) =>
  new AdapterError.AdapterError({
    adapter: "runner",
    operation,
    reason: new AdapterError.TransportFailed({ phase: "receive", cause })
  })

const reasonOf = (exit: Exit.Exit<unknown, AdapterError.AdapterError>): AdapterError.Reason | undefined => {
  if (Exit.isSuccess(exit)) return undefined
  const error = Cause.findErrorOption(exit.cause)
  return Option.isSome(error) ? error.value.reason : undefined
}

/** A cause may be any value of a library and may quote what was sent; what is stored keeps the tag. */
const withoutCause = (reason: AdapterError.Reason): AdapterError.Reason => {
  if (reason._tag === "TransportFailed") return new AdapterError.TransportFailed({ phase: reason.phase, cause: "not kept" })
  if (reason._tag === "ResponseInvalid") return new AdapterError.ResponseInvalid({ cause: "not kept" })
  return reason
}

const unmatchedText = (unmatched: ReadonlyArray<{ readonly name: string; readonly path: string }>): string =>
  unmatched.map(({ name, path }) => `${path}: ${JSON.stringify(name)} has no row in the mapping table`).join("; ")

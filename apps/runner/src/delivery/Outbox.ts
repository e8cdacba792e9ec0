/**
 * Messages we owe an ERP: stored in the transaction of the work that they tell of, sent in order per entity, repeated
 * by the schedule until delivered or dead.
 */
import { AdapterError, ErpV1 } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberMap from "effect/FiberMap"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import { randomUUID } from "node:crypto"
import type { Composed } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { Ownership } from "../connection/Ownership.ts"
import { whenTold } from "../connection/RateLimit.ts"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import { Vault } from "../store/Vault.ts"
import * as Attempts from "./Attempts.ts"
import { reach } from "./Failpoint.ts"
import { gapAfter } from "./Schedule.ts"
import { afterFailure } from "./Verdict.ts"

export interface Owed<O extends ErpV1.AnyOperation> {
  /** The ERP connection. */
  readonly connection: string
  /** The link it comes by. */
  readonly scope: string
  /** What order is kept for. */
  readonly entity: string
  readonly operation: O
  readonly payload: O["payload"]["Type"]
  /** A later message of the same entity makes this one pointless. */
  readonly isState: boolean
}

/** The place that the content of a delivery is sealed for. */
export const contentPlace = (id: string): string => `delivery ${id}`

const leaseMillis = 60_000
/** At a time, to one ERP. */
const atOnce = 16

export class Outbox extends Context.Service<Outbox, {
  /** Inside the caller's transaction; `wake` afterwards. */
  readonly put: <O extends ErpV1.AnyOperation>(owed: Owed<O>) => Effect.Effect<string, DatabaseFailed>
  readonly wake: Effect.Effect<void>
  /** Sends what is due until interrupted. */
  readonly run: Effect.Effect<never, DatabaseFailed>
  /** After a start: what an earlier process had on its way is sent again, unless that was the last attempt. */
  readonly recover: Effect.Effect<number, DatabaseFailed>
  /** Puts dead letters that were sent once back in line under their own ids; answers how many. */
  readonly replay: (ids: ReadonlyArray<string>) => Effect.Effect<number, DatabaseFailed>
  readonly cancel: (ids: ReadonlyArray<string>, because: string) => Effect.Effect<number, DatabaseFailed>
}>()("@crossdock/runner/delivery/Outbox") {
  static readonly layer = (composed: Composed) => Layer.effect(Outbox, make(composed))
}

const make = Effect.fnUntraced(function*(composed: Composed) {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  const ownership = yield* Ownership
  const sending = yield* FiberMap.make<string>()
  const underWay = new Map<string, number>()
  const latch = yield* Latch.make(true)
  const wake = Effect.asVoid(Latch.open(latch))

  const put = Effect.fnUntraced(function*<O extends ErpV1.AnyOperation>(owed: Owed<O>) {
    const now = yield* Clock.currentTimeMillis
    const id = randomUUID()
    // Without its adapter nothing can be written down, so the work it tells of is not committed either.
    const erp = yield* Effect.orDie(connections.erp(owed.connection))
    const prepared = yield* Effect.exit(erp.prepare(owed.operation, owed.payload))
    const content = Exit.isSuccess(prepared) ? prepared.value.content : ""
    const failure = Exit.isSuccess(prepared) ? null : toldOf(prepared.cause)
    yield* db.query(
      `update delivery set state = 'Cancelled', cause = 'superseded', updated_at = $3
       where connection = $1 and entity = $2 and is_state = 1 and state in ('Pending', 'Dead')`,
      [owed.connection, owed.entity, now]
    )
    yield* db.query(
      `insert into delivery
         (id, connection, scope, entity, operation, content_sealed, is_state, state, attempt, due_at, cause, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10, $9, $9)`,
      [
        id,
        owed.connection,
        owed.scope,
        owed.entity,
        owed.operation.name,
        vault.seal(contentPlace(id), content),
        owed.isState ? 1 : 0,
        failure === null ? "Pending" : "Dead",
        now,
        failure
      ]
    )
    return id
  })

  /** Due, and the first of its entity that is not over: a dead one holds back the later ones of its entity alone. */
  const due = (connection: string, now: number, limit: number) =>
    db.query(
      `select seq, id, connection, entity, operation, content_sealed from delivery d
       where d.connection = $1 and d.state = 'Pending' and d.due_at <= $2 and not exists (
         select 1 from delivery e where e.connection = d.connection and e.entity = d.entity and e.seq < d.seq
           and e.state in ('Pending', 'InFlight', 'Dead'))
       order by d.due_at, d.seq limit ${limit}`,
      [connection, now]
    )

  /** A claim whose work ended without an outcome is a lost answer: sent again, or dead where no attempt is left. */
  const reclaim = Effect.fnUntraced(function*(rows: ReadonlyArray<Row>, now: number) {
    for (const { attempt, epoch, id } of rows) {
      const isSpent = gapAfter(attempt, 0, composed.delivery.gaps) === undefined
      yield* db.query(
        `update delivery set state = $2, owner = null, due_at = $3, cause = $4, updated_at = $3
         where id = $1 and state = 'InFlight' and attempt = $5 and epoch = $6`,
        [id, isSpent ? "Dead" : "Pending", now, "nobody knows what became of the last attempt", attempt, epoch]
      )
    }
  })

  const claim = Effect.fnUntraced(function*(id: string) {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* db.query(
      `update delivery set state = 'InFlight', attempt = attempt + 1, owner = $2, epoch = $3, leased_until = $4, updated_at = $5
       where id = $1 and state = 'Pending' returning attempt`,
      [id, ownership.node, ownership.epoch, now + leaseMillis, now]
    )
    yield* reach("push.claimed")
    return rows[0]?.attempt as number | undefined
  })

  /** Writes what became of an attempt; a claim that was taken over in the meantime changes nothing. */
  const settle = Effect.fnUntraced(function*(
    { attempt, id }: { readonly id: string; readonly attempt: number },
    state: "Delivered" | "Pending" | "Dead",
    more: { readonly dueAt?: number; readonly cause?: string | undefined; readonly isFree?: boolean }
  ) {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* db.query(
      `update delivery set state = $2, due_at = $3, cause = $4, updated_at = $5, owner = null, attempt = attempt - $6
       where id = $1 and state = 'InFlight' and owner = $7 and epoch = $8 and attempt = $9 returning is_state`,
      [id, state, more.dueAt ?? now, more.cause ?? null, now, more.isFree === true ? 1 : 0, ownership.node, ownership.epoch, attempt]
    )
    if (state === "Delivered" || rows[0]?.is_state !== 1) return
    yield* db.query(
      `update delivery set state = 'Cancelled', cause = 'superseded' where id = $1 and exists (
         select 1 from delivery e where e.connection = delivery.connection and e.entity = delivery.entity and e.seq > delivery.seq)`,
      [id]
    )
  })

  const send = Effect.fnUntraced(function*(row: Row) {
    const attempt = yield* claim(row.id)
    if (attempt === undefined) return
    const claimed = { id: row.id as string, attempt }
    const operation = ErpV1.operations[row.operation as ErpV1.OperationName]
    const started = yield* Clock.currentTimeMillis
    const content = yield* Effect.orDie(vault.open(contentPlace(row.id), row.content_sealed))
    yield* reach("push.before-send")
    const exit = yield* Effect.exit(Effect.flatMap(connections.erp(row.connection), (erp) =>
      erp.deliver(operation, { content }, { deliveryId: row.id })).pipe(
      Effect.timeoutOrElse({
        duration: "15 seconds",
        orElse: () =>
          Effect.fail(
            new AdapterError.AdapterError({
              adapter: row.connection,
              operation: operation.name,
              reason: new AdapterError.TransportFailed({ phase: "receive", cause: "no answer within 15 s" })
            })
          )
      })
    ))
    yield* reach("push.after-send")
    const now = yield* Clock.currentTimeMillis
    const random = yield* Random.next
    const ended = Exit.isSuccess(exit) ? undefined : Cause.findErrorOption(exit.cause)
    const reason = ended === undefined || Option.isNone(ended) ? undefined : ended.value.reason
    const outcome = Exit.isSuccess(exit) ? "delivered" : reason === undefined ? "defect" : reason._tag
    const detail = Exit.isSuccess(exit) ? undefined : toldOf(exit.cause)
    const verdict = Exit.isSuccess(exit) ? "delivered" : reason === undefined ? "retry" : afterFailure(reason, "push")
    yield* db.transaction(Effect.gen(function*() {
      yield* Attempts.record(db, { subject: row.id, number: attempt, kind: "push", at: started, took: now - started, outcome, detail })
      switch (verdict) {
        case "delivered":
          yield* settle(claimed, "Delivered", {})
          break
        case "pause":
          yield* settle(claimed, "Pending", { cause: detail, isFree: true })
          yield* connections.pause(row.connection, detail ?? "credential refused")
          break
        case "retry":
        case "retry-when-told": {
          const told = reason?._tag === "RateLimited" && reason.retryAfter !== undefined
            ? Duration.toMillis(reason.retryAfter)
            : undefined
          const gap = gapAfter(attempt, random, composed.delivery.gaps)
          if (gap === undefined) yield* settle(claimed, "Dead", { cause: detail })
          else {
            const wait = verdict === "retry-when-told" ? whenTold(told) : gap
            yield* settle(claimed, "Pending", { dueAt: now + wait, cause: detail })
          }
          break
        }
        default:
          yield* settle(claimed, "Dead", { cause: detail })
      }
      yield* reach("push.before-commit")
    }))
    yield* reach("push.committed")
    if (verdict !== "delivered") {
      yield* Effect.logWarning("push not delivered").pipe(
        Effect.annotateLogs({ delivery: row.id, connection: row.connection, attempt, outcome, verdict })
      )
    }
    yield* wake
  })

  const keyOf = (row: Row): string => `${row.connection} ${row.entity}`

  const start = Effect.fnUntraced(function*(row: Row) {
    // It may have been paused while the database was asked.
    if (connections.pausedOf(row.connection) !== undefined || (yield* FiberMap.has(sending, keyOf(row)))) return
    underWay.set(row.connection, (underWay.get(row.connection) ?? 0) + 1)
    yield* FiberMap.run(
      sending,
      keyOf(row),
      send(row).pipe(
        Effect.catchCause((cause) =>
          Effect.logError("a push could not be carried out; it is looked at again", cause).pipe(Effect.annotateLogs({ delivery: row.id }))),
        Effect.ensuring(Effect.sync(() => void underWay.set(row.connection, (underWay.get(row.connection) ?? 1) - 1)))
      )
    )
  })

  /** Each connection for itself, so that one which stands still holds up no other. */
  const round = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    for (const { id, plugin } of connections.all) {
      const free = atOnce - (underWay.get(id) ?? 0)
      if (plugin.contract !== "erp/v1" || connections.pausedOf(id) !== undefined || free <= 0) continue
      yield* Effect.forEach(yield* due(id, now, free), start, { discard: true })
    }
    const stale = yield* db.query(
      "select id, connection, entity, attempt, epoch from delivery where state = 'InFlight' and leased_until <= $1 limit 16",
      [now]
    )
    const lost = yield* Effect.filter(stale, (row) => Effect.map(FiberMap.has(sending, keyOf(row)), (has) => !has))
    yield* reclaim(lost, now)
  })

  const run = Effect.gen(function*() {
    yield* Latch.close(latch)
    yield* round
    yield* Effect.timeoutOption(latch.await, "200 millis")
  }).pipe(Effect.forever)

  return Outbox.of({
    put,
    wake,
    run,
    recover: Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* db.query("select id, attempt, epoch from delivery where state = 'InFlight' and epoch < $1", [ownership.epoch])
      yield* reclaim(rows, now)
      return rows.length
    }),
    replay: Effect.fnUntraced(function*(ids) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* Effect.forEach(ids, (id) =>
        db.query(
          `update delivery set state = 'Pending', attempt = 0, due_at = $2, updated_at = $2
           where id = $1 and state = 'Dead' and attempt > 0 returning id`,
          [id, now]
        ))
      yield* wake
      return rows.flat().length
    }),
    cancel: Effect.fnUntraced(function*(ids, because) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* Effect.forEach(ids, (id) =>
        db.query(
          `update delivery set state = 'Cancelled', cause = $2, updated_at = $3
           where id = $1 and state in ('Pending', 'Dead') returning id`,
          [id, because, now]
        ))
      yield* wake
      return rows.flat().length
    })
  })
})

/** One sentence about a failure, without what a peer may have quoted of persons. */
const toldOf = (cause: Cause.Cause<AdapterError.AdapterError>): string => {
  const error = Cause.findErrorOption(cause)
  return Option.isSome(error) ? AdapterError.describe(error.value.reason) : "a defect of the adapter"
}

/**
 * Reads and writes the rows of deliveries: adds, claims and ends them. Deliveries of one entity (one order at one ERP) form a
 * queue: only the first unfinished one may be sent, and the others are held behind it.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { NodeLeases } from "../connection/NodeLeases.ts"
import { type Database, type DatabaseFailed, parameters, type Row } from "../store/Database.ts"
import * as AbandonedClaims from "../engine/AbandonedClaims.ts"
import { sealedText } from "./DeliveryContents.ts"
import * as DeliveryInsertion from "./DeliveryInsertion.ts"
import { lineOf, underWay, unfinished } from "./DeliveryInsertion.ts"
import * as DeliveryUnits from "./DeliveryUnits.ts"

export type DeliveryState = "Pending" | "InFlight" | "Delivered" | "Dead" | "Cancelled"

/** The number of held deliveries that one call of `freeStranded` checks. */
const lookedThrough = 200
const lookFromStart = { connection: "", seq: -1 }

export interface DeliveryStore {
  /** Adds a delivery, in the transaction of the work that it reports. */
  readonly put: (delivery: DeliveryInsertion.NewDelivery) => Effect.Effect<void, DatabaseFailed>
  readonly insertion: DeliveryInsertion.DeliveryInsertion
  /** Claims due deliveries of an endpoint. */
  readonly claim: (claim: DeliveryUnits.Claim) => Effect.Effect<DeliveryUnits.Claimed, DatabaseFailed>
  /** The endpoints with waiting deliveries, and when the first of each is due. */
  readonly waiting: Effect.Effect<ReadonlyArray<AbandonedClaims.Waiting>, DatabaseFailed>
  /**
   * Stores the outcome of an attempt, which does not change a delivery that another node has taken over, and claims the next
   * deliveries of the connection.
   */
  readonly settle: (settlement: DeliveryUnits.Settlement) => Effect.Effect<DeliveryUnits.Settled, DatabaseFailed>
  /** Finds claims that no node holds any more, and claims of this node that nothing works on. */
  readonly orphans: (isWorkedOn: (row: Row) => Effect.Effect<boolean>, claiming: AbandonedClaims.ClaimsUnderWay) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
  /** Treats a claim without a result as a lost response: the delivery is sent again, or becomes a dead letter if no attempt is left. */
  readonly reclaim: (row: Row, isSpent: boolean) => Effect.Effect<void, DatabaseFailed>
  /** Puts dead letters back into the queue, if they have a payload or content. Returns those that it put back. */
  readonly replay: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
  /**
   * Puts delivered messages back into their queues, if they still have a message and nobody has had them sent again since `before`, in
   * milliseconds since 1970. Returns those that it put back.
   */
  readonly resend: (ids: ReadonlyArray<string>, before: number) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
  /**
   * Holds due deliveries that may not be sent yet, because they would block the other deliveries of their endpoint. Returns
   * true if there were any. They occur if a dead letter was put back before later ones, or if the composition did not hold
   * deliveries behind dead letters before.
   */
  readonly holdBack: (connection: string, most: number) => Effect.Effect<boolean, DatabaseFailed>
  /**
   * Checks the next held deliveries and releases those that have none before them. They occur if the composition now lets
   * deliveries pass dead letters, or if an older release forgot to release them. Returns the connections that can go on.
   */
  readonly freeStranded: Effect.Effect<ReadonlyArray<string>, DatabaseFailed>
  /** Removes a dead letter and releases what it held. Returns false if it is no dead letter any more. */
  readonly removeDead: (dead: Row) => Effect.Effect<boolean, DatabaseFailed>
  /** Moves due times that were planned by a clock that was ahead back by the same amount. */
  readonly planAnew: Effect.Effect<void, DatabaseFailed>
  readonly cancel: (ids: ReadonlyArray<string>, because: string) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
}

/** Lists the connections with deliveries that wait only for their due time. */
export const waiting = (db: Database["Service"]): DeliveryStore["waiting"] =>
  AbandonedClaims.waiting(db, "delivery", "state = 'Pending' and is_held = 0")

export const make = (options: {
  readonly db: Database["Service"]
  readonly ownership: NodeLeases["Service"]
  /** Returns true if later deliveries of an entity may pass a dead letter. */
  readonly passesDead: (connection: string) => boolean
}): DeliveryStore => {
  const { db, ownership } = options
  let looked = lookFromStart
  const blocking = (connection: string): string => options.passesDead(connection) ? underWay : unfinished
  const units = DeliveryUnits.make({ db, ownership, blocking })
  const insertion = DeliveryInsertion.make({ blocking })

  /**
   * Locks the queue of an entity until the end of the transaction. Without it, two transactions that change neighbouring
   * deliveries would each leave it to the other to release the next one. SQLite has one writer and needs no lock.
   */
  const lock = (connection: string, entity: string) =>
    db.dialect === "postgres" ? db.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [lineOf({ connection, entity })]) : Effect.succeed([])

  /** Locks the queues of several deliveries until the end of the transaction, always in the same order. */
  const lockAll = Effect.fnUntraced(function*(ids: ReadonlyArray<string>) {
    if (db.dialect !== "postgres" || ids.length === 0) return
    const rows = yield* db.query(`select connection, entity from delivery where id in (${parameters(ids.length, 1)})`, ids)
    const lines = new Map(rows.map((row) => [lineOf(row), row]))
    yield* Effect.forEach([...lines].toSorted(([a], [b]) => a < b ? -1 : 1), ([, row]) => lock(row.connection, row.entity), { discard: true })
  })

  /** SQL condition: an earlier delivery of the same entity is in one of the states. */
  const isBehind = (row: string, states: string): string =>
    `exists (select 1 from delivery e where e.connection = ${row}.connection and e.entity = ${row}.entity and e.state in ${states} and e.seq < ${row}.seq)`

  /** Releases the first unfinished delivery of an entity. */
  const release = (connection: string, entity: string) => db.query(DeliveryInsertion.releaseOf(blocking(connection)), [connection, entity])

  /** Releases the first unfinished delivery of each entity, and returns the rows. */
  const released = (rows: ReadonlyArray<Row>) =>
    Effect.as(Effect.forEach(new Map(rows.map((row) => [lineOf(row), row])).values(), (row) => release(row.connection, row.entity), { discard: true }), rows)

  /** Makes finished deliveries unfinished again. Later deliveries of their entities that had passed them wait behind them. */
  const backInQueue = Effect.fnUntraced(function*(ids: ReadonlyArray<string>, change: (now: number) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>) {
    if (ids.length === 0) return []
    yield* lockAll(ids)
    const rows = yield* change(yield* Clock.currentTimeMillis)
    yield* Effect.forEach(new Map(rows.map((row) => [lineOf(row), row])).values(), (row) =>
      db.query(
        `update delivery set is_held = 1
         where connection = $1 and entity = $2 and state in ${unfinished} and state = 'Pending' and is_held = 0 and ${isBehind("delivery", blocking(row.connection))}`,
        [row.connection, row.entity]
      ), { discard: true })
    return yield* released(rows)
  })

  return {
    put: (delivery) => Effect.flatMap(Clock.currentTimeMillis, (now) => db.unit(insertion.put, { ...delivery, now })),
    insertion,
    claim: (claim) => db.unit(units.claim, claim),
    settle: (settlement) => db.unit(units.settle, settlement),
    waiting: waiting(db),
    orphans: (isWorkedOn, claiming) =>
      AbandonedClaims.orphans({ db, ownership, table: "delivery", key: "seq", columns: "seq, id, connection, entity, attempt, epoch, owner", isWorkedOn, underWay: claiming }),
    reclaim: (row, isSpent) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        db.transaction(Effect.gen(function*() {
          yield* lock(row.connection, row.entity)
          yield* db.query(
            `update delivery set state = $2, owner = null, due_at = $3, cause = $4, updated_at = $3
             where id = $1 and state = 'InFlight' and attempt = $5 and epoch = $6`,
            [row.id, isSpent ? "Dead" : "Pending", now, "the outcome of the last attempt is not known", row.attempt, row.epoch]
          )
          yield* release(row.connection, row.entity)
        }))),
    replay: (ids) =>
      backInQueue(ids, (now) =>
        Effect.map(Effect.forEach(ids, (id) =>
          db.query(
            `update delivery set state = 'Pending', attempt = 0, due_at = $2, updated_at = $2
             where id = $1 and state = 'Dead' and (attempt > 0
               or exists (select 1 from delivery_content c where c.seq = delivery.seq and c.payload_sealed is not null))
             returning id, connection, entity`,
            [id, now]
          )), (rows) => rows.flat())),
    resend: (ids, before) =>
      backInQueue(ids, Effect.fnUntraced(function*(now) {
        // PostgreSQL would walk through all contents for an `exists`.
        const these = `id in (${parameters(ids.length, 2)}) and state = 'Delivered' and (resent_at is null or resent_at < $1)
          and coalesce((select ${sealedText} from delivery_content c where c.seq = delivery.seq), '') <> ''`
        // The attempts begin anew, so the one that stands on the row gets a row of its own.
        yield* db.query(
          `insert into attempt (subject, number, kind, at, took, outcome)
           select id, attempt, 'push', updated_at - took, took, 'delivered' from delivery where ${these} and took is not null`,
          [before, ...ids]
        )
        return yield* db.query(
          `update delivery set state = 'Pending', attempt = 0, due_at = $${ids.length + 2}, updated_at = $${ids.length + 2},
             resent_at = $${ids.length + 2}, took = null where ${these} returning id, connection, entity`,
          [before, ...ids, now]
        )
      })),
    holdBack: Effect.fnUntraced(function*(connection, most) {
      const now = yield* Clock.currentTimeMillis
      const isBlocked = `(${isBehind("delivery", blocking(connection))} or exists (select 1 from delivery e
        where e.connection = delivery.connection and e.entity = delivery.entity and e.state = 'InFlight'))`
      const due = yield* db.query(
        `select seq, entity from delivery where connection = $1 and state = 'Pending' and is_held = 0 and due_at <= $2
         order by due_at, seq limit $3`,
        [connection, now, most]
      )
      const held = yield* Effect.forEach(due, Effect.fnUntraced(function*({ entity, seq }) {
        // The transaction that holds this lock releases the queue itself. Waiting here with other locks could cause a deadlock.
        if (db.dialect === "postgres") {
          const [got] = yield* db.query("select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_mine", [lineOf({ connection, entity })])
          if (got?.is_mine !== true) return []
        }
        return yield* db.query(
          `update delivery set is_held = 1 where seq = $1 and state = 'Pending' and is_held = 0 and ${isBlocked} returning seq`,
          [seq]
        )
      }))
      return held.flat().length > 0
    }),
    freeStranded: Effect.gen(function*() {
      const rows = yield* db.query(
        `select seq, connection, entity, ${isBehind("d", "('Dead')")} as is_behind_dead, exists (
           select 1 from delivery e where e.connection = d.connection and e.entity = d.entity and e.state in ${underWay}
             and (e.seq < d.seq or e.state = 'InFlight')) as waits
         from delivery d where state = 'Pending' and is_held = 1 and (connection, seq) > ($1, $2) order by connection, seq limit ${lookedThrough}`,
        [looked.connection, looked.seq]
      )
      const last = rows.length < lookedThrough ? undefined : rows[rows.length - 1]
      looked = last === undefined ? lookFromStart : { connection: last.connection, seq: Number(last.seq) }
      const stranded = rows.filter((row) =>
        !Number(row.waits) && (!Number(row.is_behind_dead) || options.passesDead(row.connection)))
      yield* Effect.forEach(stranded, ({ connection, entity }) =>
        db.transaction(Effect.andThen(lock(connection, entity), release(connection, entity))), { discard: true })
      return stranded.map((row) => String(row.connection))
    }),
    removeDead: Effect.fnUntraced(function*(dead) {
      yield* lock(dead.connection, dead.entity)
      const gone = yield* db.query("delete from delivery where seq = $1 and state = 'Dead' returning seq", [dead.seq])
      if (gone.length > 0) {
        yield* db.query("delete from delivery_content where seq = $1", [dead.seq])
        yield* release(dead.connection, dead.entity)
      }
      return gone.length > 0
    }),
    planAnew: Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.asVoid(db.query(
        // The first condition is redundant; it makes the database use the index on unfinished rows.
        `update delivery set due_at = due_at - (updated_at - $1), updated_at = $1
         where state in ${unfinished} and state = 'Pending' and updated_at > $1`,
        [now]
      ))),
    cancel: Effect.fnUntraced(function*(ids, because) {
      const now = yield* Clock.currentTimeMillis
      yield* lockAll(ids)
      const rows = yield* Effect.forEach(ids, (id) =>
        db.query(
          `update delivery set state = 'Cancelled', cause = $2, updated_at = $3
           where id = $1 and state in ('Pending', 'Dead') returning id, connection, entity`,
          [id, because, now]
        ))
      return yield* released(rows.flat())
    })
  }
}

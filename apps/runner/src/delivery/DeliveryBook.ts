/**
 * The rows of deliveries: how they are put, claimed and ended. Of the deliveries of one entity only the first that is
 * not over may be sent; the others are held behind it.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Ownership } from "../connection/Ownership.ts"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import { isPlanted } from "../store/Planted.ts"
import * as Claims from "./Claims.ts"

export type DeliveryState = "Pending" | "InFlight" | "Delivered" | "Dead" | "Cancelled"

const unfinished = "('Pending', 'InFlight', 'Dead')"
const underWay = "('Pending', 'InFlight')"

export interface NewDelivery {
  readonly id: string
  readonly connection: string
  readonly scope: string
  readonly entity: string
  readonly operation: string
  readonly contentSealed: string
  readonly isState: boolean
  /** Why it cannot be sent; null: it can. */
  readonly failure: string | null
  /** What it tells, where that could not be written down. */
  readonly payloadSealed: string | null
}

export interface Ending {
  readonly state: "Delivered" | "Pending" | "Dead"
  readonly dueAt?: number
  readonly cause?: string | undefined
  /** It costs no attempt. */
  readonly isFree?: boolean
}

export interface Letter {
  readonly id: string
  /** Of one that could not be written down before. */
  readonly contentSealed?: string
}

export interface DeliveryBook {
  /** Inside the transaction of the work that it tells of. */
  readonly put: (delivery: NewDelivery) => Effect.Effect<void, DatabaseFailed>
  /** Claims what is due at an endpoint, at most so many. */
  readonly claim: (connection: string, most: number) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
  /** When the next delivery of an endpoint is due; absent: none waits. */
  readonly nextDue: (connection: string) => Effect.Effect<number | undefined, DatabaseFailed>
  /** The endpoints for which something waits, and since or until when. */
  readonly waiting: Effect.Effect<ReadonlyArray<Claims.Waiting>, DatabaseFailed>
  /** Writes what became of an attempt; a claim that was taken over in the meantime changes nothing. */
  readonly settle: (claimed: Row, ending: Ending) => Effect.Effect<void, DatabaseFailed>
  /** Claims that no node holds any more, and own ones that were left. */
  readonly orphans: (isWorkedOn: (row: Row) => Effect.Effect<boolean>) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
  /** A claim without outcome is a lost answer: sent again, or dead where no attempt is left. */
  readonly reclaim: (row: Row, isSpent: boolean) => Effect.Effect<void, DatabaseFailed>
  /** Dead letters that could not be written down, of these. */
  readonly unprepared: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
  /** Dead letters stand in line again, if they were sent once or are written down now. Answers those that do. */
  readonly replay: (letters: ReadonlyArray<Letter>) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
  /** What waits for a connection that nobody declares and nothing stores becomes dead letters; answers how many. */
  readonly bury: (connection: string) => Effect.Effect<number, DatabaseFailed>
  /** What was planned by a clock that was ahead is due as much earlier as that clock was ahead. */
  readonly planAnew: Effect.Effect<void, DatabaseFailed>
  readonly cancel: (ids: ReadonlyArray<string>, because: string) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
}

/** Those that wait for nothing but their time. */
export const waiting = (db: Database["Service"]): DeliveryBook["waiting"] =>
  Claims.waiting(db, "delivery", "state = 'Pending' and is_held = 0")

export const make = (options: {
  readonly db: Database["Service"]
  readonly ownership: Ownership["Service"]
  /** Whether a dead letter lets the later ones of its entity pass. */
  readonly passesDead: (connection: string) => boolean
}): DeliveryBook => {
  const { db, ownership } = options
  const blocking = (connection: string): string => options.passesDead(connection) ? underWay : unfinished

  /** The first of an entity that is not over goes on. */
  const release = (connection: string, entity: string) =>
    db.query(
      `update delivery set is_held = 0 where is_held = 1 and seq = (
         select min(seq) from delivery where connection = $1 and entity = $2 and state in ${blocking(connection)})`,
      [connection, entity]
    )

  const put = Effect.fnUntraced(function*(delivery: NewDelivery) {
    const now = yield* Clock.currentTimeMillis
    const { connection, entity } = delivery
    // Locked before the others of the entity, as whoever ends the first does: its end is seen here, or sees what is put.
    if (db.dialect === "postgres") yield* db.query(
      `select seq from delivery where connection = $1 and entity = $2 and state in ${unfinished} order by seq limit 1${db.forUpdate}`,
      [connection, entity]
    )
    const isPointless = "(is_state = 1 and state <> 'InFlight')"
    const before = yield* db.one(
      `select max(case when ${isPointless} then 1 else 0 end) as has_pointless,
         max(case when not ${isPointless} and state in ${blocking(connection)} then 1 else 0 end) as is_blocked
       from delivery where connection = $1 and entity = $2 and state in ${unfinished}`,
      [connection, entity]
    )
    const isBlocked = before?.is_blocked === 1
    if (before?.has_pointless === 1) yield* db.query(
      `update delivery set state = 'Cancelled', cause = 'superseded', updated_at = $3
       where connection = $1 and entity = $2 and is_state = 1 and state in ('Pending', 'Dead')`,
      [connection, entity, now]
    )
    yield* db.query(
      `insert into delivery
         (id, connection, scope, entity, operation, content_sealed, is_state, state, attempt, due_at, cause, is_held, created_at, updated_at, payload_sealed)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10, $11, $9, $9, $12)`,
      [
        delivery.id,
        connection,
        delivery.scope,
        entity,
        delivery.operation,
        delivery.contentSealed,
        delivery.isState ? 1 : 0,
        delivery.failure === null ? "Pending" : "Dead",
        now,
        delivery.failure,
        isBlocked ? 1 : 0,
        delivery.payloadSealed
      ]
    )
    if (isBlocked) yield* release(connection, entity)
  })

  const claimSome = Effect.fnUntraced(function*(connection: string, most: number) {
    const now = yield* Clock.currentTimeMillis
    const overtakes = yield* isPlanted("M10")
    const isFirst = `not exists (select 1 from delivery e where e.connection = delivery.connection and e.entity = delivery.entity
      and e.state in ${blocking(connection)} and e.seq <> delivery.seq and (e.seq < delivery.seq or e.state = 'InFlight'))`
    const picked = `select seq from delivery where connection = $1 and state = 'Pending' and is_held ${overtakes ? ">= 0" : "= 0"}
      and due_at <= $2 order by due_at, seq limit $6${db.forUpdateSkipLocked}`
    return yield* db.query(
      // PostgreSQL may pick anew for each row unless it is told not to.
      `${db.dialect === "postgres" ? `with picked as materialized (${picked}) ` : ""}update delivery set state = 'InFlight', attempt = attempt + $7, owner = $3, epoch = $4, leased_until = $5, updated_at = $2
       where state = 'Pending' and ${overtakes ? "1 = 1" : isFirst}
         and exists (select 1 from node where id = $3 and epoch = $4) and seq ${db.dialect === "postgres" ? "in (select seq from picked)" : `= (${picked})`}
       returning seq, id, connection, scope, entity, operation, content_sealed, attempt, epoch, owner`,
      [connection, now, ownership.node, ownership.epoch, now + Claims.workedOn, most, (yield* isPlanted("M6")) ? 0 : 1]
    )
  })

  /** SQLite makes a table for the rows of an `in`, which costs more than a statement for each of them. */
  const claimOneByOne = Effect.fnUntraced(function*(connection: string, most: number) {
    const rows: Array<Row> = []
    while (rows.length < most) {
      const one = yield* claimSome(connection, 1)
      if (one.length === 0) break
      rows.push(...one)
    }
    return rows
  })

  const settle = Effect.fnUntraced(function*(claimed: Row, { cause, dueAt, isFree, state }: Ending) {
    const now = yield* Clock.currentTimeMillis
    const isAnyones = yield* isPlanted("M2")
    const counted = (isFree === true ? -1 : 0) + ((yield* isPlanted("M6")) ? 1 : 0)
    const rows = yield* db.query(
      `update delivery set state = $2, due_at = $3, cause = $4, updated_at = $5, owner = null, attempt = attempt + $6
       where id = $1 and ${isAnyones ? "$7 <> '' and $8 >= 0 and $9 >= 0" : "state = 'InFlight' and owner = $7 and epoch = $8 and attempt = $9"}
       returning is_state`,
      [claimed.id, state, dueAt ?? now, cause ?? null, now, counted, claimed.owner, claimed.epoch, claimed.attempt]
    )
    if (rows.length === 0) return
    if (state !== "Delivered" && rows[0]?.is_state === 1) {
      yield* db.query(
        `update delivery set state = 'Cancelled', cause = 'superseded' where id = $1 and exists (
           select 1 from delivery e where e.connection = delivery.connection and e.entity = delivery.entity and e.seq > delivery.seq)`,
        [claimed.id]
      )
    }
    yield* release(claimed.connection, claimed.entity)
  })

  const ended = (rows: ReadonlyArray<Row>) =>
    Effect.as(Effect.forEach(rows, (row) => release(row.connection, row.entity), { discard: true }), rows)

  return {
    put,
    claim: db.dialect === "postgres" ? claimSome : claimOneByOne,
    nextDue: (connection) =>
      Effect.map(
        db.one("select min(due_at) as due_at from delivery where connection = $1 and state = 'Pending' and is_held = 0", [connection]),
        (row) => row?.due_at ?? undefined
      ),
    waiting: waiting(db),
    settle,
    orphans: (isWorkedOn) =>
      Claims.orphans({ db, ownership, table: "delivery", key: "seq", columns: "seq, id, connection, entity, attempt, epoch, owner", isWorkedOn }),
    reclaim: (row, isSpent) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        db.transaction(Effect.gen(function*() {
          yield* db.query(
            `update delivery set state = $2, owner = null, due_at = $3, cause = $4, updated_at = $3
             where id = $1 and state = 'InFlight' and attempt = $5 and epoch = $6`,
            [row.id, isSpent ? "Dead" : "Pending", now, "nobody knows what became of the last attempt", row.attempt, row.epoch]
          )
          yield* release(row.connection, row.entity)
        }))),
    unprepared: (ids) =>
      Effect.map(
        Effect.forEach(ids, (id) =>
          db.query("select id, connection, operation, payload_sealed from delivery where id = $1 and state = 'Dead' and payload_sealed is not null", [id])),
        (rows) => rows.flat()
      ),
    replay: Effect.fnUntraced(function*(letters) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* Effect.forEach(letters, ({ contentSealed, id }) =>
        db.query(
          `update delivery set state = 'Pending', attempt = 0, due_at = $2, updated_at = $2,
             content_sealed = coalesce($3, content_sealed), payload_sealed = null
           where id = $1 and state = 'Dead' and case when cast($3 as text) is null then attempt > 0 and payload_sealed is null else payload_sealed is not null end
           returning id, connection, entity`,
          [id, now, contentSealed ?? null]
        ))
      return yield* ended(rows.flat())
    }),
    bury: Effect.fnUntraced(function*(connection) {
      const now = yield* Clock.currentTimeMillis
      // Only what was sent once may be replayed as it stands, and this can be: it is written down.
      const rows = yield* db.query(
        `update delivery set state = 'Dead', attempt = case when attempt = 0 then 1 else attempt end, cause = $3, updated_at = $2
         where connection = $1 and state = 'Pending' and not exists (select 1 from connection where id = $1) returning id`,
        [connection, now, "no connection has this id any more; declare it again, then replay"]
      )
      return rows.length
    }),
    planAnew: Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.asVoid(db.query(
        "update delivery set due_at = due_at - (updated_at - $1), updated_at = $1 where state = 'Pending' and updated_at > $1",
        [now]
      ))),
    cancel: Effect.fnUntraced(function*(ids, because) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* Effect.forEach(ids, (id) =>
        db.query(
          `update delivery set state = 'Cancelled', cause = $2, updated_at = $3
           where id = $1 and state in ('Pending', 'Dead') returning id, connection, entity`,
          [id, because, now]
        ))
      return yield* ended(rows.flat())
    })
  }
}

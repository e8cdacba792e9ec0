/**
 * The rows of deliveries: how they are put, claimed and ended. Of the deliveries of one entity only the first that is
 * not over may be sent; the others are held behind it.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Ownership } from "../connection/Ownership.ts"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import * as Claims from "./Claims.ts"

export type DeliveryState = "Pending" | "InFlight" | "Delivered" | "Dead" | "Cancelled"

const unfinished = "('Pending', 'InFlight', 'Dead')"
const underWay = "('Pending', 'InFlight')"
/** Of what is held, looked through at a time. */
const lookedThrough = 200
const lookFromStart = { connection: "", seq: -1 }

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
  /**
   * What is due and may not be sent yet would stand before everything else that its endpoint is owed, so it is held.
   * Answers whether there was such a delivery. It stands there where a dead letter is put back before later ones, or
   * where the composition held nothing behind dead letters before.
   */
  readonly holdBack: (connection: string, most: number) => Effect.Effect<boolean, DatabaseFailed>
  /**
   * Looks through some of what is held, each time at the next of them, and lets go what stands behind nothing: where
   * the composition lets pass now what it held before, or an older release forgot it. Answers whose line goes on.
   */
  readonly freeStranded: Effect.Effect<ReadonlyArray<string>, DatabaseFailed>
  /** A dead letter is removed and what it held goes on; false: it is none any more. */
  readonly removeDead: (dead: Row) => Effect.Effect<boolean, DatabaseFailed>
  /** What was planned by a clock that was ahead is due as much earlier as that clock was ahead. */
  readonly planAnew: Effect.Effect<void, DatabaseFailed>
  readonly cancel: (ids: ReadonlyArray<string>, because: string) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
}

/** Whatever is owed of one order to one ERP stands in one line, under this name. */
export const lineOf = ({ connection, entity }: Row): string => `${connection} ${entity}`

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
  let looked = lookFromStart
  const blocking = (connection: string): string => options.passesDead(connection) ? underWay : unfinished

  /**
   * Whoever changes the line of an entity waits for whoever does, to see what became of it: without this, two who end or
   * put neighbours would each leave it to the other to let the next one go. SQLite has one writer and needs no lock.
   */
  const lock = (connection: string, entity: string) =>
    db.dialect === "postgres" ? db.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [lineOf({ connection, entity })]) : Effect.succeed([])

  /** Locks the lines of several deliveries, everybody in the same order. Answers those that there are, as they were asked for. */
  const lockAll = Effect.fnUntraced(function*(ids: ReadonlyArray<string>) {
    const rows = yield* Effect.forEach(ids, (id) => db.query("select id, connection, entity from delivery where id = $1", [id]))
    const lines = new Map(rows.flat().map((row) => [lineOf(row), row]))
    yield* Effect.forEach([...lines].toSorted(([a], [b]) => a < b ? -1 : 1), ([, row]) => lock(row.connection, row.entity), { discard: true })
  })

  /** Stands behind another one that goes first. */
  const isBehind = (row: string, states: string): string =>
    `exists (select 1 from delivery e where e.connection = ${row}.connection and e.entity = ${row}.entity and e.state in ${states} and e.seq < ${row}.seq)`

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
    yield* lock(connection, entity)
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
    const isFirst = `not exists (select 1 from delivery e where e.connection = delivery.connection and e.entity = delivery.entity
      and e.state in ${blocking(connection)} and e.seq <> delivery.seq and (e.seq < delivery.seq or e.state = 'InFlight'))`
    const picked = `select seq from delivery where connection = $1 and state = 'Pending' and is_held = 0
      and due_at <= $2 order by due_at, seq limit $6${db.forUpdateSkipLocked}`
    return yield* db.query(
      // PostgreSQL may pick anew for each row unless it is told not to.
      `${db.dialect === "postgres" ? `with picked as materialized (${picked}) ` : ""}update delivery set state = 'InFlight', attempt = attempt + 1, owner = $3, epoch = $4, leased_until = $5, updated_at = $2
       where state = 'Pending' and ${isFirst}
         and exists (select 1 from node where id = $3 and epoch = $4) and seq ${db.dialect === "postgres" ? "in (select seq from picked)" : `= (${picked})`}
       returning seq, id, connection, scope, entity, operation, content_sealed, payload_sealed, attempt, epoch, owner`,
      [connection, now, ownership.node, ownership.epoch, now + Claims.workedOn, most]
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
    yield* lock(claimed.connection, claimed.entity)
    const counted = isFree === true ? -1 : 0
    const rows = yield* db.query(
      `update delivery set state = $2, due_at = $3, cause = $4, updated_at = $5, owner = null, attempt = attempt + $6
       where id = $1 and state = 'InFlight' and owner = $7 and epoch = $8 and attempt = $9
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
          yield* lock(row.connection, row.entity)
          yield* db.query(
            `update delivery set state = $2, owner = null, due_at = $3, cause = $4, updated_at = $3
             where id = $1 and state = 'InFlight' and attempt = $5 and epoch = $6`,
            [row.id, isSpent ? "Dead" : "Pending", now, "the outcome of the last attempt is not known", row.attempt, row.epoch]
          )
          yield* release(row.connection, row.entity)
        }))),
    unprepared: (ids) =>
      Effect.map(
        Effect.forEach(ids, (id) =>
          db.query("select id, connection, scope, operation, payload_sealed from delivery where id = $1 and state = 'Dead' and payload_sealed is not null", [id])),
        (rows) => rows.flat()
      ),
    replay: Effect.fnUntraced(function*(letters) {
      const now = yield* Clock.currentTimeMillis
      yield* lockAll(letters.map(({ id }) => id))
      const rows = yield* Effect.forEach(letters, ({ contentSealed, id }) =>
        db.query(
          `update delivery set state = 'Pending', attempt = 0, due_at = $2, updated_at = $2,
             content_sealed = coalesce($3, content_sealed), payload_sealed = null
           where id = $1 and state = 'Dead' and case when cast($3 as text) is null then attempt > 0 and payload_sealed is null else payload_sealed is not null end
           returning id, connection, entity`,
          [id, now, contentSealed ?? null]
        ))
      // Later ones of theirs that were let pass wait behind them now.
      yield* Effect.forEach(rows.flat(), (row) =>
        db.query(
          `update delivery set is_held = 1
           where connection = $1 and entity = $2 and state in ${unfinished} and state = 'Pending' and is_held = 0 and ${isBehind("delivery", blocking(row.connection))}`,
          [row.connection, row.entity]
        ), { discard: true })
      return yield* ended(rows.flat())
    }),
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
        // Whoever has the line now looks after it; to wait here, with locks of other lines, could end in a deadlock.
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
      if (gone.length > 0) yield* release(dead.connection, dead.entity)
      return gone.length > 0
    }),
    planAnew: Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.asVoid(db.query(
        // The first condition says nothing more; it leads to the index of what is not over.
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
      return yield* ended(rows.flat())
    })
  }
}

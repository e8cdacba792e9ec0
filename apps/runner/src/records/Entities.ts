/**
 * The rows of orders, in the table `entity`: one for each link, kind, number and generation. A row begins with the create of its
 * order and is known (`is_known`) once the peer has accepted or reported that. The order of a number is its newest known
 * generation; the row of an earlier one is closed and keeps what was known of it.
 */
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import * as Spans from "../tracing/Spans.ts"
import type { Source } from "./ReportSource.ts"
import { isSurelyRefused } from "./GenerationStore.ts"
import type { Kind } from "./Kinds.ts"

/** The id of the first row of a number. History, received reports and deliveries of all its generations refer to that one. */
export const firstIdOf = (row: Row): number => row.first_id ?? row.id

/** A create that gets a row. */
export interface Begun {
  readonly scope: string
  readonly kind: Kind
  readonly number: string
  /**
   * Absent: the caller found no create with this number, so this is the first one, or the one of the newest row, which a report made.
   * If another transaction has stored a create meanwhile, this is the generation of that one, and the intent violates its key.
   */
  readonly generation: number | undefined
  readonly connection: string
  readonly numberSent: string
  /** The number of the order at its shop, and the one that the shop shows to people. */
  readonly buyerNumbers?: { readonly online?: string | undefined; readonly display?: string | undefined } | undefined
  readonly now: number
}

/** What a create tells about an order. */
export interface Created {
  /** The row of the create, with its `entity`, `scope`, `kind`, `number` and `generation`. */
  readonly intent: Row
  readonly warehouseCode: string | undefined
  readonly peerWarehouseCode: string | undefined
  readonly now: number
}

/** An order that a peer reports before its create is settled, or that did not go through this runner. */
interface Reported {
  readonly scope: string
  readonly kind: Kind
  readonly number: string
  /** Absent: the generation of its newest create, or the first. */
  readonly generation?: number
  readonly connection: string
  readonly numberSent: string
  readonly checkedAt: number
  readonly now: number
}

export interface Entities {
  /** Adds the row of a create, unless the peer has reported its order before. Returns its `id`, `generation` and `first_id`, the id of the number's first row. */
  readonly begin: (create: Begun) => Effect.Effect<Row, DatabaseFailed>
  /** Reads an order, and locks its row for the current transaction, which will change it. */
  readonly locked: (scope: string, kind: Kind, number: string) => Effect.Effect<Row | undefined, DatabaseFailed>
  /** The same by the number that was sent to the peer, which stays valid if the prefixes of the links change. */
  readonly sent: (connection: string, kind: Kind, numberSent: string) => Effect.Effect<Row | undefined, DatabaseFailed>
  /** Reads an order. */
  readonly get: (scope: string, kind: Kind, number: string) => Effect.Effect<Row | undefined, DatabaseFailed>
  /** Reads the phase of one generation of an order. */
  readonly phaseOf: (scope: string, kind: Kind, number: string, generation: number) => Effect.Effect<string | undefined, DatabaseFailed>
  /** Reads the phase of one generation of an order, and what was reported of its goods. */
  readonly reportedOf: (scope: string, kind: Kind, number: string, generation: number) => Effect.Effect<Row | undefined, DatabaseFailed>
  /** Reads the peer's number of one generation of an order, from its create or from reports. */
  readonly peerNumberOf: (scope: string, kind: Kind, number: string, generation: number) => Effect.Effect<string | undefined, DatabaseFailed>
  /** Reads an order that a peer reports, like `locked`. It gets a row if it has none: its create is not settled, or did not go through this runner. */
  readonly reported: (source: Source, kind: Kind, number: string, now: number) => Effect.Effect<Row, DatabaseFailed>
  /** Adds the row of a later generation that a peer reports before its create is settled. Returns the order. */
  readonly nextIssue: (row: Row, generation: number, now: number) => Effect.Effect<Row, DatabaseFailed>
  /** Stores that the peer has accepted a create. What reports have told about this generation before stays. */
  readonly accepted: (
    order: Created & { readonly peerNumber: string | undefined; readonly type?: string | undefined; readonly isEnded?: boolean }
  ) => Effect.Effect<void, DatabaseFailed>
  /** Stores that an order has failed without a report of the peer. */
  readonly failed: (order: Created & { readonly status: string; readonly reason: string }) => Effect.Effect<void, DatabaseFailed>
  /** Stores that an order was checked, without another change. */
  readonly checked: (row: Row, now: number) => Effect.Effect<void, DatabaseFailed>
  /** Stores that an order was checked for the last time. */
  readonly closed: (row: Row, now: number) => Effect.Effect<void, DatabaseFailed>
}

/** SQL for the newest generation that may be at the peer. It is ahead of the row until its create is settled. */
const newestGeneration = `(select max(n.generation) from entity n join intent i on i.entity = n.id
     where n.scope = e.scope and n.kind = e.kind and n.number = e.number and not (i.state = 'Pending' and i.attempt = 0)
       and i.state <> 'Cancelled' and not (i.state = 'Dead' and ${isSurelyRefused})) as newest_generation`

/** SQL for the columns of an order. */
const columns = `e.*, ${newestGeneration}`

/** SQL for the number of batches of the earlier generations. An ERP counts each batch number once, so they are numbered on. */
const batchesSoFar = "coalesce((select max(b.batches) from entity b where b.scope = $1 and b.kind = $2 and b.number = $3), 0)"

/** SQL for the generation of a row that is added: `$4`, or else that of the newest row, or else the first. */
const newGeneration = "coalesce(cast($4 as integer), (select max(g.generation) from entity g where g.scope = $1 and g.kind = $2 and g.number = $3), 1)"

/**
 * SQL for the `first_id` of a row that is added, which is null in the first one. It does not depend on other rows there, because the
 * retention may be deleting the one that this statement still reads.
 */
const firstOf = `case when ${newGeneration} > 1 then
  (select coalesce(f.first_id, f.id) from entity f where f.scope = $1 and f.kind = $2 and f.number = $3 limit 1) end`

/** Dies if a statement has changed no row, so that its transaction has no effect. */
const changesOne = (rows: Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>, { entity, id }: Row): Effect.Effect<void, DatabaseFailed> =>
  Effect.flatMap(rows, ({ length }) => length > 0 ? Effect.void : Effect.die(new Error(`the row ${entity} of the create ${id} is missing in the table entity`)))

export const make = (db: Database["Service"]): Entities => {
  /**
   * Closes the earlier generations, which no poll asks about any more. Every transaction locks the rows of an order in the order
   * of their generations, so this comes before the row of a later one is written.
   */
  const closeEarlier = ({ generation, kind, number, scope }: Row) =>
    generation === 1 ? Effect.void : Effect.asVoid(db.query(
      "update entity set is_open = 0 where scope = $1 and kind = $2 and number = $3 and generation < $4 and is_open = 1",
      [scope, kind, number, generation]
    ))

  const locked = (scope: string, kind: Kind, number: string) =>
    db.one(
      `select ${columns} from entity e where e.scope = $1 and e.kind = $2 and e.number = $3 and e.is_known = 1
       order by e.generation desc limit 1${db.forUpdate}`,
      [scope, kind, number]
    )

  const ofIssue = (issue: readonly [scope: string, kind: Kind, number: string, generation: number]) =>
    db.one("select phase, peer_number, tracking_number, pieces from entity where scope = $1 and kind = $2 and number = $3 and generation = $4", issue)

  /** Adds the row of a generation, or notes that the one of its create is known. Returns the order. */
  const known = Effect.fnUntraced(function*({ checkedAt, connection, generation, kind, now, number, numberSent, scope }: Reported) {
    if (generation !== undefined) yield* closeEarlier({ scope, kind, number, generation })
    yield* db.query(
      `insert into entity (scope, kind, number, generation, first_id, connection, number_sent, batches, is_open, checked_at, created_at, updated_at, trace)
       values ($1, $2, $3, ${newGeneration}, ${firstOf}, $5, $6, ${batchesSoFar}, 1, $7, $8, $8, $9)
       on conflict (scope, kind, number, generation) do update set is_known = 1, is_open = 1, batches = excluded.batches, checked_at = $7,
         updated_at = $8, number_sent = case when entity.connection = '' then excluded.number_sent else entity.number_sent end,
         connection = case when entity.connection = '' then excluded.connection else entity.connection end where entity.is_known = 0`,
      [scope, kind, number, generation ?? null, connection, numberSent, checkedAt, now, yield* Spans.begun]
    )
    return (yield* locked(scope, kind, number))!
  })

  return {
    begin: ({ buyerNumbers, connection, generation, kind, now, number, numberSent, scope }) =>
      Effect.map(
        Effect.flatMap(Spans.stored, (trace) => db.query(
          `insert into entity (scope, kind, number, generation, first_id, connection, number_sent, is_known, is_open, checked_at, created_at, updated_at, online_number, display_number, trace)
           values ($1, $2, $3, ${newGeneration}, ${firstOf}, $5, $6, 0, 0, 0, $7, $7, $8, $9, $10)
           on conflict (scope, kind, number, generation) do update set connection = excluded.connection, number_sent = excluded.number_sent,
             online_number = excluded.online_number, display_number = excluded.display_number, trace = coalesce(entity.trace, excluded.trace), created_at = case when entity.is_known = 0 then excluded.created_at else entity.created_at end
           returning id, generation, coalesce(first_id, id) as first_id, trace`,
          [scope, kind, number, generation ?? null, connection, numberSent, now, buyerNumbers?.online ?? null, buyerNumbers?.display ?? null, trace]
        )),
        ([row]) => row!
      ),
    locked,
    sent: (connection, kind, numberSent) =>
      db.one(
        `select ${columns} from entity e where e.connection = $1 and e.kind = $2 and e.number_sent = $3 and e.is_known = 1
         order by e.generation desc limit 1${db.forUpdate}`,
        [connection, kind, numberSent]
      ),
    get: (scope, kind, number) =>
      db.one(
        `select ${columns} from entity e where e.scope = $1 and e.kind = $2 and e.number = $3 and e.is_known = 1
         order by e.generation desc limit 1`,
        [scope, kind, number]
      ),
    phaseOf: (...issue) => Effect.map(ofIssue(issue), (row) => row?.phase ?? undefined),
    reportedOf: (...issue) => ofIssue(issue),
    peerNumberOf: (...issue) => Effect.map(ofIssue(issue), (row) => row?.peer_number ?? undefined),
    reported: Effect.fnUntraced(function*(source, kind, number, now) {
      return (yield* locked(source.scope, kind, number)) ?? (yield* known({
        scope: source.scope,
        kind,
        number,
        connection: source.link?.peer ?? source.scope,
        numberSent: (source.link?.prefix ?? "") + number,
        checkedAt: now,
        now
      }))
    }),
    nextIssue: (row, generation, now) =>
      known({ scope: row.scope, kind: row.kind, number: row.number, generation, connection: row.connection, numberSent: row.number_sent, checkedAt: 0, now }),
    accepted: Effect.fnUntraced(function*({ intent, ...order }) {
      yield* closeEarlier(intent)
      yield* changesOne(db.query(
        `update entity set warehouse_code = $5, peer_warehouse_code = $6, peer_number = coalesce($7, peer_number), type = $8,
           batches = case when is_known = 1 then batches else ${batchesSoFar} end,
           is_open = case when $10 = 1 then 0 when is_known = 1 then is_open when exists (
             select 1 from entity n where n.scope = $1 and n.kind = $2 and n.number = $3 and n.generation > entity.generation and n.is_known = 1)
             then 0 else 1 end,
           is_known = 1, checked_at = 0, updated_at = $9 where id = $4 returning id`,
        [
          intent.scope,
          intent.kind,
          intent.number,
          intent.entity,
          order.warehouseCode ?? null,
          order.peerWarehouseCode ?? null,
          order.peerNumber ?? null,
          order.type ?? null,
          order.now,
          order.isEnded === true ? 1 : 0
        ]
      ), intent)
    }),
    failed: Effect.fnUntraced(function*({ intent, ...order }) {
      yield* closeEarlier(intent)
      yield* changesOne(db.query(
        `update entity set warehouse_code = $2, peer_warehouse_code = $3, phase = 'failed', peer_status = $4, failed_reason = $5,
           is_known = 1, is_open = 0, checked_at = $6, updated_at = $6, peer_number = null, carrier_name = null, tracking_number = null,
           shipped_at = null, tracking_url = null, delivered_at = null where id = $1 returning id`,
        [intent.entity, order.warehouseCode ?? null, order.peerWarehouseCode ?? null, order.status, order.reason, order.now]
      ), intent)
    }),
    checked: (row, now) => Effect.asVoid(db.query("update entity set checked_at = $2 where id = $1", [row.id, now])),
    closed: (row, now) => Effect.asVoid(db.query("update entity set checked_at = $2, is_open = 0 where id = $1", [row.id, now]))
  }
}

/**
 * The rows of orders, in the table `entity`: one for each link, kind, number and generation. The order of a number is its newest
 * generation; the row of an earlier one is closed and keeps what was known of it.
 */
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import type { Source } from "./ReportSource.ts"
import { entityOf, type Kind, type Kinds, rowOf } from "./Kinds.ts"

/** What a create tells about an order. */
export interface Created {
  readonly scope: string
  readonly kind: Kind
  readonly number: string
  readonly generation: number
  readonly connection: string
  readonly numberSent: string
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
  /** Reads an order, and locks its row for the current transaction, which will change it. */
  readonly locked: (scope: string, kind: Kind, number: string) => Effect.Effect<Row | undefined, DatabaseFailed>
  /** The same by the number that was sent to the peer, which stays valid if the prefixes of the links change. */
  readonly sent: (connection: string, kind: Kind, numberSent: string) => Effect.Effect<Row | undefined, DatabaseFailed>
  /** Reads an order. */
  readonly get: (scope: string, kind: Kind, number: string) => Effect.Effect<Row | undefined, DatabaseFailed>
  /** Reads the phase of one generation of an order. */
  readonly phaseOf: (scope: string, kind: Kind, number: string, generation: number) => Effect.Effect<string | undefined, DatabaseFailed>
  /** Reads the peer's number of one generation of an order, from its create or from reports. */
  readonly peerNumberOf: (scope: string, kind: Kind, number: string, generation: number) => Effect.Effect<string | undefined, DatabaseFailed>
  /** Reads an order that a peer reports, like `locked`. It gets a row if it has none: its create is not settled, or did not go through this runner. */
  readonly reported: (source: Source, kind: Kind, number: string, now: number) => Effect.Effect<Row, DatabaseFailed>
  /** Adds the row of a later generation that a peer reports before its create is settled. Returns the order. */
  readonly nextIssue: (row: Row, generation: number, now: number) => Effect.Effect<Row, DatabaseFailed>
  /** Stores that the peer has accepted a create. What reports have told about this generation before stays. */
  readonly accepted: (
    order: Created & { readonly peerNumber: string | undefined; readonly type?: string | undefined }
  ) => Effect.Effect<void, DatabaseFailed>
  /** Stores that an order has failed without a report of the peer. */
  readonly failed: (order: Created & { readonly status: string; readonly reason: string }) => Effect.Effect<void, DatabaseFailed>
  /** Stores that an order was checked, without another change. */
  readonly checked: (row: Row, now: number) => Effect.Effect<void, DatabaseFailed>
  /** Stores that an order was checked for the last time. */
  readonly closed: (row: Row, now: number) => Effect.Effect<void, DatabaseFailed>
}

/** SQL for the number of batches of the earlier generations. An ERP counts each batch number once, so they are numbered on. */
const batchesSoFar = "coalesce((select max(b.batches) from entity b where b.scope = $1 and b.kind = $2 and b.number = $3), 0)"

export const make = (db: Database["Service"], kinds: Kinds["Service"]): Entities => {
  /** SQL for the newest generation that may be at the peer. It is ahead of the row until its create is settled. */
  const newestGeneration = `(select max(i.generation) from intent i where i.scope = e.scope and i.operation = ${kinds.createOf("e")}
     and i.entity = e.kind || ':' || e.number and not (i.state = 'Pending' and i.attempt = 0) and i.state <> 'Cancelled'
     and not (i.state = 'Dead' and i.error is not null)) as newest_generation`

  /**
   * Closes the earlier generations, which no poll asks about any more. Every transaction locks the rows of an order in the order
   * of their generations, so this comes before the row of a later one is written.
   */
  const closeEarlier = ({ generation, kind, number, scope }: Pick<Created, "generation" | "kind" | "number" | "scope">) =>
    generation === 1 ? Effect.void : Effect.asVoid(db.query(
      "update entity set is_open = 0 where scope = $1 and kind = $2 and number = $3 and generation < $4 and is_open = 1",
      [scope, kind, number, generation]
    ))

  const locked = (scope: string, kind: Kind, number: string) =>
    db.one(
      `select e.*, ${newestGeneration} from entity e where e.scope = $1 and e.kind = $2 and e.number = $3
       order by e.generation desc limit 1${db.forUpdate}`,
      [scope, kind, number]
    )

  const ofIssue = (issue: readonly [scope: string, kind: Kind, number: string, generation: number]) =>
    db.one("select phase, peer_number from entity where scope = $1 and kind = $2 and number = $3 and generation = $4", issue)

  /** Adds the row of a generation, if there is none. Returns the order. */
  const begun = Effect.fnUntraced(function*({ checkedAt, connection, generation, kind, now, number, numberSent, scope }: Reported) {
    if (generation !== undefined) yield* closeEarlier({ scope, kind, number, generation })
    yield* db.query(
      `insert into entity (scope, kind, number, generation, connection, number_sent, batches, is_open, checked_at, created_at, updated_at)
       values ($1, $2, $3,
         coalesce(cast($4 as integer), (select max(generation) from intent where scope = $1 and operation = $9 and entity = $10), 1),
         $5, $6, ${batchesSoFar}, 1, $7, $8, $8) on conflict do nothing`,
      [scope, kind, number, generation ?? null, connection, numberSent, checkedAt, now, rowOf(kinds, kind).create, entityOf(kind, number)]
    )
    return (yield* locked(scope, kind, number))!
  })

  return {
    locked,
    sent: (connection, kind, numberSent) =>
      db.one(
        `select e.*, ${newestGeneration} from entity e where e.connection = $1 and e.kind = $2 and e.number_sent = $3
         order by e.generation desc limit 1${db.forUpdate}`,
        [connection, kind, numberSent]
      ),
    get: (scope, kind, number) =>
      db.one(
        `select e.*, ${newestGeneration} from entity e where e.scope = $1 and e.kind = $2 and e.number = $3 order by e.generation desc limit 1`,
        [scope, kind, number]
      ),
    phaseOf: (...issue) => Effect.map(ofIssue(issue), (row) => row?.phase ?? undefined),
    peerNumberOf: (...issue) => Effect.map(ofIssue(issue), (row) => row?.peer_number ?? undefined),
    reported: Effect.fnUntraced(function*(source, kind, number, now) {
      return (yield* locked(source.scope, kind, number)) ?? (yield* begun({
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
      begun({ scope: row.scope, kind: row.kind, number: row.number, generation, connection: row.connection, numberSent: row.number_sent, checkedAt: 0, now }),
    accepted: Effect.fnUntraced(function*(order) {
      yield* closeEarlier(order)
      yield* db.query(
        `insert into entity (scope, kind, number, generation, connection, number_sent, warehouse_code, peer_warehouse_code, peer_number, type,
           batches, is_open, checked_at, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ${batchesSoFar},
           case when exists (select 1 from entity n where n.scope = $1 and n.kind = $2 and n.number = $3 and n.generation > $4) then 0 else 1 end,
           0, $11, $11)
         on conflict (scope, kind, number, generation) do update set connection = $5, number_sent = $6, warehouse_code = $7,
           peer_warehouse_code = $8, peer_number = coalesce($9, entity.peer_number), type = $10, checked_at = 0, updated_at = $11`,
        [
          order.scope,
          order.kind,
          order.number,
          order.generation,
          order.connection,
          order.numberSent,
          order.warehouseCode ?? null,
          order.peerWarehouseCode ?? null,
          order.peerNumber ?? null,
          order.type ?? null,
          order.now
        ]
      )
    }),
    failed: Effect.fnUntraced(function*(order) {
      yield* closeEarlier(order)
      yield* db.query(
        `insert into entity (scope, kind, number, generation, connection, number_sent, warehouse_code, peer_warehouse_code, phase,
           peer_status, failed_reason, is_open, checked_at, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 'failed', $9, $10, 0, $11, $11, $11)
         on conflict (scope, kind, number, generation) do update set connection = $5, number_sent = $6, warehouse_code = $7,
           peer_warehouse_code = $8, phase = 'failed', peer_status = $9, failed_reason = $10, is_open = 0, checked_at = $11, updated_at = $11,
           peer_number = null, carrier_name = null, tracking_number = null, shipped_at = null, tracking_url = null, delivered_at = null`,
        [
          order.scope,
          order.kind,
          order.number,
          order.generation,
          order.connection,
          order.numberSent,
          order.warehouseCode ?? null,
          order.peerWarehouseCode ?? null,
          order.status,
          order.reason,
          order.now
        ]
      )
    }),
    checked: (row, now) => Effect.asVoid(db.query("update entity set checked_at = $2 where id = $1", [row.id, now])),
    closed: (row, now) => Effect.asVoid(db.query("update entity set checked_at = $2, is_open = 0 where id = $1", [row.id, now]))
  }
}

/**
 * Counts deliveries by connection and state. Each count uses an index on unfinished deliveries, so that it does not get slower
 * as the table grows.
 */
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"

export interface DeliveryCounts {
  /** Deliveries that are the first of their entity, so that they are sent when they are due. */
  readonly ready: number
  /** Those of `ready` that are due. */
  readonly due: number
  /** When the oldest of `due` became due, in milliseconds since 1970. */
  readonly oldestDue: number | undefined
  /** Deliveries that wait behind another one of their entity. */
  readonly held: number
  readonly inFlight: number
  readonly dead: number
}

export const none: DeliveryCounts = { ready: 0, due: 0, oldestDue: undefined, held: 0, inFlight: 0, dead: 0 }

export const counts = Effect.fnUntraced(function*(
  db: Database["Service"],
  now: number
): Effect.fn.Return<ReadonlyMap<string, DeliveryCounts>, DatabaseFailed> {
  const counted = new Map<string, DeliveryCounts>()
  const add = (rows: ReadonlyArray<Row>, of: (row: Row) => Partial<DeliveryCounts>) => {
    for (const row of rows) counted.set(row.connection, { ...(counted.get(row.connection) ?? none), ...of(row) })
  }
  const ready = yield* db.query(
    `select connection, count(*) as n, count(case when due_at <= $1 then 1 end) as due, min(due_at) as oldest
     from delivery where state = 'Pending' and is_held = 0 group by connection`,
    [now]
  )
  add(ready, ({ due, n, oldest }) => ({ ready: Number(n), due: Number(due), oldestDue: Number(due) === 0 ? undefined : Number(oldest) }))
  add(
    yield* db.query("select connection, count(*) as n from delivery where state = 'Pending' and is_held = 1 group by connection"),
    ({ n }) => ({ held: Number(n) })
  )
  add(
    // Grouping by the plain column would make SQLite use the index on all deliveries.
    yield* db.query("select connection || '' as connection, count(*) as n from delivery where state = 'InFlight' group by 1"),
    ({ n }) => ({ inFlight: Number(n) })
  )
  add(yield* db.query("select connection, count(*) as n from delivery where state = 'Dead' group by connection"), ({ n }) => ({ dead: Number(n) }))
  return counted
})

/**
 * How many deliveries stand where, by connection. Each count walks an index of what is not over, so that it takes no
 * longer with the years.
 */
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"

export interface DeliveryCounts {
  /** First of their entity: sent at their time. */
  readonly ready: number
  /** Of those, the ones whose time has come. */
  readonly due: number
  /** Milliseconds since 1970: when the first of those became due. */
  readonly oldestDue: number | undefined
  /** Behind another of their entity. */
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
    // Not by the column itself, for which SQLite would take the index of all deliveries.
    yield* db.query("select connection || '' as connection, count(*) as n from delivery where state = 'InFlight' group by 1"),
    ({ n }) => ({ inFlight: Number(n) })
  )
  add(yield* db.query("select connection, count(*) as n from delivery where state = 'Dead' group by connection"), ({ n }) => ({ dead: Number(n) }))
  return counted
})

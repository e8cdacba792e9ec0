/**
 * Lists that count rows by their cause: the most frequent causes, and how many others there are.
 */
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row, Value } from "../store/Database.ts"

/** The most causes of a list. */
const most = 200

/** The SQL of such a list; `from` goes on to the end of the conditions. */
export interface Groups {
  readonly columns: string
  readonly from: string
  readonly by: string
  readonly orderBy: string
}

/** The causes that a list leaves out, and how many rows have them. */
export interface Others {
  readonly causes: number
  readonly count: number
}

/** The most frequent groups, each with its number of rows as `n`, and what is left out, if anything is. */
export const read = Effect.fnUntraced(function*(
  db: Database["Service"],
  { by, columns, from, orderBy }: Groups,
  params: ReadonlyArray<Value>
): Effect.fn.Return<{ readonly rows: ReadonlyArray<Row>; readonly others?: Others }, DatabaseFailed> {
  const found = yield* db.query(`select ${columns}, count(*) as n from ${from} group by ${by} order by ${orderBy} limit ${most + 1}`, params)
  const rows = found.slice(0, most)
  if (found.length <= most) return { rows }
  const all = yield* db.one(`select count(*) as causes, sum(g.n) as n from (select count(*) as n from ${from} group by ${by}) g`, params)
  const shown = rows.reduce((sum, row) => sum + Number(row.n), 0)
  return { rows, others: { causes: Number(all?.causes ?? 0) - most, count: Number(all?.n ?? 0) - shown } }
})

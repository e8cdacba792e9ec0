/**
 * The numbers of the parcels of an order, from 1, in the order in which its shop was told of them. A parcel that a release before 0059 has
 * stored may have no number; its place among the parcels of its order is its number.
 */
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"

/** SQL for the place of the parcel `p` among those of its order. */
const place = `(select count(*) from desk_parcel q where q.entity = p.entity
  and (q.created_at, q.tracking_number, q.part) <= (p.created_at, p.tracking_number, p.part))`

/** SQL for the number of a parcel: that of its row, or the next one. The parameters are the order, the part and the tracking number. */
export const numbered = `coalesce(
  (select coalesce(p.number, ${place}) from desk_parcel p where p.part = $2 and p.tracking_number = $3),
  (select coalesce(max(q.number), 0) + 1 from desk_parcel q where q.entity = $1 having count(*) = count(q.number)),
  (select count(*) + 1 from desk_parcel q where q.entity = $1))`

/** Orders of one slice. */
const atOnce = 500

/** Numbers the parcels of the next orders that have some. */
export const slice = Effect.fnUntraced(function*(db: Database["Service"], after: number): Effect.fn.Return<{ readonly last: number; readonly rows: number } | undefined, DatabaseFailed> {
  const orders: ReadonlyArray<Row> = yield* db.query(`select distinct entity from desk_parcel where entity > $1 order by entity limit ${atOnce}`, [after])
  const last = orders.at(-1)?.entity
  if (last === undefined) return undefined
  const numberedRows = yield* db.query(
    `update desk_parcel set number = (select ${place} from desk_parcel p where p.part = desk_parcel.part and p.tracking_number = desk_parcel.tracking_number)
     where entity > $1 and entity <= $2 and number is null returning entity`,
    [after, last]
  )
  return { last: Number(last), rows: numberedRows.length }
})

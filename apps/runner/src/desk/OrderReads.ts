/**
 * Reads what is stored of orders that are worked on next: one statement for each table, however many orders they are. What is read here may
 * be older than the row of its order when the order's turn comes; whoever stores a decision looks whether the order has changed since.
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { groupsOf } from "../engine/Groups.ts"
import { type Database, type DatabaseFailed, parameters, type Row } from "../store/Database.ts"
import * as DeskRows from "./DeskRows.ts"
import * as Needs from "./Needs.ts"
import * as Parcels from "./Parcels.ts"

/** What is stored of an order beside its row at the desk. */
export interface OrderRead {
  /** The sealed content. Undefined: none is stored. */
  readonly content: string | undefined
  readonly parts: ReadonlyArray<DeskRows.Part>
  /** The parcels of which the shop was told, or was to be told. */
  readonly notices: ReadonlyArray<Parcels.Parcel>
  readonly needs: ReadonlyArray<Needs.Need>
  /** What reports have told of the parts: the rows of their records at the links, by their ids. */
  readonly records: ReadonlyMap<number, Row>
}

/** The numbers of orders of one statement. Few, because each makes a text of its own that the database prepares. */
const sizes = [1, 8, 64] as const
const most = 64

/** What some rows are, by their order. */
const ofOrders = <A>(rows: ReadonlyArray<Row>, of: (row: Row) => A) => {
  const groups = groupsOf(rows, ({ entity }) => Number(entity))
  return (entity: number): ReadonlyArray<A> => groups.get(entity)?.map(of) ?? []
}

/** The ids, of which the first fills up the places that are left. */
const filled = (ids: ReadonlyArray<number>): ReadonlyArray<number> => {
  const size = sizes.find((one) => one >= ids.length) ?? most
  return Array.from({ length: size }, (_, at) => ids[at] ?? ids[0]!)
}

const recordsOf = (db: Database["Service"], ids: ReadonlyArray<number>) =>
  Effect.map(
    db.query(`select * from entity where id in (${parameters(filled(ids).length, 1)})`, filled(ids)),
    (rows) => rows.map((row) => [Number(row.id), row] as const)
  )

const some = Effect.fnUntraced(function*(db: Database["Service"], entities: ReadonlyArray<number>) {
  const ids = filled(entities)
  const these = `entity in (${parameters(ids.length, 1)})`
  const contents = yield* db.query(`select entity, content_sealed from platform_order where ${these}`, ids)
  const parts = yield* db.query(`select * from desk_part where ${these} order by created_at, number`, ids)
  const notices = yield* db.query(`select * from desk_parcel where ${these} and state not in ('unknown', 'new') order by created_at, tracking_number`, ids)
  const needs = yield* db.query(`select * from desk_need where ${these}`, ids)
  const [contentOf, partsOf, noticesOf, needsOf] = [
    ofOrders(contents, (row) => String(row.content_sealed)), ofOrders(parts, DeskRows.toPart), ofOrders(notices, Parcels.toParcel), ofOrders(needs, Needs.toNeed)
  ]
  const recorded = parts.flatMap(({ record }) => record === null ? [] : [Number(record)])
  const records = new Map((yield* Effect.forEach(Arr.chunksOf(recorded, most), (chunk) => recordsOf(db, chunk))).flat())
  return entities.map((entity) => [entity, {
    content: contentOf(entity)[0],
    parts: partsOf(entity),
    notices: noticesOf(entity),
    needs: needsOf(entity),
    records
  } satisfies OrderRead as OrderRead] as const)
})

/** What is stored of orders, by their rows. */
export const of = (db: Database["Service"], entities: ReadonlyArray<number>): Effect.Effect<ReadonlyMap<number, OrderRead>, DatabaseFailed> =>
  Effect.map(Effect.forEach(Arr.chunksOf(entities, most), (chunk) => some(db, chunk)), (read) => new Map(read.flat()))

/**
 * Reads what is stored of orders that are worked on next: one statement for each table, however many orders they are. What is read here may
 * be older than the row of its order when the order's turn comes; whoever stores a decision looks whether the order has changed since.
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
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

const grouped = <A>(rows: ReadonlyArray<Row>, of: (row: Row) => A): ReadonlyMap<number, ReadonlyArray<A>> => {
  const groups = new Map<number, Array<A>>()
  for (const row of rows) {
    const entity = Number(row.entity)
    const group = groups.get(entity)
    if (group === undefined) groups.set(entity, [of(row)])
    else group.push(of(row))
  }
  return groups
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
    grouped(contents, (row) => String(row.content_sealed)), grouped(parts, DeskRows.toPart), grouped(notices, Parcels.toParcel), grouped(needs, Needs.toNeed)
  ]
  const recorded = parts.flatMap(({ record }) => record === null ? [] : [Number(record)])
  const records = new Map((yield* Effect.forEach(Arr.chunksOf(recorded, most), (chunk) => recordsOf(db, chunk))).flat())
  return entities.map((entity) => [entity, {
    content: contentOf.get(entity)?.[0],
    parts: partsOf.get(entity) ?? [],
    notices: noticesOf.get(entity) ?? [],
    needs: needsOf.get(entity) ?? [],
    records
  } satisfies OrderRead as OrderRead] as const)
})

/** What is stored of orders, by their rows. */
export const of = (db: Database["Service"], entities: ReadonlyArray<number>): Effect.Effect<ReadonlyMap<number, OrderRead>, DatabaseFailed> =>
  Effect.map(Effect.forEach(Arr.chunksOf(entities, most), (chunk) => some(db, chunk)), (read) => new Map(read.flat()))

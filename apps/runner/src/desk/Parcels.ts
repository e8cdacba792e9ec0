/**
 * The parcels that warehouses make of the parts of an order, and what the shop knows of them. A row is stored once the shop is told of a
 * parcel; before that, a parcel is what reports say (`ShippedPieces`).
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import type { OrderLine } from "./OrderFacts.ts"
import { numbered } from "./ParcelNumbers.ts"

/** On whose behalf the runner creates and cancels what the desk places: `put_by` of an intent, and `who` in the history. */
export const putBy = "desk"

/**
 * - `unknown`: it has left, and its number is not known, or what is in it before the warehouse has shipped the rest of the part
 * - `new`: the shop is to be told
 * - `again`: the shop is to be told, because a person has decided so; what cannot be told is then `accepted`
 * - `sending`: the notice is on its way
 * - `told`: the shop knows it
 * - `refused`: the shop does not know it, and a person has to decide
 * - `accepted`: a person has decided, and the shop is not told
 */
export type ParcelState = "unknown" | "new" | "again" | "sending" | "told" | "refused" | "accepted"

export interface Parcel {
  readonly part: string
  /** The latest number, under which the shop is told of it. Empty: not known. */
  readonly trackingNumber: string
  /** Each number that the warehouse has reported for it. */
  readonly numbers: ReadonlyArray<string>
  readonly carrierName: string | undefined
  readonly trackingUrl?: string
  /** When it left, in milliseconds since 1970. */
  readonly shippedAt?: number
  readonly lines: ReadonlyArray<OrderLine>
  /** What is in it beyond the lines of which the shop was told. */
  readonly untold?: ReadonlyArray<OrderLine>
  readonly state: ParcelState
  readonly because: string | undefined
  /** Its contents are assumed, and the shop is not told before this time, in milliseconds since 1970. */
  readonly assumedUntil?: number
  /** When it came into its state, in milliseconds since 1970. */
  readonly updatedAt: number
}

export const toParcel = (row: Row): Parcel => ({
  part: row.part,
  trackingNumber: row.tracking_number,
  numbers: row.tracking_number === "" ? [] : [row.tracking_number],
  carrierName: row.carrier_name ?? undefined,
  lines: JSON.parse(row.lines),
  state: row.state,
  because: row.because ?? undefined,
  updatedAt: Number(row.updated_at)
})

/** Whether the shop was told of a parcel, or was to be told, so that there may be a notice about it. */
export const isStored = ({ state }: Parcel): boolean => state !== "unknown" && state !== "new"

/** Whether nothing is left to do about a parcel. */
export const isEnded = ({ state }: Parcel): boolean => state === "told" || state === "accepted"

/** The lines of a part that a parcel has, by the pieces of each SKU in it. */
export const linesIn = (left: ReadonlyArray<OrderLine>, packed: ReadonlyMap<string, number> | undefined): ReadonlyArray<OrderLine> => {
  if (packed === undefined) return left
  const rest = new Map(packed)
  return left.flatMap((line) => {
    const pieces = Math.min(line.pieces, rest.get(line.sku) ?? 0)
    rest.set(line.sku, (rest.get(line.sku) ?? 0) - pieces)
    return pieces > 0 ? [{ ...line, pieces }] : []
  })
}

/** The parcels of an order of which the shop was told, or was to be told, the oldest first. */
export const of = (db: Database["Service"], entity: number): Effect.Effect<ReadonlyArray<Parcel>, DatabaseFailed> =>
  Effect.map(
    db.query("select * from desk_parcel where entity = $1 and state not in ('unknown', 'new') order by created_at, tracking_number", [entity]),
    (rows) => rows.map(toParcel)
  )

/** Whether a notice about a parcel of the order is on its way, or nobody knows whether the shop has taken it. */
export const isOneSending = (db: Database["Service"], entity: number): Effect.Effect<boolean, DatabaseFailed> =>
  Effect.map(
    db.query("select p.part from desk_parcel p join intent i on i.id = p.intent where p.entity = $1 and i.state in ('Pending', 'InFlight', 'Doubtful') limit 1", [entity]),
    (rows) => rows.length > 0
  )

/** The number of a parcel in its order, from 1, in the transaction that stores the parcel. */
export const numberOf = (db: Database["Service"], entity: number, { part, trackingNumber }: Parcel): Effect.Effect<number, DatabaseFailed> =>
  Effect.map(db.one(`select ${numbered} as number`, [entity, part, trackingNumber]), (row) => Number(row?.number))

/** Stores what the shop knows of a parcel, and returns the parcel as it is then. `intent` is the id of the notice to the shop. */
export const setState = Effect.fnUntraced(function*(
  db: Database["Service"],
  entity: number,
  parcel: Parcel,
  state: ParcelState,
  { because, intent }: { readonly because?: string; readonly intent?: string } = {}
) {
  const now = yield* Clock.currentTimeMillis
  const { carrierName, lines, part, trackingNumber } = parcel
  yield* db.query(
    `insert into desk_parcel (entity, part, tracking_number, carrier_name, lines, state, intent, because, created_at, updated_at, number)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, ${numbered})
     on conflict (part, tracking_number) do update set carrier_name = coalesce($4, desk_parcel.carrier_name), lines = $5, state = $6,
       intent = coalesce($7, desk_parcel.intent), because = $8, updated_at = $9, number = excluded.number`,
    [entity, part, trackingNumber, carrierName ?? null, JSON.stringify(lines), state, intent ?? null, because ?? null, now]
  )
  return { ...parcel, state, because, updatedAt: now } satisfies Parcel as Parcel
})

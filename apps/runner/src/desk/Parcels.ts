/**
 * The parcels that warehouses make of the parts of an order, and what is in them.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import type { OrderLine } from "./OrderFacts.ts"

/** On whose behalf the runner creates and cancels what the desk places: `put_by` of an intent, and `who` in the history. */
export const putBy = "desk"

/**
 * - `unknown`: it has left, and what is in it is known once the warehouse has shipped the rest of the part
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
  readonly trackingNumber: string
  readonly carrierName: string | undefined
  readonly lines: ReadonlyArray<OrderLine>
  readonly state: ParcelState
  readonly because: string | undefined
  /** When it came into its state, in milliseconds since 1970. */
  readonly updatedAt: number
}

const toParcel = (row: Row): Parcel => ({
  part: row.part,
  trackingNumber: row.tracking_number,
  carrierName: row.carrier_name ?? undefined,
  lines: JSON.parse(row.lines),
  state: row.state,
  because: row.because ?? undefined,
  updatedAt: Number(row.updated_at)
})

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

/** The parcels of an order, the oldest first. */
export const of = (db: Database["Service"], entity: number): Effect.Effect<ReadonlyArray<Parcel>, DatabaseFailed> =>
  Effect.map(db.query("select * from desk_parcel where entity = $1 order by created_at, tracking_number", [entity]), (rows) => rows.map(toParcel))

/** Whether a notice about a parcel of the order is on its way, or nobody knows whether the shop has taken it. */
export const isOneSending = (db: Database["Service"], entity: number): Effect.Effect<boolean, DatabaseFailed> =>
  Effect.map(
    db.query("select p.part from desk_parcel p join intent i on i.id = p.intent where p.entity = $1 and i.state in ('Pending', 'InFlight', 'Doubtful') limit 1", [entity]),
    (rows) => rows.length > 0
  )

/** Writes down a parcel that is new, or that the shop has not been told of yet. */
export const put = (db: Database["Service"], entity: number, { carrierName, lines, part, state, trackingNumber }: Omit<Parcel, "because" | "updatedAt">) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    db.query(
      `insert into desk_parcel (part, tracking_number, entity, carrier_name, lines, state, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7)
       on conflict (part, tracking_number) do update set carrier_name = coalesce($4, desk_parcel.carrier_name), lines = $5, state = $6, updated_at = $7
       where desk_parcel.state in ('unknown', 'new')`,
      [part, trackingNumber, entity, carrierName ?? null, JSON.stringify(lines), state, now]
    ))

/** Moves a parcel on. `intent` is the id of the notice to the shop. */
export const setState = Effect.fnUntraced(function*(db: Database["Service"], { part, trackingNumber }: Parcel, state: ParcelState, { because, intent }: { readonly because?: string; readonly intent?: string } = {}) {
  const now = yield* Clock.currentTimeMillis
  yield* db.query(
    "update desk_parcel set state = $3, intent = coalesce($4, intent), because = $5, updated_at = $6 where part = $1 and tracking_number = $2",
    [part, trackingNumber, state, intent ?? null, because ?? null, now]
  )
})

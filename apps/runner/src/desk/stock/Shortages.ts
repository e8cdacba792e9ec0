/**
 * The orders that a warehouse cannot ship, because it has fewer pieces than the desk has reserved there.
 */
import { Decimal, Quantity, StockLevel } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { groupsOf } from "../../engine/Groups.ts"
import { parameters, type Row } from "../../store/Database.ts"
import { piecesBySku } from "../OrderFacts.ts"

/** What the desk has reserved of a SKU in a warehouse, and which orders there lack pieces of it. */
export interface Shortage {
  readonly reserved: number
  /** The newest orders at the warehouse, which get nothing or not all, the oldest first. */
  readonly lacking: ReadonlyArray<{ readonly number: string; readonly pieces: number }>
}

interface Reservation {
  readonly number: string
  readonly pieces: number
}

/** How many pieces a warehouse has for reservations. One that tells only what is free has them all, unless that is negative. */
const presentOf = (figure: string, theirs: Decimal.Decimal, reserved: number): number => {
  const told = Math.floor(Number(Decimal.toText(theirs)))
  return figure === "total" ? told : reserved + Math.min(0, told)
}

/** The reservations that the pieces do not suffice for, if the older ones get theirs first. */
export const of = (figure: string, theirs: Decimal.Decimal, reservations: ReadonlyArray<Reservation>): Shortage => {
  const reserved = reservations.reduce((sum, { pieces }) => sum + pieces, 0)
  let left = presentOf(figure, theirs, reserved)
  const lacking = reservations.flatMap(({ number, pieces }) => {
    const missing = Math.min(pieces, Math.max(0, pieces - left))
    left -= pieces
    return missing > 0 ? [{ number, pieces: missing }] : []
  })
  return { reserved, lacking }
}

const keyOf = (link: string, warehouse: string, sku: string): string => JSON.stringify([link, warehouse, sku])

/** Returns the shortage of each difference, in the same order. `differences` are rows of `stock_drift`. */
export const read = Effect.fnUntraced(function*<E>(query: (text: string, params?: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Row>, E>, differences: ReadonlyArray<Row>) {
  const isLess = ({ books, theirs }: Row): boolean => Quantity.compare(StockLevel.figure(theirs), StockLevel.figure(books)) < 0
  const warehouses = [...new Set(differences.filter(isLess).map(({ warehouse }) => String(warehouse)))]
  const rows = warehouses.length === 0 ? [] : yield* query(
    `select number, link, warehouse, lines from desk_part where warehouse in (${parameters(warehouses.length, 1)})
       and state not in ('unsent', 'shipped', 'void') and is_reserved = 1 order by created_at, number`,
    warehouses
  )
  const wanted = new Set(differences.map(({ sku }) => String(sku)))
  const reservations = rows.flatMap(({ lines, link, number, warehouse }) =>
    [...piecesBySku(JSON.parse(lines))].flatMap(([sku, pieces]) => wanted.has(sku) ? [{ key: keyOf(link, warehouse, sku), number: String(number), pieces }] : []))
  const bySku = groupsOf(reservations, ({ key }) => key)
  return differences.map((row): Shortage =>
    of(row.figure, StockLevel.figure(row.theirs), isLess(row) ? bySku.get(keyOf(row.scope, row.warehouse, row.sku)) ?? [] : []))
})

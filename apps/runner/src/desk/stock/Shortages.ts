/**
 * The orders that a warehouse cannot ship, because it has fewer pieces than the desk has reserved there.
 */
import { Decimal, Quantity, StockLevel } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { groupsOf } from "../../engine/Groups.ts"
import type { Row } from "../../store/Database.ts"
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

const isLess = ({ books, theirs }: { readonly books: Decimal.Decimal; readonly theirs: Decimal.Decimal }): boolean => Quantity.compare(theirs, books) < 0

type Query<E> = (text: string, params?: ReadonlyArray<string | number>) => Effect.Effect<ReadonlyArray<Row>, E>

/** Parts that one statement reads. */
const atOnce = 1000

/** What is reserved in a warehouse of some SKUs, by link and SKU, the oldest first. It goes through all orders there that have not left, a page at a time. */
const reservedAt = Effect.fnUntraced(function*<E>(query: Query<E>, warehouse: string, skus: ReadonlySet<string>): Effect.fn.Return<ReadonlyMap<string, ReadonlyArray<Reservation>>, E> {
  const found: Array<Reservation & { readonly key: string }> = []
  let last: readonly [number, string] = [Number.MIN_SAFE_INTEGER, ""]
  while (true) {
    const rows = yield* query(
      `select number, link, lines, created_at from desk_part where warehouse = $1 and state not in ('unsent', 'shipped', 'void') and is_reserved = 1
         and (created_at, number) > ($2, $3) order by created_at, number limit ${atOnce}`,
      [warehouse, ...last]
    )
    for (const { lines, link, number } of rows) {
      for (const [sku, pieces] of piecesBySku(JSON.parse(lines))) if (skus.has(sku)) found.push({ key: keyOf(link, warehouse, sku), number: String(number), pieces })
    }
    const end = rows.at(-1)
    if (end === undefined || rows.length < atOnce) return groupsOf(found, ({ key }) => key)
    last = [Number(end.created_at), String(end.number)]
    // A database in this process has kept the event loop busy.
    yield* Effect.yieldNow
  }
})

/** A difference whose shortage is sought. `figure`, `books` and `theirs` are those of `stock_drift`. */
export interface Difference {
  readonly scope: string
  readonly warehouse: string
  readonly sku: string
  readonly figure: string
  readonly books: Decimal.Decimal
  readonly theirs: Decimal.Decimal
}

/** Finds the shortage of each difference, in the same order, by all orders that have not left. */
export const find = Effect.fnUntraced(function*<E>(query: Query<E>, differences: ReadonlyArray<Difference>): Effect.fn.Return<ReadonlyArray<Shortage>, E> {
  const less = differences.filter(isLess)
  const bySku = new Map<string, ReadonlyArray<Reservation>>()
  for (const warehouse of new Set(less.map((one) => one.warehouse))) {
    const skus = new Set(less.filter((one) => one.warehouse === warehouse).map(({ sku }) => sku))
    for (const [key, reservations] of yield* reservedAt(query, warehouse, skus)) bySku.set(key, reservations)
  }
  return differences.map((one): Shortage => of(one.figure, one.theirs, isLess(one) ? bySku.get(keyOf(one.scope, one.warehouse, one.sku)) ?? [] : []))
})

/** The text that a comparison at that moment stores in the row of a difference. */
export const toText = ({ lacking, reserved }: Shortage, now: number): string =>
  JSON.stringify({ at: now, reserved, lacking: lacking.map(({ number, pieces }) => [number, pieces]) })

/** Undefined: the comparison that has found the difference was one of an earlier release, which stores no shortage. */
const stored = ({ checked_at, shortage }: Row): Shortage | undefined => {
  if (shortage === null || shortage === undefined) return undefined
  const { at, lacking, reserved }: { readonly at: number; readonly reserved: number; readonly lacking: ReadonlyArray<readonly [number: string, pieces: number]> } = JSON.parse(shortage)
  return at === Number(checked_at) ? { reserved, lacking: lacking.map(([number, pieces]) => ({ number, pieces })) } : undefined
}

/** Returns the shortage of each difference at the time of its comparison, in the same order. `rows` are rows of `stock_drift`. */
export const read = Effect.fnUntraced(function*<E>(query: Query<E>, rows: ReadonlyArray<Row>) {
  const known = rows.map(stored)
  const unknown = rows.filter((_, at) => known[at] === undefined)
  const found = yield* find(query, unknown.map((row) => ({
    scope: row.scope, warehouse: row.warehouse, sku: row.sku, figure: row.figure, books: StockLevel.figure(row.books), theirs: StockLevel.figure(row.theirs)
  })))
  const byRow = new Map(unknown.map((row, at) => [row, found[at]!]))
  return rows.map((row, at): Shortage => known[at] ?? byRow.get(row)!)
})

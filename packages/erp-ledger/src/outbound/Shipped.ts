/**
 * What was booked of an order that left, so that no piece is booked twice, however often and under whichever number it is reported.
 */
import * as Schema from "effect/Schema"
import type { BooksSession } from "../BooksSession.ts"
import * as Writes from "../books/Writes.ts"

/** Pieces by SKU. */
export type Pieces = ReadonlyMap<string, number>

/** Pieces by the tracking number of their parcel. Goods are under the empty number until one is reported. */
export type Shipped = ReadonlyMap<string, Pieces>

/** What a report adds, and everything that is booked with it. */
export interface News {
  readonly adds: Pieces
  readonly shipped: Shipped
}

const unnumbered = ""
const none: Pieces = new Map()

const under = (shipped: Shipped, trackingNumber: string, sku: string): number => shipped.get(trackingNumber)?.get(sku) ?? 0

const totalOf = (shipped: Shipped, sku: string): number => [...shipped.values()].reduce((sum, pieces) => sum + (pieces.get(sku) ?? 0), 0)

const plus = (shipped: Shipped, trackingNumber: string, added: Pieces): Shipped => {
  const pieces = new Map(shipped.get(trackingNumber))
  for (const [sku, count] of added) pieces.set(sku, (pieces.get(sku) ?? 0) + count)
  return new Map(shipped).set(trackingNumber, pieces)
}

const positive = (pieces: Pieces, of: (sku: string, count: number) => number): Pieces =>
  new Map([...pieces].map(([sku, count]) => [sku, of(sku, count)] as const).filter(([, count]) => count > 0))

/** Gives pieces without a number the one that was reported. */
const moved = (shipped: Shipped, trackingNumber: string, pieces: Pieces): Shipped =>
  pieces.size === 0 ? shipped : plus(plus(shipped, unnumbered, new Map([...pieces].map(([sku, count]) => [sku, -count]))), trackingNumber, pieces)

/** Whether a report without contents is about goods that are not booked. A number that arrives later is that of goods booked without one. */
export const isFurther = (shipped: Shipped, trackingNumber: string): boolean =>
  shipped.size === 0 || (trackingNumber !== unnumbered && !shipped.has(trackingNumber) && ![...shipped.get(unnumbered)?.values() ?? []].some((count) => count > 0))

/** The report tells what is in one parcel. Pieces that were booked before they had a number are the first in it. */
export const withParcel = (shipped: Shipped, trackingNumber: string, contents: Pieces): News => {
  const open = positive(contents, (sku, count) => count - under(shipped, trackingNumber, sku))
  const numbered = positive(open, (sku, count) => trackingNumber === unnumbered ? 0 : Math.min(count, under(shipped, unnumbered, sku)))
  const adds = positive(open, (sku, count) => count - (numbered.get(sku) ?? 0))
  return { adds, shipped: plus(moved(shipped, trackingNumber, numbered), trackingNumber, adds) }
}

/** The report tells what has left of the order up to now, so only what exceeds everything booked is news. */
export const withTotals = (shipped: Shipped, trackingNumber: string, totals: Pieces): News => {
  const adds = positive(totals, (sku, count) => count - totalOf(shipped, sku))
  const numbered = trackingNumber === unnumbered ? none : shipped.get(unnumbered) ?? none
  return { adds, shipped: plus(moved(shipped, trackingNumber, numbered), trackingNumber, adds) }
}

const columns = { order_number: "TEXT", tracking_number: "TEXT", sku: "TEXT", quantity: "BIGINT" } as const

/** What left, of rows with the pieces of one SKU in one parcel. */
export const of = (rows: ReadonlyArray<{ readonly trackingNumber: string; readonly sku: string; readonly pieces: number }>): Shipped =>
  rows.reduce<Shipped>((shipped, { pieces, sku, trackingNumber }) => plus(shipped, trackingNumber, new Map([[sku, pieces]])), new Map())

/** The statement that stores what has changed. */
export const writes = (session: BooksSession, orderNumber: string, before: Shipped, after: Shipped): Writes.Writes =>
  Writes.upsert(
    session,
    "shipped",
    ["order_number", "tracking_number", "sku"],
    columns,
    [...after].flatMap(([trackingNumber, pieces]) =>
      [...pieces].flatMap(([sku, quantity]) =>
        before.get(trackingNumber)?.get(sku) === quantity ? [] : [{ order_number: orderNumber, tracking_number: trackingNumber, sku, quantity }]))
  )

/** The key under which the books keep what was ordered. */
export const orderedKey = (orderNumber: string): string => `ordered ${orderNumber}`
const decodeRecord = Schema.decodeSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Int)))
export const decodePieces = (text: string): Pieces => new Map(Object.entries(decodeRecord(text)))
export const encodePieces = (pieces: Pieces): string => JSON.stringify(Object.fromEntries(pieces))

/**
 * What was ordered: the pieces that the order had reserved when its first goods left, or when it was released before. Undefined if it
 * has never reserved any, because then the books do not know it.
 */
export const orderedBy = (shipped: Shipped, reserved: Pieces, released: Pieces): Pieces | undefined => {
  const promised = reserved.size > 0 ? reserved : released
  return promised.size === 0 ? undefined : new Map([...promised].map(([sku, count]) => [sku, count + totalOf(shipped, sku)]))
}

/** How many pieces of a SKU may still leave. */
export type MayLeave = (sku: string, shipped: Shipped) => number

/** What was ordered or is reserved, less what has left. `before` is what had left when `reserved` was read. */
export const mayLeave = (ordered: Pieces, reserved: Pieces, before: Shipped): MayLeave => (sku, now) =>
  Math.max(0, (ordered.get(sku) ?? 0) - totalOf(now, sku), (reserved.get(sku) ?? 0) - totalOf(now, sku) + totalOf(before, sku))

/** Divides news by what may still leave: what is booked, and the surplus, which the books do not take out of stock. */
export const within = (before: Shipped, trackingNumber: string, { adds, shipped }: News, may: MayLeave | undefined): News & { readonly surplus: Pieces } => {
  if (may === undefined) return { adds, shipped, surplus: none }
  const surplus = positive(adds, (sku, count) => count - may(sku, before))
  return {
    adds: positive(adds, (sku, count) => count - (surplus.get(sku) ?? 0)),
    shipped: plus(shipped, trackingNumber, new Map([...surplus].map(([sku, count]) => [sku, -count]))),
    surplus
  }
}

/** The statements that forget an order that has ended: a later one with its number is another order. */
export const forget = ({ books, tables }: BooksSession, orderNumber: string): Writes.Writes => [
  { text: `DELETE FROM ${tables.shipped} WHERE books = $1 AND order_number = $2`, params: [books, orderNumber] },
  { text: `DELETE FROM ${tables.posting} WHERE books = $1 AND key = $2`, params: [books, orderedKey(orderNumber)] }
]

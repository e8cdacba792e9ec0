/**
 * What was booked of an order that left, so that no piece is booked twice, however often and under whichever number it is reported.
 */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as Once from "../books/Once.ts"
import * as Rows from "../books/Rows.ts"

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

export const of = Effect.fnUntraced(function*(
  session: BooksSession,
  orderNumber: string
): Effect.fn.Return<Shipped, AdapterError.Reason> {
  const rows = yield* Rows.select(session, "shipped", { order_number: "TEXT" } as const, [{ order_number: orderNumber }])
  return rows.reduce<Shipped>((shipped, row) => plus(shipped, String(row.tracking_number), new Map([[String(row.sku), Number(row.quantity)]])), new Map())
})

export const write = (session: BooksSession, orderNumber: string, shipped: Shipped) =>
  Rows.upsert(
    session,
    "shipped",
    ["order_number", "tracking_number", "sku"],
    columns,
    [...shipped].flatMap(([trackingNumber, pieces]) =>
      [...pieces].map(([sku, quantity]) => ({ order_number: orderNumber, tracking_number: trackingNumber, sku, quantity })))
  )

const orderedKey = (orderNumber: string): string => `ordered ${orderNumber}`
const decodePieces = Schema.decodeSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Int)))

/**
 * How many pieces of each SKU may still leave: those that the order had reserved when its first goods left, or when it was released
 * before, less those that have left. Undefined if it has never reserved any, because then the books do not know what was ordered.
 */
export const left = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  orderNumber: string,
  shipped: Shipped,
  { released, reserved }: { readonly reserved: Pieces; readonly released: Pieces }
): Effect.fn.Return<((sku: string, shipped: Shipped) => number) | undefined, AdapterError.Reason> {
  const key = orderedKey(orderNumber)
  const [stored] = yield* Rows.select(session, "posting", { key: "TEXT" } as const, [{ key }])
  const promised = reserved.size > 0 ? reserved : released
  if (stored === undefined && promised.size === 0) return undefined
  const ordered = stored === undefined
    ? new Map([...promised].map(([sku, count]) => [sku, count + totalOf(shipped, sku)]))
    : new Map(Object.entries(decodePieces(String(stored.result))))
  if (stored === undefined) yield* Once.store(session, transaction, [key], JSON.stringify(Object.fromEntries(ordered)))
  return (sku, now) => Math.max(0, (ordered.get(sku) ?? 0) - totalOf(now, sku), (reserved.get(sku) ?? 0) - totalOf(now, sku) + totalOf(shipped, sku))
})

/** Divides news by what may still leave: what is booked, and the surplus, which the books do not take out of stock. */
export const within = (before: Shipped, trackingNumber: string, { adds, shipped }: News, may: ((sku: string, shipped: Shipped) => number) | undefined): News & { readonly surplus: Pieces } => {
  if (may === undefined) return { adds, shipped, surplus: none }
  const surplus = positive(adds, (sku, count) => count - may(sku, before))
  return {
    adds: positive(adds, (sku, count) => count - (surplus.get(sku) ?? 0)),
    shipped: plus(shipped, trackingNumber, new Map([...surplus].map(([sku, count]) => [sku, -count]))),
    surplus
  }
}

/** Forgets an order that has ended: a later one with its number is another order. */
export const forget = Effect.fnUntraced(function*({ books, query, tables }: BooksSession, orderNumber: string): Effect.fn.Return<void, AdapterError.Reason> {
  yield* query(`DELETE FROM ${tables.shipped} WHERE books = $1 AND order_number = $2`, [books, orderNumber])
  yield* query(`DELETE FROM ${tables.posting} WHERE books = $1 AND key = $2`, [books, orderedKey(orderNumber)])
})

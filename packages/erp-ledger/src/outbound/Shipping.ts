/**
 * Books goods that left for a buyer: first what their order has reserved in the warehouse, then the oldest available pieces. What the books
 * do not have is kept as a discrepancy, because the goods have left whatever the books say.
 */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Books from "../books/Books.ts"
import type { Change } from "../books/Posting.ts"
import * as Reservations from "../books/Reservations.ts"
import * as Rows from "../books/Rows.ts"
import * as Stock from "../books/Stock.ts"
import * as Writes from "../books/Writes.ts"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import { daysIn } from "../Days.ts"

type Reason = AdapterError.Reason
type Reservation = Reservations.Reservation

export interface Shipment {
  readonly orderNumber: string
  readonly warehouse: string
  readonly shippedAt: number
  /** The pieces that left, by SKU. */
  readonly pieces: ReadonlyMap<string, number>
}

export interface Booked {
  /** What the books lack of the shipment, by SKU. */
  readonly lacking: ReadonlyMap<string, number>
  /** What the order has still reserved. */
  readonly reserved: ReadonlyArray<Reservation>
}

/** Books a shipment of an order that has `reserved` this. */
export const book = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  { orderNumber, pieces, shippedAt, warehouse }: Shipment,
  reserved: ReadonlyArray<Reservation>
): Effect.fn.Return<Booked, Reason> {
  const stock = yield* Books.read(session, [...[...pieces.keys()].map((sku) => ({ warehouse, sku })), ...reserved])
  const used = new Map<Reservation, Reservation>()
  const changes: Array<Change> = []
  const lacking = new Map<string, number>()
  for (const [sku, wanted] of pieces) {
    let missing = wanted
    for (const reservation of reserved) {
      const some = reservation.sku === sku && reservation.warehouse === warehouse ? Math.min(missing, reservation.pieces) : 0
      if (some === 0) continue
      missing -= some
      changes.push(Reservations.leaving(reservation, some))
      used.set(reservation, { ...reservation, pieces: reservation.pieces - some })
    }
    // Pieces of the order that are reserved elsewhere stay there, because others left in their place.
    let replaced = missing
    for (const reservation of reserved) {
      const some = reservation.sku === sku && reservation.warehouse !== warehouse ? Math.min(replaced, reservation.pieces) : 0
      if (some === 0) continue
      replaced -= some
      changes.push(Reservations.released(reservation, some))
      used.set(reservation, { ...reservation, pieces: reservation.pieces - some })
    }
    const rest = Stock.allocate(Stock.cellsOf(stock, warehouse, sku), missing)
    for (const { cell, pieces: some } of rest.taken) changes.push({ warehouse, sku, location: cell.location, batchNo: cell.batchNo, onHand: -some })
    if (rest.missing > 0) lacking.set(sku, rest.missing)
  }
  yield* Books.post(session, transaction, stock, { type: "OUTBOUND", subtype: "SALE", document: orderNumber, changes }, Reservations.neverShort, [
    ...Reservations.writes(session, orderNumber, [...used.values()]),
    sold(session, warehouse, shippedAt, pieces),
    ...yield* delivered(session, changes)
  ])
  return { lacking, reserved: reserved.map((each) => used.get(each) ?? each).filter((each) => each.pieces > 0) }
})

/** The statement that counts the pieces as sold on the day on which they left. */
const sold = (session: BooksSession, warehouse: string, shippedAt: number, pieces: ReadonlyMap<string, number>): Writes.Write => {
  const { sale } = session.tables
  const columns = { sku: "TEXT", quantity: "BIGINT" } as const
  return {
    text: `INSERT INTO ${sale} (books, warehouse, sku, day, quantity)
      SELECT CAST($1 AS TEXT), CAST($3 AS TEXT), sku, CAST($4 AS BIGINT), quantity FROM (${Rows.listed(session, columns, "$2")}) AS given WHERE true
      ON CONFLICT (books, warehouse, sku, day) DO UPDATE SET quantity = ${sale}.quantity + excluded.quantity`,
    params: [session.books, Rows.parameter(columns, [...pieces].map(([sku, quantity]) => ({ sku, quantity }))), warehouse, daysIn(session.timeZone)(shippedAt)]
  }
}

/** The statement that counts the pieces as delivered out of their batches. Lines of damaged goods are the last to be counted. */
const delivered = Effect.fnUntraced(function*(session: BooksSession, changes: ReadonlyArray<Change>): Effect.fn.Return<Writes.Writes, Reason> {
  const key = { batch_no: "TEXT", sku: "TEXT" } as const
  const left = new Map<string, number>()
  for (const { batchNo = "", onHand = 0, sku } of changes) {
    if (onHand === 0) continue
    const of = Stock.keyOf(batchNo, sku)
    left.set(of, (left.get(of) ?? 0) - onHand)
  }
  const rows = yield* Rows.select(session, "received_line", key, [...left.keys()].map((of) => {
    const [batch_no = "", sku = ""] = Stock.partsOf(of)
    return { batch_no, sku }
  }))
  const damaged = new Set(session.settings.warehouses.map(({ damagedLocation }) => damagedLocation))
  const last = (row: (typeof rows)[number]) => damaged.has(String(row.location)) ? 1 : 0
  const updates = rows.toSorted((one, other) => last(one) - last(other)).flatMap((row) => {
    const of = Stock.keyOf(String(row.batch_no), String(row.sku))
    const pieces = Math.min(left.get(of) ?? 0, Number(row.received) - Number(row.delivered))
    if (pieces <= 0) return []
    left.set(of, (left.get(of) ?? 0) - pieces)
    return [{
      batch_no: String(row.batch_no),
      asn_number: String(row.asn_number),
      sku: String(row.sku),
      location: String(row.location),
      delivered: Number(row.delivered) + pieces
    }]
  })
  return Writes.update(session, "received_line", ["batch_no", "asn_number", "sku", "location"], {
    ...key,
    asn_number: "TEXT",
    location: "TEXT",
    delivered: "BIGINT"
  }, updates)
})

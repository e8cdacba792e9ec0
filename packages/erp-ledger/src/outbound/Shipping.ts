/**
 * Books goods that left for a buyer: first what their order has reserved in the warehouse, then the oldest available pieces. What the books
 * do not have is kept as a discrepancy, because the goods have left whatever the books say.
 */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Books from "../books/Books.ts"
import type { Change } from "../books/Posting.ts"
import * as Reservations from "../books/Reservations.ts"
import * as Stock from "../books/Stock.ts"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import { daysIn } from "../Days.ts"
import * as Sales from "./Sales.ts"

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
    ...Sales.sold(session, [...pieces].map(([sku, count]) => ({ warehouse, sku, day: daysIn(session.timeZone)(shippedAt), pieces: count }))),
    ...yield* Sales.delivered(session, changes)
  ])
  return { lacking, reserved: reserved.map((each) => used.get(each) ?? each).filter((each) => each.pieces > 0) }
})

/**
 * What the books know of an outbound order before a report of it is booked, read with one statement.
 */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import type { Reservation } from "../books/Reservations.ts"
import type { ReservedCause } from "../books/Stock.ts"
import * as Shipped from "./Shipped.ts"

export interface OrderState {
  /** Whether one of the keys of the report is stored. */
  readonly isBooked: boolean
  readonly reservations: ReadonlyArray<Reservation>
  readonly shipped: Shipped.Shipped
  /** How many pieces were ordered, if the books know it. */
  readonly ordered: Shipped.Pieces | undefined
}

/** Reads an order. `keys` are the keys of the report. */
export const read = Effect.fnUntraced(function*(
  { books, query, tables }: BooksSession,
  orderNumber: string,
  keys: ReadonlyArray<string>
): Effect.fn.Return<OrderState, AdapterError.Reason> {
  const orderedKey = Shipped.orderedKey(orderNumber)
  const rows = yield* query(
    `SELECT 1 AS part, line, warehouse, sku, location, batch_no AS batch, cause AS content, quantity FROM ${tables.reservation}
        WHERE books = $1 AND document = $2 AND quantity > 0
      UNION ALL SELECT 2, 0, '', sku, tracking_number, '', '', quantity FROM ${tables.shipped} WHERE books = $1 AND order_number = $2
      UNION ALL SELECT 3, 0, '', '', key, '', result, 0 FROM ${tables.posting}
        WHERE books = $1 AND (key = $3${keys.map((_, at) => ` OR key = $${at + 4}`).join("")})
      ORDER BY 1, 2, 4, 6, 5`,
    [books, orderNumber, orderedKey, ...keys]
  )
  const of = (part: number) => rows.filter((row) => Number(row.part) === part)
  const posted = new Map(of(3).map(({ content, location }) => [String(location), String(content)]))
  const ordered = posted.get(orderedKey)
  return {
    isBooked: keys.some((key) => posted.has(key)),
    reservations: of(1).map((row) => ({
      line: Number(row.line),
      warehouse: String(row.warehouse),
      sku: String(row.sku),
      location: String(row.location),
      batchNo: String(row.batch),
      cause: row.content as ReservedCause,
      pieces: Number(row.quantity)
    })),
    shipped: Shipped.of(of(2).map((row) => ({ trackingNumber: String(row.location), sku: String(row.sku), pieces: Number(row.quantity) }))),
    ordered: ordered === undefined ? undefined : Shipped.decodePieces(ordered)
  }
})

/** Whether a report that nothing more leaves changes nothing. */
export const isUntouched = ({ ordered, reservations, shipped }: OrderState): boolean =>
  reservations.length === 0 && shipped.size === 0 && ordered === undefined

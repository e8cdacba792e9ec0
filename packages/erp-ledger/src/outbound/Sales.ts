/**
 * What is counted beside the stock when goods leave for a buyer, or have not left after all: sales by day, and deliveries by batch.
 */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { Change } from "../books/Posting.ts"
import * as Rows from "../books/Rows.ts"
import * as Stock from "../books/Stock.ts"
import * as Writes from "../books/Writes.ts"
import type { BooksSession } from "../BooksSession.ts"

/** Pieces that were sold on a day, or negative if they have not left after all. */
export interface Sold {
  readonly warehouse: string
  readonly sku: string
  readonly day: number
  readonly pieces: number
}

const saleColumns = { warehouse: "TEXT", sku: "TEXT", day: "BIGINT", quantity: "BIGINT" } as const

/** The statement that counts pieces as sold on their days. */
export const sold = (session: BooksSession, items: ReadonlyArray<Sold>): Writes.Writes => {
  const sums = new Map<string, Rows.Row<typeof saleColumns>>()
  for (const { day, pieces, sku, warehouse } of items) {
    const key = Stock.keyOf(warehouse, sku, String(day))
    sums.set(key, { warehouse, sku, day, quantity: pieces + (sums.get(key)?.quantity ?? 0) })
  }
  if (sums.size === 0) return []
  const { sale } = session.tables
  return [{
    text: `INSERT INTO ${sale} (books, warehouse, sku, day, quantity)
      SELECT CAST($1 AS TEXT), warehouse, sku, day, quantity FROM (${Rows.listed(session, saleColumns, "$2")}) AS given WHERE true
      ON CONFLICT (books, warehouse, sku, day) DO UPDATE SET quantity = ${sale}.quantity + excluded.quantity`,
    params: [session.books, Rows.parameter(saleColumns, [...sums.values()])]
  }]
}

/** The statement that counts pieces as delivered out of their batches. Lines of damaged goods are the last to be counted. */
export const delivered = Effect.fnUntraced(function*(session: BooksSession, changes: ReadonlyArray<Change>): Effect.fn.Return<Writes.Writes, AdapterError.Reason> {
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
    const [wanted, counted] = [left.get(of) ?? 0, Number(row.delivered)]
    const pieces = wanted < 0 ? Math.max(wanted, -counted) : Math.min(wanted, Number(row.received) - counted)
    if (wanted === 0 || (wanted > 0 && pieces <= 0) || pieces === 0) return []
    left.set(of, wanted - pieces)
    return [{
      batch_no: String(row.batch_no),
      asn_number: String(row.asn_number),
      sku: String(row.sku),
      location: String(row.location),
      delivered: counted + pieces
    }]
  })
  return Writes.update(session, "received_line", ["batch_no", "asn_number", "sku", "location"], {
    ...key,
    asn_number: "TEXT",
    location: "TEXT",
    delivered: "BIGINT"
  }, updates)
})

/**
 * What releases before this one have stored under the number of an order alone. It belongs to the document that is said to be the only
 * one with the number; otherwise it stays where it is, and a person is told of it when a document with the number comes.
 */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Idempotency from "../books/Idempotency.ts"
import * as Reservations from "../books/Reservations.ts"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import { daysIn } from "../Days.ts"
import * as Documents from "../Documents.ts"
import * as OutboundDocument from "./OutboundDocument.ts"

type Reason = AdapterError.Reason

interface Earlier {
  readonly reserved: ReadonlyArray<Reservations.Reservation>
  readonly shipped: OutboundDocument.Pieces
}

/** The key under which earlier releases kept what was ordered. */
const orderedKey = (number: string): string => `ordered ${number}`

/** What an earlier release has stored under a number, read with one statement. */
const earlierOf = Effect.fnUntraced(function*({ books, query, tables }: BooksSession, number: string): Effect.fn.Return<Earlier, Reason> {
  const rows = yield* query(
    `SELECT 1 AS part, line, warehouse, sku, location, batch_no, quantity, cause FROM ${tables.reservation}
        WHERE books = $1 AND document = $2 AND cause = 'reserved_order' AND quantity > 0
      UNION ALL SELECT 2, 0, '', sku, '', '', quantity, '' FROM ${tables.shipped} WHERE books = $1 AND order_number = $2
      ORDER BY 1, 2, 4, 6, 5`,
    [books, number]
  )
  const of = (part: number) => rows.filter((row) => Number(row.part) === part)
  return {
    reserved: of(1).map(Reservations.fromRow),
    shipped: OutboundDocument.bySku(of(2).map(({ quantity, sku }) => ({ sku: String(sku), pieces: Number(quantity) })))
  }
})

/** The cells from which an earlier release took the pieces, the last entries first; without a batch, what the books did not have. */
const leftOf = Effect.fnUntraced(function*(session: BooksSession, number: string, shipped: OutboundDocument.Pieces): Effect.fn.Return<ReadonlyArray<OutboundDocument.Left>, Reason> {
  const { books, query, tables } = session
  const entries = yield* query(
    `SELECT id, at, warehouse, sku, location, batch_no, -change AS pieces FROM ${tables.entry}
      WHERE books = $1 AND document = $2 AND type = 'OUTBOUND' AND subtype = 'SALE' AND change < 0 ORDER BY id DESC`,
    [books, number]
  )
  const rest = new Map(shipped)
  const dayOf = daysIn(session.timeZone)
  const left = new Map<string, OutboundDocument.Left>()
  for (const row of entries) {
    const [sku, location, batchNo, warehouse] = [String(row.sku), String(row.location), String(row.batch_no), String(row.warehouse)]
    const pieces = Math.min(rest.get(sku) ?? 0, Number(row.pieces))
    if (pieces === 0) continue
    rest.set(sku, (rest.get(sku) ?? 0) - pieces)
    const key = JSON.stringify([warehouse, sku, location, batchNo])
    left.set(key, { posting: 0, place: entries.length - left.size, day: dayOf(Number(row.at)), warehouse, sku, location, batchNo, pieces: pieces + (left.get(key)?.pieces ?? 0) })
  }
  const [first] = left.values()
  for (const [sku, pieces] of rest) {
    if (pieces > 0) left.set(sku, { posting: 0, place: 0, day: 0, warehouse: first?.warehouse ?? "", sku, location: "", batchNo: "", pieces })
  }
  return [...left.values()]
})

/** Gives a document what an earlier release has stored under its number. */
const carriedOver = Effect.fnUntraced(function*(session: BooksSession, { document, ...held }: OutboundDocument.Held, earlier: Earlier): Effect.fn.Return<OutboundDocument.Held, Reason> {
  const { books, query, tables } = session
  const number = document.id.orderNumber
  const left = yield* leftOf(session, number, earlier.shipped)
  const ordered = yield* Idempotency.resultOf(session, orderedKey(number))
  const reserved = OutboundDocument.bySku(earlier.reserved)
  const most: OutboundDocument.Pieces = ordered === undefined ? reserved : new Map(Object.entries(JSON.parse(ordered) as Readonly<Record<string, number>>))
  const skus = new Set([...reserved.keys(), ...earlier.shipped.keys(), ...most.keys()])
  const warehouse = (earlier.reserved[0] ?? left[0])?.warehouse ?? ""
  const carried: OutboundDocument.OutboundDocument = {
    ...document,
    isNew: false,
    warehouse,
    figures: new Map([...skus].map((sku) => {
      const shipped = earlier.shipped.get(sku) ?? 0
      const allotted = shipped + (reserved.get(sku) ?? 0)
      return [sku, { allotted, most: reserved.size === 0 && ordered === undefined ? 0 : Math.max(allotted, most.get(sku) ?? 0), shipped, beyond: 0, carried: shipped }]
    }))
  }
  yield* query(`UPDATE ${tables.reservation} SET document = $3 WHERE books = $1 AND document = $2 AND cause = 'reserved_order'`, [books, number, OutboundDocument.nameOf(document.id)])
  yield* query(`DELETE FROM ${tables.shipped} WHERE books = $1 AND order_number = $2`, [books, number])
  yield* query(`DELETE FROM ${tables.posting} WHERE books = $1 AND key = $2`, [books, orderedKey(number)])
  for (const write of [...OutboundDocument.writes(session, document, carried), ...OutboundDocument.leftWrites(session, document.id, left)]) yield* query(write.text, write.params)
  return { ...held, document: carried, reserved: earlier.reserved, left }
})

/** Reads a document. The first time, it gets what an earlier release has stored under its number, if it owns the number. */
export const read = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  id: OutboundDocument.Id,
  ownsNumber = false
): Effect.fn.Return<OutboundDocument.Held, Reason> {
  const held = yield* OutboundDocument.read(session, id)
  if (!held.document.isNew) return held
  const earlier = yield* earlierOf(session, id.orderNumber)
  if (earlier.reserved.length === 0 && earlier.shipped.size === 0) return held
  if (ownsNumber) return yield* carriedOver(session, held, earlier)
  yield* Documents.discrepancy(session, {
    number: `${id.orderNumber} of an earlier release`,
    createdAt: transaction.now,
    warehouse: earlier.reserved[0]?.warehouse ?? "",
    content: JSON.stringify({ orderNumber: id.orderNumber, reserved: Object.fromEntries(OutboundDocument.bySku(earlier.reserved)), shipped: Object.fromEntries(earlier.shipped) })
  })
  return held
})

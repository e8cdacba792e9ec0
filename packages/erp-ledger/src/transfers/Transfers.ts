/**
 * Transfers between warehouses: created, shipped and received. The goods keep their batches, so their cost and their age stay.
 */
import { ErpStockOrder } from "@crossdock/books"
import { type AdapterError, type SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Books from "../books/Books.ts"
import type { Change } from "../books/Posting.ts"
import * as Reservations from "../books/Reservations.ts"
import * as Rows from "../books/Rows.ts"
import * as Writes from "../books/Writes.ts"
import * as Stock from "../books/Stock.ts"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as Pieces from "../Pieces.ts"

type Reason = AdapterError.Reason
type DraftLine = ErpStockOrder.TransferDraft["lines"][number]

/** Pieces of a batch that are on their way. */
interface OnTheWay {
  readonly batchNo: string
  readonly pieces: number
  /** When the batch was first received. */
  readonly stockedAt: number
}

export interface Line {
  readonly line: number
  readonly sku: string
  readonly received: number
  readonly inTransit: ReadonlyArray<OnTheWay>
}

export interface Transfer {
  readonly transferNumber: string
  readonly status: string
  readonly warehouse: string
  readonly to: string
  readonly lines: ReadonlyArray<Line>
}

const orderColumns = {
  transfer_number: "TEXT",
  sequence: "BIGINT",
  custom_number: "TEXT",
  tracking_number: "TEXT",
  type: "TEXT",
  status: "TEXT",
  warehouse: "TEXT",
  to_warehouse: "TEXT",
  content: "TEXT",
  created_at: "BIGINT",
  updated_at: "BIGINT"
} as const

const encodeLine = Schema.encodeSync(Schema.fromJsonString(ErpStockOrder.TransferDraft.fields.lines.value))
const InTransit = Schema.fromJsonString(Schema.Array(Schema.Struct({ batchNo: Schema.String, pieces: Schema.Int, stockedAt: Schema.Int })))
const decodeInTransit = Schema.decodeSync(InTransit)
const encodeInTransit = Schema.encodeSync(InTransit)

export const insert = Effect.fnUntraced(function*(
  session: BooksSession,
  order: Rows.Row<typeof orderColumns>,
  lines: ReadonlyArray<DraftLine>
): Effect.fn.Return<void, Reason> {
  yield* Writes.send(session, Writes.insert(session, "transfer_order", orderColumns, [order]))
  yield* Writes.send(session, Writes.insert(session, "transfer_line", {
    transfer_number: "TEXT",
    line: "BIGINT",
    sku: "TEXT",
    asn_number: "TEXT",
    expected: "BIGINT",
    content: "TEXT"
  }, lines.map((line, at) => ({
    transfer_number: order.transfer_number,
    line: at + 1,
    sku: line.sku,
    asn_number: line.asnNumber,
    expected: Pieces.of(line.quantity),
    content: encodeLine(line)
  }))))
})

/** The batches that came with inbound orders. */
export const batchesOf = Effect.fnUntraced(function*(
  session: BooksSession,
  wanted: ReadonlyArray<{ readonly asnNumber: string; readonly sku: string }>
): Effect.fn.Return<
  { readonly orders: ReadonlySet<string>; readonly has: (asnNumber: string, sku: string, batchNo: string) => boolean },
  Reason
> {
  const key = { asn_number: "TEXT" } as const
  const numbers = [...new Set(wanted.map(({ asnNumber }) => asnNumber))].map((asn_number) => ({ asn_number }))
  const orders = yield* Rows.select(session, "inbound_order", key, numbers)
  const batches = yield* Rows.select(session, "batch", key, numbers)
  const known = new Set(batches.map((row) => `${row.asn_number}\n${row.sku}\n${row.batch_no}`))
  return {
    orders: new Set([...orders, ...batches].map((row) => String(row.asn_number))),
    has: (asnNumber, sku, batchNo) => known.has(`${asnNumber}\n${sku}\n${batchNo}`)
  }
})

const toLine = (row: SqlStorage.Row): Line => ({
  line: Number(row.line),
  sku: String(row.sku),
  received: Number(row.received),
  inTransit: decodeInTransit(String(row.in_transit))
})

export const find = Effect.fnUntraced(function*(
  { books, query, tables }: BooksSession,
  transferNumber: string
): Effect.fn.Return<Transfer | undefined, Reason> {
  const [row] = yield* query(`SELECT * FROM ${tables.transfer_order} WHERE books = $1 AND transfer_number = $2`, [books, transferNumber])
  if (row === undefined) return undefined
  const lines = yield* query(`SELECT * FROM ${tables.transfer_line} WHERE books = $1 AND transfer_number = $2 ORDER BY line`, [books, transferNumber])
  return { transferNumber, status: String(row.status), warehouse: String(row.warehouse), to: String(row.to_warehouse), lines: lines.map(toLine) }
})

const writeLines = (session: BooksSession, transferNumber: string, lines: ReadonlyArray<Line>) =>
  Writes.send(session, Writes.update(session, "transfer_line", ["transfer_number", "line"], {
    transfer_number: "TEXT",
    line: "BIGINT",
    received: "BIGINT",
    in_transit: "TEXT"
  }, lines.map(({ inTransit, line, received }) => ({ transfer_number: transferNumber, line, received, in_transit: encodeInTransit(inTransit) }))))

const writeState = ({ books, query, tables }: BooksSession, { now }: Transaction, transferNumber: string, status: string, trackingNumber?: string) =>
  query(
    `UPDATE ${tables.transfer_order} SET status = $3, updated_at = $4, tracking_number = COALESCE($5, tracking_number) WHERE books = $1 AND transfer_number = $2`,
    [books, transferNumber, status, now, trackingNumber ?? null]
  )

/** The goods left their warehouse and are in transit to the other one. */
export const ship = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  { lines, to, transferNumber }: Transfer,
  trackingNumber: string | undefined
): Effect.fn.Return<void, Reason> {
  const reserved = yield* Reservations.of(session, transferNumber)
  const stock = yield* Books.read(session, reserved.flatMap(({ sku, warehouse }) => [{ warehouse, sku }, { warehouse: to, sku }]), { places: reserved })
  const onTheWay = reserved.map((each) => ({ ...each, stockedAt: stock.cells.get(Stock.cellKey(each))?.stockedAt ?? transaction.now }))
  yield* Books.post(session, transaction, stock, {
    type: "TRANSFER",
    subtype: "TRANSFER_OUT",
    document: transferNumber,
    changes: onTheWay.flatMap((each): ReadonlyArray<Change> => [
      Reservations.leaving(each, each.pieces),
      { warehouse: to, sku: each.sku, batchNo: each.batchNo, counted: { cause: "transit_transfer", pieces: each.pieces } }
    ])
  }, Reservations.neverShort, Reservations.writes(session, transferNumber, reserved.map((each) => ({ ...each, pieces: 0 }))))
  yield* writeLines(session, transferNumber, lines.map((line) => ({
    ...line,
    inTransit: onTheWay.filter((each) => each.line === line.line).map(({ batchNo, pieces, stockedAt }) => ({ batchNo, pieces, stockedAt }))
  })))
  yield* writeState(session, transaction, transferNumber, "SHIPPING", trackingNumber)
})

export interface Arrival {
  readonly sku: string
  readonly pieces: number
  readonly location: string
}

/** How many pieces of a SKU are on their way. */
export const leftOf = ({ lines }: Transfer, sku: string): number =>
  lines.filter((line) => line.sku === sku).flatMap(({ inTransit }) => inTransit).reduce((sum, { pieces }) => sum + pieces, 0)

/** Goods arrived. When all have arrived or no more will, the transfer is finished, and nothing of it is in transit. */
export const receive = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  transfer: Transfer,
  arrivals: ReadonlyArray<Arrival>,
  isFinished: boolean
): Effect.fn.Return<void, Reason> {
  const { to, transferNumber } = transfer
  const lines = transfer.lines.map((line) => ({ ...line, inTransit: line.inTransit.map((each) => ({ ...each })) }))
  const changes: Array<Change> = []
  for (const { location, pieces, sku } of arrivals) {
    let left = pieces
    for (const line of lines.filter((each) => each.sku === sku)) {
      for (const way of line.inTransit) {
        const some = Math.min(left, way.pieces)
        if (some === 0) continue
        left -= some
        way.pieces -= some
        line.received += some
        changes.push({
          warehouse: to,
          sku,
          location,
          batchNo: way.batchNo,
          onHand: some,
          counted: { cause: "transit_transfer", pieces: -some },
          stockedAt: way.stockedAt
        })
      }
    }
  }
  const lost = isFinished ? lines.flatMap(({ inTransit, sku }) => inTransit.map((way) => ({ ...way, sku }))) : []
  for (const { batchNo, pieces, sku } of lost) {
    if (pieces > 0) changes.push({ warehouse: to, sku, batchNo, counted: { cause: "transit_transfer", pieces: -pieces } })
  }
  const stock = yield* Books.read(
    session,
    changes.map(({ sku }) => ({ warehouse: to, sku })),
    {
      places: changes.flatMap(({ batchNo, location, sku }) => batchNo === undefined || location === undefined ? [] : [{ warehouse: to, sku, location, batchNo }]),
      batches: changes.flatMap(({ batchNo, sku }) => batchNo === undefined ? [] : [{ batchNo, sku }])
    }
  )
  yield* Books.post(session, transaction, stock, { type: "TRANSFER", subtype: "TRANSFER_IN", document: transferNumber, changes }, Reservations.neverShort)
  const after = lines.map((line) => ({ ...line, inTransit: isFinished ? [] : line.inTransit.filter(({ pieces }) => pieces > 0) }))
  yield* writeLines(session, transferNumber, after)
  const ends = after.every(({ inTransit }) => inTransit.length === 0)
  yield* writeState(session, transaction, transferNumber, ends ? "FINISHED" : "RECEIVING")
})

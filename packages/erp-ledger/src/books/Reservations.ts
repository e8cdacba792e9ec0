/**
 * Reservations: pieces in cells that are promised to a document, and have not left.
 */
import type { AdapterError, SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as Books from "./Books.ts"
import type { Change, Header } from "./Posting.ts"
import * as Stock from "./Stock.ts"
import * as Writes from "./Writes.ts"

type Reason = AdapterError.Reason

/** Pieces of one cell that a line of a document has reserved. */
export interface Reservation extends Stock.Place {
  readonly line: number
  readonly cause: Stock.ReservedCause
  readonly pieces: number
}

const keyColumns = { document: "TEXT", line: "BIGINT", warehouse: "TEXT", sku: "TEXT", location: "TEXT", batch_no: "TEXT" } as const
const columns = { ...keyColumns, cause: "TEXT", quantity: "BIGINT" } as const
const key = ["document", "line", "warehouse", "sku", "location", "batch_no"] as const

const toRow = (document: string) => ({ batchNo, cause, line, location, pieces, sku, warehouse }: Reservation) =>
  ({ document, line, warehouse, sku, location, batch_no: batchNo, cause, quantity: pieces })

export const fromRow = (row: SqlStorage.Row): Reservation => ({
  line: Number(row.line),
  warehouse: String(row.warehouse),
  sku: String(row.sku),
  location: String(row.location),
  batchNo: String(row.batch_no),
  cause: row.cause as Stock.ReservedCause,
  pieces: Number(row.quantity)
})

/** What a document has reserved. */
export const of = Effect.fnUntraced(function*(
  { books, query, tables }: BooksSession,
  document: string
): Effect.fn.Return<ReadonlyArray<Reservation>, Reason> {
  const rows = yield* query(
    `SELECT * FROM ${tables.reservation} WHERE books = $1 AND document = $2 AND quantity > 0 ORDER BY line, sku, batch_no, location`,
    [books, document]
  )
  return rows.map(fromRow)
})

/** The statements that set what a document has reserved; a reservation of 0 pieces is removed. */
export const writes = (session: BooksSession, document: string, reservations: ReadonlyArray<Reservation>): Writes.Writes => {
  const row = toRow(document)
  return [
    ...Writes.upsert(session, "reservation", key, columns, reservations.filter(({ pieces }) => pieces > 0).map(row)),
    ...Writes.remove(session, "reservation", { document }, keyColumns, reservations.filter(({ pieces }) => pieces === 0).map(row))
  ]
}

/** What a document wants of one SKU in one warehouse. */
export interface Wanted {
  readonly line: number
  readonly warehouse: string
  readonly sku: string
  readonly pieces: number
  /** Which cells may be used. Default: all. */
  readonly isUsable?: (cell: Stock.Cell) => boolean
}

/** Reserves available pieces, the oldest first: everything that is wanted, or nothing. `lacks` is the failure for a line. */
export const reserve = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  header: Header,
  cause: Stock.ReservedCause,
  wanted: ReadonlyArray<Wanted>,
  lacks: (wanted: Wanted, missing: number) => Reason
): Effect.fn.Return<ReadonlyArray<Reservation>, Reason> {
  const stock = yield* Books.read(session, wanted)
  const used = new Map<string, number>()
  const reserved = new Map<string, Reservation>()
  const changes: Array<Change> = []
  for (const each of wanted) {
    const own = Stock.cellsOf(stock, each.warehouse, each.sku).filter((cell) => each.isUsable === undefined || each.isUsable(cell))
    const { missing, taken } = Stock.allocate(own, each.pieces, (cell) => Stock.availableIn(cell) - (used.get(Stock.cellKey(cell)) ?? 0))
    if (missing > 0) return yield* Effect.fail(lacks(each, missing))
    for (const { cell, pieces } of taken) {
      const { batchNo, location, sku, warehouse } = cell
      used.set(Stock.cellKey(cell), pieces + (used.get(Stock.cellKey(cell)) ?? 0))
      reserved.set(Stock.keyOf(String(each.line), Stock.cellKey(cell)), { line: each.line, warehouse, sku, location, batchNo, cause, pieces })
      changes.push({ warehouse, sku, location, batchNo, counted: { cause, pieces } })
    }
  }
  yield* Books.post(session, transaction, stock, { ...header, changes }, neverShort, writes(session, header.document, [...reserved.values()]))
  return [...reserved.values()]
})

export interface Replacement {
  readonly header: Header
  /** The document whose reservation it is. */
  readonly owner: string
  /** What it has reserved. */
  readonly before: ReadonlyArray<Reservation>
  readonly cause: Stock.ReservedCause
  readonly wanted: ReadonlyArray<Wanted>
  /** The failure if `missing` pieces of a line are neither available nor reserved by the document. If absent, what is available is reserved. */
  readonly lacks?: ((wanted: Wanted, missing: number) => Reason) | undefined
  /** What is written with it. */
  readonly more?: Writes.Writes
}

/**
 * Sets what a document has reserved to exactly what is wanted: everything, or no change. What it has stays where it is; the oldest
 * available pieces are added, and the youngest are released.
 */
export const replace = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  { before, cause, header, lacks, more = [], owner, wanted }: Replacement
): Effect.fn.Return<void, Reason> {
  const stock = yield* Books.read(session, [...before, ...wanted])
  const rest = new Map(before.map((each) => [Stock.cellKey(each), each]))
  const after = new Map<string, Reservation>()
  const add = (each: Reservation) => {
    const cell = Stock.cellKey(each)
    after.set(cell, { ...each, pieces: each.pieces + (after.get(cell)?.pieces ?? 0) })
  }
  // What the document has is used before anything is added, so that no line takes the available pieces of another.
  const open = wanted.map((each) => {
    const own = Stock.cellsOf(stock, each.warehouse, each.sku)
    const kept = Stock.allocate(own, each.pieces, (cell) => rest.get(Stock.cellKey(cell))?.pieces ?? 0)
    for (const { cell, pieces } of kept.taken) {
      const held = rest.get(Stock.cellKey(cell))!
      rest.set(Stock.cellKey(cell), { ...held, pieces: held.pieces - pieces })
      add({ ...held, pieces })
    }
    return { each, own, missing: kept.missing }
  })
  const used = new Map<string, number>()
  for (const { each, missing, own } of open) {
    const added = Stock.allocate(own, missing, (cell) => Stock.availableIn(cell) - (used.get(Stock.cellKey(cell)) ?? 0))
    if (added.missing > 0 && lacks !== undefined) return yield* Effect.fail(lacks(each, added.missing))
    for (const { cell: { batchNo, location, sku, warehouse }, cell, pieces } of added.taken) {
      used.set(Stock.cellKey(cell), pieces + (used.get(Stock.cellKey(cell)) ?? 0))
      add({ line: 1, warehouse, sku, location, batchNo, cause, pieces })
    }
  }
  const had = new Map(before.map((each) => [Stock.cellKey(each), each.pieces]))
  const released = before.filter((each) => !after.has(Stock.cellKey(each))).map((each) => ({ ...each, pieces: 0 }))
  const changed = [...after.values(), ...released].filter((each) => each.pieces !== had.get(Stock.cellKey(each)))
  if (changed.length === 0) return yield* Writes.send(session, more)
  yield* Books.post(session, transaction, stock, {
    ...header,
    changes: changed.map(({ batchNo, location, pieces, sku, warehouse }) =>
      ({ warehouse, sku, location, batchNo, counted: { cause, pieces: pieces - (had.get(Stock.keyOf(warehouse, sku, location, batchNo)) ?? 0) } }))
  }, neverShort, [...writes(session, owner, changed), ...more])
})

/** Makes available again what a document has reserved, and writes the `more` that belongs to it. A repeat changes nothing. */
export const release = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  header: Header,
  reserved: ReadonlyArray<Reservation>,
  more: Writes.Writes = []
): Effect.fn.Return<void, Reason> {
  if (reserved.length === 0) return yield* Writes.send(session, more)
  const stock = yield* Books.read(session, reserved, { places: reserved })
  yield* Books.post(session, transaction, stock, {
    ...header,
    changes: reserved.map((each) => released(each, each.pieces))
  }, neverShort, [...writes(session, header.document, reserved.map((each) => ({ ...each, pieces: 0 }))), ...more])
})

/** The change that makes reserved pieces available again. */
export const released = ({ batchNo, cause, location, sku, warehouse }: Reservation, pieces: number): Change =>
  ({ warehouse, sku, location, batchNo, counted: { cause, pieces: -pieces } })

/** The change that takes reserved pieces out of the building. */
export const leaving = ({ batchNo, cause, location, sku, warehouse }: Reservation, pieces: number): Change =>
  ({ warehouse, sku, location, batchNo, onHand: -pieces, counted: { cause, pieces: -pieces } })

/** A change that was computed from the stock of the same transaction cannot make a figure negative. */
export const neverShort: Books.Explain = ({ change, figure }) => {
  throw new Error(`${figure} of ${change.sku} in warehouse ${change.warehouse} would be negative`)
}

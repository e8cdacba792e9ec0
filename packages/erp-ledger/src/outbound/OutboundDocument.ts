/**
 * An order of a warehouse in the books: what it is to have in all, and what has left of it. Both are told absolutely, so what is to be
 * booked is derived from them and never counted up or down.
 */
import type { AdapterError, ErpV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import type { Reservation } from "../books/Reservations.ts"
import type { Place, ReservedCause } from "../books/Stock.ts"
import * as Writes from "../books/Writes.ts"

/** Pieces by SKU. */
export type Pieces = ReadonlyMap<string, number>

/** Never a bare number: an order of an ERP and one of a shop can share it, and a number can be used again. */
export type Id = typeof ErpV1.SetStockReservation.payload.Type["document"]

/** The name of a document in the tables. */
export const nameOf = ({ issue, link, orderNumber }: Id): string => JSON.stringify([link, orderNumber, issue])

/** What is known of one SKU of a document, in pieces. */
export interface Figures {
  /** What it is to have in all, with what has left. */
  readonly allotted: number
  /** The most that was ever allotted. */
  readonly most: number
  /** What has left. */
  readonly shipped: number
  /** What is reported to have left beyond the order. */
  readonly beyond: number
  /** What an earlier release had booked. */
  readonly carried: number
}

export interface OutboundDocument {
  readonly id: Id
  readonly isNew: boolean
  /** The id of the warehouse in which it has its stock allotted; empty if none was told. */
  readonly warehouse: string
  /** The id of the warehouse that goods were reported to leave; empty if none was told. */
  readonly shippedFrom: string
  readonly allottedVersion: number
  readonly shippedVersion: number
  /** Nothing more leaves, and nothing is missing. */
  readonly isEnded: boolean
  readonly figures: ReadonlyMap<string, Figures>
}

/** Pieces that one posting took out of a cell; without a batch, pieces that the books did not have. */
export interface Left extends Place {
  readonly posting: number
  /** Which of the cells of the posting it is, from 1. */
  readonly place: number
  /** The day of the sale. */
  readonly day: number
  readonly pieces: number
}

/** A document with its cells. */
export interface Held {
  readonly document: OutboundDocument
  readonly reserved: ReadonlyArray<Reservation>
  readonly left: ReadonlyArray<Left>
}

export const noFigures: Figures = { allotted: 0, most: 0, shipped: 0, beyond: 0, carried: 0 }

const derived = ({ figures }: OutboundDocument, of: (figures: Figures) => number): Pieces =>
  new Map([...figures].map(([sku, each]) => [sku, of(each)] as const).filter(([, pieces]) => pieces > 0))

/** Whether the books know what was ordered. */
const isOrderKnown = ({ figures }: OutboundDocument): boolean => [...figures.values()].some(({ most }) => most > 0)

/** How many pieces are out of stock: what has left, as far as it was ordered, and no less than an earlier release had booked. */
const outOf = (document: OutboundDocument) => {
  const isLimited = isOrderKnown(document)
  return ({ carried, most, shipped }: Figures): number => Math.max(carried, isLimited ? Math.min(shipped, most) : shipped)
}

export const outOfStock = (document: OutboundDocument): Pieces => derived(document, outOf(document))

/** What has left beyond what was ordered. People decide about it; it is not taken out of stock. */
export const surplus = (document: OutboundDocument): Pieces => {
  const out = outOf(document)
  return derived(document, (figures) => figures.beyond + Math.max(0, figures.shipped - out(figures)))
}

/** What an earlier release had booked, and has not left by what is told now. People decide about it; it is not put back. */
export const overbooked = (document: OutboundDocument): Pieces =>
  document.shippedVersion === 0 ? new Map() : derived(document, ({ carried, shipped }) => carried - shipped)

/** What is to be reserved: what has not left, until nothing more leaves. */
export const promised = (document: OutboundDocument): Pieces => {
  if (document.isEnded) return new Map()
  const out = outOf(document)
  return derived(document, (figures) => figures.allotted - out(figures))
}

/** The document with other figures of some SKUs; of the others, `of` is told 0. */
export const withPieces = (document: OutboundDocument, pieces: Pieces, of: (figures: Figures, pieces: number) => Figures): OutboundDocument["figures"] =>
  new Map([...new Set([...document.figures.keys(), ...pieces.keys()])].map((sku) => [sku, of(document.figures.get(sku) ?? noFigures, pieces.get(sku) ?? 0)]))

/** Adds up pieces by SKU. */
export const bySku = (lines: Iterable<{ readonly sku: string; readonly pieces: number }>): Pieces => {
  const sums = new Map<string, number>()
  for (const { pieces, sku } of lines) sums.set(sku, (sums.get(sku) ?? 0) + pieces)
  return sums
}

/** Reads a document with one statement. */
export const read = Effect.fnUntraced(function*({ books, query, tables }: BooksSession, id: Id): Effect.fn.Return<Held, AdapterError.Reason> {
  const rows = yield* query(
    `SELECT 1 AS part, warehouse, '' AS sku, shipped_from AS location, '' AS batch, '' AS cause, allotted_version AS one, shipped_version AS two, is_ended AS three, 0 AS four, 0 AS five
        FROM ${tables.outbound_document} WHERE books = $1 AND document = $2
      UNION ALL SELECT 2, '', sku, '', '', '', allotted, most, shipped, beyond, carried FROM ${tables.outbound_pieces} WHERE books = $1 AND document = $2
      UNION ALL SELECT 3, warehouse, sku, location, batch_no, cause, line, quantity, 0, 0, 0 FROM ${tables.reservation} WHERE books = $1 AND document = $2 AND quantity > 0
      UNION ALL SELECT 4, warehouse, sku, location, batch_no, '', posting, day, quantity, place, 0 FROM ${tables.outbound_left} WHERE books = $1 AND document = $2
      ORDER BY 1, 7, 10, 3, 5, 4`,
    [books, nameOf(id)]
  )
  const of = (part: number) => rows.filter((row) => Number(row.part) === part)
  const [own] = of(1)
  const placeOf = (row: (typeof rows)[number]): Place =>
    ({ warehouse: String(row.warehouse), sku: String(row.sku), location: String(row.location), batchNo: String(row.batch) })
  return {
    document: {
      id,
      isNew: own === undefined,
      warehouse: String(own?.warehouse ?? ""),
      shippedFrom: String(own?.location ?? ""),
      allottedVersion: Number(own?.one ?? 0),
      shippedVersion: Number(own?.two ?? 0),
      isEnded: Number(own?.three ?? 0) === 1,
      figures: new Map(of(2).map(({ five, four, one, sku, three, two }) =>
        [String(sku), { allotted: Number(one), most: Number(two), shipped: Number(three), beyond: Number(four), carried: Number(five) }]))
    },
    reserved: of(3).map((row) => ({ ...placeOf(row), line: Number(row.one), cause: row.cause as ReservedCause, pieces: Number(row.two) })),
    left: of(4).map((row) => ({ ...placeOf(row), posting: Number(row.one), day: Number(row.two), pieces: Number(row.three), place: Number(row.four) }))
  }
})

const documentColumns = {
  document: "TEXT",
  link: "TEXT",
  number: "TEXT",
  issue: "TEXT",
  warehouse: "TEXT",
  shipped_from: "TEXT",
  allotted_version: "BIGINT",
  shipped_version: "BIGINT",
  is_ended: "BIGINT"
} as const
const piecesColumns = { document: "TEXT", sku: "TEXT", allotted: "BIGINT", most: "BIGINT", shipped: "BIGINT", beyond: "BIGINT", carried: "BIGINT" } as const
const leftKey = { posting: "BIGINT", warehouse: "TEXT", sku: "TEXT", location: "TEXT", batch_no: "TEXT" } as const
const leftColumns = { document: "TEXT", ...leftKey, place: "BIGINT", day: "BIGINT", quantity: "BIGINT" } as const

const isSame = (one: Figures | undefined, other: Figures): boolean =>
  one !== undefined && one.allotted === other.allotted && one.most === other.most && one.shipped === other.shipped && one.beyond === other.beyond && one.carried === other.carried

/** The statements that store a document, and its figures that have changed. */
export const writes = (session: BooksSession, before: OutboundDocument, after: OutboundDocument): Writes.Writes => {
  const { allottedVersion, figures, id, isEnded, shippedFrom, shippedVersion, warehouse } = after
  const document = nameOf(id)
  return [
    ...Writes.upsert(session, "outbound_document", ["document"], documentColumns, [{
      document,
      link: id.link,
      number: id.orderNumber,
      issue: id.issue,
      warehouse,
      shipped_from: shippedFrom,
      allotted_version: allottedVersion,
      shipped_version: shippedVersion,
      is_ended: isEnded ? 1 : 0
    }]),
    ...Writes.upsert(session, "outbound_pieces", ["document", "sku"], piecesColumns, [...figures].flatMap(([sku, each]) =>
      isSame(before.figures.get(sku), each) ? [] : [{ document, sku, ...each }]))
  ]
}

const leftRow = (document: string) => ({ batchNo, day, location, pieces, place, posting, sku, warehouse }: Left) =>
  ({ document, posting, warehouse, sku, location, batch_no: batchNo, place, day, quantity: pieces })

/** The statements that store from which cells pieces have left; one of 0 pieces is removed. */
export const leftWrites = (session: BooksSession, id: Id, left: ReadonlyArray<Left>): Writes.Writes => {
  const document = nameOf(id)
  const row = leftRow(document)
  return [
    ...Writes.upsert(session, "outbound_left", ["document", "posting", "warehouse", "sku", "location", "batch_no"], leftColumns, left.filter(({ pieces }) => pieces > 0).map(row)),
    ...Writes.remove(session, "outbound_left", { document }, leftKey, left.filter(({ pieces }) => pieces === 0).map((each) => {
      const { day: _, document: __, place: ___, quantity: ____, ...key } = row(each)
      return key
    }))
  ]
}

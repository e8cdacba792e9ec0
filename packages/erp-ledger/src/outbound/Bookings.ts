/**
 * Brings cells to what a document says: takes out of stock what has left, first what the document has reserved, then the oldest available
 * pieces; puts back what has not left after all, into the cells of its last entries; and reserves what is still to leave. What the books
 * do not have is kept as a discrepancy, because the goods have left whatever the books say.
 */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Books from "../books/Books.ts"
import type { Change } from "../books/Posting.ts"
import * as Reservations from "../books/Reservations.ts"
import * as Stock from "../books/Stock.ts"
import * as Writes from "../books/Writes.ts"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import { daysIn } from "../Days.ts"
import * as Documents from "../Documents.ts"
import * as OutboundDocument from "./OutboundDocument.ts"
import * as Sales from "./Sales.ts"

type Reason = AdapterError.Reason
type Left = OutboundDocument.Left
type Reservation = Reservations.Reservation

export interface Options {
  /** The document as it was read in the same transaction, and as it is to be. */
  readonly held: OutboundDocument.Held
  readonly after: OutboundDocument.OutboundDocument
  /** When goods left that have not been booked yet, in milliseconds since 1970. */
  readonly shippedAt?: number | undefined
  /** The failure if less is available than is to be reserved. If absent, what is available is reserved. */
  readonly lacks?: ((sku: string, most: number) => Reason) | undefined
  /** The finer class of the entries of a reservation. */
  readonly subtype: string
}

const total = (items: ReadonlyArray<{ readonly pieces: number }>): number => items.reduce((sum, { pieces }) => sum + pieces, 0)

/** What is given back of the pieces that have left, the last of a posting first; before that, pieces that the books did not have. */
const givenBack = (left: ReadonlyArray<Left>, pieces: number): ReadonlyArray<Left> => {
  let rest = pieces
  const lastFirst = left.toSorted((one, other) => Number(one.batchNo !== "") - Number(other.batchNo !== "") || other.posting - one.posting || other.place - one.place)
  return lastFirst.flatMap((each) => {
    const some = Math.min(rest, each.pieces)
    rest -= some
    return some > 0 ? [{ ...each, pieces: some }] : []
  })
}

/** What has to leave and come back so that cells show what the document says. */
interface Difference {
  readonly from: string
  readonly back: ReadonlyArray<Left>
  readonly leaving: ReadonlyArray<readonly [sku: string, pieces: number]>
}

const differenceOf = ({ left }: OutboundDocument.Held, after: OutboundDocument.OutboundDocument): Difference => {
  const from = after.shippedFrom === "" ? after.warehouse : after.shippedFrom
  const out = OutboundDocument.outOfStock(after)
  const back: Array<Left> = left.filter(({ warehouse }) => warehouse !== from)
  const leaving: Array<readonly [string, number]> = []
  for (const sku of new Set([...out.keys(), ...left.map((each) => each.sku)])) {
    const here = left.filter((each) => each.warehouse === from && each.sku === sku)
    const more = (out.get(sku) ?? 0) - total(here)
    if (more < 0) back.push(...givenBack(here, -more))
    if (more > 0) leaving.push([sku, more])
  }
  return { from, back, leaving }
}

const leftKey = (each: Left): string => Stock.keyOf(String(each.posting), Stock.cellKey(each))

/** Takes out of stock what is leaving, and puts back what is given back. Returns what the document has still reserved. */
const move = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  { after, held, shippedAt = transaction.now }: Options,
  { back, from, leaving }: Difference
): Effect.fn.Return<ReadonlyArray<Reservation>, Reason> {
  const { id } = after
  const fromCells = back.filter(({ batchNo }) => batchNo !== "")
  const wanted = [...(from === "" ? [] : leaving.map(([sku]) => ({ warehouse: from, sku }))), ...fromCells]
  const found = yield* Books.read(session, wanted)
  // A cell from which the last piece has left is not among those that hold pieces.
  const emptied = fromCells.filter((each) => !found.cells.has(Stock.cellKey(each)))
  const read = emptied.length === 0 ? found : yield* Books.read(session, [], { places: emptied })
  const stock = { ...found, cells: new Map([...read.cells, ...found.cells]), prices: new Map([...read.prices, ...found.prices]) }
  const changes: Array<Change> = fromCells.map(({ batchNo, location, pieces, sku, warehouse }) => ({ warehouse, sku, location, batchNo, onHand: pieces }))
  const taken = new Map<string, Left>()
  const day = daysIn(session.timeZone)(shippedAt)
  const take = (place: Stock.Place, pieces: number) => {
    const one = { ...place, posting: transaction.sequence, place: taken.size + 1, day, pieces }
    const before = taken.get(leftKey(one))
    taken.set(leftKey(one), before === undefined ? one : { ...before, pieces: before.pieces + pieces })
  }
  const reserved = new Map(held.reserved.map((each) => [each, each]))
  for (const [sku, pieces] of leaving) {
    let rest = pieces
    for (const each of held.reserved) {
      const some = each.sku === sku && each.warehouse === from ? Math.min(rest, each.pieces) : 0
      if (some === 0) continue
      rest -= some
      changes.push(Reservations.leaving(each, some))
      reserved.set(each, { ...each, pieces: each.pieces - some })
      take({ warehouse: from, sku, location: each.location, batchNo: each.batchNo }, some)
    }
    const available = Stock.allocate(Stock.cellsOf(stock, from, sku), rest)
    for (const { cell: { batchNo, location }, pieces: some } of available.taken) {
      changes.push({ warehouse: from, sku, location, batchNo, onHand: -some })
      take({ warehouse: from, sku, location, batchNo }, some)
    }
    if (available.missing > 0) take({ warehouse: from, sku, location: "", batchNo: "" }, available.missing)
  }
  const used = [...reserved].flatMap(([before, now]) => before === now ? [] : [now])
  const before = new Map(held.left.map((each) => [leftKey(each), each.pieces]))
  yield* Books.post(session, transaction, stock, { type: "OUTBOUND", subtype: "SALE", document: id.orderNumber, changes }, Reservations.neverShort, [
    ...OutboundDocument.writes(session, held.document, after),
    ...OutboundDocument.leftWrites(session, id, [...back.map((each) => ({ ...each, pieces: before.get(leftKey(each))! - each.pieces })), ...taken.values()]),
    ...Reservations.writes(session, OutboundDocument.nameOf(id), used),
    ...Sales.sold(session, [...taken.values(), ...back.map((each) => ({ ...each, pieces: -each.pieces }))].filter(({ warehouse }) => warehouse !== "")),
    ...yield* Sales.delivered(session, changes)
  ])
  yield* keepDiscrepancy(session, transaction, after, "lacking", lackingOf(held.left), lackingOf([
    ...held.left,
    ...back.map((each) => ({ ...each, pieces: -each.pieces })),
    ...taken.values()
  ]))
  return [...reserved.values()].filter(({ pieces }) => pieces > 0)
})

const lackingOf = (left: ReadonlyArray<Left>): OutboundDocument.Pieces => OutboundDocument.bySku(left.filter(({ batchNo }) => batchNo === ""))

const textOf = (pieces: OutboundDocument.Pieces): string => JSON.stringify(Object.fromEntries([...pieces].filter(([, count]) => count !== 0).toSorted()))

/** Keeps for a person how the books and a document differ, with the figures of now; without any, it has settled itself. */
const keepDiscrepancy = Effect.fnUntraced(function*(
  session: BooksSession,
  { now }: Transaction,
  { id, shippedFrom, warehouse }: OutboundDocument.OutboundDocument,
  kind: "lacking" | "surplus" | "overbooked",
  before: OutboundDocument.Pieces,
  after: OutboundDocument.Pieces
): Effect.fn.Return<void, Reason> {
  const figures = textOf(after)
  if (figures === textOf(before)) return
  yield* Documents.write(session, [{
    kind: "discrepancy",
    number: [id.orderNumber, id.link, id.issue, kind].join(" "),
    createdAt: now,
    warehouse: shippedFrom === "" ? warehouse : shippedFrom,
    status: figures === "{}" ? "SETTLED" : "OPEN",
    content: JSON.stringify({ document: id, [kind]: JSON.parse(figures) })
  }])
})

const isAsWanted = (reserved: ReadonlyArray<Reservation>, wanted: OutboundDocument.Pieces, warehouse: string): boolean =>
  reserved.every((each) => each.warehouse === warehouse) && textOf(OutboundDocument.bySku(reserved)) === textOf(wanted)

/** Stores a document as it is to be, with everything that follows from it. */
export const settle = Effect.fnUntraced(function*(session: BooksSession, transaction: Transaction, options: Options): Effect.fn.Return<void, Reason> {
  const { after, held, lacks, subtype } = options
  const difference = differenceOf(held, after)
  const isMoved = difference.back.length > 0 || difference.leaving.length > 0
  const wanted = OutboundDocument.promised(after)
  const reserved = isMoved ? yield* move(session, transaction, options, difference) : held.reserved
  const more = isMoved ? [] : OutboundDocument.writes(session, held.document, after)
  if (isAsWanted(reserved, wanted, after.warehouse)) yield* Writes.send(session, more)
  else {
    yield* Reservations.replace(session, transaction, {
      header: { type: "OUTBOUND", subtype, document: after.id.orderNumber },
      owner: OutboundDocument.nameOf(after.id),
      before: reserved,
      cause: "reserved_order",
      wanted: [...wanted].map(([sku, pieces], at) => ({ line: at + 1, warehouse: after.warehouse, sku, pieces })),
      lacks: lacks && (({ pieces, sku }, missing) => lacks(sku, pieces - missing)),
      more
    })
  }
  for (const [kind, of] of [["surplus", OutboundDocument.surplus], ["overbooked", OutboundDocument.overbooked]] as const) {
    yield* keepDiscrepancy(session, transaction, after, kind, of(held.document), of(after))
  }
})

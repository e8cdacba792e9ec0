/**
 * `receiveInboundProgress`: books the goods that a warehouse received. Each batch of an inbound order is booked once.
 */
import { type AdapterError, ErpV1, InboundOrder, type Operation } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Books from "../books/Books.ts"
import * as Idempotency from "../books/Idempotency.ts"
import * as Prices from "../books/Prices.ts"
import type { Change } from "../books/Posting.ts"
import * as Writes from "../books/Writes.ts"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as Documents from "../Documents.ts"
import * as Faults from "../Faults.ts"
import * as Orders from "../inbound/Orders.ts"
import * as Receipt from "../inbound/Receipt.ts"
import * as State from "../inbound/State.ts"
import * as Pieces from "../Pieces.ts"
import * as Products from "../Products.ts"
import type { Warehouse } from "../Settings.ts"
import { once, push } from "./Push.ts"

type Progress = InboundOrder.InboundProgress
type Reason = AdapterError.Reason

const encode = Schema.encodeSync(Schema.fromJsonString(ErpV1.ReceiveInboundProgress.payload))

export const receiveInboundProgress = (session: BooksSession): Operation.PreparedHandler<typeof ErpV1.ReceiveInboundProgress> =>
  push(ErpV1.ReceiveInboundProgress, {
    check: ({ lines }) => Pieces.wrongLine(lines, "received") ?? Pieces.wrongLine(lines, "good") ?? Pieces.wrongLine(lines, "bad"),
    book: once(session, bookReceived(session))
  })

/** Books received goods in the current transaction. Without a batch number, what is more than before is booked. */
export const bookReceived = (session: BooksSession) =>
  Effect.fnUntraced(function*(progress: Progress, transaction: Transaction): Effect.fn.Return<void, Reason> {
    const reported = progress.warehouseCode === undefined ? undefined : session.warehouseByCode.get(progress.warehouseCode)
    const found = yield* Orders.find(session, progress.asnNumber)
    if (found === undefined && !progress.lines.some(({ received }) => Pieces.of(received) > 0)) return
    const order = found ?? (reported && (yield* unannounced(session, transaction, progress, reported)))
    const warehouse = reported ?? (order && session.warehouseById.get(order.warehouse))
    if (order === undefined || warehouse === undefined) return yield* keep(session, transaction, progress)
    yield* book(session, transaction, order, warehouse, progress)
  })

/** Goods of an order that the books do not know are booked as an order of their own. */
const unannounced = Effect.fnUntraced(function*(
  session: BooksSession,
  { now, sequence }: Transaction,
  { asnNumber, type }: Progress,
  { id, name }: Warehouse
): Effect.fn.Return<Orders.Order | undefined, Reason> {
  yield* Orders.insert(session, {
    asn_number: asnNumber,
    sequence,
    custom_number: null,
    warehouse: id,
    type: type ?? InboundOrder.knownAsnTypes.manual,
    status: "NEW",
    phase: "announced",
    created_at: now,
    updated_at: now,
    tracking_number: null,
    remark: null,
    sent: "",
    has_exception: 1,
    content: JSON.stringify({ warehouseName: name, lines: [] })
  })
  return yield* Orders.find(session, asnNumber)
})

/** Goods in a warehouse that the books do not know are kept for a person. */
const keep = (session: BooksSession, { now }: Transaction, progress: Progress) =>
  Documents.discrepancy(session, {
    number: `${progress.asnNumber} ${progress.batchNo ?? DateTime.formatIso(progress.updatedAt)}`,
    createdAt: now,
    warehouse: "",
    content: encode(progress)
  })

const book = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  order: Orders.Order,
  warehouse: Warehouse,
  progress: Progress
): Effect.fn.Return<void, Reason> {
  const key = progress.batchNo === undefined ? undefined : `batch ${order.asnNumber} ${progress.batchNo}`
  const isRepeat = key !== undefined && (yield* Idempotency.known(session, [key])).size > 0
  const news = isRepeat ? [] : progress.batchNo === undefined ? Receipt.sinceBefore(progress.lines, order) : progress.lines
  const reported = Receipt.countedOf(news)
  const shares = Receipt.sharesOf(order, reported)
  const counted = Receipt.sorted(reported, shares)

  const lines = new Map([...order.lines, ...shares.map(Receipt.after)].map((line) => [line.line, line]))
  const received = { ...order, lines: [...lines.values()] }
  const differs = order.warehouse !== warehouse.id && counted.length > 0
  const isException = differs || shares.some(({ arrived, bad, good, line }) => (bad > 0 && !line.isDamaged) || arrived < good + bad)
  const state = State.after(received, progress, { hasGoods: counted.length > 0, isException }, {
    now: transaction.now,
    cancelledState: session.settings.cancelledState
  })
  // What an ended order still expected does not arrive any more.
  const closing = state.phase === "received" || state.phase === "closed" || state.phase === "cancelled" ? Orders.takenBack(received, received.lines) : []
  yield* Orders.writeState(session, { ...state, hasException: state.hasException || (closing.length > 0 && state.phase !== "cancelled") })
  if (counted.length === 0 && closing.length === 0) return

  const batchNo = yield* batchNumber(session, transaction, order, progress.batchNo)
  const receivedAt = DateTime.toEpochMillis(progress.updatedAt)
  yield* Products.add(session, transaction, counted.map(({ sku }) => ({ sku })))
  yield* Orders.writeLines(session, order.asnNumber, shares.map(Receipt.after))
  const stock = yield* Books.read(
    session,
    [...counted, ...order.lines].flatMap(({ sku }) => [{ warehouse: warehouse.id, sku }, { warehouse: order.warehouse, sku }]),
    // A batch that is booked has no cell yet.
    { places: [], batches: counted.map(({ sku }) => ({ batchNo, sku })) }
  )
  yield* Books.post(session, transaction, stock, {
    type: "INBOUND",
    subtype: counted.length > 0 ? "ASN_RECEIVE" : "ASN_CLOSE",
    document: order.asnNumber,
    batches: counted.map((each) => {
      const own = shares.filter(({ line }) => line.sku === each.sku)
      return {
        batchNo,
        sku: each.sku,
        receivedAt,
        prices: Prices.averaged(own.map(({ bad, good, line }) => ({ prices: line.prices, pieces: good + bad }))),
        asnNumber: order.asnNumber,
        businessNumber: order.businessNumber,
        customNumber: order.customNumber,
        ...Receipt.lotOf(each, own[0]?.line.lot ?? {})
      }
    }),
    changes: [...shares.flatMap((share) => changesOf(order, warehouse, share, batchNo, receivedAt)), ...closing]
  }, Faults.tooMuch)
  if (counted.length === 0) return
  yield* writeBatch(session, order, warehouse, batchNo, receivedAt, counted)
  yield* Idempotency.store(session, transaction, key === undefined ? [] : [key])
})

const changesOf = (
  order: Orders.Order,
  warehouse: Warehouse,
  { arrived, bad, good, line }: Receipt.Share,
  batchNo: string,
  stockedAt: number
): ReadonlyArray<Change> => {
  const place = { warehouse: warehouse.id, sku: line.sku, batchNo, stockedAt }
  const cause = Orders.causeOf(order.type)
  const isElsewhere = order.warehouse !== warehouse.id
  const parts: ReadonlyArray<Change> = [
    ...(good > 0 ? [{ ...place, location: warehouse.goodLocation, onHand: good }] : []),
    ...(bad > 0 ? [{ ...place, location: warehouse.damagedLocation, onHand: bad, unavailable: bad }] : [])
  ]
  if (arrived === 0) return parts
  if (isElsewhere) {
    return [{ warehouse: order.warehouse, sku: line.sku, counted: { cause, pieces: -arrived }, prices: line.prices }, ...parts]
  }
  let left = arrived
  return parts.map((part) => {
    const pieces = Math.min(left, part.onHand ?? 0)
    left -= pieces
    return pieces === 0 ? part : { ...part, counted: { cause, pieces: -pieces }, prices: line.prices }
  })
}

/** Two orders may have batches of one number, so the later one gets the number of its order in front. */
const batchNumber = Effect.fnUntraced(function*(
  { books, query, tables }: BooksSession,
  { sequence }: Transaction,
  { asnNumber }: Orders.Order,
  told: string | undefined
): Effect.fn.Return<string, Reason> {
  if (told === undefined) return `${asnNumber}-${sequence}`
  const rows = yield* query(`SELECT 1 FROM ${tables.batch} WHERE books = $1 AND batch_no = $2 LIMIT 1`, [books, told])
  return rows.length === 0 ? told : `${asnNumber}-${told}`
})

const writeBatch = Effect.fnUntraced(function*(
  session: BooksSession,
  order: Orders.Order,
  warehouse: Warehouse,
  batchNo: string,
  receivedAt: number,
  counted: ReadonlyArray<Receipt.Counted>
): Effect.fn.Return<void, Reason> {
  yield* Writes.send(session, Writes.insert(session, "received_batch", {
    batch_no: "TEXT",
    asn_number: "TEXT",
    warehouse: "TEXT",
    type: "TEXT",
    business_number: "TEXT",
    custom_number: "TEXT",
    received_at: "BIGINT"
  }, [{
    batch_no: batchNo,
    asn_number: order.asnNumber,
    warehouse: warehouse.id,
    type: order.type,
    business_number: order.businessNumber ?? null,
    custom_number: order.customNumber ?? null,
    received_at: receivedAt
  }]))
  const rows = counted.flatMap(({ bad, good, lots, sku }) => {
    const line = { batch_no: batchNo, asn_number: order.asnNumber, sku, delivered: 0, lots: `[${lots.join(",")}]` }
    return [
      ...(good > 0 ? [{ ...line, location: warehouse.goodLocation, received: good }] : []),
      ...(bad > 0 ? [{ ...line, location: warehouse.damagedLocation, received: bad }] : [])
    ]
  })
  yield* Writes.send(session, Writes.insert(session, "received_line", {
    batch_no: "TEXT",
    asn_number: "TEXT",
    sku: "TEXT",
    location: "TEXT",
    received: "BIGINT",
    delivered: "BIGINT",
    lots: "TEXT"
  }, rows))
})

/**
 * `receiveOutboundStatus`: takes shipped goods out of the books, each piece of an order once. The lines of a report are what has left of the
 * order in all; only the lines of a parcel are those of that parcel alone.
 */
import { type AdapterError, ErpV1, type Operation, type OutboundOrder, OutboundPhase } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Reservations from "../books/Reservations.ts"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as Documents from "../Documents.ts"
import * as Parcels from "../outbound/Parcels.ts"
import * as Shipped from "../outbound/Shipped.ts"
import * as Shipping from "../outbound/Shipping.ts"
import * as Pieces from "../Pieces.ts"
import { push } from "./Push.ts"

type Status = OutboundOrder.OutboundStatus
type Reason = AdapterError.Reason

const encode = Schema.encodeSync(Schema.fromJsonString(ErpV1.ReceiveOutboundStatus.payload))

export const receiveOutboundStatus = (session: BooksSession): Operation.Push<typeof ErpV1.ReceiveOutboundStatus> =>
  push(session, ErpV1.ReceiveOutboundStatus, {
    check: ({ lines = [], parcels = [] }) => {
      for (const [at, parcel] of parcels.entries()) {
        const wrong = Pieces.wrongLine(parcel.lines ?? [], "quantity", `/parcels/${at}/lines`)
        if (wrong !== undefined) return wrong
      }
      return Pieces.wrongLine(lines, "quantity")
    },
    book: (status, transaction) => (OutboundPhase.isVoid(status.phase) ? end : book)(session, transaction, status)
  })

/** Nothing more leaves: what is reserved is available again. */
const release = (session: BooksSession, transaction: Transaction, { orderNumber }: Status, subtype: string) =>
  Reservations.release(session, transaction, { type: "OUTBOUND", subtype, document: orderNumber })

const end = Effect.fnUntraced(function*(session: BooksSession, transaction: Transaction, status: Status): Effect.fn.Return<void, Reason> {
  yield* release(session, transaction, status, "SALE_CANCEL")
  yield* Shipped.forget(session, status.orderNumber)
})

const book = Effect.fnUntraced(function*(session: BooksSession, transaction: Transaction, status: Status): Effect.fn.Return<void, Reason> {
  const { orderNumber } = status
  const before = yield* Shipped.of(session, orderNumber)
  const reserved = yield* Reservations.of(session, orderNumber)
  const warehouse = (status.warehouseCode === undefined ? undefined : session.warehouseByCode.get(status.warehouseCode)?.id) ?? reserved[0]?.warehouse

  const ship = Effect.fnUntraced(function*({ shippedAt = transaction.now, trackingNumber }: Omit<Parcels.Left, "pieces">, pieces: Shipped.Pieces) {
    if (pieces.size === 0) return
    const lacking = warehouse === undefined
      ? pieces
      : yield* Shipping.book(session, transaction, { orderNumber, warehouse, shippedAt, pieces })
    if (lacking.size > 0) yield* keep(session, transaction, status, warehouse, trackingNumber, lacking)
  })

  let shipped = before
  const parcels = Parcels.withContents(status)
  for (const parcel of parcels) {
    const news = Shipped.withParcel(shipped, parcel.trackingNumber, parcel.pieces)
    shipped = news.shipped
    yield* ship(parcel, news.adds)
  }
  const totals = Parcels.totals(status)
  if (totals !== undefined) {
    const news = Shipped.withTotals(shipped, totals.trackingNumber, totals.pieces)
    shipped = news.shipped
    yield* ship(totals, news.adds)
  }
  // A report without contents means everything that the order has reserved, unless its goods were booked by their contents.
  if (parcels.length === 0 && totals === undefined && before.size === 0 && OutboundPhase.hasLeft(status.phase)) {
    const all = { trackingNumber: status.trackingNumber ?? "", shippedAt: undefined, pieces: Parcels.bySku(reserved) }
    if (all.pieces.size === 0) return yield* keep(session, transaction, status, warehouse, "", all.pieces)
    shipped = Shipped.withTotals(shipped, all.trackingNumber, all.pieces).shipped
    yield* ship(all, all.pieces)
  }
  yield* Shipped.write(session, orderNumber, shipped)
  // Everything has arrived at the buyer, so what is reserved beyond that does not leave any more.
  if (status.phase === "delivered") yield* release(session, transaction, status, "SALE_RELEASE")
})

/** Keeps what left without being in the books. */
const keep = Effect.fnUntraced(function*(
  session: BooksSession,
  { now, sequence }: Transaction,
  status: Status,
  warehouse: string | undefined,
  trackingNumber: string,
  lacking: Shipped.Pieces
): Effect.fn.Return<void, Reason> {
  const number = `${status.orderNumber} ${trackingNumber}`.trimEnd()
  const isFurther = lacking.size > 0 && (yield* Documents.isKnown(session, "discrepancy", number))
  yield* Documents.discrepancy(session, {
    number: isFurther ? `${number} ${sequence}` : number,
    createdAt: now,
    warehouse: warehouse ?? "",
    content: JSON.stringify({ report: JSON.parse(encode(status)), lacking: Object.fromEntries(lacking) })
  })
})

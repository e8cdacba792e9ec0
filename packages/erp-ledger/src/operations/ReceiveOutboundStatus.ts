/**
 * `receiveOutboundStatus`: takes shipped goods out of the books. Each parcel of an order is booked once.
 */
import { type AdapterError, ErpV1, type Operation, type OutboundOrder, OutboundPhase } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Once from "../books/Once.ts"
import * as Reservations from "../books/Reservations.ts"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as Documents from "../Documents.ts"
import * as Parcels from "../outbound/Parcels.ts"
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
    book: Effect.fnUntraced(function*(status, transaction) {
      if (OutboundPhase.isVoid(status.phase)) {
        return yield* Reservations.release(session, transaction, { type: "OUTBOUND", subtype: "SALE_CANCEL", document: status.orderNumber })
      }
      yield* book(session, transaction, status)
    })
  })

const book = Effect.fnUntraced(function*(session: BooksSession, transaction: Transaction, status: Status): Effect.fn.Return<void, Reason> {
  const { orderNumber } = status
  const wholeOrder = `order ${orderNumber}`
  const someParcel = `parcels of ${orderNumber}`
  const keyOf = ({ trackingNumber }: Parcels.Parcel) => `parcel ${orderNumber} ${trackingNumber}`
  const parcels = Parcels.withContents(status)
  const known = yield* Once.known(session, [wholeOrder, someParcel, ...parcels.map(keyOf)])
  if (known.has(wholeOrder)) return
  const reserved = yield* Reservations.of(session, orderNumber)
  const warehouse = (status.warehouseCode === undefined ? undefined : session.warehouseByCode.get(status.warehouseCode)?.id) ?? reserved[0]?.warehouse

  const ship = Effect.fnUntraced(function*(parcel: Parcels.Parcel, pieces: ReadonlyMap<string, number>) {
    const lacking = warehouse === undefined
      ? pieces
      : yield* Shipping.book(session, transaction, { orderNumber, warehouse, shippedAt: parcel.shippedAt ?? transaction.now, pieces })
    if (lacking.size > 0) yield* keep(session, transaction, status, warehouse, parcel.trackingNumber, lacking)
  })

  for (const parcel of parcels) {
    if (known.has(keyOf(parcel))) continue
    yield* ship(parcel, Parcels.bySku(parcel.lines.map(({ quantity, sku }) => ({ sku, pieces: Pieces.of(quantity) }))))
    yield* Once.store(session, transaction, [keyOf(parcel), someParcel])
  }
  // Once parcels were booked by their contents, a report without contents has no goods of its own.
  if (parcels.length > 0 || known.has(someParcel) || !OutboundPhase.hasLeft(status.phase)) return
  // A report without contents means everything that the order has reserved.
  const rest = Parcels.bySku(reserved)
  if (rest.size === 0) return yield* keep(session, transaction, status, warehouse, "", rest)
  yield* ship({ trackingNumber: "", shippedAt: undefined, lines: [] }, rest)
  yield* Once.store(session, transaction, [wholeOrder])
})

/** Keeps what left without being in the books. */
const keep = (
  session: BooksSession,
  { now }: Transaction,
  status: Status,
  warehouse: string | undefined,
  trackingNumber: string,
  lacking: ReadonlyMap<string, number>
) =>
  Documents.discrepancy(session, {
    number: `${status.orderNumber} ${trackingNumber}`.trimEnd(),
    createdAt: now,
    warehouse: warehouse ?? "",
    content: JSON.stringify({ report: JSON.parse(encode(status)), lacking: Object.fromEntries(lacking) })
  })

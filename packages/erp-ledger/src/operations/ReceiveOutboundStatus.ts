/**
 * `receiveOutboundStatus`: takes shipped goods out of the books, each piece of an order once, and never more than the order had reserved.
 * The lines of a report are what has left of the order in all; only the lines of a parcel are those of that parcel alone.
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
  const reservations = yield* Reservations.of(session, orderNumber)
  // A warehouse may ship an order that it had declared void, whose goods were released then.
  const releases = reservations.length > 0 ? [] : yield* Reservations.lastReleased(session, orderNumber)
  const [reserved, released] = [Parcels.bySku(reservations), Parcels.bySku(releases)]
  const warehouse = (status.warehouseCode === undefined ? undefined : session.warehouseByCode.get(status.warehouseCode)?.id)
    ?? (reservations[0] ?? releases[0])?.warehouse
  const before = yield* Shipped.of(session, orderNumber)
  let shipped = before
  const parcels = Parcels.withContents(status)
  const totals = Parcels.totals(status)
  const hasLeft = OutboundPhase.hasLeft(status.phase)
  const mayLeave = hasLeft || totals !== undefined || parcels.length > 0
    ? yield* Shipped.left(session, transaction, orderNumber, before, { reserved, released })
    : undefined

  const ship = Effect.fnUntraced(function*({ shippedAt = transaction.now, trackingNumber }: Parcels.Left, told: Shipped.News) {
    const { adds, shipped: after, surplus } = Shipped.within(shipped, trackingNumber, told, mayLeave)
    shipped = after
    if (surplus.size > 0) yield* keep(session, transaction, status, warehouse, { kind: "surplus", number: numberOf(status, trackingNumber, "surplus"), pieces: surplus })
    if (adds.size === 0) return
    const lacking = warehouse === undefined
      ? adds
      : yield* Shipping.book(session, transaction, { orderNumber, warehouse, shippedAt, pieces: adds })
    if (lacking.size === 0) return
    const number = numberOf(status, trackingNumber)
    const isFurther = yield* Documents.isKnown(session, "discrepancy", number)
    yield* keep(session, transaction, status, warehouse, {
      kind: "lacking",
      number: isFurther ? `${number} ${transaction.sequence}` : number,
      pieces: lacking
    })
  })

  for (const parcel of parcels) yield* ship(parcel, Shipped.withParcel(shipped, parcel.trackingNumber, parcel.pieces))
  if (totals !== undefined) yield* ship(totals, Shipped.withTotals(shipped, totals.trackingNumber, totals.pieces))
  const { trackingNumber = "" } = status
  // A parcel without contents, or an order that is not told by its contents, has everything that is still reserved.
  if (totals === undefined && hasLeft && Shipped.isFurther(shipped, trackingNumber)) {
    const held = Parcels.bySku(yield* Reservations.of(session, orderNumber))
    const rest = held.size === 0 && shipped.size === 0 ? released : held
    if (rest.size > 0) yield* ship({ trackingNumber, shippedAt: undefined, pieces: rest }, Shipped.withParcel(shipped, trackingNumber, rest))
    else if (shipped.size === 0) yield* keep(session, transaction, status, warehouse, { kind: "lacking", number: orderNumber, pieces: rest })
  }
  yield* Shipped.write(session, orderNumber, shipped)
  // Everything has arrived at the buyer, so what is reserved beyond that does not leave any more.
  if (status.phase === "delivered") yield* release(session, transaction, status, "SALE_RELEASE")
})

const numberOf = ({ orderNumber }: Status, ...more: ReadonlyArray<string>): string => [orderNumber, ...more].filter((part) => part !== "").join(" ")

/** Keeps for a person what left without being in the books, or is reported beyond what was ordered. The first with a number stays. */
const keep = (
  session: BooksSession,
  { now }: Transaction,
  status: Status,
  warehouse: string | undefined,
  { kind, number, pieces }: { readonly kind: "lacking" | "surplus"; readonly number: string; readonly pieces: Shipped.Pieces }
) =>
  Documents.discrepancy(session, {
    number,
    createdAt: now,
    warehouse: warehouse ?? "",
    content: JSON.stringify({ report: JSON.parse(encode(status)), [kind]: Object.fromEntries(pieces) })
  })

/**
 * `receiveOutboundStatus`: takes shipped goods out of the books, each piece of an order once, and never more than the order had reserved.
 * The lines of a report are what has left of the order in all; only the lines of a parcel are those of that parcel alone.
 */
import { type AdapterError, ErpV1, type Operation, type OutboundOrder, OutboundPhase } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Once from "../books/Once.ts"
import * as Reservations from "../books/Reservations.ts"
import * as Writes from "../books/Writes.ts"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as Documents from "../Documents.ts"
import * as OrderState from "../outbound/OrderState.ts"
import * as Parcels from "../outbound/Parcels.ts"
import * as Shipped from "../outbound/Shipped.ts"
import * as Shipping from "../outbound/Shipping.ts"
import * as Pieces from "../Pieces.ts"
import { push } from "./Push.ts"

type Status = OutboundOrder.OutboundStatus
type Reason = AdapterError.Reason

const encode = Schema.encodeSync(Schema.fromJsonString(ErpV1.ReceiveOutboundStatus.payload))

export const receiveOutboundStatus = (session: BooksSession): Operation.Push<typeof ErpV1.ReceiveOutboundStatus> =>
  push(ErpV1.ReceiveOutboundStatus, {
    check: ({ lines = [], parcels = [] }) => {
      for (const [at, parcel] of parcels.entries()) {
        const wrong = Pieces.wrongLine(parcel.lines ?? [], "quantity", `/parcels/${at}/lines`)
        if (wrong !== undefined) return wrong
      }
      return Pieces.wrongLine(lines, "quantity")
    },
    book: Effect.fnUntraced(function*(status, keys) {
      const isVoid = OutboundPhase.isVoid(status.phase)
      // Most reports tell how far an order is, and the books have nothing to do with that: they wait for no other booking.
      if (!isVoid && !Parcels.tellsOfGoods(status)) return
      if (isVoid) {
        const state = yield* OrderState.read(session, status.orderNumber, keys)
        if (state.isBooked) return
        if (OrderState.isUntouched(state)) return yield* Once.store(session, { now: yield* Clock.currentTimeMillis }, keys)
      }
      yield* session.inTransaction(Effect.fnUntraced(function*(transaction) {
        const state = yield* OrderState.read(session, status.orderNumber, keys)
        if (!state.isBooked) yield* (isVoid ? end : book)(session, transaction, status, state, keys)
      }))
    })
  })

/** Nothing more leaves: what is still `reserved` is available again. */
const release = (
  session: BooksSession,
  transaction: Transaction,
  { orderNumber }: Status,
  subtype: string,
  reserved: ReadonlyArray<Reservations.Reservation>,
  more: Writes.Writes
) => Reservations.release(session, transaction, { type: "OUTBOUND", subtype, document: orderNumber }, reserved, more)

const end = (session: BooksSession, transaction: Transaction, status: Status, { reservations }: OrderState.OrderState, keys: ReadonlyArray<string>) =>
  release(session, transaction, status, "SALE_CANCEL", reservations, [
    ...Shipped.forget(session, status.orderNumber),
    ...Once.writes(session, transaction, keys)
  ])

const book = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  status: Status,
  { ordered: known, reservations, shipped: before }: OrderState.OrderState,
  keys: ReadonlyArray<string>
): Effect.fn.Return<void, Reason> {
  const { orderNumber } = status
  const named = status.warehouseCode === undefined ? undefined : session.warehouseByCode.get(status.warehouseCode)?.id
  // A warehouse may ship an order that it had declared void, whose goods were released then.
  const isOfInterest = reservations.length === 0 && (known === undefined || before.size === 0 || named === undefined)
  const releases = isOfInterest ? yield* Reservations.lastReleased(session, orderNumber) : []
  const [reserved, released] = [Parcels.bySku(reservations), Parcels.bySku(releases)]
  const warehouse = named ?? (reservations[0] ?? releases[0])?.warehouse
  const ordered = known ?? Shipped.orderedBy(before, reserved, released)
  const mayLeave = ordered && Shipped.mayLeave(ordered, reserved, before)
  let shipped = before
  let held = reservations

  const ship = Effect.fnUntraced(function*({ shippedAt = transaction.now, trackingNumber }: Parcels.Left, told: Shipped.News) {
    const { adds, shipped: after, surplus } = Shipped.within(shipped, trackingNumber, told, mayLeave)
    shipped = after
    // A number of its own for each finding, and the same one when the report comes again.
    for (const [sku, pieces] of surplus) {
      const number = numberOf(status, trackingNumber, "surplus", String(pieces), sku)
      yield* keep(session, transaction, status, warehouse, { kind: "surplus", number, pieces: new Map([[sku, pieces]]) })
    }
    if (adds.size === 0) return
    let lacking = adds
    if (warehouse !== undefined) {
      const booked = yield* Shipping.book(session, transaction, { orderNumber, warehouse, shippedAt, pieces: adds }, held)
      lacking = booked.lacking
      held = booked.reserved
    }
    if (lacking.size === 0) return
    const number = numberOf(status, trackingNumber)
    const isFurther = yield* Documents.isKnown(session, "discrepancy", number)
    yield* keep(session, transaction, status, warehouse, {
      kind: "lacking",
      number: isFurther ? `${number} ${transaction.sequence}` : number,
      pieces: lacking
    })
  })

  for (const parcel of Parcels.withContents(status)) yield* ship(parcel, Shipped.withParcel(shipped, parcel.trackingNumber, parcel.pieces))
  const totals = Parcels.totals(status)
  if (totals !== undefined) yield* ship(totals, Shipped.withTotals(shipped, totals.trackingNumber, totals.pieces))
  const { trackingNumber = "" } = status
  // A parcel without contents, or an order that is not told by its contents, has everything that is still reserved.
  if (totals === undefined && OutboundPhase.hasLeft(status.phase) && Shipped.isFurther(shipped, trackingNumber)) {
    const rest = held.length === 0 && shipped.size === 0 ? released : Parcels.bySku(held)
    if (rest.size > 0) yield* ship({ trackingNumber, shippedAt: undefined, pieces: rest }, Shipped.withParcel(shipped, trackingNumber, rest))
    else if (shipped.size === 0) yield* keep(session, transaction, status, warehouse, { kind: "lacking", number: orderNumber, pieces: rest })
  }
  const last = [
    ...Shipped.writes(session, orderNumber, before, shipped),
    ...(known === undefined && ordered !== undefined ? Once.writes(session, transaction, [Shipped.orderedKey(orderNumber)], Shipped.encodePieces(ordered)) : []),
    ...Once.writes(session, transaction, keys)
  ]
  // Everything has arrived at the buyer, so what is reserved beyond that does not leave any more.
  if (status.phase === "delivered") yield* release(session, transaction, status, "SALE_RELEASE", held, last)
  else yield* Writes.send(session, last)
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

/**
 * `cancelInboundOrder`: ends an inbound order of which nothing was received. Its goods are no longer in transit.
 */
import type { BooksV1 } from "@crossdock/books"
import type { Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Books from "../books/Books.ts"
import type { BooksSession } from "../BooksSession.ts"
import * as Faults from "../Faults.ts"
import * as Orders from "../inbound/Orders.ts"
import * as Texts from "../Texts.ts"

export const cancelInboundOrder = (session: BooksSession): Operation.Handler<typeof BooksV1.CancelInboundOrder> => (request) => {
  const { asnNumber } = Texts.storable(request)
  return Effect.as(session.inTransaction(Effect.fnUntraced(function*(transaction) {
    const order = yield* Orders.find(session, asnNumber)
    if (order === undefined) return yield* Faults.unknownOrder(asnNumber)
    if (order.phase === "cancelled" && session.settings.cancelTwice === "success") return
    if ((order.phase !== "announced" && order.phase !== "shipping") || order.lines.some(({ received }) => received > 0)) {
      return yield* Faults.wrongState(asnNumber, order.status)
    }
    const { cancelledState: status } = session.settings
    yield* Orders.writeState(session, { ...order, phase: "cancelled", status, updatedAt: transaction.now })
    const stock = yield* Books.read(session, order.lines.map(({ sku }) => ({ warehouse: order.warehouse, sku })), { places: [] })
    yield* Books.post(session, transaction, stock, {
      type: "INBOUND",
      subtype: "ASN_CANCEL",
      document: asnNumber,
      changes: Orders.takenBack(order, order.lines)
    }, Faults.tooMuch)
  })), {})
}

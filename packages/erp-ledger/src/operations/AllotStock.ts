/**
 * `allotStock`: sets what an order is to have in all. Transactions of the same books run one after another, so two orders never get the
 * same piece.
 */
import type { ErpV1, Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import * as Faults from "../Faults.ts"
import * as Bookings from "../outbound/Bookings.ts"
import * as CarryOver from "../outbound/CarryOver.ts"
import * as OutboundDocument from "../outbound/OutboundDocument.ts"
import * as Pieces from "../Pieces.ts"
import * as Products from "../Products.ts"
import * as Texts from "../Texts.ts"

export const allotStock = (session: BooksSession): Operation.Handler<typeof ErpV1.SetStockReservation> => Effect.fnUntraced(function*(request) {
  const { document: id, lines, ownsNumber, version, warehouseName } = request
  const wrong = Texts.wrong(request) ?? Pieces.wrongLine(lines, "quantity")
  if (wrong !== undefined) return yield* wrong
  const warehouse = session.warehouseByName.get(warehouseName)
  // What is released must be released, although the settings have its warehouse no more.
  if (warehouse === undefined && lines.length > 0) return yield* Faults.unknownWarehouse(warehouseName)
  // Read before the transaction, for which other bookings wait: the books never lose a product.
  const names = yield* Products.namesOfOrder(session, lines)
  yield* session.inTransaction(Effect.fnUntraced(function*(transaction) {
    const held = yield* CarryOver.read(session, transaction, id, ownsNumber)
    if (version <= held.document.allottedVersion) return
    yield* Products.addOfOrder(session, transaction, lines, names)
    const allotted = OutboundDocument.bySku(lines.map(({ quantity, sku }) => ({ sku, pieces: Pieces.of(quantity) })))
    yield* Bookings.settle(session, transaction, {
      held,
      after: {
        ...held.document,
        warehouse: warehouse?.id ?? held.document.warehouse,
        allottedVersion: version,
        figures: OutboundDocument.withPieces(held.document, allotted, (figures, pieces) => ({ ...figures, allotted: pieces, most: Math.max(figures.most, pieces) }))
      },
      lacks: (sku, most) => Faults.notEnoughToReserve(sku, warehouseName, most),
      subtype: "SALE_RESERVE"
    })
  }))
  return {}
})

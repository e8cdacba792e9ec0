/**
 * `reserveStock`: sets what an order has reserved. Transactions of the same books run one after another, so two orders never get the
 * same piece.
 */
import type { ErpV1, Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Reservations from "../books/Reservations.ts"
import type { BooksSession } from "../BooksSession.ts"
import * as Faults from "../Faults.ts"
import * as Pieces from "../Pieces.ts"
import * as Products from "../Products.ts"
import * as Texts from "../Texts.ts"

export const reserveStock = (session: BooksSession): Operation.Handler<typeof ErpV1.ReserveStock> => Effect.fnUntraced(function*(request) {
  const { document, lines } = request
  const unstorable = Texts.wrong(request)
  if (unstorable !== undefined) return yield* unstorable
  const wanted: Array<Reservations.Wanted> = []
  for (const [at, { quantity, sku, warehouseName }] of lines.entries()) {
    const warehouse = session.warehouseByName.get(warehouseName)
    if (warehouse === undefined) return yield* Faults.unknownWarehouse(warehouseName)
    const wrong = Pieces.wrong(quantity, undefined, `/lines/${at}/quantity`)
    if (wrong !== undefined) return yield* wrong
    wanted.push({ line: at + 1, warehouse: warehouse.id, sku, pieces: Pieces.of(quantity) })
  }
  // Read before the transaction, for which other bookings wait: the books never lose a product.
  const names = yield* Products.namesOfOrder(session, lines)
  yield* session.inTransaction(Effect.fnUntraced(function*(transaction) {
    yield* Products.addOfOrder(session, transaction, lines, names)
    const before = yield* Reservations.of(session, document)
    if (before.some(({ cause }) => cause !== "reserved_order")) {
      return yield* Faults.invalid("/document", "is the number of another document of the books that has stock reserved; send the number of an order")
    }
    yield* Reservations.replace(session, transaction, {
      header: { type: "OUTBOUND", subtype: "SALE_RESERVE", document },
      owner: document,
      before,
      cause: "reserved_order",
      wanted,
      lacks: ({ line, pieces, sku }, missing) => Faults.notEnoughToReserve(sku, lines[line - 1]!.warehouseName, pieces - missing)
    })
  }))
})

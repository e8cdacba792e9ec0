/**
 * What new books contain: the products and the opening stock of the settings. Each part is booked once, so more may be added later.
 */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as BalanceRows from "./books/BalanceRows.ts"
import * as Books from "./books/Books.ts"
import * as Idempotency from "./books/Idempotency.ts"
import type { BooksSession } from "./BooksSession.ts"
import * as Faults from "./Faults.ts"
import * as Products from "./Products.ts"
import type { OpeningStock } from "./Settings.ts"

const keyOf = (warehouse: string, sku: string) => `opening:${warehouse}:${sku}`

/** Adds what the books do not have yet. */
export const book = Effect.fnUntraced(function*(session: BooksSession): Effect.fn.Return<void, AdapterError.Reason> {
  const { openingStock, products } = session.settings
  yield* session.inTransaction(Effect.fnUntraced(function*(transaction) {
    const { now } = transaction
    yield* Products.add(session, transaction, [...products, ...openingStock.map(({ sku }) => ({ sku }))])
    const idOf = ({ warehouse }: OpeningStock) => session.warehouseByName.get(warehouse)?.id ?? ""
    const known = yield* Idempotency.known(session, openingStock.map((each) => keyOf(idOf(each), each.sku)))
    const missing = openingStock.filter((each) => !known.has(keyOf(idOf(each), each.sku)))
    if (missing.length === 0) return yield* BalanceRows.addProducts(session)
    const stock = yield* Books.read(session, missing.map((each) => ({ warehouse: idOf(each), sku: each.sku })), { places: [] })
    yield* Books.post(session, transaction, stock, {
      type: "OPENING",
      subtype: "OPENING",
      document: "OPENING",
      batches: missing.map((each) => ({
        batchNo: `OPENING-${idOf(each)}`,
        sku: each.sku,
        receivedAt: now,
        asnNumber: `OPENING-${idOf(each)}`,
        prices: {
          ...(each.purchasePrice && { purchasePrice: each.purchasePrice, purchaseCurrency: each.currency ?? session.settings.baseCurrency })
        }
      })),
      changes: missing.map((each) => ({
        warehouse: idOf(each),
        sku: each.sku,
        location: session.warehouseById.get(idOf(each))?.goodLocation ?? "",
        batchNo: `OPENING-${idOf(each)}`,
        onHand: each.quantity,
        stockedAt: now
      }))
    }, Faults.tooMuch)
    yield* Idempotency.store(session, transaction, missing.map((each) => keyOf(idOf(each), each.sku)))
    yield* BalanceRows.addProducts(session)
  }))
})

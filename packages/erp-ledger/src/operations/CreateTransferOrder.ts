/**
 * `createTransferOrder`: creates a transfer of available goods, which are reserved in their warehouse until they leave it.
 */
import { type BooksV1, ErpStockOrder } from "@crossdock/books"
import { type AdapterError, type Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Reservations from "../books/Reservations.ts"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as Faults from "../Faults.ts"
import * as Pieces from "../Pieces.ts"
import * as Products from "../Products.ts"
import * as Texts from "../Texts.ts"
import * as Transfers from "../transfers/Transfers.ts"

type Draft = ErpStockOrder.TransferDraft
type Reason = AdapterError.Reason

const encode = Schema.encodeSync(Schema.fromJsonString(ErpStockOrder.TransferDraft))

export const createTransferOrder = (session: BooksSession): Operation.Handler<typeof BooksV1.CreateTransferOrder> => Effect.fnUntraced(function*(draft) {
  const unstorable = Texts.wrong(draft)
  if (unstorable !== undefined) return yield* unstorable
  const from = session.warehouseByName.get(draft.warehouseName)
  const to = session.warehouseByName.get(draft.toWarehouseName)
  if (from === undefined) return yield* Faults.unknownWarehouse(draft.warehouseName)
  if (to === undefined) return yield* Faults.unknownWarehouse(draft.toWarehouseName)
  if (from === to) return yield* Faults.invalid("/toWarehouseName", "is the warehouse that the goods leave; send another one")
  for (const [at, line] of draft.lines.entries()) {
    const wrong = Pieces.wrong(line.quantity, undefined, `/lines/${at}/quantity`)
    if (wrong !== undefined) return yield* wrong
    if (to.isOfMarketplace && line.shipmentId === undefined) {
      return yield* Faults.invalid(`/lines/${at}/shipmentId`, "is missing; a marketplace operates the warehouse, so send its number of the shipment")
    }
  }
  const content = encode(draft)
  return yield* session.inTransaction(Effect.fnUntraced(function*(transaction) {
    const earlier = draft.customNumber === undefined ? undefined : yield* earlierNumber(session, draft.customNumber, content)
    const transferNumber = earlier ?? (yield* create(session, transaction, draft, { from: from.id, to: to.id, content }))
    return { transferNumber }
  }))
})

/** The transfer that has the custom number already (U-106); undefined if there is none. */
const earlierNumber = Effect.fnUntraced(function*(
  session: BooksSession,
  customNumber: string,
  content: string
): Effect.fn.Return<string | undefined, Reason> {
  const { books, query, settings: { repeatedCustomNumber }, tables } = session
  const [row] = yield* query(
    `SELECT transfer_number, content FROM ${tables.transfer_order} WHERE books = $1 AND custom_number = $2`,
    [books, customNumber]
  )
  if (row === undefined) return undefined
  const isSame = row.content === content
  if (repeatedCustomNumber === "failure" || (repeatedCustomNumber === "compare" && !isSame)) {
    return yield* Faults.customNumberExists(customNumber, `transfer ${row.transfer_number}`, isSame)
  }
  return String(row.transfer_number)
})

const create = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  draft: Draft,
  { content, from, to }: { readonly from: string; readonly to: string; readonly content: string }
): Effect.fn.Return<string, Reason> {
  const { now, sequence } = transaction
  const names = yield* Products.names(session, draft.lines.map(({ sku }) => sku))
  const unknown = draft.lines.findIndex(({ sku }) => !names.has(sku))
  if (unknown !== -1) return yield* Faults.unknownSku(draft.lines[unknown]!.sku)
  const batches = yield* Transfers.batchesOf(session, draft.lines)
  const foreign = draft.lines.find(({ asnNumber }) => !batches.orders.has(asnNumber))
  if (foreign !== undefined) return yield* Faults.unknownOrder(foreign.asnNumber)

  const transferNumber = session.number("TR", sequence)
  yield* Reservations.reserve(
    session,
    transaction,
    { type: "TRANSFER", subtype: "TRANSFER_CREATE", document: transferNumber },
    "reserved_transfer",
    draft.lines.map(({ asnNumber, quantity, sku }, at) => ({
      line: at + 1,
      warehouse: from,
      sku,
      pieces: Pieces.of(quantity),
      isUsable: ({ batchNo }) => batches.has(asnNumber, sku, batchNo)
    })),
    ({ line, pieces, sku }, missing) =>
      Faults.notEnoughStock(
        `${pieces - missing} pieces of ${JSON.stringify(sku)} of inbound order ${draft.lines[line - 1]!.asnNumber} are available; send no more than that`
      )
  )
  yield* Transfers.insert(session, {
    transfer_number: transferNumber,
    sequence,
    custom_number: draft.customNumber ?? null,
    tracking_number: draft.trackingNumber ?? null,
    type: "available",
    status: "NEW",
    warehouse: from,
    to_warehouse: to,
    content,
    created_at: now,
    updated_at: now
  }, draft.lines)
  return transferNumber
})

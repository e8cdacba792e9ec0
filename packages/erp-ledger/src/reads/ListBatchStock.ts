/** `listBatchStock`: stock by the batch with which it came, at each storage location. */
import type { BooksV1, ErpStock } from "@crossdock/books"
import type { Operation, SqlStorage } from "@crossdock/core"
import { Quantity } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import * as Days from "../Days.ts"
import * as Pages from "./Pages.ts"
import * as Selection from "./Selection.ts"
import { instant, millis, pieces, sku, text } from "./Values.ts"
import * as Warehouses from "./Warehouses.ts"

const toStock = (session: BooksSession, now: number) => (row: SqlStorage.Row): ErpStock.BatchStock => {
  const { baseCurrency, holdingCostPerPieceDay } = session.settings
  const total = pieces(row.on_hand)
  const ageInDays = Quantity.fromIntegerUnchecked(Days.between(Number(row.stocked_at), now))
  return {
    sku: sku(row.sku),
    ...Warehouses.members(session, String(row.warehouse)),
    locationCode: String(row.location),
    batchNo: String(row.batch_no),
    ...text("customNumber", row.custom_number),
    ...text("businessNumber", row.business_number),
    stockedAt: instant(row.stocked_at),
    total,
    reserved: pieces(row.reserved),
    available: Quantity.fromIntegerUnchecked(Number(row.on_hand) - Number(row.unavailable) - Number(row.reserved)),
    ageInDays,
    holdingCost: BigDecimal.multiply(BigDecimal.multiply(holdingCostPerPieceDay, total), ageInDays),
    currency: baseCurrency
  }
}

export const listBatchStock = (session: BooksSession): Operation.Handler<typeof BooksV1.ListBatchStock> =>
  Effect.fnUntraced(function*(payload) {
    const { locationCode, number, receivedFrom, receivedTo, skus, warehouseName, withEmpty = false } = payload
    const { books, tables } = session
    const now = yield* Clock.currentTimeMillis
    const selection = Selection.make(books, "cell")
    selection.given(yield* Warehouses.idOf(session, warehouseName), (id) => `cell.warehouse = ${id}`)
    if (skus !== undefined) selection.require(`cell.sku IN ${selection.values(skus)}`)
    selection.given(locationCode, (code) => `cell.location = ${code}`)
    selection.given(number, (value) =>
      `(cell.batch_no = ${value} OR batch.asn_number = ${value} OR batch.business_number = ${value} OR batch.custom_number = ${value})`)
    selection.given(receivedFrom && millis(receivedFrom), (time) => `batch.received_at >= ${time}`)
    selection.given(receivedTo && millis(receivedTo), (time) => `batch.received_at <= ${time}`)
    if (!withEmpty) selection.require("cell.on_hand <> 0")
    return yield* Pages.read(
      session,
      payload,
      selection,
      {
        from: `${tables.cell} AS cell LEFT JOIN ${tables.batch} AS batch ON batch.books = cell.books AND batch.batch_no = cell.batch_no AND batch.sku = cell.sku`,
        columns: "cell.*, batch.custom_number, batch.business_number",
        key: [["cell.warehouse", "string"], ["cell.sku", "string"], ["cell.location", "string"], ["cell.batch_no", "string"]]
      },
      (rows) => Effect.succeed(rows.map(toStock(session, now)))
    )
  })

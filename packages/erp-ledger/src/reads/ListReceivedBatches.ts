/** `listReceivedBatches`: what was received at one time of one inbound order, oldest first. */
import { type BooksV1, type ErpInbound } from "@crossdock/books"
import { type AdapterError, InboundOrder, type Operation, Quantity, type SqlStorage } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import * as StatedPrices from "../inbound/StatedPrices.ts"
import * as Pages from "./Pages.ts"
import * as Selection from "./Selection.ts"
import { amount, instant, millis, pieces, sku, text } from "./Values.ts"
import * as Warehouses from "./Warehouses.ts"

const keyOf = (row: SqlStorage.Row): string => `${row.batch_no}\n${row.asn_number}`

const readLines = Effect.fnUntraced(function*(
  { books, query, tables }: BooksSession,
  batchNos: ReadonlyArray<SqlStorage.Value>
): Effect.fn.Return<Readonly<Record<string, ReadonlyArray<SqlStorage.Row>>>, AdapterError.Reason> {
  const selection = Selection.make(books, "line")
  selection.require(`line.batch_no IN ${selection.values(batchNos)}`)
  const rows = yield* query(
    `SELECT line.batch_no, line.asn_number, line.sku, line.location, line.received, line.delivered, product.name, batch.purchase_price, batch.purchase_currency
      FROM ${tables.received_line} AS line
      LEFT JOIN ${tables.product} AS product ON product.books = line.books AND product.sku = line.sku
      LEFT JOIN ${tables.batch} AS batch ON batch.books = line.books AND batch.batch_no = line.batch_no AND batch.sku = line.sku
      WHERE ${selection.where()} ORDER BY line.batch_no, line.asn_number, line.sku, line.location`,
    selection.params
  )
  return Arr.groupBy(rows, keyOf)
})

const toBatch = (session: BooksSession, row: SqlStorage.Row, lines: ReadonlyArray<SqlStorage.Row>): ErpInbound.ReceivedBatch => ({
  ...text("batchNo", row.batch_no),
  asnNumber: InboundOrder.AsnNumber.make(String(row.asn_number)),
  ...text("businessNumber", row.business_number),
  ...text("customNumber", row.custom_number),
  warehouseName: Warehouses.members(session, String(row.warehouse)).warehouseName,
  ...text("type", row.type),
  receivedAt: instant(row.received_at),
  received: Quantity.fromIntegerUnchecked(lines.reduce((sum, line) => sum + Number(line.received), 0)),
  skuCount: Quantity.fromIntegerUnchecked(new Set(lines.map((line) => line.sku)).size),
  lines: lines.map((line) => ({
    sku: sku(line.sku),
    ...text("name", line.name),
    purchasePrice: StatedPrices.pricesOf(amount("purchasePrice", line.purchase_price)).purchasePrice,
    ...text("purchaseCurrency", line.purchase_currency),
    ...text("locationCode", line.location),
    received: pieces(line.received),
    delivered: pieces(line.delivered)
  }))
})

export const listReceivedBatches = (session: BooksSession): Operation.Handler<typeof BooksV1.ListReceivedBatches> =>
  Effect.fnUntraced(function*(payload) {
    const { books, tables } = session
    const { number, receivedFrom, receivedTo, skuOrName, type, warehouseName } = payload
    const selection = Selection.make(books, "received")
    selection.require(`received.received_at BETWEEN ${selection.value(millis(receivedFrom))} AND ${selection.value(millis(receivedTo))}`)
    selection.given(number, (value) =>
      `(received.batch_no = ${value} OR received.asn_number = ${value} OR received.business_number = ${value} OR received.custom_number = ${value})`)
    selection.given(skuOrName === undefined ? undefined : Selection.containing(skuOrName), (pattern) =>
      `EXISTS (SELECT 1 FROM ${tables.received_line} AS line LEFT JOIN ${tables.product} AS product ON product.books = line.books AND product.sku = line.sku
        WHERE line.books = received.books AND line.batch_no = received.batch_no AND line.asn_number = received.asn_number
          AND (LOWER(line.sku) LIKE ${pattern} ESCAPE '\\' OR LOWER(product.name) LIKE ${pattern} ESCAPE '\\'))`)
    selection.given(yield* Warehouses.idOf(session, warehouseName), (id) => `received.warehouse = ${id}`)
    selection.given(type, (word) => `received.type = ${word}`)
    return yield* Pages.read(
      session,
      payload,
      selection,
      { from: `${tables.received_batch} AS received`, columns: "received.*", key: [["received.received_at", "number"], ["received.batch_no", "string"], ["received.asn_number", "string"]] },
      (rows) =>
        Effect.map(readLines(session, [...new Set(rows.map((row) => String(row.batch_no)))]), (lines) =>
          rows.map((row) => toBatch(session, row, lines[keyOf(row)] ?? [])))
    )
  })

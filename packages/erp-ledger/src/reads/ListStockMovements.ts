/** `listStockMovements`: the entries of the books, oldest first, so that new ones shift no page. */
import { type BooksV1, type ErpStock } from "@crossdock/books"
import { Decimal, type Operation, Quantity, type SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import * as ExchangeRates from "./ExchangeRates.ts"
import * as Pages from "./Pages.ts"
import * as Selection from "./Selection.ts"
import { instant, millis, pieces, sku, text } from "./Values.ts"
import * as Warehouses from "./Warehouses.ts"

/** A reservation moves nothing, and is about what is in the building. */
const kinds = {
  inTransit: "entry.in_transit_change <> 0",
  inStock: "(entry.change <> 0 OR entry.in_transit_change = 0)"
} as const

const after = (before: SqlStorage.Value | undefined, change: SqlStorage.Value | undefined) => Quantity.fromIntegerUnchecked(Number(before) + Number(change))

const toMovement = (session: BooksSession, rates: (currency: string) => ExchangeRates.Convert | undefined) => (row: SqlStorage.Row): ErpStock.StockMovement => {
  const warehouse = String(row.warehouse)
  const price = row.unit_cost === null || row.unit_cost === undefined ? undefined : Decimal.fromText(String(row.unit_cost))
  const convert = price && rates(String(row.currency))
  return {
    id: String(row.id),
    sku: sku(row.sku),
    ...Warehouses.members(session, warehouse),
    // What is in transit is at no location yet, and is expected at the one for good goods.
    ...text("locationCode", row.location === "" ? session.warehouseById.get(warehouse)?.goodLocation : row.location),
    type: String(row.type),
    ...text("subtype", row.subtype),
    ...text("documentNumber", row.document),
    inTransitBefore: pieces(row.in_transit_before),
    inTransitChange: pieces(row.in_transit_change),
    inTransitAfter: after(row.in_transit_before, row.in_transit_change),
    before: pieces(row.before),
    change: pieces(row.change),
    after: after(row.before, row.change),
    ...text("batchNo", row.batch_no),
    ...text("operator", row.operator),
    at: instant(row.at),
    ...(price !== undefined && convert !== undefined && { cost: convert(price) })
  }
}

export const listStockMovements = (session: BooksSession): Operation.Handler<typeof BooksV1.ListStockMovements> =>
  Effect.fnUntraced(function*(payload) {
    const { documentNumber, from, locationCode, of, recordTypes, sku: wanted, subtypes, to, type, warehouseName } = payload
    const selection = Selection.make(session.books, "entry")
    selection.require(`entry.at BETWEEN ${selection.value(millis(from))} AND ${selection.value(millis(to))}`)
    selection.given(yield* Warehouses.idOf(session, warehouseName), (id) => `entry.warehouse = ${id}`)
    selection.given(locationCode, (location) => `entry.location = ${location}`)
    selection.given(type, (word) => `entry.type = ${word}`)
    selection.given(documentNumber, (number) => `entry.document = ${number}`)
    selection.given(wanted, (only) => `entry.sku = ${only}`)
    if (subtypes !== undefined) selection.require(`entry.subtype IN ${selection.values(subtypes)}`)
    if (recordTypes !== undefined) selection.require(`entry.record_type IN ${selection.values(recordTypes)}`)
    if (of !== undefined) selection.require(kinds[of])
    return yield* Pages.read(
      session,
      payload,
      selection,
      { from: `${session.tables.entry} AS entry`, columns: "entry.*", key: [["entry.at", "number"], ["entry.id", "number"]] },
      (rows) => Effect.map(ExchangeRates.read(session), (rates) => rows.map(toMovement(session, rates)))
    )
  })

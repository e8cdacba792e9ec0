/**
 * Reads stock and writes postings: entries, cells, balances and values, in the transaction of the caller.
 */
import { type AdapterError, Decimal, type SqlStorage } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as BalanceRows from "./BalanceRows.ts"
import * as Posting from "./Posting.ts"
import * as Prices from "./Prices.ts"
import * as Rows from "./Rows.ts"
import * as Stock from "./Stock.ts"
import * as Writes from "./Writes.ts"

type Reason = AdapterError.Reason

/** One SKU in one warehouse. */
export interface Of {
  readonly warehouse: string
  readonly sku: string
}

const ofColumns = { warehouse: "TEXT", sku: "TEXT" } as const
const batchKey = { batch_no: "TEXT", sku: "TEXT" } as const
const placeColumns = { warehouse: "TEXT", sku: "TEXT", location: "TEXT", batch_no: "TEXT" } as const
const balanceColumns = { ...ofColumns, ...Object.fromEntries(Stock.balanceColumns.map((name) => [name, "BIGINT" as const])) }
const amounts = Stock.valueColumns.flatMap((part) => [`${part}_cost`, `${part}_goods`] as const)
const valueColumns = { ...ofColumns, currency: "TEXT" as const, ...Object.fromEntries(amounts.map((name) => [name, "TEXT" as const])) }
const cellColumns = { ...placeColumns, on_hand: "BIGINT", unavailable: "BIGINT", reserved: "BIGINT", stocked_at: "BIGINT" } as const
const batchColumns = {
  ...batchKey,
  asn_number: "TEXT",
  business_number: "TEXT",
  custom_number: "TEXT",
  received_at: "BIGINT",
  purchase_price: "TEXT",
  purchase_currency: "TEXT",
  first_leg_price: "TEXT",
  first_leg_currency: "TEXT",
  transfer_price: "TEXT",
  transfer_currency: "TEXT",
  lot: "TEXT",
  produced_on: "TEXT",
  expires_on: "TEXT",
  origin_country: "TEXT"
} as const
const entryColumns = {
  posting: "TEXT",
  at: "BIGINT",
  type: "TEXT",
  subtype: "TEXT",
  record_type: "TEXT",
  document: "TEXT",
  operator: "TEXT",
  ...placeColumns,
  cause: "TEXT",
  in_transit_before: "BIGINT",
  in_transit_change: "BIGINT",
  before: "BIGINT",
  change: "BIGINT",
  unavailable_change: "BIGINT",
  reserved_change: "BIGINT",
  unit_cost: "TEXT",
  currency: "TEXT"
} as const

const distinct = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> =>
  [...new Map(items.map((item) => [key(item), item])).values()]

const toCell = (row: SqlStorage.Row): Stock.Cell => ({
  warehouse: String(row.warehouse),
  sku: String(row.sku),
  location: String(row.location),
  batchNo: String(row.batch_no),
  onHand: Number(row.on_hand),
  unavailable: Number(row.unavailable),
  reserved: Number(row.reserved),
  stockedAt: Number(row.stocked_at)
})

const balanceOf = (row: SqlStorage.Row) => Stock.keyOf(String(row.warehouse), String(row.sku))
const batchOf = (row: SqlStorage.Row) => Stock.keyOf(String(row.batch_no), String(row.sku))

/** The prices of the batch of a cell. `received_at` is null if the books do not have the batch. */
const withPrices = { beside: { table: "batch", on: ["batch_no", "sku"], columns: ["received_at", ...Prices.columns] } } as const

export interface ReadOptions {
  /** The cells to read. Default: all with pieces, which a choice of the oldest goods needs. */
  readonly places?: ReadonlyArray<Stock.Place>
  /** Batches whose prices are read beside those of the cells. */
  readonly batches?: ReadonlyArray<{ readonly batchNo: string; readonly sku: string }>
}

/** Reads the balances and values of some SKUs, their cells, and the prices of the batches in the cells. */
export const read = Effect.fnUntraced(function*(
  session: BooksSession,
  wanted: ReadonlyArray<Of>,
  { batches = [], places }: ReadOptions = {}
): Effect.fn.Return<Stock.Stock, Reason> {
  const keys = distinct(wanted.map(({ sku, warehouse }) => ({ warehouse, sku })), ({ sku, warehouse }) => Stock.keyOf(warehouse, sku))
  const balances = yield* Rows.select(session, "balance", ofColumns, keys, {
    beside: { table: "balance_value", on: ["warehouse", "sku"], columns: ["currency", ...amounts] }
  })
  const cells = yield* (places === undefined
    ? Rows.select(session, "cell", ofColumns, keys, { ...withPrices, where: "found.on_hand > 0" })
    : Rows.select(session, "cell", placeColumns, distinct(places, Stock.cellKey).map(({ batchNo, location, sku, warehouse }) =>
      ({ warehouse, sku, location, batch_no: batchNo })), withPrices))
  const ofCells = cells.filter(({ received_at }) => received_at !== null)
  const known = new Set(cells.map(batchOf))
  const others = distinct(batches.map(({ batchNo, sku }) => ({ batch_no: batchNo, sku })).filter((each) => !known.has(batchOf(each))), batchOf)
  const prices = [...ofCells, ...yield* Rows.select(session, "batch", batchKey, others)]
  return {
    balances: new Map(balances.map((row) =>
      [balanceOf(row), Object.fromEntries(Stock.balanceColumns.map((name) => [name, Number(row[name])])) as Stock.Balance])),
    values: new Map(balances.filter(({ currency }) => currency !== null).map((row) => [
      Stock.keyOf(String(row.warehouse), String(row.sku), String(row.currency)),
      Object.fromEntries(amounts.map((name) => [name, BigDecimal.fromStringUnsafe(String(row[name]))])) as Stock.Value
    ])),
    cells: new Map(cells.map(toCell).map((cell) => [Stock.cellKey(cell), cell])),
    prices: new Map(prices.map((row) => [batchOf(row), Prices.fromRow(row)]))
  }
})

/** What a `Shortfall` means to the caller of an operation. */
export type Explain = (shortfall: Posting.Shortfall) => Reason

/**
 * Writes a posting in the transaction of the caller, with the `more` that belongs to it, and returns the stock after it. `stock` must
 * have been read in the same transaction, with every SKU of the posting.
 */
export const post = Effect.fnUntraced(function*(
  session: BooksSession,
  { now, sequence }: Transaction,
  stock: Stock.Stock,
  posting: Posting.Posting,
  explain: Explain,
  more: Writes.Writes = []
): Effect.fn.Return<Stock.Stock, Reason> {
  const outcome = yield* Effect.fromResult(Result.mapError(Posting.compute(stock, posting), explain))
  yield* BalanceRows.addMissing(session, [...outcome.balances.keys()].filter((key) => !stock.balances.has(key)).map(placeOf))
  yield* Writes.send(session, [
    ...Writes.insertNew(session, "batch", batchColumns, (posting.batches ?? []).map(batchRow)),
    ...Writes.update(session, "balance", ["warehouse", "sku"], balanceColumns, [...outcome.balances].map(([key, balance]) => ({ ...placeOf(key), ...balance }))),
    ...Writes.upsert(session, "balance_value", ["warehouse", "sku", "currency"], valueColumns, [...outcome.values].map(([key, value]) => {
      const [, , currency = ""] = Stock.partsOf(key)
      return { ...placeOf(key), currency, ...Object.fromEntries(amounts.map((name) => [name, Decimal.toText(value[name])])) }
    })),
    ...Writes.upsert(session, "cell", ["warehouse", "sku", "location", "batch_no"], cellColumns, [...outcome.cells.values()].map((cell) => ({
      warehouse: cell.warehouse,
      sku: cell.sku,
      location: cell.location,
      batch_no: cell.batchNo,
      on_hand: cell.onHand,
      unavailable: cell.unavailable,
      reserved: cell.reserved,
      stocked_at: cell.stockedAt
    }))),
    ...Writes.insert(session, "entry", entryColumns, outcome.entries.map((entry) => ({
      posting: String(sequence),
      at: now,
      type: posting.type,
      subtype: posting.subtype,
      document: posting.document,
      operator: posting.operator ?? "crossdock",
      ...entryRow(entry)
    }))),
    ...more
  ])
  return outcome.stock
})

const placeOf = (key: string): Of => {
  const [warehouse = "", sku = ""] = Stock.partsOf(key)
  return { warehouse, sku }
}

const batchRow = (batch: Posting.Batch) => ({
  batch_no: batch.batchNo,
  sku: batch.sku,
  asn_number: batch.asnNumber ?? null,
  business_number: batch.businessNumber ?? null,
  custom_number: batch.customNumber ?? null,
  received_at: batch.receivedAt,
  ...Prices.toRow(batch.prices),
  lot: batch.lot ?? null,
  produced_on: batch.producedOn ?? null,
  expires_on: batch.expiresOn ?? null,
  origin_country: batch.originCountry ?? null
})

const entryRow = ({ before, change, currency, inTransitBefore, inTransitChange, reservedChange, unitCost }: Posting.Entry) => {
  const moved = change.onHand ?? 0
  const direction = moved === 0 ? inTransitChange : moved
  return {
    record_type: direction > 0 ? "INCREASE" : direction < 0 ? "DECREASE" : "MODIFY",
    warehouse: change.warehouse,
    sku: change.sku,
    location: change.location ?? "",
    batch_no: change.batchNo ?? "",
    cause: change.counted?.cause ?? "",
    in_transit_before: inTransitBefore,
    in_transit_change: inTransitChange,
    before,
    change: moved,
    unavailable_change: change.unavailable ?? 0,
    reserved_change: reservedChange,
    unit_cost: Prices.toText(unitCost),
    currency: currency ?? null
  }
}

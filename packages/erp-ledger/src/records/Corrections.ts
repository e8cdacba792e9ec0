/**
 * Corrections of stock: goods that were found, or that are missing.
 */
import type { ErpRecords } from "@crossdock/books"
import type { AdapterError } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Effect from "effect/Effect"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as Books from "../books/Books.ts"
import * as Idempotency from "../books/Idempotency.ts"
import type { Batch, Change } from "../books/Posting.ts"
import { inCurrency, type Prices } from "../books/Prices.ts"
import * as Rows from "../books/Rows.ts"
import * as Stock from "../books/Stock.ts"
import * as Faults from "../Faults.ts"
import * as Amounts from "../Amounts.ts"
import * as Pieces from "../Pieces.ts"
import type { Warehouse } from "../Settings.ts"
import * as MasterData from "./MasterData.ts"

type Reason = AdapterError.Reason
type Correction = typeof ErpRecords.StockCorrection.Type

/** A transaction in which several records are entered. `record` counts them from 1. */
export interface RecordTransaction extends Transaction {
  readonly record?: number
}

export const enter = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: RecordTransaction,
  record: Correction,
  path: string
): Effect.fn.Return<boolean, Reason> {
  const warehouse = session.warehouseByName.get(record.warehouseName)
  if (warehouse === undefined) return yield* Faults.invalidWarehouse(`${path}/warehouseName`)
  const wrong = Pieces.wrong(record.change, undefined, `${path}/change`) ?? Amounts.wrongPrice(record, path)
  if (wrong !== undefined) return yield* wrong
  const key = `correction ${record.id}`
  if ((yield* Idempotency.known(session, [key])).size > 0) return false
  yield* MasterData.knownProducts(session, [{ sku: record.sku, path: `${path}/sku` }])
  const pieces = Pieces.of(BigDecimal.abs(record.change))
  const { batches, changes, stock } = yield* record.change.value > 0n
    ? added(session, transaction, warehouse, record, pieces)
    : taken(session, warehouse, record, pieces, path)
  yield* Books.post(session, transaction, stock, {
    type: "ADJUST",
    subtype: "CORRECTION",
    document: record.id,
    operator: record.operator,
    batches,
    changes
  }, Faults.tooMuch)
  yield* Idempotency.store(session, transaction, [key], record.reason)
  return true
})

interface Decided {
  readonly stock: Stock.Stock
  readonly batches: ReadonlyArray<Batch>
  readonly changes: ReadonlyArray<Change>
}

const pricesOf = (record: Correction): Prices => ({
  ...(record.purchasePrice && { purchasePrice: record.purchasePrice }),
  ...(record.firstLegPrice && { firstLegPrice: record.firstLegPrice }),
  ...(record.transferPrice && { transferPrice: record.transferPrice }),
  ...(record.purchaseCurrency !== undefined && { purchaseCurrency: record.purchaseCurrency }),
  ...(record.firstLegCurrency !== undefined && { firstLegCurrency: record.firstLegCurrency }),
  ...(record.transferCurrency !== undefined && { transferCurrency: record.transferCurrency })
})

/** Goods of a known batch have its prices; others are a batch of their own. */
const added = Effect.fnUntraced(function*(
  session: BooksSession,
  { now, record: at = 1, sequence }: RecordTransaction,
  { goodLocation, id }: Warehouse,
  record: Correction,
  pieces: number
): Effect.fn.Return<Decided, Reason> {
  const { sku } = record
  const batchNo = record.batchNo ?? `${session.number("ADJ", sequence)}-${at}`
  const [known] = yield* Rows.select(session, "batch", { batch_no: "TEXT", sku: "TEXT" } as const, [{ batch_no: batchNo, sku }])
  const stockedAt = known === undefined ? now : Number(known.received_at)
  return {
    stock: yield* Books.read(session, [{ warehouse: id, sku }], {
      places: [{ warehouse: id, sku, location: record.locationCode ?? goodLocation, batchNo }],
      batches: [{ batchNo, sku }]
    }),
    batches: known === undefined ? [{ batchNo, sku, receivedAt: now, prices: inCurrency(pricesOf(record), session.settings.baseCurrency) }] : [],
    changes: [{
      warehouse: id,
      sku,
      location: record.locationCode ?? goodLocation,
      batchNo,
      onHand: pieces,
      ...(record.isUnavailable === true && { unavailable: pieces }),
      stockedAt
    }]
  }
})

const taken = Effect.fnUntraced(function*(
  session: BooksSession,
  { goodLocation, id }: Warehouse,
  { batchNo, isUnavailable = false, locationCode = goodLocation, sku }: Correction,
  pieces: number,
  path: string
): Effect.fn.Return<Decided, Reason> {
  const stock = yield* Books.read(session, [{ warehouse: id, sku }])
  const cells = Stock.cellsOf(stock, id, sku).filter((cell) => cell.location === locationCode && (batchNo === undefined || cell.batchNo === batchNo))
  const from = Stock.allocate(cells, pieces, isUnavailable ? ({ unavailable }) => unavailable : Stock.availableIn)
  if (from.missing > 0) {
    return yield* Faults.invalid(`${path}/change`, `takes more than there is: ${pieces - from.missing} pieces can be taken at ${JSON.stringify(locationCode)}`)
  }
  return {
    stock,
    batches: [],
    changes: from.taken.map(({ cell, pieces: some }) => ({
      warehouse: id,
      sku,
      location: cell.location,
      batchNo: cell.batchNo,
      onHand: -some,
      ...(isUnavailable && { unavailable: -some })
    }))
  }
})

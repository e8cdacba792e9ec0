/**
 * Finished assemblies and splits. What they make is a batch of its own, and costs what it was made of.
 */
import { type ErpRecords, ErpStockOrder } from "@crossdock/books"
import { type AdapterError } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as Books from "../books/Books.ts"
import type { Batch, Change } from "../books/Posting.ts"
import * as Prices from "../books/Prices.ts"
import * as Stock from "../books/Stock.ts"
import * as Amounts from "../Amounts.ts"
import * as Documents from "../Documents.ts"
import * as Faults from "../Faults.ts"
import * as Pieces from "../Pieces.ts"
import * as ExchangeRates from "../reads/ExchangeRates.ts"
import * as SplitCosts from "../reads/SplitCosts.ts"
import type { Warehouse } from "../Settings.ts"
import * as RequiredForLists from "./RequiredForLists.ts"
import * as MasterData from "./MasterData.ts"

type Reason = AdapterError.Reason
type Assembly = typeof ErpRecords.EnteredAssembly.Type
type Split = typeof ErpRecords.EnteredSplit.Type

const encodeAssembly = Schema.encodeSync(Schema.fromJsonString(ErpStockOrder.AssemblyOrder))
const encodeSplit = Schema.encodeSync(Schema.fromJsonString(ErpStockOrder.SplitOrder))

/** The decimal places of a price that was computed. */
const places = 4

/** Pieces that an order takes or makes. `path` is the JSON pointer of the count. */
interface Goods {
  readonly sku: string
  readonly pieces: number
  readonly path: string
}

/** Fails unless the warehouse and the products are known and the counts are whole pieces. */
const checked = Effect.fnUntraced(function*(
  session: BooksSession,
  warehouseName: string,
  path: string,
  counts: ReadonlyArray<{ readonly sku: string; readonly count: BigDecimal.BigDecimal; readonly path: string }>
): Effect.fn.Return<{ readonly warehouse: Warehouse; readonly goods: ReadonlyArray<Goods> }, Reason> {
  const warehouse = session.warehouseByName.get(warehouseName)
  if (warehouse === undefined) return yield* Faults.invalidWarehouse(`${path}/warehouseName`)
  for (const { count, path: at } of counts) {
    const wrong = count.value < 0n ? Faults.invalid(at, "is below 0; send a count") : Pieces.wrong(count, undefined, at)
    if (wrong !== undefined) return yield* wrong
  }
  yield* MasterData.knownProducts(session, counts.map(({ path: at, sku }) => ({ sku, path: at.replace(/\/[^/]*$/, "/sku") })))
  return { warehouse, goods: counts.map(({ count, path: at, sku }) => ({ sku, pieces: Pieces.of(count), path: at })) }
})

interface Taken {
  readonly changes: ReadonlyArray<Change>
  /** The stock after the goods were taken. */
  readonly cells: ReadonlyMap<string, Stock.Cell>
  /** What the goods cost, by currency. */
  readonly costs: ReadonlyMap<string, BigDecimal.BigDecimal>
}

/** Takes the oldest available pieces. */
const take = Effect.fnUntraced(function*(
  stock: Stock.Stock,
  cells: ReadonlyMap<string, Stock.Cell>,
  warehouse: string,
  goods: ReadonlyArray<Goods>
): Effect.fn.Return<Taken, Reason> {
  const left = new Map(cells)
  const costs = new Map<string, BigDecimal.BigDecimal>()
  const changes: Array<Change> = []
  for (const { path, pieces, sku } of goods) {
    const own = [...left.values()].filter((cell) => cell.warehouse === warehouse && cell.sku === sku)
    const { missing, taken } = Stock.allocate(own, pieces)
    if (missing > 0) return yield* Faults.invalid(path, `takes more than there is: ${pieces - missing} pieces are available`)
    for (const { cell, pieces: some } of taken) {
      left.set(Stock.cellKey(cell), { ...cell, onHand: cell.onHand - some })
      changes.push({ warehouse, sku, location: cell.location, batchNo: cell.batchNo, onHand: -some })
      for (const [currency, { cost }] of Prices.unitCosts(stock.prices.get(Stock.keyOf(cell.batchNo, sku)) ?? {})) {
        costs.set(currency, BigDecimal.sum(costs.get(currency) ?? Prices.zero, Prices.times(cost, some)))
      }
    }
  }
  return { changes, cells: left, costs }
})

/** The price of one of some pieces: in the one currency of the costs, or in the base currency if there are several. `path` is that of their line. */
const priceOf = Effect.fnUntraced(function*(
  session: BooksSession,
  costs: Taken["costs"],
  pieces: number,
  path: string
): Effect.fn.Return<Prices.Prices, Reason> {
  const each = (sum: BigDecimal.BigDecimal) =>
    BigDecimal.round(BigDecimal.divideUnsafe(BigDecimal.scale(sum, Math.max(sum.scale, places + 1)), BigDecimal.make(BigInt(pieces), 0)), {
      scale: places,
      mode: "half-from-zero"
    })
  const paid = [...costs].filter(([, cost]) => !BigDecimal.isZero(cost))
  const [first, ...others] = paid.length > 0 ? paid : [...costs].slice(0, 1)
  if (first === undefined || pieces === 0) return {}
  if (others.length === 0) return { purchasePrice: each(first[1]), purchaseCurrency: first[0] }
  const rates = yield* ExchangeRates.read(session)
  let sum = Prices.zero
  for (const [currency, cost] of [first, ...others]) {
    const convert = rates(currency)
    if (convert === undefined) {
      return yield* Faults.invalid(path, `takes goods of several currencies, and ${JSON.stringify(currency)} has no exchange rate; enter one first`)
    }
    sum = BigDecimal.sum(sum, convert(cost))
  }
  return { purchasePrice: each(sum), purchaseCurrency: session.settings.baseCurrency }
})

export const assembly = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  { kind: _kind, ...order }: Assembly,
  path: string
): Effect.fn.Return<boolean, Reason> {
  if (yield* Documents.isKnown(session, "assembly", order.assemblyNumber)) return false
  const { goods, warehouse } = yield* checked(session, order.warehouseName, path, order.lines.flatMap(({ assembled, parts, sku }, at) => [
    { sku, count: assembled, path: `${path}/lines/${at}/assembled` },
    ...parts.map((part, of) => ({ sku: part.sku, count: part.used, path: `${path}/lines/${at}/parts/${of}/used` }))
  ]))
  const stock = yield* Books.read(session, goods.map(({ sku }) => ({ warehouse: warehouse.id, sku })))
  let { cells } = stock
  const changes: Array<Change> = []
  const batches = new Map<string, Batch>()
  for (const [at, { assembled, sku }] of order.lines.entries()) {
    const parts = goods.filter(({ path: of }) => of.startsWith(`${path}/lines/${at}/parts/`))
    const taken = yield* take(stock, cells, warehouse.id, parts)
    cells = taken.cells
    const pieces = Pieces.of(assembled)
    changes.push(...taken.changes)
    if (pieces === 0) continue
    // Two lines of one product are two batches, because their parts may cost different prices.
    const batchNo = batches.has(order.assemblyNumber + sku) ? `${order.assemblyNumber}-${at + 1}` : order.assemblyNumber
    batches.set(batchNo + sku, { batchNo, sku, receivedAt: transaction.now, prices: yield* priceOf(session, taken.costs, pieces, `${path}/lines/${at}`) })
    changes.push({ warehouse: warehouse.id, sku, location: warehouse.goodLocation, batchNo, onHand: pieces, stockedAt: transaction.now })
  }
  yield* Books.post(session, transaction, stock, {
    type: "ASSEMBLY",
    subtype: "ASSEMBLY",
    document: order.assemblyNumber,
    batches: [...batches.values()],
    changes
  }, Faults.tooMuch)
  yield* keep(session, "assembly", order.assemblyNumber, warehouse, order, encodeAssembly(order))
  return true
})

/** The first amount of a split line that the books do not take. */
const wrongAmount = ({ fee, parts }: Split["lines"][number], path: string) => {
  const wrong = Amounts.wrong(fee, `${path}/fee`)
  if (wrong !== undefined) return wrong
  for (const [at, { purchasePrice }] of parts.entries()) {
    const price = Amounts.wrong(purchasePrice, `${path}/parts/${at}/purchasePrice`)
    if (price !== undefined) return price
  }
  return undefined
}

const keep = (
  session: BooksSession,
  kind: "assembly" | "split",
  number: string,
  { id }: Warehouse,
  { createdAt, status }: { readonly createdAt: DateTime.Utc; readonly status: string },
  content: string
) => Documents.write(session, [{ kind, number, createdAt: DateTime.toEpochMillis(createdAt), warehouse: id, status, content }])

export const split = Effect.fnUntraced(function*(
  session: BooksSession,
  transaction: Transaction,
  { kind: _kind, ...entered }: Split,
  path: string
): Effect.fn.Return<boolean, Reason> {
  if (yield* Documents.isKnown(session, "split", entered.splitNumber)) return false
  const order = yield* RequiredForLists.split(session, entered, path)
  const { goods, warehouse } = yield* checked(session, order.warehouseName, path, order.lines.flatMap(({ parts, sku, split: count }, at) => [
    { sku, count, path: `${path}/lines/${at}/split` },
    ...parts.map((part, of) => ({ sku: part.sku, count: part.received ?? Prices.zero, path: `${path}/lines/${at}/parts/${of}/received` }))
  ]))
  const stock = yield* Books.read(session, goods.map(({ sku }) => ({ warehouse: warehouse.id, sku })))
  let { cells } = stock
  const changes: Array<Change> = []
  const batches = new Map<string, Batch>()
  const lines: Array<Split["lines"][number]> = []
  for (const [at, line] of order.lines.entries()) {
    const wrong = wrongAmount(line, `${path}/lines/${at}`)
    if (wrong !== undefined) return yield* wrong
    const taken = yield* take(stock, cells, warehouse.id, goods.filter(({ path: of }) => of === `${path}/lines/${at}/split`))
    cells = taken.cells
    changes.push(...taken.changes)
    const pieces = line.parts.reduce((sum, { received }) => sum + Pieces.of(received ?? Prices.zero), 0)
    const price = yield* priceOf(session, taken.costs, pieces, `${path}/lines/${at}`)
    // A part without a price of its own costs its share of what the product cost.
    const complete = SplitCosts.complete({
      ...line,
      parts: line.parts.map((part) => ({ ...part, ...(part.purchasePrice === undefined && price.purchasePrice && { purchasePrice: price.purchasePrice }) }))
    })
    lines.push(complete)
    for (const [of, { cost = Prices.zero, received = Prices.zero, sku }] of complete.parts.entries()) {
      const count = Pieces.of(received)
      if (count === 0) continue
      const batchNo = batches.has(order.splitNumber + sku) ? `${order.splitNumber}-${at + 1}-${of + 1}` : order.splitNumber
      batches.set(batchNo + sku, {
        batchNo,
        sku,
        receivedAt: transaction.now,
        prices: {
          purchasePrice: BigDecimal.divideUnsafe(cost, received),
          purchaseCurrency: price.purchaseCurrency ?? session.settings.baseCurrency
        }
      })
      changes.push({ warehouse: warehouse.id, sku, location: warehouse.goodLocation, batchNo, onHand: count, stockedAt: transaction.now })
    }
  }
  yield* Books.post(session, transaction, stock, {
    type: "SPLIT",
    subtype: "SPLIT",
    document: order.splitNumber,
    batches: [...batches.values()],
    changes
  }, Faults.tooMuch)
  yield* keep(session, "split", order.splitNumber, warehouse, order, encodeSplit({ ...order, lines }))
  return true
})

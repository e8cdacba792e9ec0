/**
 * A posting: the changes of stock that one document makes at one time. The result is computed here, without a database, and no figure
 * may become negative.
 */
import { Decimal } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Result from "effect/Result"
import * as Prices from "./Prices.ts"
import * as Stock from "./Stock.ts"

/** A received batch of one SKU, which the books get to know. */
export interface Batch {
  readonly batchNo: string
  readonly sku: string
  readonly receivedAt: number
  readonly prices: Prices.Prices
  readonly asnNumber?: string
  readonly businessNumber?: string | undefined
  readonly customNumber?: string | undefined
  readonly lot?: string | undefined
  readonly producedOn?: string | undefined
  readonly expiresOn?: string | undefined
  readonly originCountry?: string | undefined
}

/** One change. It becomes one entry of the books. */
export interface Change {
  readonly warehouse: string
  readonly sku: string
  /** The storage location and the batch whose pieces change. Goods in transit have no location, and a batch only if one is known. */
  readonly location?: string
  readonly batchNo?: string
  /** Pieces that enter or leave the building. */
  readonly onHand?: number
  /** Pieces in the building that stop or start being for sale. */
  readonly unavailable?: number
  /** Pieces that are reserved or in transit, with the cause. */
  readonly counted?: { readonly cause: Stock.Cause; readonly pieces: number }
  /** The prices of the pieces in transit, if they differ from those of the batch. */
  readonly prices?: Prices.Prices
  /** When the batch was received. Needed if the books have no such cell. */
  readonly stockedAt?: number
}

/** What an entry says of its posting. */
export interface Header {
  /** The class of the movement. */
  readonly type: string
  /** The finer class. */
  readonly subtype: string
  /** The number of the order or document. */
  readonly document: string
  readonly operator?: string | undefined
}

export interface Posting extends Header {
  readonly changes: ReadonlyArray<Change>
  readonly batches?: ReadonlyArray<Batch>
}

/** A change as the books keep it. */
export interface Entry {
  readonly change: Change
  readonly inTransitBefore: number
  readonly inTransitChange: number
  readonly before: number
  readonly reservedChange: number
  readonly unitCost?: BigDecimal.BigDecimal | undefined
  readonly currency?: string | undefined
}

/** The figure that would become negative, or larger than the books can hold. */
export class Shortfall {
  readonly _tag = "Shortfall"
  readonly change: Change
  readonly figure: string
  constructor(change: Change, figure: string) {
    this.change = change
    this.figure = figure
  }
}

/** What a posting makes of the stock. `stock` has everything that was read; the other maps have what changed. */
export interface Outcome {
  readonly entries: ReadonlyArray<Entry>
  readonly stock: Stock.Stock
  readonly balances: ReadonlyMap<string, Stock.Balance>
  readonly cells: ReadonlyMap<string, Stock.Cell>
  readonly values: ReadonlyMap<string, Stock.Value>
}

const noValue = Object.fromEntries(
  Stock.valueColumns.flatMap((part) => [[`${part}_cost`, Prices.zero], [`${part}_goods`, Prices.zero]])
) as Stock.Value

/** Computes the entries of a posting and the stock after it, or the first figure that it would make negative. */
export const compute = (stock: Stock.Stock, posting: Posting): Result.Result<Outcome, Shortfall> => {
  const prices = new Map(stock.prices)
  for (const batch of posting.batches ?? []) {
    const key = Stock.keyOf(batch.batchNo, batch.sku)
    if (!prices.has(key)) prices.set(key, batch.prices)
  }
  const balances = new Map<string, Stock.Balance>()
  const cells = new Map<string, Stock.Cell>()
  const values = new Map<string, Stock.Value>()
  const entries: Array<Entry> = []

  for (const change of posting.changes) {
    const { batchNo, counted, onHand = 0, sku, unavailable = 0, warehouse } = change
    const key = Stock.keyOf(warehouse, sku)
    const before = balances.get(key) ?? stock.balances.get(key) ?? Stock.noBalance
    const after = {
      ...before,
      total: before.total + onHand,
      unavailable: before.unavailable + unavailable,
      ...(counted && { [counted.cause]: before[counted.cause] + counted.pieces })
    }
    const inTransit = counted && !Stock.isReserved(counted.cause) ? counted.pieces : 0
    const reserved = counted && Stock.isReserved(counted.cause) ? counted.pieces : 0
    const wrong = wrongFigure(after)
    if (wrong !== undefined) return Result.fail(new Shortfall(change, wrong))
    balances.set(key, after)

    if (change.location !== undefined && batchNo !== undefined) {
      const place = { warehouse, sku, location: change.location, batchNo }
      const at = Stock.cellKey(place)
      const cell = cells.get(at) ?? stock.cells.get(at) ?? { ...place, onHand: 0, unavailable: 0, reserved: 0, stockedAt: change.stockedAt ?? 0 }
      const changed = { ...cell, onHand: cell.onHand + onHand, unavailable: cell.unavailable + unavailable, reserved: cell.reserved + reserved }
      const lacking = wrongCell(changed)
      if (lacking !== undefined) return Result.fail(new Shortfall(change, lacking))
      cells.set(at, changed)
    }

    const ofBatch = batchNo === undefined ? {} : prices.get(Stock.keyOf(batchNo, sku)) ?? {}
    const ofTransit = change.prices ?? ofBatch
    const add = (from: Prices.Prices, pieces: Readonly<Record<Stock.Part, number>>) => {
      for (const [currency, unit] of Prices.unitCosts(from)) {
        const of = Stock.keyOf(warehouse, sku, currency)
        const value = valued(values.get(of) ?? stock.values.get(of) ?? noValue, unit, pieces)
        values.set(of, value)
        const tooLong = Object.entries(value).find(([, amount]) => Decimal.fromText(Decimal.toText(amount)) === undefined)
        if (tooLong !== undefined) return tooLong[0]
      }
      return undefined
    }
    const uncounted = add(ofBatch, { total: onHand, unavailable, reserved, transit: 0 }) ??
      (inTransit === 0 ? undefined : add(ofTransit, { total: 0, unavailable: 0, reserved: 0, transit: inTransit }))
    if (uncounted !== undefined) return Result.fail(new Shortfall(change, uncounted))
    const { purchaseCurrency: currency } = batchNo === undefined ? ofTransit : ofBatch
    entries.push({
      change,
      inTransitBefore: Stock.inTransitOf(before),
      inTransitChange: inTransit,
      before: before.total,
      reservedChange: reserved,
      ...(currency !== undefined && { unitCost: Prices.unitCosts(batchNo === undefined ? ofTransit : ofBatch).get(currency)?.cost, currency })
    })
  }
  return Result.succeed({
    entries,
    balances,
    cells,
    values,
    stock: {
      balances: new Map([...stock.balances, ...balances]),
      cells: new Map([...stock.cells, ...cells]),
      values: new Map([...stock.values, ...values]),
      prices
    }
  })
}

const valued = (value: Stock.Value, { cost, goods }: Prices.UnitCost, pieces: Readonly<Record<Stock.Part, number>>): Stock.Value =>
  Object.fromEntries(Stock.valueColumns.flatMap((part) => [
    [`${part}_cost`, BigDecimal.sum(value[`${part}_cost`], Prices.times(cost, pieces[part]))],
    [`${part}_goods`, BigDecimal.sum(value[`${part}_goods`], Prices.times(goods, pieces[part]))]
  ])) as Stock.Value

const isOutside = (pieces: number): boolean => pieces < 0 || !Number.isSafeInteger(pieces)

const wrongFigure = (balance: Stock.Balance): string | undefined =>
  Stock.balanceColumns.find((name) => isOutside(balance[name])) ??
    (isOutside(Stock.inTransitOf(balance)) ? "in transit" : undefined) ??
    (balance.total < balance.unavailable + Stock.reservedOf(balance) ? "available" : undefined)

const wrongCell = (cell: Stock.Cell): string | undefined =>
  isOutside(cell.onHand) ? "on_hand"
    : isOutside(cell.unavailable) ? "unavailable"
    : isOutside(cell.reserved) ? "reserved"
    : Stock.availableIn(cell) < 0 ? "available"
    : undefined

/**
 * How much of each SKU is offered at the locations of a shop: what the books have available, less what is kept back. Pure functions.
 */
import { type ErpStock } from "@crossdock/books"
import { Decimal, Quantity } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import type { Need } from "../Needs.ts"
import * as Rules from "../Rules.ts"

/** Pieces that are kept back at each location: of every SKU, and further ones by the first pattern that matches. */
export interface KeptBack {
  readonly buffer: number
  readonly safety: ReadonlyArray<{ readonly skus: Rules.SkuPattern; readonly pieces: number }>
}

/** A location of a shop, and the warehouses of the books whose stock is offered there. */
export interface Location {
  readonly location: string
  readonly warehouses: ReadonlyArray<string>
}

export interface LocationFigure {
  readonly location: string
  readonly available: Decimal.Decimal
}

type Balance = Pick<ErpStock.StockBalance, "available" | "sku" | "warehouseName">

/** Pieces by warehouse and SKU that are in the books, and cannot be offered. */
export type Missing = ReadonlyMap<string, Decimal.Decimal>

export const keyOf = (warehouseName: string, sku: string): string => JSON.stringify([warehouseName, sku])

/** The balances without what cannot be offered. */
export const present = (balances: ReadonlyArray<Balance>, missing: Missing): ReadonlyArray<Balance> =>
  balances.map(({ available, sku, warehouseName }) => ({
    warehouseName,
    sku,
    available: Quantity.subtract(available, missing.get(keyOf(warehouseName, sku)) ?? Quantity.zero)
  }))

/** What orders may hold that are not paid. */
export interface UnpaidBound {
  /** The part of a SKU's pieces that the unpaid orders of one shop may hold together, in whole percent. */
  readonly percent: number
  /** The pieces of a SKU that they may hold in any case. */
  readonly atLeast: number
  /** How long after it was stored an order may hold pieces, in milliseconds. */
  readonly within: number
}

/**
 * The needs without the pieces that unpaid orders may not hold, because any buyer can write an order of all pieces and never pay. The
 * orders that come first in the list hold theirs first. Needs of other orders stay as they are.
 */
export const bounded = <N extends Omit<Need, "entity">>(needs: ReadonlyArray<N>, { atLeast, percent, within }: UnpaidBound, balances: ReadonlyArray<Balance>, now: number): ReadonlyArray<N> => {
  const sellable = new Map<string, bigint>()
  for (const { available, sku } of balances) {
    sellable.set(sku, (sellable.get(sku) ?? 0n) + BigInt(wholeOf(available)))
  }
  const left = new Map<string, number>()
  return needs.flatMap((need) => {
    if (need.unpaid === undefined) return [need]
    if (need.unpaid.storedAt <= now - within) return []
    const key = keyOf(need.unpaid.shop, need.sku)
    const most = left.get(key) ?? Math.max(atLeast, Number((sellable.get(need.sku) ?? 0n) * BigInt(percent) / 100n))
    const pieces = Math.min(need.pieces, most)
    left.set(key, most - pieces)
    return pieces === 0 ? [] : [{ ...need, pieces }]
  })
}

/** The whole pieces of a balance; none of one that is below 0. */
const wholeOf = (available: Decimal.Decimal): number => Math.max(0, Math.floor(Number(Decimal.toText(available))))

/**
 * The pieces that orders will take, each from the first of its warehouses that has it; orders with the fewest warehouses take theirs first,
 * because others can take theirs elsewhere. `all` are the warehouses that the rules name now, and stand for those of an order that names
 * none of them. Pieces that no warehouse has are taken from none.
 */
export const taken = (needs: ReadonlyArray<Omit<Need, "entity">>, all: ReadonlyArray<string>, balances: ReadonlyArray<Balance>): Missing => {
  const left = new Map(balances.map(({ available, sku, warehouseName }) => [keyOf(warehouseName, sku), wholeOf(available)]))
  const found = new Map<string, number>()
  const placed = needs.map(({ pieces, sku, warehouses }) => ({ pieces, sku, from: warehousesOf(warehouses, all) }))
  for (const { from, pieces, sku } of placed.toSorted((one, other) => one.from.length - other.from.length)) {
    let open = pieces
    for (const warehouse of from) {
      const key = keyOf(warehouse, sku)
      const here = Math.min(open, left.get(key) ?? 0)
      if (here <= 0) continue
      open -= here
      left.set(key, (left.get(key) ?? 0) - here)
      found.set(key, (found.get(key) ?? 0) + here)
    }
  }
  return new Map([...found].map(([key, pieces]) => [key, Quantity.fromIntegerUnchecked(pieces)]))
}

/** The warehouses that may ship what an order needs; `all` if it names none of them. */
export const warehousesOf = (named: ReadonlyArray<string>, all: ReadonlyArray<string>): ReadonlyArray<string> => {
  const known = named.filter((warehouse) => all.includes(warehouse))
  return known.length === 0 ? all : known
}

const keptBackOf = ({ buffer, safety }: KeptBack, sku: string): number =>
  buffer + (safety.find(({ skus }) => Rules.matchesSku(skus, sku))?.pieces ?? 0)

/** The figures of each SKU that the books know in a warehouse of at least one location; never less than 0. */
export const offered = (
  kept: KeptBack,
  locations: ReadonlyArray<Location>,
  balances: ReadonlyArray<Balance>
): ReadonlyMap<string, ReadonlyArray<LocationFigure>> => {
  const found = new Map<string, Array<LocationFigure>>()
  for (const { location, warehouses } of locations) {
    const sums = new Map<string, Decimal.Decimal>()
    for (const { available, sku, warehouseName } of balances) {
      if (warehouses.includes(warehouseName)) sums.set(sku, BigDecimal.sum(sums.get(sku) ?? Quantity.zero, available))
    }
    for (const [sku, sum] of sums) {
      const available = Quantity.remaining(sum, Quantity.fromIntegerUnchecked(keptBackOf(kept, sku)))
      const figures = found.get(sku)
      if (figures === undefined) found.set(sku, [{ location, available }])
      else figures.push({ location, available })
    }
  }
  return found
}

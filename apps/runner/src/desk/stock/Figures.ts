/**
 * How much of each SKU is offered at the locations of a shop: what the books have available, less what is kept back. Pure functions.
 */
import { type Decimal, type ErpStock, Quantity } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
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

/** Pieces by warehouse and SKU of which a warehouse has fewer than the books. */
export type Missing = ReadonlyMap<string, Decimal.Decimal>

export const keyOf = (warehouseName: string, sku: string): string => JSON.stringify([warehouseName, sku])

/** The balances without what is missing at their warehouses. */
export const present = (balances: ReadonlyArray<Balance>, missing: Missing): ReadonlyArray<Balance> =>
  balances.map(({ available, sku, warehouseName }) => ({
    warehouseName,
    sku,
    available: Quantity.subtract(available, missing.get(keyOf(warehouseName, sku)) ?? Quantity.zero)
  }))

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
      const available = Quantity.remaining(sum, Quantity.ofWhole(keptBackOf(kept, sku)))
      const figures = found.get(sku)
      if (figures === undefined) found.set(sku, [{ location, available }])
      else figures.push({ location, available })
    }
  }
  return found
}

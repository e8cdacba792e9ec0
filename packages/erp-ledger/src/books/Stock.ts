/**
 * Stock as the books keep it: balances of a SKU in a warehouse, their values, and cells, which are the stock of one received batch at
 * one storage location.
 */
import type * as BigDecimal from "effect/BigDecimal"
import type { Prices } from "./Prices.ts"

export const reservedCauses = ["reserved_order", "reserved_first_leg", "reserved_transfer", "reserved_assembly"] as const
export const transitCauses = [
  "transit_purchase",
  "transit_first_leg",
  "transit_transfer",
  "transit_assembly",
  "transit_return",
  "transit_manual"
] as const

/** Why goods are reserved. */
export type ReservedCause = (typeof reservedCauses)[number]
/** Why goods are in transit. */
export type TransitCause = (typeof transitCauses)[number]
export type Cause = ReservedCause | TransitCause

export const isReserved = (cause: Cause): cause is ReservedCause => reservedCauses.some((each) => each === cause)

export const balanceColumns = ["total", "unavailable", ...reservedCauses, ...transitCauses] as const

/** The figures of one SKU in one warehouse, in pieces. */
export type Balance = Readonly<Record<(typeof balanceColumns)[number], number>>

export const noBalance = Object.fromEntries(balanceColumns.map((name) => [name, 0])) as Balance

const sumOf = (balance: Balance, names: ReadonlyArray<keyof Balance>) => names.reduce((sum, name) => sum + balance[name], 0)

export const reservedOf = (balance: Balance): number => sumOf(balance, reservedCauses)
export const inTransitOf = (balance: Balance): number => sumOf(balance, transitCauses)

/** The place of a cell. */
export interface Place {
  readonly warehouse: string
  readonly sku: string
  readonly location: string
  readonly batchNo: string
}

/** The pieces of one received batch at one storage location. `stockedAt` is when the batch was received. */
export interface Cell extends Place {
  readonly onHand: number
  readonly unavailable: number
  readonly reserved: number
  readonly stockedAt: number
}

export const availableIn = ({ onHand, reserved, unavailable }: Pick<Cell, "onHand" | "reserved" | "unavailable">): number =>
  onHand - unavailable - reserved

/** The names of the amounts of the table `balance_value`, in pairs of cost and goods. */
export const valueColumns = ["total", "unavailable", "reserved", "transit"] as const
export type Part = (typeof valueColumns)[number]

/** The cost and the goods value of one SKU in one warehouse, in one currency. */
export type Value = Readonly<Record<`${Part}_cost` | `${Part}_goods`, BigDecimal.BigDecimal>>

/** What an operation has read of the books, and what it makes of it. */
export interface Stock {
  readonly balances: ReadonlyMap<string, Balance>
  /** The cells that hold pieces. */
  readonly cells: ReadonlyMap<string, Cell>
  readonly values: ReadonlyMap<string, Value>
  /** The prices of batches, by `keyOf(batchNo, sku)`. */
  readonly prices: ReadonlyMap<string, Prices>
}

/** The key of a row in the maps of `Stock`: the parts of the row's own key, whatever characters they have. */
export const keyOf = (...parts: ReadonlyArray<string>): string => JSON.stringify(parts)
/** The parts of a key. */
export const partsOf = (key: string): ReadonlyArray<string> => JSON.parse(key)
export const cellKey = ({ batchNo, location, sku, warehouse }: Place): string => keyOf(warehouse, sku, location, batchNo)

/** Orders cells by the time of their receipt, so that the oldest goods leave first. */
export const byAge = (one: Cell, other: Cell): number =>
  one.stockedAt - other.stockedAt || compareText(one.batchNo, other.batchNo) || compareText(one.location, other.location)

const compareText = (one: string, other: string): number => one < other ? -1 : one > other ? 1 : 0

export interface Allocated {
  readonly cell: Cell
  readonly pieces: number
}

/** Takes available pieces from the oldest cells first. `missing` is what they do not have. */
export const allocate = (
  cells: Iterable<Cell>,
  wanted: number,
  pieces: (cell: Cell) => number = availableIn
): { readonly taken: ReadonlyArray<Allocated>; readonly missing: number } => {
  const taken: Array<Allocated> = []
  let missing = wanted
  for (const cell of [...cells].toSorted(byAge)) {
    const some = Math.min(missing, pieces(cell))
    if (some <= 0) continue
    taken.push({ cell, pieces: some })
    missing -= some
  }
  return { taken, missing }
}

const grouped = new WeakMap<Stock["cells"], ReadonlyMap<string, ReadonlyArray<Cell>>>()

/** The cells of one SKU in one warehouse. All cells are walked once, not once for each line of an order. */
export const cellsOf = ({ cells }: Pick<Stock, "cells">, warehouse: string, sku: string): ReadonlyArray<Cell> => {
  const known = grouped.get(cells) ?? byPlace(cells.values())
  grouped.set(cells, known)
  return known.get(keyOf(warehouse, sku)) ?? []
}

const byPlace = (cells: Iterable<Cell>): ReadonlyMap<string, ReadonlyArray<Cell>> => {
  const found = new Map<string, Array<Cell>>()
  for (const cell of cells) {
    const key = keyOf(cell.warehouse, cell.sku)
    const same = found.get(key)
    if (same === undefined) found.set(key, [cell])
    else same.push(cell)
  }
  return found
}

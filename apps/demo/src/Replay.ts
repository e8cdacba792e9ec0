/**
 * What the books have to say: a fold over what the demo did. It knows the rules of a stockroom and shares no code with the ledger.
 */

/** Something that happened to pieces of a SKU at a warehouse. */
export interface Event {
  /** Announced by the ERP; received by the warehouse; promised to an order; given back by an order; left in a parcel. */
  readonly what: "announced" | "received" | "reserved" | "released" | "shipped"
  readonly warehouse: string
  readonly sku: string
  readonly pieces: number
}

/** The pieces of one SKU in one warehouse. */
export interface Balance {
  readonly total: number
  readonly available: number
  readonly reserved: number
  readonly inTransit: number
}

export const figures = ["total", "available", "reserved", "inTransit"] as const satisfies ReadonlyArray<keyof Balance>
export type Figure = (typeof figures)[number]

/** Balances by the key of a warehouse and a SKU. */
export type Books = ReadonlyMap<string, Balance>

export const keyOf = (warehouse: string, sku: string): string => `${warehouse} · ${sku}`

const nothing: Balance = { total: 0, available: 0, reserved: 0, inTransit: 0 }

const effects: Readonly<Record<Event["what"], Readonly<Partial<Record<Figure, 1 | -1>>>>> = {
  announced: { inTransit: 1 },
  received: { inTransit: -1, total: 1, available: 1 },
  reserved: { available: -1, reserved: 1 },
  released: { available: 1, reserved: -1 },
  shipped: { total: -1, reserved: -1 }
}

/** Empty books for every warehouse and SKU. */
export const empty = (warehouses: ReadonlyArray<string>, skus: ReadonlyArray<string>): Books =>
  new Map(warehouses.flatMap((warehouse) => skus.map((sku) => [keyOf(warehouse, sku), nothing] as const)))

/** The books after some events. */
export const replay = (before: Books, events: ReadonlyArray<Event>): Books => {
  const books = new Map(before)
  for (const { pieces, sku, warehouse, what } of events) {
    const balance = { ...(books.get(keyOf(warehouse, sku)) ?? nothing) }
    for (const figure of figures) balance[figure] += (effects[what][figure] ?? 0) * pieces
    books.set(keyOf(warehouse, sku), balance)
  }
  return books
}

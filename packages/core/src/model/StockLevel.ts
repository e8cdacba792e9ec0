/**
 * A balance at one moment, not a movement. Document 1, 2.8; document 2, 2.6.
 */
import * as Schema from "effect/Schema"
import { Sku } from "./Sku.ts"

/** Pieces. A warehouse may report less than nothing or a fraction; both are kept and reported (U-80). */
const Balance = Schema.Finite

export const StockLevel = Schema.Struct({
  warehouseCode: Schema.NonEmptyString,
  sku: Sku,
  inTransit: Balance,
  /** Received and not yet put away. */
  pending: Balance,
  sellable: Balance,
  unsellable: Balance,
  /** Promised to outbound orders. */
  reserved: Balance,
  /** Held for other work of the warehouse. */
  occupied: Balance,
  total: Balance
})
export type StockLevel = typeof StockLevel.Type

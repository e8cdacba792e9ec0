/**
 * What a warehouse has of an article by the books of an ERP. `StockLevel` is the stock that the warehouse itself reports.
 */
import * as Schema from "effect/Schema"
import { Sku } from "./Sku.ts"
import { Figure } from "./StockLevel.ts"

const text = Schema.optionalKey(Schema.NonEmptyString)
const told = Schema.optionalKey(Figure)

/**
 * The stock of one SKU in one warehouse by the books of an ERP; `StockLevel` is what the warehouse itself reports. `total` is in the
 * building; what is in transit counts in no other figure.
 */
export const StockBalance = Schema.Struct({
  sku: Sku,
  name: text,
  warehouseName: Schema.NonEmptyString,
  /** The ERP's id of the warehouse, which stays the same if the name changes. */
  warehouseId: text,
  warehouseCode: text,
  /** The unit of the figures. If absent, they count pieces. */
  unit: text,
  total: Figure,
  /** What can be promised to new orders. */
  available: Figure,
  /** What is promised and has not left. If absent, the ERP does not tell it; likewise for the figures below. */
  reserved: told,
  /** What is in the building and not for sale. */
  unavailable: told,
  inTransit: told
})
export type StockBalance = typeof StockBalance.Type

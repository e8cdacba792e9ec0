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
 * building, and is `available`, `reserved` and `unavailable` together where the ERP tells all of them. What is in transit counts in no other
 * figure.
 */
export const StockBalance = Schema.Struct({
  sku: Sku,
  /** What the article is called. */
  name: text,
  /** The ERP's name of the warehouse. */
  warehouseName: Schema.NonEmptyString,
  /** The ERP's id of the warehouse, which stays the same if the name changes. */
  warehouseId: text,
  /** The ERP's code of the warehouse, by which its messages name it. */
  warehouseCode: text,
  /** The unit of the figures. If absent, they count pieces. */
  unit: text,
  /** All goods in the building. */
  total: Figure,
  /** What can be promised to new orders. */
  available: Figure,
  /** What is promised and has not left. If absent, the ERP does not tell it. */
  reserved: told,
  /** What is in the building and not for sale. If absent, the ERP does not tell it. */
  unavailable: told,
  /** What is on its way to the warehouse. If absent, the ERP does not tell it. */
  inTransit: told
})
export type StockBalance = typeof StockBalance.Type

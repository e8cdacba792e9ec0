/**
 * What a SKU denotes, with its measures. Document 1, 2.12; document 2, 2.9.
 */
import * as Schema from "effect/Schema"
import { Decimal } from "./Decimal.ts"
import { Sku } from "./Sku.ts"

export const Product = Schema.Struct({
  /** Absent: all warehouses of the connection. */
  warehouseCode: Schema.optionalKey(Schema.NonEmptyString),
  sku: Sku,
  erpSku: Schema.NonEmptyString,
  title: Schema.optionalKey(Schema.String),
  barcode: Schema.optionalKey(Schema.String),
  specifications: Schema.optionalKey(Schema.String),
  imageUrl: Schema.optionalKey(Schema.String),
  /** Gross, in `weightUnit`. */
  weight: Schema.optionalKey(Decimal),
  netWeight: Schema.optionalKey(Decimal),
  weightUnit: Schema.optionalKey(Schema.String),
  /** In `dimensionUnit`, as the two below. */
  length: Schema.optionalKey(Decimal),
  width: Schema.optionalKey(Decimal),
  height: Schema.optionalKey(Decimal),
  dimensionUnit: Schema.optionalKey(Schema.String),
  /** Pieces in one package. */
  itemPackage: Schema.optionalKey(Schema.Int)
})
export type Product = typeof Product.Type

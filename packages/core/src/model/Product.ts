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
  /** In `weightUnit`. */
  netWeight: Schema.optionalKey(Decimal),
  /** As the ERP writes it, `kg`, `KG` or `g`: the documents list no units, so one that is not known is refused. */
  weightUnit: Schema.optionalKey(Schema.String),
  /** In `dimensionUnit`, as the two below. */
  length: Schema.optionalKey(Decimal),
  width: Schema.optionalKey(Decimal),
  height: Schema.optionalKey(Decimal),
  /** As `weightUnit`: `cm`, `CM`, `mm`. */
  dimensionUnit: Schema.optionalKey(Schema.String),
  /** Pieces in one package. */
  itemPackage: Schema.optionalKey(Schema.Int),
  brand: Schema.optionalKey(Schema.NonEmptyString),
  /** What the warehouse prints on it, beside `barcode`. */
  warehouseBarcode: Schema.optionalKey(Schema.NonEmptyString),
  hsCode: Schema.optionalKey(Schema.NonEmptyString),
  chineseCustomsName: Schema.optionalKey(Schema.NonEmptyString),
  englishCustomsName: Schema.optionalKey(Schema.NonEmptyString),
  /** How customs value it: by `declaredRate` of its price, or always `declaredPrice`. */
  declaredBy: Schema.optionalKey(Schema.Literals(["RATE", "CONSTANT"])),
  declaredPrice: Schema.optionalKey(Decimal),
  declaredMaximum: Schema.optionalKey(Decimal),
  declaredRate: Schema.optionalKey(Decimal),
  /** In `purchaseCurrency`. */
  purchaseCost: Schema.optionalKey(Decimal),
  purchaseCurrency: Schema.optionalKey(Schema.NonEmptyString),
  /** By currency. */
  exchangeRates: Schema.optionalKey(Schema.Record(Schema.String, Decimal))
})
export type Product = typeof Product.Type

/**
 * What a SKU denotes, with its measures. Document 1, 2.12; document 2, 2.9.
 */
import * as Schema from "effect/Schema"
import { Decimal } from "./Decimal.ts"
import { Money } from "./Money.ts"
import { Sku } from "./Sku.ts"

/** What the ERP does not say is absent; no empty text stands for it. */
export const Product = Schema.Struct({
  /** Absent: all warehouses of the connection. */
  warehouseCode: Schema.optionalKey(Schema.NonEmptyString),
  sku: Sku,
  /** The ERP's own code. */
  erpSku: Schema.optionalKey(Schema.NonEmptyString),
  title: Schema.optionalKey(Schema.NonEmptyString),
  barcode: Schema.optionalKey(Schema.NonEmptyString),
  specifications: Schema.optionalKey(Schema.NonEmptyString),
  imageUrl: Schema.optionalKey(Schema.NonEmptyString),
  /** Gross, in `weightUnit`. */
  weight: Schema.optionalKey(Decimal),
  /** In `weightUnit`. */
  netWeight: Schema.optionalKey(Decimal),
  /** As the ERP writes it, `kg`, `KG` or `g`: the documents list no units, so one that is not known is refused. */
  weightUnit: Schema.optionalKey(Schema.NonEmptyString),
  /** In `dimensionUnit`, as the two below. */
  length: Schema.optionalKey(Decimal),
  width: Schema.optionalKey(Decimal),
  height: Schema.optionalKey(Decimal),
  /** As `weightUnit`: `cm`, `CM`, `mm`. */
  dimensionUnit: Schema.optionalKey(Schema.NonEmptyString),
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
  declaredPrice: Schema.optionalKey(Money),
  declaredMaximum: Schema.optionalKey(Money),
  declaredRate: Schema.optionalKey(Decimal),
  purchaseCost: Schema.optionalKey(Money),
  /** By currency. */
  exchangeRates: Schema.optionalKey(Schema.Record(Schema.String, Decimal))
})
export type Product = typeof Product.Type

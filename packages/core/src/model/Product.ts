/**
 * The product behind a SKU, with its weight, its dimensions and its customs data (document 1, 2.12; document 2, 2.9).
 */
import * as Schema from "effect/Schema"
import { Decimal } from "./Decimal.ts"
import { Money } from "./Money.ts"
import { customsFields } from "./OrderDetails.ts"
import { Sku } from "./Sku.ts"

/** What an ERP tells a warehouse about the goods behind a SKU: weight, dimensions, customs data. A field that the ERP does not fill is absent; it is never an empty string. */
export const Product = Schema.Struct({
  /** If absent, the product is for all warehouses of the connection. */
  warehouseCode: Schema.optionalKey(Schema.NonEmptyString),
  sku: Sku,
  /** The ERP's code of the product. */
  erpSku: Schema.optionalKey(Schema.NonEmptyString),
  title: Schema.optionalKey(Schema.NonEmptyString),
  barcode: Schema.optionalKey(Schema.NonEmptyString),
  specifications: Schema.optionalKey(Schema.NonEmptyString),
  imageUrl: Schema.optionalKey(Schema.NonEmptyString),
  /** Gross weight, in `weightUnit`. */
  weight: Schema.optionalKey(Decimal),
  /** Net weight, in `weightUnit`. */
  netWeight: Schema.optionalKey(Decimal),
  /** The unit as the ERP writes it, for example `kg`, `KG` or `g`. The documents list no units; an unknown unit is refused. */
  weightUnit: Schema.optionalKey(Schema.NonEmptyString),
  /** In `dimensionUnit`. */
  length: Schema.optionalKey(Decimal),
  /** In `dimensionUnit`. */
  width: Schema.optionalKey(Decimal),
  /** In `dimensionUnit`. */
  height: Schema.optionalKey(Decimal),
  /** The unit as the ERP writes it, for example `cm`, `CM` or `mm`. An unknown unit is refused. */
  dimensionUnit: Schema.optionalKey(Schema.NonEmptyString),
  /** The number of pieces in one package. */
  itemPackage: Schema.optionalKey(Schema.Int),
  brand: Schema.optionalKey(Schema.NonEmptyString),
  /** The barcode that the warehouse prints on the product, in addition to `barcode`. */
  warehouseBarcode: Schema.optionalKey(Schema.NonEmptyString),
  ...customsFields,
  chineseCustomsName: Schema.optionalKey(Schema.NonEmptyString),
  englishCustomsName: Schema.optionalKey(Schema.NonEmptyString),
  /** How the customs value is computed: `RATE` takes `declaredRate` of the price, `CONSTANT` always takes `declaredPrice`. */
  declaredBy: Schema.optionalKey(Schema.Literals(["RATE", "CONSTANT"])),
  declaredPrice: Schema.optionalKey(Money),
  declaredMaximum: Schema.optionalKey(Money),
  declaredRate: Schema.optionalKey(Decimal),
  purchaseCost: Schema.optionalKey(Money),
  /** Exchange rates by currency. */
  exchangeRates: Schema.optionalKey(Schema.Record(Schema.String, Decimal))
})
export type Product = typeof Product.Type

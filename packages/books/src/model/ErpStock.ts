/**
 * Stock as the books of an ERP state it: balances, movements, and the stock of storage locations, of received batches and of
 * warehouses that a marketplace operates (document 3, 2.5 to 2.7 and 2.11 to 2.13). `StockLevel` is the stock that a warehouse
 * reports. A figure is absent if the ERP does not tell it.
 */
import { Decimal } from "@crossdock/core/model/Decimal"
import { Sku } from "@crossdock/core/model/Sku"
import * as Balance from "@crossdock/core/model/StockBalance"
import { Figure } from "@crossdock/core/model/StockLevel"
import * as Schema from "effect/Schema"

const text = Schema.optionalKey(Schema.NonEmptyString)
const instant = Schema.optionalKey(Schema.DateTimeUtcFromString)
const told = Schema.optionalKey(Figure)
const amount = Schema.optionalKey(Decimal)

const warehouse = {
  warehouseName: Schema.NonEmptyString,
  /** The ERP's id of the warehouse, which stays the same if the name changes. */
  warehouseId: text
}

/** The unit of the figures of a record. If absent, they count pieces. */
const unit = text

/** The balance of one SKU in one warehouse, with the causes, costs and sales that only books know. */
export const StockBalance = Schema.Struct({
  ...Balance.StockBalance.fields,
  /** The groups that the warehouse belongs to. */
  warehouseGroups: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.NonEmptyString, name: Schema.NonEmptyString }))),
  reservedForOrders: told,
  reservedForFirstLeg: told,
  reservedForTransfers: told,
  reservedForAssembly: told,
  inTransitOfPurchases: told,
  inTransitOfFirstLeg: told,
  inTransitOfTransfers: told,
  inTransitOfAssembly: told,
  inTransitOfReturns: told,
  inTransitOfManualOrders: told,
  /** The currency of the costs and values. */
  currency: text,
  totalCost: amount,
  availableCost: amount,
  unavailableCost: amount,
  reservedCost: amount,
  inTransitCost: amount,
  /** The value of the goods without the costs of bringing them to the warehouse. */
  totalValue: amount,
  availableValue: amount,
  unavailableValue: amount,
  reservedValue: amount,
  inTransitValue: amount,
  /** What was sold in the last days. */
  sold3Days: told,
  sold7Days: told,
  sold15Days: told,
  sold30Days: told,
  sold60Days: told,
  sold90Days: told,
  /** The average of one day in the last days. */
  soldPerDay3Days: amount,
  soldPerDay7Days: amount,
  soldPerDay15Days: amount,
  soldPerDay30Days: amount,
  soldPerDay60Days: amount,
  soldPerDay90Days: amount
})
export type StockBalance = typeof StockBalance.Type

/** One change of a balance. Each `after` is `before` plus `change`. */
export const StockMovement = Schema.Struct({
  /** The ERP's id of the movement. A movement that is read again has the same id. */
  id: Schema.NonEmptyString,
  sku: Sku,
  ...warehouse,
  locationCode: text,
  /** The class of the movement, in the ERP's own word. */
  type: Schema.NonEmptyString,
  /** A finer class, in the ERP's own word. */
  subtype: text,
  /** The number of the order or document that caused the movement. */
  documentNumber: text,
  unit,
  inTransitBefore: told,
  inTransitChange: told,
  inTransitAfter: told,
  before: Figure,
  change: Figure,
  after: Figure,
  batchNo: text,
  /** Who caused the movement, as the ERP names the person or program. */
  operator: text,
  at: Schema.DateTimeUtcFromString,
  cost: amount
})
export type StockMovement = typeof StockMovement.Type

/** The stock of one SKU at one storage location. */
export const StorageLocationStock = Schema.Struct({
  sku: Sku,
  name: text,
  ...warehouse,
  warehouseCode: text,
  locationCode: Schema.NonEmptyString,
  unit,
  total: Figure,
  available: Figure
})
export type StorageLocationStock = typeof StorageLocationStock.Type

/** The stock of one SKU that came with one received batch, at one storage location. */
export const BatchStock = Schema.Struct({
  sku: Sku,
  ...warehouse,
  locationCode: Schema.NonEmptyString,
  batchNo: Schema.NonEmptyString,
  customNumber: text,
  businessNumber: text,
  stockedAt: instant,
  unit,
  total: Figure,
  reserved: told,
  available: Figure,
  /** Days since the goods were put away. */
  ageInDays: told,
  holdingCost: amount,
  currency: text
})
export type BatchStock = typeof BatchStock.Type

/** The stock of one article in a warehouse that a marketplace operates for its sellers. */
export const MarketplaceStock = Schema.Struct({
  /** The marketplace's code of the warehouse. */
  warehouseCode: Schema.NonEmptyString,
  /** The marketplace's id of the article in that warehouse. */
  itemId: Schema.NonEmptyString,
  itemName: text,
  imageUrl: text,
  shopName: text,
  /** The articles of shops that this stock serves. */
  shopItems: Schema.Array(Schema.Struct({ itemId: Schema.NonEmptyString, skuId: Schema.NonEmptyString })),
  /** Whether the ERP knows the article, in its own word. */
  matchStatus: Schema.NonEmptyString,
  matchReason: text,
  /** The article of the ERP. Absent if none matches. */
  sku: Schema.optionalKey(Sku),
  skuName: text,
  /** On the way or not yet put away. */
  inTransit: Figure,
  sellable: Figure,
  reserved: Figure,
  unsellable: Figure,
  excess: told,
  /** How many days the stock lasts, with and without what is in transit. */
  coverageDays: told,
  coverageDaysInWarehouse: told,
  soldPerDay: told,
  sold7Days: told,
  sold15Days: told,
  sold30Days: told,
  sold60Days: told,
  sold90Days: told,
  /** The class of the stock, as the marketplace numbers it. */
  level: Schema.optionalKey(Schema.Int),
  /** The stock by its age in days. */
  aged0To30: told,
  aged31To60: told,
  aged61To90: told,
  aged91To120: told,
  aged121To180: told,
  agedOver180: told
})
export type MarketplaceStock = typeof MarketplaceStock.Type

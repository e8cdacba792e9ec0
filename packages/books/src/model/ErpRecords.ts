/**
 * Records that no message of a contract creates, and that a person enters into the books of an ERP: products, combinations, exchange
 * rates, corrections, finished assemblies and splits, and how far a transfer is.
 */
import { Decimal } from "@crossdock/core/model/Decimal"
import { AsnNumber } from "@crossdock/core/model/InboundOrder"
import { Quantity } from "@crossdock/core/model/Quantity"
import { Sku } from "@crossdock/core/model/Sku"
import { Figure } from "@crossdock/core/model/StockLevel"
import * as Schema from "effect/Schema"
import { AssemblyOrder, SplitOrder } from "./ErpStockOrder.ts"
import { MarketplaceStock } from "./ErpStock.ts"

const text = Schema.optionalKey(Schema.NonEmptyString)
const amount = Schema.optionalKey(Decimal)

/** Chosen by who enters the record. A record whose id was entered before is not booked again. */
const id = Schema.NonEmptyString

/** Creates a product, or replaces the one with the same SKU. */
export const Product = Schema.Struct({ kind: Schema.Literal("product"), sku: Sku, name: Schema.NonEmptyString, imageUrl: text })

/** A product that consists of others and has no stock of its own. It replaces the combination with the same SKU. */
export const Combination = Schema.Struct({
  kind: Schema.Literal("combination"),
  sku: Sku,
  name: text,
  /** What one piece of the combination consists of. */
  parts: Schema.NonEmptyArray(Schema.Struct({ sku: Sku, quantity: Quantity }))
})

/** Some warehouses under one name. It replaces the group with the same id. */
export const WarehouseGroup = Schema.Struct({
  kind: Schema.Literal("warehouseGroup"),
  id: Schema.NonEmptyString,
  name: Schema.NonEmptyString,
  warehouseNames: Schema.Array(Schema.NonEmptyString)
})

/** What one unit of `currency` is worth in the base currency of the books from now on. */
export const ExchangeRate = Schema.Struct({
  kind: Schema.Literal("exchangeRate"),
  currency: Schema.NonEmptyString,
  rate: Decimal.check(Schema.makeFilter(({ value }) => value > 0n, { expected: "a rate greater than 0" }))
})

/** Stock as a marketplace reports it. It replaces the stock of the same warehouse, shop and article. */
export const EnteredMarketplaceStock = Schema.Struct({ kind: Schema.Literal("marketplaceStock"), ...MarketplaceStock.fields })

/** Adds to or takes from the stock at one storage location, because a count differed or goods were lost. */
export const StockCorrection = Schema.Struct({
  kind: Schema.Literal("stockCorrection"),
  id,
  warehouseName: Schema.NonEmptyString,
  sku: Sku,
  /** If absent, the location to which the warehouse books good goods. */
  locationCode: text,
  /** The received batch. If absent, the oldest goods are taken, and goods that are added are a batch of their own. */
  batchNo: text,
  change: Figure.check(Schema.makeFilter(({ value }) => value !== 0n, { expected: "a change other than 0" })),
  /** Whether the goods are in the building and not for sale. If absent, they are good. */
  isUnavailable: Schema.optionalKey(Schema.Boolean),
  reason: Schema.NonEmptyString,
  /** Who corrects the stock. */
  operator: text,
  /** The prices of one piece of goods that are added, each in its currency. */
  purchasePrice: amount,
  purchaseCurrency: text,
  firstLegPrice: amount,
  firstLegCurrency: text,
  transferPrice: amount,
  transferCurrency: text
})

/** A finished assembly: takes the parts that were used, and adds the products. It is booked once by its number. */
export const EnteredAssembly = Schema.Struct({ kind: Schema.Literal("assembly"), ...AssemblyOrder.fields })

/** A finished split: takes the products, and adds the parts that were put away. It is booked once by its number. */
export const EnteredSplit = Schema.Struct({ kind: Schema.Literal("split"), ...SplitOrder.fields })

/** The goods of a transfer left their warehouse. It is booked once for each transfer. */
export const TransferShipped = Schema.Struct({
  kind: Schema.Literal("transferShipped"),
  transferNumber: Schema.NonEmptyString,
  trackingNumber: text
})

/** Goods of a transfer arrived. Several arrivals of one transfer have different ids. */
export const TransferReceived = Schema.Struct({
  kind: Schema.Literal("transferReceived"),
  id,
  transferNumber: Schema.NonEmptyString,
  lines: Schema.NonEmptyArray(Schema.Struct({
    sku: Sku,
    received: Quantity,
    /** If absent, the location to which the warehouse books good goods. */
    locationCode: text
  })),
  /** Whether no more goods of the transfer will arrive. */
  isFinished: Schema.optionalKey(Schema.Boolean)
})

/** One record, told apart by `kind`. */
export const ErpRecord = Schema.Union([
  Product,
  Combination,
  WarehouseGroup,
  ExchangeRate,
  EnteredMarketplaceStock,
  StockCorrection,
  EnteredAssembly,
  EnteredSplit,
  TransferShipped,
  TransferReceived
])
export type ErpRecord = typeof ErpRecord.Type

/** Whether the warehouse took an inbound order of the ERP that was announced to it. */
export const InboundAnnouncement = Schema.Struct({
  asnNumber: AsnNumber,
  outcome: Schema.Literals(["sent", "failed"]),
  /** Why the warehouse does not have the order. */
  reason: text,
  /** The warehouse's own number of the order. */
  referenceNumber: text,
  at: Schema.DateTimeUtcFromString
})
export type InboundAnnouncement = typeof InboundAnnouncement.Type

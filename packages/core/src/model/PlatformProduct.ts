/**
 * The articles that a shop sells, and how many of them the shop offers at which location (spec 2 §2.11).
 */
import * as Schema from "effect/Schema"
import { Decimal } from "./Decimal.ts"
import { QuantityOrZero } from "./Quantity.ts"
import { Figure } from "./StockLevel.ts"

const text = Schema.optionalKey(Schema.NonEmptyString)
const measure = Schema.optionalKey(Decimal)

/** A place of the platform that stock is kept for: a location of Shopify, a warehouse of Shopee, a stock location of Vendure. Every `locationId` is the `code` of one. */
export const PlatformLocation = Schema.Struct({ code: Schema.NonEmptyString, name: Schema.NonEmptyString })
export type PlatformLocation = typeof PlatformLocation.Type

/** The stock that the platform offers to buyers at one location. It may be negative. */
export const LocationStock = Schema.Struct({ locationId: Schema.NonEmptyString, available: Figure })
export type LocationStock = typeof LocationStock.Type

/** One article that a bundle is put together from, and how many pieces of it one bundle has. The article is one of the same shop. */
export const Component = Schema.Struct({
  productId: Schema.NonEmptyString,
  variantId: text,
  /** How many pieces one bundle has. */
  quantity: QuantityOrZero
})
export type Component = typeof Component.Type

/** One article that can be bought: a variant of a product, or a product without variants. */
export const PlatformProduct = Schema.Struct({
  /** The platform's id of the product, which its variants share. */
  productId: Schema.NonEmptyString,
  /** The platform's id of the variant. If absent, the product has none. */
  variantId: text,
  /** A further id that some platforms need to find the variant. */
  extraVariantId: text,
  /** The platform's article number; where it has none, the id of the variant. */
  sku: Schema.NonEmptyString,
  /** The seller's own code of the article. */
  sellerSku: text,
  title: Schema.NonEmptyString,
  /** The name of the variant. If absent, the title names it. */
  name: text,
  /** The platform's own word for the state of the article. */
  status: Schema.NonEmptyString,
  imageUrl: text,
  /** The stock that the platform offers over all locations. If absent, the platform does not tell it. */
  stock: Schema.optionalKey(Figure),
  stockByLocation: Schema.optionalKey(Schema.Array(LocationStock)),
  /** Whether the platform counts the stock of the article. If false, it takes no stock of it, and nobody is to set it. Default: true. */
  tracksStock: Schema.optionalKey(Schema.Boolean),
  /**
   * What the article is made of, if it is a bundle that is put together when it is sold. An order desk computes its stock from them. If
   * absent, it is none, or the platform does not tell it.
   */
  components: Schema.optionalKey(Schema.Array(Component)),
  /** The price of one piece, in `currency`. */
  price: measure,
  currency: text,
  /** In `weightUnit`. */
  weight: measure,
  weightUnit: text,
  /** In `dimensionUnit`. */
  length: measure,
  /** In `dimensionUnit`. */
  width: measure,
  /** In `dimensionUnit`. */
  height: measure,
  dimensionUnit: text,
  color: text,
  size: text
})
export type PlatformProduct = typeof PlatformProduct.Type

/** How much of one article a shop is to offer to buyers. It replaces what the platform had, so a repeat changes nothing (spec 2 §4B updateInventory). */
export const StockUpdate = Schema.Struct({
  productId: Schema.NonEmptyString,
  variantId: text,
  /** As in `PlatformProduct`, for platforms that need it. */
  extraVariantId: text,
  /** As in `PlatformProduct`, for platforms that need it. */
  name: text,
  /** The stock over all locations. */
  stock: Figure,
  /** The stock of single locations. An element without `locationId` is for the location that the platform takes by default. */
  stockByLocation: Schema.optionalKey(Schema.Array(Schema.Struct({ locationId: text, available: Figure })))
})
export type StockUpdate = typeof StockUpdate.Type

/** An article whose stock the platform did not take, and why. */
export const StockFailure = Schema.Struct({
  productId: Schema.NonEmptyString,
  variantId: text,
  /** The location whose stock the platform did not take. If absent, it refused the article as a whole. */
  locationId: text,
  /** Why, for people. */
  reason: Schema.NonEmptyString
})
export type StockFailure = typeof StockFailure.Type

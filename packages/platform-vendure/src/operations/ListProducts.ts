import { type AdapterError, type Decimal, type PlatformProduct, type PlatformV1, StockLevel } from "@crossdock/core"
import { Records } from "@crossdock/http-kit"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Faults from "../Faults.ts"
import type { Document, GraphQl } from "../GraphQl.ts"
import * as Keyset from "../Keyset.ts"
import * as Money from "../Money.ts"
import type { Settings } from "../Settings.ts"
import { productStatus } from "../Statuses.ts"
import { filled, Millis, present, Text, toIso } from "../Values.ts"

type Asked = typeof PlatformV1.ListProducts.payload.Type
type Page = typeof PlatformV1.ListProducts.success.Type

const Image = Schema.optionalKey(Schema.NullOr(Schema.Struct({ preview: Text })))

const Variant = Schema.Struct({
  id: Schema.NonEmptyString,
  productId: Schema.NonEmptyString,
  createdAt: Millis,
  sku: Text,
  name: Text,
  enabled: Schema.Boolean,
  trackInventory: Schema.String,
  priceWithTax: Money.Minor,
  currencyCode: Schema.NonEmptyString,
  featuredAsset: Image,
  options: Schema.Array(Schema.Struct({ name: Text, group: Schema.Struct({ code: Text, name: Text }) })),
  product: Schema.Struct({ name: Text, enabled: Schema.Boolean, featuredAsset: Image }),
  stockLevels: Schema.Array(Schema.Struct({ stockLocationId: Schema.NonEmptyString, stockOnHand: Schema.Int, stockAllocated: Schema.Int }))
})
type Variant = typeof Variant.Type

const Placed = Schema.Struct({ id: Schema.NonEmptyString, createdAt: Millis })

const listing: Document<{
  readonly productVariants: { readonly items: ReadonlyArray<unknown> }
  readonly globalSettings: { readonly serverConfig: { readonly moneyStrategyPrecision: number } }
}> = {
  name: "query Variants",
  text: `query Variants($filter: ProductVariantFilterParameter, $take: Int) {
    productVariants(options: { filter: $filter, sort: { createdAt: ASC, id: ASC }, take: $take }) {
      items {
        id productId createdAt sku name enabled trackInventory priceWithTax currencyCode
        featuredAsset { preview }
        options { name group { code name } }
        product { name enabled featuredAsset { preview } }
        stockLevels { stockLocationId stockOnHand stockAllocated }
      }
    }
    globalSettings { serverConfig { moneyStrategyPrecision } }
  }`,
  data: Schema.Struct({
    productVariants: Schema.Struct({ items: Schema.Array(Schema.Unknown) }),
    globalSettings: Schema.Struct({ serverConfig: Schema.Struct({ moneyStrategyPrecision: Money.Precision }) })
  })
}

const optionOf = ({ options }: Variant, named: RegExp): string | undefined =>
  filled(options.find(({ group }) => named.test(`${group.code ?? ""} ${group.name ?? ""}`))?.name)

/** The stock that the shop offers. Vendure sells a variant without inventory tracking in any number, so it has no stock. */
const stockOf = ({ stockLevels, trackInventory }: Variant): ReadonlyArray<PlatformProduct.LocationStock> | undefined =>
  trackInventory === "FALSE"
    ? undefined
    : stockLevels.map(({ stockAllocated, stockLocationId, stockOnHand }) => ({
      locationId: stockLocationId,
      available: StockLevel.figure(stockOnHand - stockAllocated)
    }))

/** Converts a variant. The stock at a location is what lies there without what is allocated to orders. */
const toProduct = (variant: Variant, precision: number): PlatformProduct.PlatformProduct => {
  const { currencyCode, enabled, featuredAsset, id, name, priceWithTax, product, productId, stockLevels } = variant
  const sku = filled(variant.sku)
  const stockByLocation = stockOf(variant)
  const price: Decimal.Decimal = Money.decimals(precision)(priceWithTax)
  return present<PlatformProduct.PlatformProduct>({
    productId,
    variantId: id,
    extraVariantId: undefined,
    sku: sku ?? id,
    sellerSku: sku,
    title: filled(product.name) ?? sku ?? id,
    name: filled(name),
    status: productStatus(enabled && product.enabled),
    imageUrl: filled(featuredAsset?.preview) ?? filled(product.featuredAsset?.preview),
    stock: stockByLocation && StockLevel.figure(stockLevels.reduce((sum, { stockAllocated, stockOnHand }) => sum + stockOnHand - stockAllocated, 0)),
    stockByLocation,
    price,
    currency: currencyCode,
    weight: undefined,
    weightUnit: undefined,
    length: undefined,
    width: undefined,
    height: undefined,
    dimensionUnit: undefined,
    color: optionOf(variant, /colou?r/i),
    size: optionOf(variant, /\bsize\b/i)
  })
}

/** Each key that is given selects. Times may be truncated to seconds. */
const filterOf = ({ productIds, updatedFrom, updatedTo, variantIds }: Asked, { after }: Keyset.Position) => ({
  _and: [
    { createdAt: { after: toIso(after) } },
    ...(productIds === undefined ? [] : [{ productId: { in: productIds } }]),
    ...(variantIds === undefined ? [] : [{ id: { in: variantIds } }]),
    ...(updatedFrom === undefined ? [] : [{ updatedAt: { after: toIso(Math.max(0, DateTime.toEpochMillis(updatedFrom) - 2000)) } }]),
    ...(updatedTo === undefined ? [] : [{ updatedAt: { before: toIso(DateTime.toEpochMillis(updatedTo) + 1) } }])
  ]
})

export const listProducts = (graphQl: GraphQl, { pageSize }: Pick<Settings, "pageSize">) => {
  const read = Records.reader(Variant, "query Variants")
  const readPlaces = Schema.decodeUnknownEffect(Schema.Array(Placed))

  return Effect.fnUntraced(function*(asked: Asked): Effect.fn.Return<Page, AdapterError.Reason> {
    const limit = Math.min(asked.limit, pageSize)
    const position = asked.cursor === undefined ? Keyset.start : Keyset.fromCursor(asked.cursor)
    if (position === undefined) return yield* Faults.badCursor()
    const take = Math.min(Keyset.mostRecords, limit + position.seen.length + 1)
    const { globalSettings, productVariants: { items } } = yield* graphQl.send(listing, { filter: filterOf(asked, position), take })
    const places = yield* Effect.mapError(readPlaces(items), () => Faults.unplaced("query Variants"))
    const unread = Keyset.unseen(position, places.map(({ createdAt, id }) => ({ id, createdAt: DateTime.toEpochMillis(createdAt) })))
    const isLast = items.length < take && unread.length <= limit
    if (unread.length === 0 && !isLast) return yield* Faults.tooManyAtOnce("variants", Keyset.mostRecords)
    const page = unread.slice(0, limit)
    const ids = new Set(page.map(({ id }) => id))
    const { decoded } = yield* read(items.filter((item) => ids.has(Records.textIn(item, "id") ?? "")))
    return {
      items: decoded.map((variant) => toProduct(variant, globalSettings.serverConfig.moneyStrategyPrecision)),
      ...(!isLast && { nextCursor: Keyset.toCursor(page.reduce(Keyset.behind, position)) })
    }
  })
}

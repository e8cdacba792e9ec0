/**
 * Reads what the stock of shops is made of: the balances of the books, and the articles of a shop.
 */
import { type ErpStock } from "@crossdock/books"
import { AdapterError, ErpV1, type PlatformProduct, PlatformV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import type { ConnectedLink } from "../../Composition.ts"
import type { Connections } from "../../connection/Connections.ts"
import * as Facts from "../../contracts/platform/PluginFacts.ts"
import * as ShopCalls from "../../contracts/platform/ShopCalls.ts"
import * as PageWalk from "../../engine/PageWalk.ts"

type Failed = AdapterError.AdapterError

/** Records per page, which every peer takes. */
const atOnce = 200

/** How far back a shop is asked for articles if it limits the window of such a question, in days. */
const daysBack = 1095

const articleMembers = ["productId", "sku", "components", "tracksStock", "stock", "stockByLocation", "variantId", "extraVariantId", "sellerSku"] as const

/** An article of a shop. `sku` is the shop's own name of it. */
export type Article = Pick<PlatformProduct.PlatformProduct, typeof articleMembers[number]>

const endless = (adapter: string, operation: string) => (): Failed =>
  new AdapterError.AdapterError({ adapter, operation, reason: new AdapterError.ResponseInvalid({ cause: "its pages do not end: a cursor was repeated, or there are too many" }) })

/**
 * The balances of some warehouses, by their names in the books, of all SKUs or of some, each once: pages of an ERP may shift while they are read.
 * With `withEmpty`, also those of SKUs that are out of stock.
 */
export const balances = (
  connections: Connections["Service"],
  books: string,
  warehouseNames: readonly [string, ...ReadonlyArray<string>],
  withEmpty: boolean,
  skus?: readonly [string, ...ReadonlyArray<string>]
): Effect.Effect<ReadonlyArray<ErpStock.StockBalance>, Failed> =>
  Effect.map(
    PageWalk.all(
      (page) => connections.invoke(books, ErpV1.ListStockBalances, { warehouseNames, withEmpty, limit: atOnce, ...(skus !== undefined && { skus }), ...page }),
      endless(books, ErpV1.ListStockBalances.name)
    ),
    (found) => [...new Map(found.map((balance) => [JSON.stringify([balance.warehouseName, balance.sku]), balance])).values()]
  )

/** Identifies an article within its shop. */
export const keyOf = ({ productId, variantId = "" }: Pick<Article, "productId" | "variantId">): string => JSON.stringify([productId, variantId])

/** All articles of a shop, each once. */
export const articles = Effect.fnUntraced(function*(connections: Connections["Service"], link: ConnectedLink) {
  const { peer } = link
  const now = yield* Clock.currentTimeMillis
  const isLimited = Facts.limitsOf(connections, peer).updateWindow !== undefined
  const updatedTo = DateTime.makeUnsafe(now)
  const updatedFrom = isLimited ? DateTime.subtract(updatedTo, { days: daysBack }) : DateTime.makeUnsafe(0)
  const found = yield* PageWalk.all(
    (page) => ShopCalls.invoke(connections, link, PlatformV1.ListProducts, { updatedFrom, updatedTo, limit: atOnce, ...page }),
    endless(peer, PlatformV1.ListProducts.name)
  )
  return [...new Map(found.map((product) => [keyOf(product), Struct.pick(product, articleMembers)])).values()]
})

import { AdapterError, type PlatformProduct, type PlatformV1, Quantity, StockLevel } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Catalogue from "../Catalogue.ts"
import * as Faults from "../Faults.ts"
import * as MagicSkus from "../MagicSkus.ts"
import { money } from "../Orders.ts"
import type { ShopSession } from "../ShopSession.ts"
import * as StockTable from "../StockTable.ts"

type Asked = typeof PlatformV1.ListProducts.payload.Type
type Page = typeof PlatformV1.ListProducts.success.Type

const { figure } = StockLevel

const productOf = ({ byLocation, productId }: StockTable.ArticleStock): PlatformProduct.PlatformProduct => {
  const { sku, title, variantId } = Catalogue.articleOfProduct(productId)!
  const { parts = {}, stock } = MagicSkus.traitsOf([sku])
  const components = Object.entries(parts).flatMap(([part, pieces]): ReadonlyArray<PlatformProduct.Component> => {
    const article = Catalogue.articleOf(part)
    return article === undefined ? [] : [{ productId: article.productId, ...(article.variantId !== undefined && { variantId: article.variantId }), quantity: Quantity.of(pieces) }]
  })
  return {
    productId,
    ...(variantId !== undefined && { variantId }),
    sku,
    sellerSku: sku,
    title,
    ...(stock === "untracked" && { tracksStock: false }),
    ...(components.length > 0 && { components }),
    status: "ON_SALE",
    stock: figure(byLocation.reduce((sum, { available }) => sum + available, 0)),
    stockByLocation: byLocation.map(({ available, location }) => ({ locationId: location, available: figure(available) })),
    price: money(Catalogue.cents),
    currency: Catalogue.currency
  }
}

/** An article changes when its stock does. Each key that is given selects. */
const isWanted = ({ productIds, updatedFrom, updatedTo, variantIds }: Asked) => ({ changedAt, productId }: StockTable.ArticleStock): boolean => {
  const { variantId = "" } = Catalogue.articleOfProduct(productId)!
  return (productIds === undefined || productIds.includes(productId)) &&
    (variantIds === undefined || variantIds.includes(variantId)) &&
    (updatedFrom === undefined || changedAt >= DateTime.toEpochMillis(updatedFrom)) &&
    (updatedTo === undefined || changedAt <= DateTime.toEpochMillis(updatedTo))
}

/** A cursor is the id of the last product of a page; the catalogue never changes. */
export const listProducts = (session: ShopSession) =>
  Effect.fnUntraced(function*(asked: Asked): Effect.fn.Return<Page, AdapterError.Reason> {
    const { cursor, limit } = asked
    const last = Catalogue.articles.findIndex(({ productId }) => productId === cursor)
    if (cursor !== undefined && last === -1) return yield* Effect.fail(Faults.badCursor())
    const all = yield* session.inTransaction(() => StockTable.all(session))
    const found = all.slice(last + 1).filter(isWanted(asked))
    const page = found.slice(0, limit)
    return { items: page.map(productOf), ...(found.length > limit && { nextCursor: page.at(-1)!.productId }) }
  })

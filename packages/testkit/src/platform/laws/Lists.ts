/**
 * The laws about articles, their stock, and what else a platform lists or is told.
 */
import { PlatformV1, StockLevel } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { assert, equal, sameMembers } from "../../Assertions.ts"
import { always, both, having, type Laws } from "../../Law.ts"
import { allPages, call, type LawContext } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"

type PlatformLaws = Laws<LawContext, SuiteFixture<unknown>>

export const listProductsLaws: PlatformLaws = {
  "listProducts/told": [
    "P-267",
    "reads an article by the id of its product",
    having(can.product, Effect.fnUntraced(function*(context, { productId, variantId }) {
      const { items } = yield* call(context, PlatformV1.ListProducts, { productIds: [productId], limit: 100 })
      assert(items.some((item) => item.productId === productId && (variantId === undefined || item.variantId === variantId)), `the article ${productId} is not read`)
      assert(items.every((item) => item.productId === productId), "articles of other products are read")
    }))
  ],
  "listProducts/pages": [
    "P-267 P-222",
    "reads every article once when it follows the cursors of small pages",
    having(can.products, Effect.fnUntraced(function*(context, products) {
      const productIds = products.map(({ productId }) => productId)
      const found = yield* allArticles(context, { productIds: [productIds[0]!, ...productIds.slice(1)], limit: 1 })
      sameMembers(found.filter((id) => productIds.includes(id)), productIds, "the products on all pages")
    }))
  ],
  "listProducts/window": [
    "P-267",
    "reads the articles that changed in a window of time, and no others",
    having(both(can.products, can.action("changeArticle")), Effect.fnUntraced(function*(context: LawContext, [products, changeArticle]) {
      yield* context.time.separate
      const before = yield* Clock.currentTimeMillis
      const [first] = products
      yield* changeArticle(first!)
      const after = yield* Clock.currentTimeMillis
      const window = { updatedFrom: DateTime.makeUnsafe(before - 1000), updatedTo: DateTime.makeUnsafe(after + 1000) }
      const known = products.map(({ productId }) => productId)
      const found = yield* allArticles(context, { ...window, limit: 100 })
      sameMembers(found.filter((id) => known.includes(id)), [first!.productId], "the products that are read in a window around the change of one of them")
    }))
  ]
}

const allArticles = (context: LawContext, asked: typeof PlatformV1.ListProducts.payload.Type) =>
  Effect.map(
    allPages("articles", (cursor) => call(context, PlatformV1.ListProducts, { ...asked, ...cursor })),
    (items) => items.map(({ productId }) => productId)
  )

export const updateStockLaws: PlatformLaws = {
  "updateStock/absolute": [
    "P-288",
    "sets the stock to a value, also when it is repeated",
    having(both(can.product, can.stock), Effect.fnUntraced(function*(context, [product, stock]) {
      for (const wanted of [5, 3, 3, 0]) {
        const { failures } = yield* call(context, PlatformV1.UpdateStock, { items: [{ ...product, stock: StockLevel.figure(wanted) }] })
        equal(failures.length, 0, "articles whose stock was refused")
        equal(yield* stock, wanted, "the stock of the article at the platform")
      }
    }))
  ],
  "updateStock/many": [
    "P-288 P-297",
    "sets the stock of limits.stockUpdatesPerCall articles in one call",
    having(both(can.product, can.stock), Effect.fnUntraced(function*(context, [product, stock]) {
      const { stockUpdatesPerCall = 1 } = context.platform.facts.limits
      const others = Array.from({ length: stockUpdatesPerCall - 1 }, (_, at) => context.fresh(`no-product-${at}`))
      const items = [...others.map((productId) => ({ productId })), product].map((each) => ({ ...each, stock: StockLevel.figure(7) }))
      const { failures } = yield* call(context, PlatformV1.UpdateStock, { items: [items[0]!, ...items.slice(1)] })
      sameMembers(failures.map(({ productId }) => productId), others, "the articles whose stock was refused")
      equal(yield* stock, 7, "the stock of the article at the platform")
    }))
  ],
  "updateStock/locations": [
    "P-288",
    "sets the stock of each location that it is given",
    having(both(can.product, can.stockByLocation), Effect.fnUntraced(function*(context: LawContext, [product, stockByLocation]) {
      const [one, other] = (yield* stockByLocation).map(({ locationId }) => locationId)
      assert(one !== undefined && other !== undefined, "fixture.stockByLocation returns fewer than two locations")
      for (const [first, second] of [[4, 3], [1, 6]] as const) {
        const wanted = [{ locationId: one, available: first }, { locationId: other, available: second }]
        const figures = wanted.map(({ available, locationId }) => ({ locationId, available: StockLevel.figure(available) }))
        const { failures } = yield* call(context, PlatformV1.UpdateStock, { items: [{ ...product, stock: StockLevel.figure(first + second), stockByLocation: figures }] })
        equal(failures.length, 0, "articles whose stock was refused")
        const held = (yield* stockByLocation).filter(({ locationId }) => locationId === one || locationId === other)
        equal(held, wanted, "the stock of the article at each location")
      }
    }))
  ],
  "updateStock/failures": [
    "P-297 P-389",
    "names the articles that the platform refused, with a reason",
    having(can.product, Effect.fnUntraced(function*(context) {
      const productId = context.fresh("no-product")
      const { failures } = yield* call(context, PlatformV1.UpdateStock, { items: [{ productId, stock: StockLevel.figure(1) }] })
      sameMembers(failures.map((failure) => failure.productId), [productId], "the articles whose stock was refused")
    }))
  ]
}

const unique = (codes: ReadonlyArray<string>, what: string): void => {
  assert(codes.length > 0, `no ${what} is listed`)
  equal(new Set(codes).size, codes.length, `different codes of the listed ${what}s`)
}

export const listShippingProvidersLaws: PlatformLaws = {
  "listShippingProviders/told": [
    "P-305",
    "lists the carriers of the shop, each once",
    always((context: LawContext) => Effect.map(call(context, PlatformV1.ListShippingProviders, {}), (all) => unique(all.items.map(({ code }) => code), "carrier")))
  ]
}

export const listLocationsLaws: PlatformLaws = {
  "listLocations/told": [
    "P-359",
    "lists the locations of the shop, each once",
    always((context: LawContext) => Effect.map(call(context, PlatformV1.ListLocations, {}), (all) => unique(all.items.map(({ code }) => code), "location")))
  ]
}

export const listOrderStatusesLaws: PlatformLaws = {
  "listOrderStatuses/told": [
    "P-241 P-242",
    "lists the words for orders that have ended, each as finished or as cancelled",
    always((context: LawContext) =>
      Effect.map(call(context, PlatformV1.ListOrderStatuses, {}), ({ cancelled, finished }) => unique([...finished, ...cancelled].map(({ status }) => status), "end status")))
  ]
}

export const listProductStatusesLaws: PlatformLaws = {
  "listProductStatuses/told": [
    "P-279",
    "lists the words for the state of an article, each once",
    always((context: LawContext) => Effect.map(call(context, PlatformV1.ListProductStatuses, {}), (all) => unique(all.items.map(({ status }) => status), "status")))
  ]
}

export const setShopAccessLaws: PlatformLaws = {
  "setShopAccess/told": [
    "P-381 P-382",
    "tells the platform whether the shop may be used, and where its orders go",
    having(can.announced, Effect.fnUntraced(function*(context, announced) {
      const callbackUrl = "https://erp.example/orders?shop=1"
      for (const isLocked of [false, true]) {
        yield* call(context, PlatformV1.ReportShopAccess, { isLocked, callbackUrl: new URL(callbackUrl) })
        equal((yield* announced).at(-1), { isLocked, callbackUrl }, "the latest announcement")
      }
    }))
  ]
}

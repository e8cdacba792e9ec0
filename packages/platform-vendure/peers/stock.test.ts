/** Articles and stock of a real Vendure, and its credentials. The stock is read by code that shares nothing with the plugin. */
import { Decimal, type PlatformProduct, PlatformV1, StockLevel } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll } from "vitest"
import { fixture, isLeftOut, type ShopFixture } from "./fixture.ts"

const { GetOrders, ListLocations, ListProducts, ListShippingProviders, UpdateStock } = PlatformV1
const { figure } = StockLevel

type Update = typeof UpdateStock.payload.Type["items"][number]

const skus = Array.from({ length: 9 }, (_, at) => `SKU-${at + 1}`)

describe.skipIf(isLeftOut)("the stock of Vendure", () => {
  let peer: ShopFixture
  beforeAll(async () => {
    peer = await fixture(Object.fromEntries(skus.map((sku, at) => [sku, 10 * (at + 1)])))
  })
  afterAll(() => peer?.server.stop())

  /** Vendure's stock on hand at each location, in the order of the locations. */
  const onHand = (sku: string) => Effect.promise(async () => {
    const levels = await peer.shop.levels(sku)
    return peer.shop.locations.map(({ id }) => levels.find(({ stockLocationId }) => stockLocationId === id)?.stockOnHand ?? 0)
  })
  const update = Effect.fnUntraced(function*(items: ReadonlyArray<Update>, written = {}) {
    const { failures } = yield* (yield* peer.open({ written })).call(UpdateStock, { items: items as [Update, ...Array<Update>] })
    return failures
  })
  const variant = (sku: string) => peer.shop.variants[sku]!
  const at = (location: number, available: number | string) => ({ locationId: peer.shop.locations[location]!.id, available: figure(available) })
  const pages = Effect.fnUntraced(function*(asked: Omit<typeof ListProducts.payload.Type, "limit">, limit: number) {
    const platform = yield* peer.open()
    const found: Array<PlatformProduct.PlatformProduct> = []
    let cursor: string | undefined
    do {
      const page: typeof ListProducts.success.Type = yield* platform.call(ListProducts, { ...asked, limit, ...(cursor !== undefined && { cursor }) })
      assert.isAtMost(page.items.length, limit)
      found.push(...page.items)
      cursor = page.nextCursor
    } while (cursor !== undefined)
    return found
  })

  it.live("is what an update says, in total and by location, also when it is repeated (P-288 P-289 P-290 P-291)", () =>
    Effect.gen(function*() {
      const items = [
        { ...variant("SKU-1"), stock: figure(7) },
        { ...variant("SKU-2"), stock: figure(12), stockByLocation: [at(0, 5), at(1, 7)] },
        { ...variant("SKU-3"), stock: figure(4), stockByLocation: [at(1, 4)] },
        { ...variant("SKU-4"), stock: figure(3), stockByLocation: [{ available: figure(3) }] },
        { productId: variant("SKU-5").productId, stock: figure(0) }
      ]
      for (let repeat = 0; repeat < 2; repeat++) {
        assert.deepStrictEqual(yield* update(items), [])
        const found = yield* Effect.forEach(["SKU-1", "SKU-2", "SKU-3", "SKU-4", "SKU-5"], onHand)
        assert.deepStrictEqual(found, [[7, 0], [5, 7], [30, 4], [3, 0], [0, 0]])
      }
      // A total without locations leaves nothing elsewhere; the default location may be another one.
      assert.deepStrictEqual(yield* update([{ ...variant("SKU-2"), stock: figure(9) }], { defaultLocation: peer.shop.locations[1]!.id }), [])
      assert.deepStrictEqual(yield* onHand("SKU-2"), [0, 9])
    }))

  it.live("is not reduced by orders a second time: on hand as the update says, or so much more that the shop offers it", () =>
    Effect.gen(function*() {
      yield* peer.buy("ORDER-1", { "SKU-6": 4 })
      assert.deepStrictEqual(yield* update([{ ...variant("SKU-6"), stock: figure(20) }]), [])
      assert.deepStrictEqual((yield* Effect.promise(() => peer.shop.levels("SKU-6"))).map(({ stockAllocated, stockOnHand }) => [stockOnHand, stockAllocated])[0], [20, 4])
      assert.deepStrictEqual(yield* update([{ ...variant("SKU-6"), stock: figure(20) }], { stockAs: "available" }), [])
      assert.deepStrictEqual(yield* onHand("SKU-6"), [24, 0])
      const [article] = yield* pages({ variantIds: [variant("SKU-6").variantId] }, 10)
      assert.strictEqual(Decimal.toText(article!.stock!), "20")
    }))

  it.live("names each article that is refused, and sets the others (P-292 P-293 P-296 P-297)", () =>
    Effect.gen(function*() {
      const product = yield* Effect.promise(async () => {
        const { productId } = variant("SKU-8")
        const { taxCategories } = await peer.shop.admin<{ taxCategories: { items: ReadonlyArray<{ id: string }> } }>("{ taxCategories { items { id } } }")
        const { createProductOptionGroup } = await peer.shop.admin<{ createProductOptionGroup: { id: string; options: ReadonlyArray<{ id: string }> } }>(
          "mutation($i: CreateProductOptionGroupInput!) { createProductOptionGroup(input: $i) { id options { id } } }",
          { i: { code: "color", translations: [{ languageCode: "en", name: "Color" }], options: [{ code: "red", translations: [{ languageCode: "en", name: "Red" }] }] } }
        )
        await peer.shop.admin("mutation($p: ID!, $g: ID!) { addOptionGroupToProduct(productId: $p, optionGroupId: $g) { id } }", { p: productId, g: createProductOptionGroup.id })
        await peer.shop.admin("mutation($i: [CreateProductVariantInput!]!) { createProductVariants(input: $i) { id } }", {
          i: [{ productId, sku: "SKU-8-R", price: 1, taxCategoryId: taxCategories.items[0]!.id, optionIds: [createProductOptionGroup.options[0]!.id], translations: [{ languageCode: "en", name: "Red" }] }]
        })
        return productId
      })
      const failures = yield* update([
        { ...variant("SKU-7"), stock: figure(1) },
        { productId: "999", stock: figure(1) },
        { productId: variant("SKU-7").productId, variantId: variant("SKU-9").variantId, stock: figure(1) },
        { productId: product, stock: figure(1) },
        { ...variant("SKU-9"), stock: figure("1.5") },
        { ...variant("SKU-9"), stock: figure(-1) },
        { ...variant("SKU-9"), stock: figure(1), stockByLocation: [{ locationId: "77", available: figure(1) }] },
        { ...variant("SKU-9"), stock: figure("5000000000") }
      ])
      const told = failures.map(({ reason, ...rest }) => [reason.split(":")[0], rest.locationId])
      assert.deepStrictEqual(told.slice(0, 6), [
        ["UNKNOWN_ARTICLE", undefined],
        ["UNKNOWN_VARIANT", undefined],
        ["AMBIGUOUS_VARIANT", undefined],
        ["NOT_PIECES", peer.shop.locations[0]!.id],
        ["NOT_PIECES", peer.shop.locations[0]!.id],
        ["UNKNOWN_LOCATION", "77"]
      ])
      // Vendure itself refuses a number that is no Int of GraphQL; the article beside it is set all the same.
      assert.lengthOf(told, 7)
      assert.deepStrictEqual([yield* onHand("SKU-7"), yield* onHand("SKU-9")], [[1, 0], [90, 0]])
      const [red] = (yield* pages({ productIds: [product] }, 10)).filter(({ sku }) => sku === "SKU-8-R")
      assert.strictEqual(red?.color, "Red")
    }))

  it.live("is read per article and location, without what is allocated; each article once in small pages (P-267 P-268 P-276)", () =>
    Effect.gen(function*() {
      const ids = skus.map((sku) => variant(sku).productId) as [string, ...Array<string>]
      const articles = yield* pages({ productIds: ids }, 2)
      const found = articles.filter(({ sku }) => skus.includes(sku))
      assert.deepStrictEqual(found.map(({ sku }) => sku).toSorted(), skus)
      assert.strictEqual(new Set(articles.map(({ variantId }) => variantId)).size, articles.length)
      for (const { sku, stock, stockByLocation } of found) {
        const levels = yield* Effect.promise(() => peer.shop.levels(sku))
        const free = levels.map(({ stockAllocated, stockLocationId, stockOnHand }) => [stockLocationId, stockOnHand - stockAllocated])
        assert.deepStrictEqual(stockByLocation!.map(({ available, locationId }) => [locationId, Number(Decimal.toText(available))]), free)
        assert.strictEqual(Number(Decimal.toText(stock!)), free.reduce((sum, [, pieces]) => sum + Number(pieces), 0))
      }
      const first = found.find(({ sku }) => sku === "SKU-1")!
      assert.deepInclude(first, { title: "Product SKU-1", name: "Item SKU-1", sellerSku: "SKU-1", status: "ENABLED", currency: "USD" })
      assert.strictEqual(Decimal.toText(first.price!), "11.99")
    }))

  it.live("shows an article that was changed in a window of time, and its status (P-265 P-266 P-279)", () =>
    Effect.gen(function*() {
      yield* Effect.sleep("3 seconds")
      const from = Date.now() - 100
      const { variantId } = variant("SKU-4")
      yield* Effect.promise(() => peer.shop.admin("mutation($i: [UpdateProductVariantInput!]!) { updateProductVariants(input: $i) { id } }", { i: [{ id: variantId, enabled: false }] }))
      const window = (start: number, end: number) => pages({ updatedFrom: DateTime.makeUnsafe(start), updatedTo: DateTime.makeUnsafe(end) }, 100)
      assert.deepStrictEqual((yield* window(from, Date.now())).map(({ status, variantId: id }) => [id, status]), [[variantId, "DISABLED"]])
      assert.deepStrictEqual(yield* window(from - 7_200_000, from - 3_600_000), [])
    }))

  it.live("is kept at the locations, and goods leave by the shipping methods, that Vendure lists (P-305 P-359)", () =>
    Effect.gen(function*() {
      const platform = yield* peer.open()
      assert.deepStrictEqual(yield* platform.call(ListLocations, {}), { items: peer.shop.locations.map(({ id, name }) => ({ code: id, name })) })
      assert.deepStrictEqual(yield* platform.call(ListShippingProviders, {}), { items: [
        { code: "standard", name: "Standard Post" },
        { code: "express", name: "Express Courier" }
      ] })
    }))

  it.live("is shown to nobody with a wrong key or an unknown channel's token, and neither is in an error (U-148)", () =>
    Effect.gen(function*() {
      // While there is only one channel, Vendure ignores the token.
      yield* Effect.promise(async () => {
        const { zones } = await peer.shop.admin<{ zones: { items: ReadonlyArray<{ id: string }> } }>("{ zones { items { id } } }")
        const zone = zones.items[0]!.id
        await peer.shop.admin("mutation($i: CreateChannelInput!) { createChannel(input: $i) { __typename ... on ErrorResult { errorCode message } } }", {
          i: { code: "second", token: "token-of-second", defaultLanguageCode: "en", defaultCurrencyCode: "USD", pricesIncludeTax: false, defaultShippingZoneId: zone, defaultTaxZoneId: zone }
        })
      })
      for (const written of [{ apiKey: "wrong-key-of-this-shop" }, { channelToken: "wrong-token-of-this-shop" }, { channelToken: "token-of-second" }]) {
        const error = yield* Effect.flip((yield* peer.open({ written })).call(ListLocations, {}))
        assert.strictEqual(error.reason._tag, "CredentialRejected", JSON.stringify(written))
        assert.notMatch(JSON.stringify(error), /of-this-shop|of-second/)
      }
      const gone = yield* peer.open({ written: { adminApiUrl: "http://127.0.0.1:1/admin-api" } })
      const error = yield* Effect.flip(gone.call(GetOrders, { onlineOrderIds: ["X"], limit: 1 }))
      assert.isTrue(error.reason._tag === "TransportFailed" && !error.mayHaveApplied)
    }))
})

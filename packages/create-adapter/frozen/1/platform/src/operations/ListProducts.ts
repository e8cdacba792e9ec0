/**
 * `listProducts` as `GET /products`: the variants that can be bought.
 */
import type { Operation, PlatformProduct, PlatformV1 } from "@crossdock/core"
import { type JsonApi, JsonNumber, Records } from "@crossdock/http-kit"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Optional = Schema.optionalKey(Schema.NonEmptyString)

const Article = Schema.Struct({
  product: Schema.NonEmptyString,
  variant: Optional,
  sku: Schema.NonEmptyString,
  title: Schema.NonEmptyString,
  state: Schema.NonEmptyString,
  available: JsonNumber.FromDecimal
})

const toProduct = ({ available, product, sku, state, title, variant }: typeof Article.Type): PlatformProduct.PlatformProduct => ({
  productId: product,
  ...(variant !== undefined && { variantId: variant }),
  sku,
  title,
  status: state,
  stock: available
})

export const listProducts = ({ call }: JsonApi.Api): Operation.Handler<typeof PlatformV1.ListProducts> => {
  const list = call({ route: "GET /products", response: Schema.Struct({ products: Schema.Array(Schema.Unknown), next: Optional }) })
  const read = Records.reader(Article, "GET /products")
  return Effect.fnUntraced(function*({ cursor, limit, productIds, updatedFrom, updatedTo, variantIds }) {
    const window = { from: updatedFrom && DateTime.formatIso(updatedFrom), to: updatedTo && DateTime.formatIso(updatedTo) }
    const { next, products } = yield* list({ query: { product: productIds, variant: variantIds, ...window, cursor, size: limit } })
    const { decoded } = yield* read(products)
    return { items: decoded.map(toProduct), ...(next !== undefined && { nextCursor: next }) }
  })
}

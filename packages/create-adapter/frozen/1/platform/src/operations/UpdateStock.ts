/**
 * `updateStock` as `PUT /stock`. Acme sets each article by itself, and names those that it refuses.
 */
import type { Operation, PlatformProduct, PlatformV1 } from "@crossdock/core"
import { type JsonApi, JsonNumber } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Optional = Schema.optionalKey(Schema.NonEmptyString)

const Level = Schema.Struct({
  product: Schema.String,
  variant: Optional,
  available: JsonNumber.FromDecimal,
  locations: Schema.optionalKey(Schema.Array(Schema.Struct({ location: Optional, available: JsonNumber.FromDecimal })))
})

const Refused = Schema.Struct({ product: Schema.NonEmptyString, variant: Optional, location: Optional, reason: Schema.NonEmptyString })

const toWire = ({ productId, stock, stockByLocation, variantId }: PlatformProduct.StockUpdate): typeof Level.Type => ({
  product: productId,
  ...(variantId !== undefined && { variant: variantId }),
  available: stock,
  ...(stockByLocation && {
    locations: stockByLocation.map(({ available, locationId }) => ({ available, ...(locationId !== undefined && { location: locationId }) }))
  })
})

const toFailure = ({ location, product, reason, variant }: typeof Refused.Type): PlatformProduct.StockFailure => ({
  productId: product,
  ...(variant !== undefined && { variantId: variant }),
  ...(location !== undefined && { locationId: location }),
  reason
})

export const updateStock = ({ call }: JsonApi.Api): Operation.Handler<typeof PlatformV1.UpdateStock> => {
  const set = call({
    route: "PUT /stock",
    body: Schema.Struct({ articles: Schema.Array(Level) }),
    response: Schema.Struct({ refused: Schema.Array(Refused) })
  })
  return ({ items }) => Effect.map(set({ body: { articles: items.map(toWire) } }), ({ refused }) => ({ failures: refused.map(toFailure) }))
}

/**
 * `listLocations` as `GET /locations`, and `listShippingProviders` as `GET /carriers`.
 */
import type { Operation, PlatformV1 } from "@crossdock/core"
import type { JsonApi } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Named = Schema.Array(Schema.Struct({ code: Schema.NonEmptyString, name: Schema.NonEmptyString }))

export const listLocations = ({ call }: JsonApi.Api): Operation.Handler<typeof PlatformV1.ListLocations> => {
  const list = call({ route: "GET /locations", response: Schema.Struct({ locations: Named }) })
  return () => Effect.map(list({}), ({ locations }) => ({ items: locations }))
}

export const listShippingProviders = ({ call }: JsonApi.Api): Operation.Handler<typeof PlatformV1.ListShippingProviders> => {
  const list = call({ route: "GET /carriers", response: Schema.Struct({ carriers: Named }) })
  return () => Effect.map(list({}), ({ carriers }) => ({ items: carriers }))
}

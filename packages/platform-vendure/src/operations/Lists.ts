/**
 * Implements `listShippingProviders` and `listLocations`.
 */
import type { AdapterError, PlatformV1 } from "@crossdock/core"
import { Paging, Records } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Document, GraphQl } from "../GraphQl.ts"
import { filled, Text } from "../Values.ts"

const pageSize = 100

interface List {
  readonly list: { readonly items: ReadonlyArray<unknown>; readonly totalItems: number }
}

const listing = (name: string, options: string, field: string, fields: string): Document<List> => ({
  name: `query ${name}`,
  text: `query ${name}($options: ${options}) { list: ${field}(options: $options) { totalItems items { ${fields} } } }`,
  data: Schema.Struct({ list: Schema.Struct({ items: Schema.Array(Schema.Unknown), totalItems: Schema.Int }) })
})

/** Reads a list to its end. */
const all = (graphQl: GraphQl, document: Document<List>): Effect.Effect<ReadonlyArray<unknown>, AdapterError.Reason> =>
  Paging.all<unknown, number, AdapterError.Reason, never>(0, (skip = 0) =>
    Effect.map(graphQl.send(document, { options: { skip, take: pageSize, sort: { createdAt: "ASC", id: "ASC" } } }), ({ list: { items, totalItems } }) => {
      const next = skip + items.length
      return { items, next: items.length > 0 && next < totalItems ? next : undefined }
    }))

const Method = Schema.Struct({ code: Schema.NonEmptyString, name: Text })
const methods = listing("ShippingMethods", "ShippingMethodListOptions", "shippingMethods", "code name")

/** The shipping methods of the channel, by their codes. */
export const listShippingProviders = (graphQl: GraphQl) => {
  const read = Records.reader(Method, methods.name)
  return (): Effect.Effect<typeof PlatformV1.ListShippingProviders.success.Type, AdapterError.Reason> =>
    Effect.flatMap(all(graphQl, methods), read).pipe(
      Effect.map(({ decoded }) => ({ items: [...new Map(decoded.map(({ code, name }) => [code, { code, name: filled(name) ?? code }])).values()] }))
    )
}

const Location = Schema.Struct({ id: Schema.NonEmptyString, name: Text })
const locations = listing("StockLocations", "StockLocationListOptions", "stockLocations", "id name")

/** The stock locations of the channel, by their ids; they have no codes. */
export const listLocations = (graphQl: GraphQl) => {
  const read = Records.reader(Location, locations.name)
  return (): Effect.Effect<typeof PlatformV1.ListLocations.success.Type, AdapterError.Reason> =>
    Effect.flatMap(all(graphQl, locations), read).pipe(
      Effect.map(({ decoded }) => ({ items: decoded.map(({ id, name }) => ({ code: id, name: filled(name) ?? id })) }))
    )
}

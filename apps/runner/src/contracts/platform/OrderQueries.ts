/**
 * The reads of orders for an ERP: in queries that are as long as the platform takes, and under the names by which the ERP knows the
 * shop.
 */
import { AdapterError, PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import type { ConnectedLink } from "../../Composition.ts"
import type { Connections } from "../../connection/Connections.ts"
import * as Facts from "./PluginFacts.ts"
import * as Shops from "./Shops.ts"

type Asked = typeof PlatformV1.GetOrders.payload.Type
type Page = typeof PlatformV1.GetOrders.success.Type

type Read = (link: ConnectedLink, asked: Asked) => Effect.Effect<Page, AdapterError.AdapterError>

/** A place in a long list of numbers: which part of it, and the cursor of the platform within that part. */
const placeOf = (cursor: string): { readonly part: number; readonly inPart: string | undefined } | undefined => {
  const [, part, inPart] = /^(\d{1,9}):([^]*)$/.exec(cursor) ?? []
  return part === undefined ? undefined : { part: Number(part), inPart: inPart === "" ? undefined : inPart }
}

const badCursor = (connection: string) =>
  new AdapterError.AdapterError({
    adapter: connection,
    operation: PlatformV1.GetOrders.name,
    reason: new AdapterError.RequestInvalid({ path: "/cursor", message: "is not the cursor of a page of these orders" })
  })

/** Splits a list of numbers into queries. A page never reaches from one into the next, so it may be shorter than was asked. */
const inParts = (read: Read, most: number): Read => (link, asked) => {
  const { cursor, onlineOrderIds } = asked
  const numbers = [...new Set(onlineOrderIds ?? [])]
  if (numbers.length <= most) return read(link, asked)
  const place = cursor === undefined ? { part: 0, inPart: undefined } : placeOf(cursor)
  const some = place === undefined ? [] : numbers.slice(place.part * most, (place.part + 1) * most)
  const [first, ...others] = some
  if (place === undefined || first === undefined) return Effect.fail(badCursor(link.peer))
  return Effect.map(
    read(link, { ...Struct.omit(asked, ["cursor"]), onlineOrderIds: [first, ...others], ...(place.inPart !== undefined && { cursor: place.inPart }) }),
    ({ nextCursor, ...page }) => {
      const isLast = nextCursor === undefined && (place.part + 1) * most >= numbers.length
      return { ...Struct.omit(page, ["pageCount"]), ...(!isLast && { nextCursor: nextCursor === undefined ? `${place.part + 1}:` : `${place.part}:${nextCursor}` }) }
    }
  )
}

/** Makes the read of orders of a link. `read` asks the platform once. */
export const make = (connections: Connections["Service"], read: Read): Read => (link, asked) => {
  const most = Facts.limitsOf(connections, link.peer).ordersPerQuery
  return Effect.map(inParts(read, most)(link, asked), (page) => ({ ...page, items: page.items.map((order) => Shops.asErpNames(link, order)) }))
}

/**
 * Reads the names that a peer lists: the warehouses, channels and SKUs of a warehouse, and the locations, carriers and articles of
 * a shop.
 */
import { type AdapterError, PlatformV1, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../Composition.ts"
import * as Contracts from "../Contracts.ts"
import type { Connections } from "../connection/Connections.ts"
import * as ConnectionShops from "../connection/ConnectionShops.ts"
import type { Mapping } from "../mapping/NameMapping.ts"
import type { DatabaseFailed } from "../store/Database.ts"

export type Listed = "warehouse" | "channel" | "sku"

const limit = 200
/** Stops the paging if a peer never marks a page as the last one. */
const mostPages = 1000

type Needs = { readonly [K in Listed]: string }

const needsOfWarehouse: Needs = { warehouse: "listWarehouses", channel: "listChannels", sku: "listStock" }
const needsOfPlatform: Needs = { warehouse: "listLocations", channel: "listShippingProviders", sku: "listProducts" }

const isShop = (connections: Connections["Service"], { peer }: ConnectedLink): boolean => Contracts.isPlatform(connections.get(peer)?.plugin)

/** What the names of a kind begin with at the peer. Those of a shop have no prefix. */
export const prefixOf = (connections: Connections["Service"], link: ConnectedLink, kind: Listed): string =>
  kind === "sku" && !isShop(connections, link) ? link.prefix : ""

/** The operation that this list needs and the peer does not offer; undefined if the list can be read. */
export const lacking = (connections: Connections["Service"], link: ConnectedLink, kind: Listed): string | undefined => {
  const needs = isShop(connections, link) ? needsOfPlatform : needsOfWarehouse
  return connections.offers(link.peer).includes(needs[kind]) ? undefined : needs[kind]
}

type Names = Effect.Effect<ReadonlyArray<string>, AdapterError.AdapterError | DatabaseFailed>

const warehouses = (connections: Connections["Service"], link: ConnectedLink): Names =>
  Effect.map(connections.invoke(link.peer, WarehouseV1.ListWarehouses, {}), (found) => found.items.map(({ code }) => code))

interface Page {
  readonly items: ReadonlyArray<{ readonly sku: string }>
  readonly nextCursor?: string | undefined
}

/** Adds the SKUs of all pages of a list. */
const collect = Effect.fnUntraced(function*<E>(found: Set<string>, page: (next: { readonly limit: number; readonly cursor?: string }) => Effect.Effect<Page, E>) {
  const listed = new Set<string>()
  let cursor: string | undefined
  for (let number = 1; number <= mostPages; number++) {
    const { items, nextCursor }: Page = yield* page({ limit, ...(cursor !== undefined && { cursor }) })
    const before = listed.size
    for (const { sku } of items) {
      listed.add(sku)
      found.add(sku)
    }
    // An empty or repeated page also ends the list, in case the peer never marks one as the last.
    if (nextCursor === undefined || items.length === 0 || (listed.size === before && number > 1)) return
    cursor = nextCursor
  }
})

const skus = Effect.fnUntraced(function*(connections: Connections["Service"], mapping: Mapping["Service"], link: ConnectedLink) {
  const codes = connections.offers(link.peer).includes("listWarehouses")
    ? yield* warehouses(connections, link)
    : (yield* mapping.list(link.scope, "warehouse")).map(({ theirs }) => theirs)
  const found = new Set<string>()
  for (const warehouseCode of codes) {
    yield* collect(found, (next) => connections.invoke(link.peer, WarehouseV1.ListStock, { warehouseCode, ...next }))
  }
  return [...found]
})

/** All articles of a shop, which platforms list by the time of their last change. */
const articles = Effect.fnUntraced(function*(connections: Connections["Service"], link: ConnectedLink) {
  const updatedTo = DateTime.makeUnsafe(yield* Clock.currentTimeMillis)
  const found = new Set<string>()
  yield* collect(found, (next) => connections.invoke(link.peer, PlatformV1.ListProducts, { ...ConnectionShops.named(connections, link), updatedFrom: DateTime.makeUnsafe(0), updatedTo, ...next }))
  return [...found]
})

const ofShop = (connections: Connections["Service"], link: ConnectedLink, kind: Listed): Names => {
  switch (kind) {
    case "warehouse":
      return Effect.map(connections.invoke(link.peer, PlatformV1.ListLocations, ConnectionShops.named(connections, link)), (found) => found.items.map(({ code }) => code))
    case "channel":
      return Effect.map(connections.invoke(link.peer, PlatformV1.ListShippingProviders, ConnectionShops.named(connections, link)), (found) => found.items.map(({ code }) => code))
    case "sku":
      return articles(connections, link)
  }
}

/** Reads the list; each name appears once. */
export const names = (
  connections: Connections["Service"],
  mapping: Mapping["Service"],
  link: ConnectedLink,
  kind: Listed
): Names => {
  if (isShop(connections, link)) return ofShop(connections, link, kind)
  switch (kind) {
    case "warehouse":
      return warehouses(connections, link)
    case "channel":
      return Effect.map(connections.invoke(link.peer, WarehouseV1.ListChannels, {}), (found) => [
        ...new Set(found.items.map(({ code }) => code))
      ])
    case "sku":
      return skus(connections, mapping, link)
  }
}

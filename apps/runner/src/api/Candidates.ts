/**
 * The names that a peer lists itself: its warehouses, its channels, and its SKUs by the pages of its stock.
 */
import { type AdapterError, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import type { Mapping } from "../mapping/Mapping.ts"
import type { DatabaseFailed } from "../store/Database.ts"

export type Listed = "warehouse" | "channel" | "sku"

const pageSize = 200
/** A peer that never says that a page is the last one ends here. */
const mostPages = 1000

const needs: { readonly [K in Listed]: string } = { warehouse: "listWarehouses", channel: "listChannels", sku: "listStock" }

/** The operation that a list needs and the peer does not offer; absent: it can be had. */
export const lacking = (connections: Connections["Service"], link: ConnectedLink, kind: Listed): string | undefined =>
  connections.offers(link.peer).includes(needs[kind]) ? undefined : needs[kind]

type Names = Effect.Effect<ReadonlyArray<string>, AdapterError.AdapterError | DatabaseFailed>

const warehouses = (connections: Connections["Service"], link: ConnectedLink): Names =>
  Effect.map(connections.warehouse(link.peer, WarehouseV1.ListWarehouses, {}), (found) => found.map(({ code }) => code))

const skus = Effect.fnUntraced(function*(connections: Connections["Service"], mapping: Mapping["Service"], link: ConnectedLink) {
  const codes = connections.offers(link.peer).includes("listWarehouses")
    ? yield* warehouses(connections, link)
    : (yield* mapping.list(link.scope, "warehouse")).map(({ theirs }) => theirs)
  const found = new Set<string>()
  for (const warehouseCode of codes) {
    for (let page = 1; page <= mostPages; page++) {
      const { isLast, items } = yield* connections.warehouse(link.peer, WarehouseV1.ListStock, { warehouseCode, page, pageSize })
      const before = found.size
      for (const { sku } of items) found.add(sku)
      // A peer that answers the same page for ever has nothing new either.
      if (isLast || items.length === 0 || (found.size === before && page > 1)) break
    }
  }
  return [...found]
})

/** Each name once. */
export const names = (
  connections: Connections["Service"],
  mapping: Mapping["Service"],
  link: ConnectedLink,
  kind: Listed
): Names => {
  switch (kind) {
    case "warehouse":
      return warehouses(connections, link)
    case "channel":
      return Effect.map(connections.warehouse(link.peer, WarehouseV1.ListChannels, {}), (found) => [
        ...new Set(found.map(({ code }) => code))
      ])
    case "sku":
      return skus(connections, mapping, link)
  }
}

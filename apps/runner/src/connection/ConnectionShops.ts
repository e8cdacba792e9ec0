/**
 * The shops of a connection to a platform. Links of several shops may lead to one connection, if the platform's own id tells them apart.
 */
import type { ConnectedLink, ConnectedShop } from "../Composition.ts"
import type { Connections } from "./Connections.ts"

export type Linked = Pick<Connections["Service"], "links">

/** The member of a payload that names its shop. */
export interface NamedShop {
  readonly onlineShopId?: string
}

/** The shop that callers of a link name. Undefined for a link of another route. */
export const shopOf = ({ entrances }: Pick<ConnectedLink, "entrances">): ConnectedShop | undefined => entrances.find(({ shop }) => shop !== undefined)?.shop

type Shops = ReadonlyMap<string, ReadonlySet<string>>

/** The shops of each connection, for a list of links. After a change, the list is another one. */
const known = new WeakMap<Linked["links"], Shops>()

const shopsIn = (links: Linked["links"]): Shops => {
  const before = known.get(links)
  if (before !== undefined) return before
  const found = new Map<string, Set<string>>()
  for (const link of links) {
    const shop = shopOf(link)
    if (shop === undefined) continue
    const here = found.get(link.peer) ?? new Set()
    found.set(link.peer, here.add(JSON.stringify([shop.platform, shop.shopId, shop.onlineShopId])))
  }
  known.set(links, found)
  return found
}

/** Whether links of several shops lead to the connection of a link. Several links of one shop do not count. */
export const isShared = ({ links }: Linked, { peer }: Pick<ConnectedLink, "peer">): boolean => (shopsIn(links).get(peer)?.size ?? 0) > 1

/** Names the shop of a link in a payload, where the connection has several. */
export const named = (connections: Linked, link: ConnectedLink): NamedShop => {
  const onlineShopId = isShared(connections, link) ? shopOf(link)?.onlineShopId : undefined
  return onlineShopId === undefined ? {} : { onlineShopId }
}

/** The key of what is kept in memory about the shop of a link, for all links of this shop. */
export const keyOf = (connections: Linked, link: ConnectedLink): string => JSON.stringify([link.peer, named(connections, link).onlineShopId])

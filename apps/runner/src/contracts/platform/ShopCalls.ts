/**
 * Calls to the platform of a link about the link's own shop. Links of several shops may lead to one connection; each call then names the
 * shop of its link, and of what the platform answers, orders of other shops are left out, because a platform may ignore the name. An
 * order that names no shop there belongs to nobody: whoever took it might ship the goods of another merchant, or ship them twice.
 */
import { AdapterError, type PlatformOrder, PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import type { ConnectedLink } from "../../Composition.ts"
import type { Connections } from "../../connection/Connections.ts"
import * as ConnectionShops from "../../connection/ConnectionShops.ts"
import * as Facts from "./PluginFacts.ts"
import * as Shops from "./Shops.ts"

type Asked = typeof PlatformV1.GetOrders.payload.Type
type Page = typeof PlatformV1.GetOrders.success.Type

/** To whom an order belongs that the connection of a link told of. */
export type Owner = "own" | "other" | "nobody"

/** To whom an order belongs, as the link sees it. */
export const ownerOf = (connections: ConnectionShops.Linked, link: ConnectedLink, { onlineShopId }: Pick<PlatformOrder.PlatformOrder, "onlineShopId">): Owner => {
  const own = Shops.of(link)?.onlineShopId
  if (onlineShopId === undefined) return ConnectionShops.isShared(connections, link) ? "nobody" : "own"
  return own === undefined || own === onlineShopId ? "own" : "other"
}

/** Whether an order may be the one that a payload is about, which names its shop where the connection has several. */
export const isOf = (shop: ConnectionShops.NamedShop, { onlineShopId }: Pick<PlatformOrder.PlatformOrder, "onlineShopId">): boolean =>
  shop.onlineShopId === undefined || shop.onlineShopId === onlineShopId

/** What is wrong with an order that names no shop, for operators. */
export const namesNoShop = "an order does not name its shop, and links of several shops lead to this connection; it belongs to nobody and is neither stored nor " +
  "sent to any ERP. Let the service write onlineShopId, or make a connection for each shop"

/** What a call changes or shows that no order tells: a platform that cannot name shops would do it to all of them. */
const ofWholeShop: ReadonlySet<string> = new Set([PlatformV1.ListProducts, PlatformV1.UpdateStock, PlatformV1.ListLocations].map(({ name }) => name))

/** The operations that are not answered with orders. */
export type Callable = Exclude<PlatformV1.AnyOperation, typeof PlatformV1.GetOrders>

/** Calls an operation for the shop of a link. */
export const invoke = <O extends Callable>(
  connections: Connections["Service"],
  link: ConnectedLink,
  operation: O,
  payload: O["payload"]["Type"]
): Effect.Effect<O["success"]["Type"], AdapterError.AdapterError> =>
  Effect.suspend(() => {
    const { peer } = link
    const mixesShops = ofWholeShop.has(operation.name) && ConnectionShops.isShared(connections, link) && Facts.limitsOf(connections, peer).shops !== "several"
    return mixesShops
      ? Effect.fail(new AdapterError.AdapterError({ adapter: peer, operation: operation.name, reason: new AdapterError.OperationUnsupported({}) }))
      : connections.invoke(peer, operation, { ...Struct.omit(payload as ConnectionShops.NamedShop, ["onlineShopId"]), ...ConnectionShops.named(connections, link) } as O["payload"]["Type"])
  })

/** A page of the link's own orders. */
export interface OwnPage extends Page {
  /** The numbers of all orders of the answer, also of those that were left out. */
  readonly told: ReadonlyArray<string>
  /** The numbers of orders that belong to nobody. */
  readonly nobodys: ReadonlyArray<string>
}

/** Reads orders of the shop of a link. Those of other shops are left out and counted, whatever the platform sends. */
export const orders = Effect.fnUntraced(function*(connections: Connections["Service"], link: ConnectedLink, asked: Asked): Effect.fn.Return<OwnPage, AdapterError.AdapterError> {
  const page = yield* connections.invoke(link.peer, PlatformV1.GetOrders, { ...Struct.omit(asked, ["onlineShopId"]), ...ConnectionShops.named(connections, link) })
  const told = [...page.items.map(({ onlineOrderId }) => onlineOrderId), ...page.unreadable ?? []]
  const owned = page.items.map((order) => ownerOf(connections, link, order))
  const report = (message: string) => connections.drift(link.peer).report({ where: PlatformV1.GetOrders.name, path: "/items/onlineShopId", message })
  for (const owner of owned) {
    if (owner === "nobody") yield* report(namesNoShop)
    if (owner === "other") yield* report("an order of another shop than the one that was asked for was left out")
  }
  const items = page.items.filter((_, index) => owned[index] === "own")
  const nobodys = page.items.flatMap(({ onlineOrderId }, index) => owned[index] === "nobody" ? [onlineOrderId] : [])
  // How many pages there are would tell how many orders the other shops have.
  return { ...(ConnectionShops.isShared(connections, link) ? Struct.omit(page, ["pageCount"]) : page), items, told, nobodys }
})

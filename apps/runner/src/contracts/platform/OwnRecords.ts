/**
 * Checks what a call names against the rows of the caller's own link, where links of several shops lead to one connection: all of them
 * call the platform with the same credentials, so it would carry out a call about the order of another merchant. A number of another shop
 * and one that does not exist are refused alike, and the platform gets no call about either.
 */
import { type PlatformOrder, PlatformV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import type { Connections } from "../../connection/Connections.ts"
import * as ConnectionShops from "../../connection/ConnectionShops.ts"
import { brieflyOver } from "../../engine/ReadRetry.ts"
import { notStored, ofReason, Refusal } from "../../engine/Refusal.ts"
import { type Database, parameters } from "../../store/Database.ts"
import type { Vault } from "../../store/Vault.ts"
import * as OrderContent from "./OrderContent.ts"
import { kind as orderKind } from "./OrderKinds.ts"
import * as ShopCalls from "./ShopCalls.ts"
import { fulfillment, numberOf, shipment } from "./ShipmentKinds.ts"

type Order = PlatformOrder.PlatformOrder
type Article = (typeof PlatformV1.UpdateStock.payload.Type)["items"][number]

export interface OwnRecords {
  /** Fails unless an order belongs to the shop of a link. */
  readonly order: (link: ConnectedLink, onlineOrderId: string) => Effect.Effect<void, Refusal>
  /** Fails unless a parcel belongs to the shop of a link, and to the order if one is named. */
  readonly parcel: (link: ConnectedLink, onlineOrderId: string | undefined, number: string, path: string) => Effect.Effect<void, Refusal>
  /** The articles that the shop of a link sells; others are left out. */
  readonly articles: <A extends Pick<Article, "productId">>(link: ConnectedLink, items: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<A>, Refusal>
  /** Those of the numbers of orders that are stored for a link. */
  readonly stored: (link: ConnectedLink, numbers: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, Refusal>
}

const noOrder = new Refusal({
  code: "ORDER_NOT_FOUND",
  message: "this shop has no order with this onlineOrderId; send the number of one that getOrder returns",
  path: "/onlineOrderId"
})

const noParcel = (path: string): Refusal =>
  new Refusal({ code: "PARCEL_NOT_FOUND", message: "this shop has no parcel with this number; send that of a parcel of one of its orders", path })

/** Whether an order shows a number as that of a parcel of its own. */
const shows = (order: Order, number: string): boolean =>
  [order, ...order.fulfillments ?? []].some((each) => each.trackingNumber === number) ||
  (order.fulfillments ?? []).some(({ fulfillmentId }) => fulfillmentId === number)

/** How long an article is known to be the shop's own. */
const knownFor = 3_600_000
/** The most articles that are remembered for a shop. */
const mostKnown = 10_000
/** The most articles of one query, and the most pages of its answer. */
const atOnce = 50
const mostPages = 4

export const make = (connections: Connections["Service"], db: Database["Service"], vault: Vault["Service"]): OwnRecords => {
  const retried = brieflyOver(connections)
  const content = OrderContent.reader(db, vault)
  const known = new Map<string, Map<string, number>>()

  const hasRow = (link: ConnectedLink, kind: string, number: string) =>
    Effect.mapBoth(db.one("select id from entity where scope = $1 and kind = $2 and number = $3 limit 1", [link.scope, kind, number]), {
      onFailure: () => notStored,
      onSuccess: (row) => row !== undefined
    })

  /** Asks the platform for an order. Undefined: the shop of the link has none of this number. */
  const asked = (link: ConnectedLink, onlineOrderId: string): Effect.Effect<Order | undefined, Refusal> =>
    Effect.mapBoth(retried(link, ShopCalls.orders(connections, link, { onlineOrderIds: [onlineOrderId], limit: 1 })), {
      onFailure: ({ reason }) => ofReason(reason, "platform"),
      onSuccess: ({ items }) => items.find((order) => order.onlineOrderId === onlineOrderId)
    })

  const order = Effect.fnUntraced(function*(link: ConnectedLink, onlineOrderId: string) {
    if (!ConnectionShops.isShared(connections, link) || (yield* hasRow(link, orderKind.kind, onlineOrderId))) return
    if ((yield* asked(link, onlineOrderId)) === undefined) return yield* Effect.fail(noOrder)
  })

  /** Whether the platform has arranged a shipment of this number for the link. */
  const isArranged = (link: ConnectedLink, number: string) =>
    Effect.mapBoth(db.one("select id from entity where connection = $1 and kind = $2 and peer_number = $3 and scope = $4 limit 1", [link.peer, shipment.kind, number, link.scope]), {
      onFailure: () => notStored,
      onSuccess: (row) => row !== undefined
    })

  /** Whether the platform has taken a notice of this number from the link. One that it refused says nothing of whose the parcel is. */
  const isTold = (link: ConnectedLink, number: string) =>
    Effect.mapBoth(
      db.one(
        "select e.id from entity e join intent i on i.entity = e.id where e.scope = $1 and e.kind = $2 and e.number = $3 and i.state = 'Delivered' limit 1",
        [link.scope, fulfillment.kind, number]
      ),
      { onFailure: () => notStored, onSuccess: (row) => row !== undefined }
    )

  const isOfOrder = Effect.fnUntraced(function*(link: ConnectedLink, onlineOrderId: string, number: string) {
    if (yield* isTold(link, numberOf(onlineOrderId, number))) return true
    // What cannot be read here is read from the platform.
    const before = yield* Effect.orElseSucceed(content(link.scope, onlineOrderId), () => undefined)
    if (before !== undefined && shows(before, number)) return true
    const now = yield* asked(link, onlineOrderId)
    return now !== undefined && shows(now, number)
  })

  const parcel = Effect.fnUntraced(function*(link: ConnectedLink, onlineOrderId: string | undefined, number: string, path: string) {
    if (!ConnectionShops.isShared(connections, link) || (yield* isArranged(link, number))) return
    if (onlineOrderId === undefined || !(yield* isOfOrder(link, onlineOrderId, number))) return yield* Effect.fail(noParcel(path))
  })

  /** Asks the platform which of some products the shop sells. */
  const sold = Effect.fnUntraced(function*(link: ConnectedLink, productIds: readonly [string, ...ReadonlyArray<string>]) {
    const found = new Set<string>()
    let cursor: string | undefined
    for (let page = 0; page < mostPages && found.size < productIds.length; page++) {
      const { items, nextCursor } = yield* Effect.mapError(
        retried(link, ShopCalls.invoke(connections, link, PlatformV1.ListProducts, { productIds, limit: 1000, ...(cursor !== undefined && { cursor }) })),
        ({ reason }) => ofReason(reason, "platform")
      )
      // A service that ignores the question shows products that nobody asked for.
      for (const { productId } of items) if (productIds.includes(productId)) found.add(productId)
      if (nextCursor === undefined) break
      cursor = nextCursor
    }
    return found
  })

  const articles: OwnRecords["articles"] = Effect.fnUntraced(function*(link, items) {
    if (!ConnectionShops.isShared(connections, link) || !connections.offers(link.peer).includes(PlatformV1.ListProducts.name)) return items
    const now = yield* Clock.currentTimeMillis
    const mine = known.get(link.scope) ?? new Map<string, number>()
    known.set(link.scope, mine)
    const own = new Set(items.flatMap(({ productId }) => (mine.get(productId) ?? Number.NEGATIVE_INFINITY) > now - knownFor ? [productId] : []))
    const unknown = [...new Set(items.map(({ productId }) => productId))].filter((productId) => !own.has(productId))
    for (let at = 0; at < unknown.length; at += atOnce) {
      const [first, ...more] = unknown.slice(at, at + atOnce)
      if (first === undefined) break
      const found = yield* sold(link, [first, ...more])
      if (mine.size + found.size > mostKnown) mine.clear()
      for (const productId of [first, ...more]) {
        if (!found.has(productId)) continue
        own.add(productId)
        mine.set(productId, now)
      }
    }
    return items.filter(({ productId }) => own.has(productId))
  })

  const stored: OwnRecords["stored"] = (link, numbers) =>
    numbers.length === 0
      ? Effect.succeed([])
      : Effect.mapBoth(db.query(`select distinct number from entity where scope = $1 and kind = $2 and number in (${parameters(numbers.length, 3)})`, [link.scope, orderKind.kind, ...numbers]), {
        onFailure: () => notStored,
        onSuccess: (rows) => rows.map(({ number }) => String(number))
      })

  return { order, parcel, articles, stored }
}

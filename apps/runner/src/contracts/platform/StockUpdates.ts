/**
 * Sets the stock that a shop offers. A value is absolute, so of several that wait for a turn at the shop only the newest is sent. The
 * articles of an update are sent in calls of as many as the platform takes at once, one call after another.
 */
import { type AdapterError, PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import * as ConnectionShops from "../../connection/ConnectionShops.ts"
import * as Facts from "./PluginFacts.ts"
import * as ShopCalls from "./ShopCalls.ts"

type Update = typeof PlatformV1.UpdateStock.payload.Type
type Item = Update["items"][number]
type Result = typeof PlatformV1.UpdateStock.success.Type

export interface StockUpdates {
  /**
   * Sends an update and returns the articles that the platform did not take. An article for which a newer update has arrived
   * meanwhile on this node is not sent, and does not count as a failure.
   */
  readonly update: (link: ConnectedLink, update: Update) => Effect.Effect<Result, AdapterError.AdapterError>
}

/** The updates of one shop that have not ended. */
interface Shop {
  readonly turn: Semaphore.Semaphore
  /** The number of the newest update of each article. */
  readonly newest: Map<string, number>
  open: number
}

/** What an item sets. An update of other locations of an article does not replace this one. */
export const keyOf = ({ extraVariantId, productId, stockByLocation, variantId }: Item): string =>
  JSON.stringify([productId, variantId, extraVariantId, stockByLocation?.map(({ locationId = "" }) => locationId).toSorted()])

const where = PlatformV1.UpdateStock.name

export const make = Effect.map(Connections, (connections): StockUpdates => {
  const shops = new Map<string, Shop>()
  const shopOf = (id: string): Shop => {
    const shop = shops.get(id) ?? { turn: Semaphore.makeUnsafe(1), newest: new Map(), open: 0 }
    shops.set(id, shop)
    return shop
  }
  let last = 0

  const send = Effect.fnUntraced(function*(link: ConnectedLink, items: ReadonlyArray<Item>, isNewest: (item: Item) => boolean) {
    const most = Math.max(1, Facts.limitsOf(connections, link.peer).stockUpdatesPerCall ?? 1)
    const failures: Array<Result["failures"][number]> = []
    let rest = items
    while (true) {
      rest = rest.filter(isNewest)
      const [first, ...others] = rest.slice(0, most)
      if (first === undefined) return { failures }
      rest = rest.slice(most)
      const answer = yield* ShopCalls.invoke(connections, link, PlatformV1.UpdateStock, { items: [first, ...others] })
      failures.push(...answer.failures)
    }
  })

  /** The message names no article: each other message takes one of the places of drift, and the caller gets the articles. */
  const report = (link: ConnectedLink, { failures }: Result) =>
    Effect.forEach(failures, () =>
      connections.drift(link.scope).report({ where, path: "/items", message: "the platform did not take the stock of an article; the answer to the caller names it and says why" }), {
      discard: true
    })

  return {
    update: (link, { items }) =>
      Effect.suspend(() => {
        const place = ConnectionShops.keyOf(connections, link)
        const shop = shopOf(place)
        const number = ++last
        shop.open++
        const byKey = new Map(items.map((item) => [keyOf(item), item]))
        for (const key of byKey.keys()) shop.newest.set(key, number)
        return shop.turn.withPermit(send(link, [...byKey.values()], (item) => shop.newest.get(keyOf(item)) === number)).pipe(
          Effect.tap((result) => report(link, result)),
          Effect.ensuring(Effect.sync(() => {
            if (--shop.open === 0) shops.delete(place)
          }))
        )
      })
  }
})

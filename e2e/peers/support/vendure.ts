/** A shop on a real Vendure server, its buyers, and what Vendure has stored, read by code that shares nothing with the plugin. */
import { isPrepared, startVendure } from "../../../tools/peers/vendure.mjs"
import { openShop, type Shop, type ShopOrder } from "../../../tools/peers/vendure-shop.mjs"
import { call } from "../../support/envelope.ts"
import type { Known } from "../../support/http.ts"
import type { Home } from "../../support/runner.ts"
import { shop as erp } from "./fixture.ts"

/** Whether the tests are skipped, because Vendure is not installed. It is never skipped in CI. */
export const isLeftOut = process.env.CI !== "true" && !isPrepared()

/** A parcel that has left: its state, its tracking number, and pieces by the id of the line. */
export type Parcel = readonly [state: string, trackingCode: string, pieces: Readonly<Record<string, number>>]

export interface VendureShop {
  readonly shop: Shop
  /** The environment of a runner whose composition has this shop. */
  readonly env: Readonly<Record<string, string>>
  /** A buyer orders goods by SKU and pays at once. */
  readonly buy: (code: string, lines: Readonly<Record<string, number>>) => Promise<ShopOrder>
  /** The parcels of an order, oldest first. */
  readonly parcels: (code: string) => Promise<ReadonlyArray<Parcel>>
  /** Pieces on hand by the id of the location. */
  readonly onHand: (sku: string) => Promise<Readonly<Record<string, number>>>
  readonly stop: () => Promise<void>
}

/** Starts a server with an empty database and a shop on it. `stock`: pieces by SKU, if not those of `openShop`. */
export const startShop = async (stock?: Readonly<Record<string, number>>): Promise<VendureShop> => {
  const server = await startVendure()
  const shop = await openShop({ url: server.url, admin: server.admin, ...(stock !== undefined && { stock }) })
  return {
    shop,
    env: { VENDURE_ADMIN_API: `${server.url}/admin-api`, VENDURE_API_KEY: shop.apiKey },
    buy: async (code, lines) => {
      const cart = await shop.cart(code, lines)
      await cart.checkOut()
      await cart.pay()
      return shop.order(code)
    },
    parcels: async (code) =>
      (await shop.order(code)).fulfillments.toSorted((a, b) => Number(a.id) - Number(b.id)).map(({ lines, state, trackingCode }): Parcel => [
        state,
        trackingCode,
        Object.fromEntries(lines.map(({ orderLineId, quantity }) => [orderLineId, quantity]))
      ]),
    onHand: async (sku) => Object.fromEntries((await shop.levels(sku)).map(({ stockLocationId, stockOnHand }) => [stockLocationId, stockOnHand])),
    stop: server.stop
  }
}

type ShopCall = (method: string, content?: Readonly<Record<string, unknown>>) => Promise<Known>

/** Signs and sends a call of the ERP about the shop. */
export const askIn = (home: () => Home): ShopCall => async (method, content = {}) =>
  (await call({ ...erp, url: `${home().url}/extApi/platform/${method}`, method, content: { platform: "vendure", shopId: 1, ...content }, as: "form" })).json

/** The same for a call that must succeed. */
export const doneIn = (home: () => Home): ShopCall => async (method, content) => {
  const answer = await askIn(home)(method, content)
  if (answer?.success !== true) throw new Error(`${method}: ${JSON.stringify(answer)}`)
  return answer
}

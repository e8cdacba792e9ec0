/**
 * Acme in memory: its API with a small shop. Tests can read its records and set faults.
 */
import { PlatformOrder, Quantity, StockLevel, Transport } from "@crossdock/core"
import { Peer, type PlatformSuiteFixture, PlatformStore } from "@crossdock/testkit/peers"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Issuer from "./Issuer.ts"
import { createHmac } from "node:crypto"

/** The webhook that Acme sends when an order has changed; it holds only the order's number. */
const callbacksOf = (hookKey: string): NonNullable<PlatformSuiteFixture.SuiteFixture["callbacks"]> => ({
  order: (onlineOrderId, sign) =>
    Effect.sync(() => {
      const body = JSON.stringify({ changed: onlineOrderId })
      const signature = createHmac("sha256", sign === "forged" ? "another key" : hookKey).update(body).digest("hex")
      const headers: Transport.Headers = sign === "none" ? [] : [["x-signature", signature]]
      return { method: "POST", url: new URL("https://crossdock.test/callbacks/acme"), headers, body }
    }),
  isAccepted: ({ status }) => status === 200
})

const json = (status: number, body: unknown): Transport.Response => ({
  status,
  headers: [["content-type", "application/json"]],
  body: typeof body === "string" ? body : JSON.stringify(body)
})

const refused = (status: number, code: string, message: string) => json(status, { code, message })

const encode = Schema.encodeSync(PlatformOrder.PlatformOrder)

/** Writes an order as Acme does. Blanks and numbers such as 1.0 must reach the caller as they are. */
const messageOf = (order: PlatformOrder.PlatformOrder, parcels: ReadonlyArray<PlatformSuiteFixture.ShipmentRecord>): string => {
  const { lines, receiver, ...told } = encode(order)
  const message = {
    id: told.onlineOrderId,
    shop: told.shopId,
    state: told.status,
    payment: told.paymentMethod === "online" ? "prepaid" : "on-delivery",
    createdAt: told.createdAt,
    updatedAt: told.modifiedAt,
    paidAt: told.paidAt,
    currency: told.currency,
    total: told.total,
    shipping: told.freight,
    to: {
      name: receiver.name,
      phone: receiver.phone,
      country: receiver.country,
      city: receiver.city,
      street: receiver.address1,
      zip: receiver.postalCode,
      isMasked: receiver.isMasked
    },
    items: lines.map(({ discount, lineId, paidAmount, price, productId, quantity, sku, title, variantId }) =>
      ({ line: lineId, product: productId, variant: variantId, sku, title, quantity, price, paid: paidAmount, discount })),
    parcels: parcels.map(({ lines: contents, providerCode, trackingNumber }) =>
      ({ tracking: trackingNumber, carrier: providerCode, items: contents?.map(({ lineId, quantity }) => ({ line: lineId, quantity })) }))
  }
  return `{"version":1.0, ${JSON.stringify(message).slice(1)}`
}

/** One page of a list; the cursor is the place of its first record. */
const pageOf = <A>(all: ReadonlyArray<A>, query: URLSearchParams) => {
  const from = Number(query.get("cursor") ?? 0)
  const next = from + Number(query.get("size"))
  return { page: all.slice(from, next), next: next < all.length ? String(next) : undefined }
}

const timeIn = (query: URLSearchParams, name: string) => DateTime.makeUnsafe(query.get(name) ?? "")

const ordersOf = (store: PlatformStore.PlatformStore, query: URLSearchParams, mode: Peer.FaultMode): Transport.Response => {
  const asked = query.has("id") ? { onlineOrderIds: query.getAll("id") } : { updatedFrom: timeIn(query, "from"), updatedTo: timeIn(query, "to") }
  const { next, page } = pageOf(store.select(asked), query)
  const [first = "", ...others] = page.map(({ raw }) => Redacted.value(raw))
  const orders = [mode.is("bad-record") ? first.replace(/"state":"\w*",/, "") : first, ...others]
  return json(200, `{"orders":[${orders.join(",")}]${next === undefined ? "" : `,"next":"${next}"`}}`)
}

const productsOf = (store: PlatformStore.PlatformStore, query: URLSearchParams): Transport.Response => {
  const listed = (name: string) => (query.has(name) ? { [`${name}Ids`]: query.getAll(name) } : {})
  const window = query.has("from") ? { updatedFrom: timeIn(query, "from"), updatedTo: timeIn(query, "to") } : {}
  const { next, page } = pageOf(store.selectArticles({ ...listed("product"), ...listed("variant"), ...window }), query)
  const products = page.map(({ productId, sku, title, variantId }) =>
    ({ product: productId, variant: variantId, sku, title, state: "active", available: Quantity.toNumber(store.stock(productId)) }))
  return json(200, { products, next })
}

/** What a parcel that is announced or arranged does to its order. */
const addParcel = (store: PlatformStore.PlatformStore, onlineOrderId: string, body: string): Transport.Response => {
  if (store.find(onlineOrderId) === undefined) return refused(422, "order-unknown", "no such order")
  const { carrier, items, tracking } = JSON.parse(body)
  if (!PlatformStore.providers.some(({ code }) => code === carrier)) return refused(422, "carrier-unknown", "no such carrier")
  const known = Effect.runSync(store.parcels(onlineOrderId))
  if (known.some(({ trackingNumber }) => trackingNumber === tracking)) return refused(422, "parcel-exists", "this parcel is known")
  const trackingNumber = tracking ?? `TN-${onlineOrderId}-${known.length + 1}`
  const lines = items?.flatMap(({ line, quantity }: { readonly line?: string; readonly quantity: number }) => (line === undefined ? [] : [{ lineId: line, quantity }]))
  store.addParcel(onlineOrderId, { trackingNumber, providerCode: carrier, ...(tracking !== undefined && lines && { lines }) })
  return json(200, tracking === undefined ? { tracking: trackingNumber } : {})
}

interface Level {
  readonly product: string
  readonly available: number
  readonly locations?: ReadonlyArray<{ readonly location?: string; readonly available: number }>
}

const setStock = (store: PlatformStore.PlatformStore, body: string): Transport.Response => {
  const { articles } = JSON.parse(body) as { readonly articles: ReadonlyArray<Level> }
  const unknown = articles.filter(({ available, locations, product }) =>
    !store.setStock(product, StockLevel.figure(available), locations?.map(({ available: pieces, location }) => ({ locationId: location, available: StockLevel.figure(pieces) }))))
  return json(200, { refused: unknown.map(({ product }) => ({ product, reason: "no such article" })) })
}

const serve = (store: PlatformStore.PlatformStore, { accepts, grant, issue }: Issuer.Issuer): Peer.Serve => ({ body, headers, method, url }, mode) => {
  const authorization = Transport.header(headers, "authorization") ?? ""
  if (url.pathname === "/oauth/authorize") return Effect.succeed({ status: 302, headers: [["location", grant(url).href]], body: "" })
  if (url.pathname === "/oauth/token") return Effect.succeed(issue(mode.is("credential") ? undefined : authorization, body))
  if (mode.is("credential") || !accepts(authorization.slice("Bearer ".length))) {
    return Effect.succeed(refused(401, "not-authenticated", "unknown token"))
  }
  if (mode.is("refuse-unlisted")) return Effect.succeed(refused(422, "e-4711", "unexpected error"))
  const [, order = "", ...rest] = url.pathname.split("/").slice(1).map(decodeURIComponent)
  const answer = (): Transport.Response => {
    switch (`${method} ${order === "" ? url.pathname : `/orders/{id}/${rest.join("/")}`}`) {
      case "GET /orders":
        return ordersOf(store, url.searchParams, mode)
      case "POST /orders/{id}/parcels":
      case "POST /orders/{id}/shipments":
        return addParcel(store, order, body)
      case "GET /products":
        return productsOf(store, url.searchParams)
      case "PUT /stock":
        return setStock(store, body)
      case "GET /locations":
        return json(200, { locations: PlatformStore.locations })
      case "GET /carriers":
        return json(200, { carriers: PlatformStore.providers })
      default:
        return refused(404, "no-address", "no such address")
    }
  }
  return Effect.sync(answer)
}

/** The amounts of a line that the API has a field for. */
const lineAmounts = ["price", "paidAmount", "discount"] as const

/** Makes a new Acme and the fixture for the suite. */
export const make = (account: Issuer.Account, hookKey: string): Peer.Peer & { readonly fixture: PlatformSuiteFixture.SuiteFixture; readonly issuer: Issuer.Issuer } => {
  const store = PlatformStore.make({ platform: "acme", shopId: "S-7", messageOf, lineAmounts })
  const issuer = Issuer.make(account)
  const peer = Peer.make({ serve: serve(store, issuer), revision: () => store.revision() + issuer.count() })
  const own = { tokenExpiry: issuer.expiry, authorization: issuer.authorization, callbacks: callbacksOf(hookKey) }
  return { ...peer, issuer, fixture: { ...PlatformStore.fixture(store, peer), ...own } }
}

/**
 * An external service of document 2, part B in memory: the server of the protocol over a shop.
 */
import { PlatformV1, Quantity } from "@crossdock/core"
import { Profile, Server } from "@crossdock/protocols/platform-envelope"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { unlistedMessage } from "./AnswerRewrites.ts"
import * as Peer from "./Peer.ts"
import * as PlatformStore from "./PlatformStore.ts"

export interface Options extends PlatformStore.Shop {
  readonly accessId: string
  readonly secretKey: Redacted.Redacted<string>
  readonly onlineShopId?: string
  /** IANA name or an offset such as `UTC+8`. Default: UTC+8. */
  readonly timeZone?: string
  readonly profile?: Partial<Profile.Profile>
}

const another = Redacted.make("a key that nobody issued")
const unknownOrder = { code: "ORDER_NOT_FOUND", path: "/onlineOrderId", message: "is no order of this shop" }
const status = (word: string) => ({ status: word })
const label = Redacted.make("JVBERi0xLjQ=", { label: "label" })

type Answers = { readonly [N in PlatformV1.OperationName]: (payload: (typeof PlatformV1.contract.operations)[N]["payload"]["Type"]) => unknown }

/** What the shop answers. A value with a `code` is a refusal. */
const answersOf = (store: PlatformStore.PlatformStore): Answers => {
  let numbers = 0
  return {
    getOrders: (asked) => {
      const found = store.select(asked)
      const from = Number(asked.cursor ?? "0")
      const next = from + asked.limit
      return { items: found.slice(from, next), ...(next < found.length && { nextCursor: String(next) }) }
    },
    listOrderStatuses: () => ({ finished: [status("COMPLETED")], cancelled: [status("CANCELLED")] }),
    markReadyToShip: ({ lines, onlineOrderId, trackingNumber }) => {
      if (store.find(onlineOrderId) === undefined) return unknownOrder
      const inside = lines?.map(({ lineId, quantity }) => ({ lineId, quantity: Quantity.toNumber(quantity)! }))
      return store.addParcel(onlineOrderId, { trackingNumber, ...(inside !== undefined && { lines: inside }) })
    },
    listProducts: ({ productIds }) => ({
      items: productIds?.some((id) => id === PlatformStore.product.productId) === true
        ? [{ ...PlatformStore.product, sku: "SKU-1", title: "Lamp", status: "NORMAL", stock: store.stock() }]
        : []
    }),
    listProductStatuses: () => [status("NORMAL"), status("DELISTED")],
    updateStock: ({ items }) => ({
      failures: items.filter(({ productId, stock }) => !store.setStock(productId, stock)).map(({ productId }) => ({ productId, reason: "is no article of this shop" }))
    }),
    listShippingProviders: () => PlatformStore.providers,
    createShipment: ({ onlineOrderId }) => {
      if (store.find(onlineOrderId) === undefined) return unknownOrder
      const trackingNumber = `TN-${++numbers}`
      store.addParcel(onlineOrderId, { trackingNumber })
      return { trackingNumber, carrierName: "Ninja" }
    },
    cancelShipment: ({ onlineOrderId, trackingNumber }) => store.removeParcel(onlineOrderId, trackingNumber),
    getLabels: () => [{ _tag: "Pdf", content: label }, { _tag: "Link", url: Redacted.make("https://labels.example/1.pdf", { label: "label address" }) }],
    getTracking: () => ({ phase: "inTransit", status: "IN_TRANSIT", events: [] }),
    listLocations: () => [{ code: "PW-1", name: "North" }],
    announce: ({ callbackUrl, isLocked }) => store.announce({ isLocked, callbackUrl: callbackUrl.href })
  }
}

const isRefusal = (told: unknown): told is Server.Refusal => typeof told === "object" && told !== null && "code" in told && "message" in told

/** The server of a shop. */
export const serve = (store: PlatformStore.PlatformStore, { accessId, onlineShopId, platform, profile, secretKey, shopId, timeZone = "UTC+8" }: Options): Peer.Serve => {
  const answers = answersOf(store)
  const shop: Server.Caller = {
    id: accessId,
    key: accessId,
    platform,
    shopId,
    profile: { ...Profile.defaults, ...profile },
    timeZone,
    ...(onlineShopId !== undefined && { onlineShopId })
  }
  return (request, mode) =>
    Server.make<never>({
      find: (id) => (id === accessId ? { accessId, signing: "strict", secretKey: mode.is("credential") ? another : secretKey, shops: [shop] } : undefined),
      dispatch: (_, operation, payload) =>
        Effect.suspend(() => {
          if (mode.is("refuse-unlisted")) return Effect.fail({ code: "E_4711", message: unlistedMessage })
          const told = (answers[operation.name] as (payload: unknown) => unknown)(payload)
          return isRefusal(told) ? Effect.fail(told) : Effect.succeed(told as never)
        })
    })(request)
}

/** Makes a peer that speaks document 2, part B, its store, and the fixture for a suite. */
export const make = (options: Options) => {
  const store = PlatformStore.make(options)
  const peer = Peer.make({ revision: store.revision, serve: serve(store, options) })
  return { ...peer, store, fixture: PlatformStore.fixture(store, peer, options.timeZone) }
}

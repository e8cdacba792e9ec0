/**
 * An external service of document 2, part B in memory: the server of the protocol over a shop.
 */
import { PlatformV1, type Subscriptions, Quantity, Transport } from "@crossdock/core"
import { Profile, PushClient, Server, type Tokens } from "@crossdock/protocols/platform-envelope"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { AccountFixture, Sign } from "../AccountFixture.ts"
import { rewrite, unlistedMessage, withoutMember } from "./AnswerRewrites.ts"
import type { SuiteFixture } from "../platform/SuiteFixture.ts"
import * as Peer from "./Peer.ts"
import * as PlatformStore from "./PlatformStore.ts"

export interface Options extends PlatformStore.Shop, Pick<PlatformStore.Options, "numbers"> {
  readonly accessId: string
  readonly secretKey: Redacted.Redacted<string>
  readonly onlineShopId?: string
  /** IANA name or an offset such as `UTC+8`. Default: UTC+8. */
  readonly timeZone?: string
  readonly profile?: Partial<Profile.Profile>
}

const another = Redacted.make("a key that nobody issued")
const unknownOrder = { code: "ORDER_NOT_FOUND", path: "/onlineOrderId", message: "is no order of this shop" }
const knownParcel = { code: "DUPLICATE", path: "/trackingNumber", message: "is a parcel of this order already" }
const status = (word: string) => ({ status: word })
const label = Redacted.make("JVBERi0xLjQ=", { label: "label" })

/** The document has no message to register callbacks. */
type OfDocument = Exclude<PlatformV1.OperationName, (typeof Subscriptions.operations)[number]["name"]>
type Answers = { readonly [N in OfDocument]: (payload: (typeof PlatformV1.contract.operations)[N]["payload"]["Type"]) => unknown }

/** One page of a list. A cursor is the place of the first record. */
const pageOf = <A>(found: ReadonlyArray<A>, { cursor = "0", limit }: { readonly cursor?: string; readonly limit: number }) => {
  const next = Number(cursor) + limit
  return { items: found.slice(Number(cursor), next), ...(next < found.length && { nextCursor: String(next) }) }
}

/** What the shop answers. A value with a `code` is a refusal. */
const answersOf = (store: PlatformStore.PlatformStore): Answers => {
  let numbers = 0
  return {
    getOrders: (asked) => pageOf(store.select(asked), asked),
    listOrderStatuses: () => ({ finished: [status(PlatformStore.endStatuses.finished)], cancelled: [status(PlatformStore.endStatuses.cancelled)] }),
    markReadyToShip: ({ lines, onlineOrderId, providerCode, trackingNumber }) => {
      if (store.find(onlineOrderId) === undefined) return unknownOrder
      if (Effect.runSync(store.parcels(onlineOrderId)).some((parcel) => parcel.trackingNumber === trackingNumber)) return knownParcel
      const inside = lines?.map(({ lineId, quantity }) => ({ lineId, quantity: Quantity.toNumber(quantity)! }))
      store.addParcel(onlineOrderId, { trackingNumber, providerCode, ...(inside !== undefined && { lines: inside }) })
      return {}
    },
    listProducts: (asked) => {
      const { items, ...page } = pageOf(store.selectArticles(asked), asked)
      return { items: items.map((article) => ({ ...article, status: "NORMAL", stock: store.stock(article.productId) })), ...page }
    },
    listProductStatuses: () => ({ items: [status("NORMAL"), status("DELISTED")] }),
    updateStock: ({ items }) => ({
      failures: items.filter(({ productId, stock, stockByLocation }) => !store.setStock(productId, stock, stockByLocation)).map(({ productId }) => ({ productId, reason: "is no article of this shop" }))
    }),
    listShippingProviders: () => ({ items: PlatformStore.providers }),
    createShipment: ({ onlineOrderId }) => {
      if (store.find(onlineOrderId) === undefined) return unknownOrder
      const trackingNumber = `TN-${++numbers}`
      store.addParcel(onlineOrderId, { trackingNumber })
      return { trackingNumber, carrierName: "Ninja" }
    },
    cancelShipment: ({ onlineOrderId, trackingNumber }) => {
      store.removeParcel(onlineOrderId, trackingNumber)
      return {}
    },
    getLabels: () => ({
      items: [
        { kind: "label", format: "PDF", source: { _tag: "Content", base64: label } },
        { kind: "label", format: "PDF", source: { _tag: "Link", url: Redacted.make("https://labels.example/1.pdf", { label: "label address" }) } }
      ]
    }),
    trackParcel: () => ({ phase: "inTransit", status: "IN_TRANSIT", events: [] }),
    listLocations: () => ({ items: PlatformStore.locations }),
    setShopAccess: ({ callbackUrl, isLocked }) => {
      store.announce({ isLocked, callbackUrl: callbackUrl.href })
      return {}
    }
  }
}

const secret = (text: string) => Redacted.make(text)

/** Grants access to the shop as a person does, and issues tokens for the codes that come out of it. Each code works once. */
const tokensOf = (onlineShopId: string | undefined) => {
  const codes = new Set<string>()
  let issued = 0
  const grant = Effect.sync((): Tokens.Granted => {
    const number = ++issued
    return {
      accessToken: secret(`access-${number}`),
      accessExpiresIn: 3600,
      refreshToken: secret(`refresh-${number}`),
      refreshExpiresIn: 86_400,
      ...(onlineShopId !== undefined && { onlineShopId })
    }
  })
  const isIssued = (kind: "access" | "refresh", token: string): boolean => {
    const number = new RegExp(`^${kind}-(\\d+)$`).exec(token)?.[1]
    return number !== undefined && Number(number) >= 1 && Number(number) <= issued
  }
  const unknownToken = { code: "REJECTED", path: "/refresh_token", message: "is no refresh token of this service" }
  const unknownCode = { code: "REJECTED", path: "/code", message: "is no code of this service" }
  const issuer: Tokens.Issuer<Server.Caller, Server.Info, never> = {
    getToken: (_, { code }) => Effect.suspend(() => (codes.delete(Redacted.value(code)) ? grant : Effect.fail(unknownCode))),
    refreshToken: (_, { refreshToken }) => Effect.suspend(() => (isIssued("refresh", Redacted.value(refreshToken)) ? grant : Effect.fail(unknownToken)))
  }
  const authorization: NonNullable<AccountFixture["authorization"]> = {
    grant: ({ searchParams }) =>
      Effect.sync(() => {
        const code = `code-${codes.size + issued + 1}`
        codes.add(code)
        return { code: secret(code), state: secret(searchParams.get("state") ?? "") }
      }),
    wrong: { code: secret("code-of-nobody") },
    accepts: ({ accessToken }) => Effect.sync(() => accessToken !== undefined && isIssued("access", Redacted.value(accessToken)))
  }
  return { issuer, authorization, count: () => issued }
}

/** The orders that the service pushes, as requests. */
const callbacksOf = (
  store: PlatformStore.PlatformStore,
  { accessId, profile, secretKey, shopId, timeZone = "UTC+8" }: Options
): NonNullable<SuiteFixture["callbacks"]> => ({
  isAccepted: ({ body }) => /"success":\s*"?true/.test(body),
  order: Effect.fnUntraced(function*(onlineOrderId: string, sign: Sign) {
    const sent: Array<Transport.Request> = []
    const { deliver, prepare } = yield* PushClient.make({
      baseUrl: new URL("http://crossdock.test"),
      accessId,
      secretKey: sign === "forged" ? another : secretKey,
      profile: { ...Profile.defaults, ...profile },
      timeZone
    }).pipe(Effect.provideService(Transport.Transport, {
      send: (request) =>
        Effect.sync(() => {
          sent.push(request)
          return { status: 200, headers: [], body: JSON.stringify({ success: true, onlineOrderId, shopId: Number(shopId) }) }
        })
    }))
    const [order] = store.select({ onlineOrderIds: [onlineOrderId] })
    yield* deliver(yield* Effect.fromResult(prepare(order!)), { deliveryId: "1" })
    const request = sent.at(-1)!
    return sign === "none" ? { ...request, body: request.body.replace(/&sign=[^&]*/, "") } : request
  })
})

const isRefusal = (told: unknown): told is Server.Refusal => typeof told === "object" && told !== null && "code" in told && "message" in told

/** The server of a shop. */
export const serve = (
  store: PlatformStore.PlatformStore,
  { accessId, onlineShopId, platform, profile, secretKey, shopId, timeZone = "UTC+8" }: Options,
  tokens?: Tokens.Issuer<Server.Caller, Server.Info, never>
): Peer.Serve => {
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
  return (request, mode) => {
    const answer = Server.make<never>({
      find: (id) => (id === accessId ? { accessId, signing: "strict", secretKey: mode.is("credential") ? another : secretKey, shops: [shop] } : undefined),
      dispatch: (_, operation, payload) =>
        Effect.suspend(() => {
          if (mode.is("refuse-unlisted")) return Effect.fail({ code: "E_4711", message: unlistedMessage })
          const told = (answers[operation.name as OfDocument] as (payload: unknown) => unknown)(payload)
          return isRefusal(told) ? Effect.fail(told) : Effect.succeed(told as never)
        }),
      ...(tokens !== undefined && { tokens })
    })(request)
    return mode.is("bad-record") ? Effect.map(answer, (response) => rewrite(response, withoutMember(["onlineOrderStatus"]))) : answer
  }
}

/** Makes a peer that speaks document 2, part B, its store, and the fixture for a suite. */
export const make = (options: Options) => {
  const store = PlatformStore.make(options)
  const { onlineShopId, timeZone = "UTC+8" } = options
  const { authorization, count, issuer } = tokensOf(onlineShopId)
  const peer = Peer.make({ revision: () => store.revision() + count(), serve: serve(store, options, issuer) })
  // An order of the document has no word for a hold and no place for the contents of its parcels.
  const { hold: _, ...actions } = store.actions
  const shop = { ...PlatformStore.fixture(store, peer, { timeZone, tellsContents: false }), actions }
  return { ...peer, store, fixture: { ...shop, authorization, callbacks: callbacksOf(store, options) } }
}

import { Credentials, Decimal, type PlatformOrder, PlatformV1, Quantity, Transport } from "@crossdock/core"
import { Profile, Server, type Tokens } from "@crossdock/protocols/platform-envelope"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { platformEnvelope, platformEnvelopeSigned } from "../src/Adapter.ts"
import { Settings, SignedSettings } from "../src/Settings.ts"

export type Serve = (request: Transport.Request) => Effect.Effect<Transport.Response>
export type Written = Omit<Partial<typeof Settings.Encoded>, "profile"> & { readonly profile?: Readonly<Record<string, string | boolean>> }

/** What both kinds of connection need. */
export const written = {
  serviceUrl: "https://service.test/api",
  accessId: "acc-1",
  secretKey: "s3cret-of-the-shop",
  platform: "SHOPEE",
  shopId: "7"
} as const

export const authorizationUrl = "https://platform.test/oauth/authorize?client_id=app-1"

export const decoded = (more: Written = {}): Settings => Schema.decodeSync(Settings)({ ...written, authorizationUrl, ...more })
export const decodedSigned = (more: Written = {}): SignedSettings => Schema.decodeSync(SignedSettings)({ ...written, ...more })

const decimal = (text: string) => Decimal.fromText(text)!
const personal = (text: string, label: string) => Redacted.make(text, { label })
const zero = decimal("0")

export const order: PlatformOrder.PlatformOrder = {
  platform: written.platform,
  shopId: written.shopId,
  onlineOrderId: "P-1",
  createdAt: DateTime.makeUnsafe(1_772_330_584_000),
  modifiedAt: DateTime.makeUnsafe(1_772_330_584_123),
  phase: "open",
  status: "READY_TO_SHIP",
  paymentMethod: "online",
  currency: "SGD",
  total: decimal("31.35"),
  freight: decimal("1.50"),
  buyerPaidFreight: zero,
  discount: zero,
  sellerDiscount: zero,
  platformDiscount: zero,
  receiver: { name: personal("Ada", "receiver.name"), country: "SG", city: "Singapore", address1: personal("1 Some Road", "receiver.address1") },
  lines: [{
    lineId: "L-1",
    productId: "I-1",
    sku: "SKU-1",
    title: "Lamp",
    quantity: Quantity.of(2),
    currency: "SGD",
    price: decimal("9.95"),
    originalPrice: decimal("9.95"),
    paidPrice: decimal("9.95"),
    paidAmount: decimal("19.90"),
    tax: zero,
    goodsTax: zero,
    shippingTax: zero,
    shippingPrice: zero,
    discount: zero,
    discountedTotal: decimal("19.90"),
    platformDiscount: zero,
    sellerDiscount: zero
  }],
  raw: personal("{\"big\":9007199254740993001,\"price\":4.50}", "The message as received")
}

/** A service of one shop with one order; every call that reached an operation stands in `calls`, with the headers that it carried. */
export const service = ({ onlineShopId, shown = order, tokens }: { readonly onlineShopId?: string; readonly shown?: PlatformOrder.PlatformOrder; readonly tokens?: Tokens.Issuer<Server.Caller, Server.Info, never> } = {}) => {
  const calls: Array<{ readonly operation: string; readonly payload: unknown; readonly info: Server.Info }> = []
  const { accessId, platform, secretKey, shopId } = written
  const shop: Server.Caller = { id: accessId, key: "shop", platform, shopId, profile: Profile.defaults, timeZone: "UTC+8", ...(onlineShopId !== undefined && { onlineShopId }) }
  const serve: Serve = Server.make<never>({
    find: (id) => (id === accessId ? { accessId, signing: "strict", secretKey: Redacted.make(secretKey), shops: [shop] } : undefined),
    allowApiUrl: () => true,
    dispatch: (_, operation, payload, info) => {
      calls.push({ operation: operation.name, payload, info })
      return Effect.succeed((operation.name === "getOrders" ? { items: [shown] } : operation.name === "listLocations" ? { items: [{ code: "PW-1", name: "North" }] } : {}) as never)
    },
    ...(tokens !== undefined && { tokens })
  })
  return { serve, calls }
}

export const answering = (body: unknown): Serve => () => Effect.succeed({ status: 200, headers: [], body: JSON.stringify(body) })

/** A wire that is a function, and the requests that went over it. */
export const wireTo = (serve: Serve) => {
  const requests: Array<Transport.Request> = []
  const layer = Layer.succeed(Transport.Transport, {
    send: (request) => {
      requests.push(request)
      return serve(request)
    }
  })
  return { layer, requests }
}

/** The signed plugin over a wire. */
export const connectSigned = Effect.fnUntraced(function*(serve: Serve, more: Written = {}) {
  const { layer, requests } = wireTo(serve)
  const context = yield* Layer.build(Layer.fresh(Layer.provide(platformEnvelopeSigned.layer(decodedSigned(more)), layer)))
  return { call: Context.get(context, PlatformV1.Platform).call, requests }
})

/** The plugin with tokens over a wire and a port of credentials. */
export const connect = Effect.fnUntraced(function*(serve: Serve, credentials: Layer.Layer<Credentials.Credentials>, more: Written = {}) {
  const { layer, requests } = wireTo(serve)
  const context = yield* Layer.build(Layer.fresh(Layer.provide(platformEnvelope.layer(decoded(more)), [layer, credentials])))
  return { call: Context.get(context, PlatformV1.Platform).call, requests }
})

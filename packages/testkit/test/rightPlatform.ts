/**
 * A platform plugin that is right, and the peer that it is right about: an external service of document 2, part B.
 */
import { AdapterError, type Contract, type PlatformOrder, PlatformV1, Quantity, type Transport } from "@crossdock/core"
import { Client, Profile, PushServer, Tokens } from "@crossdock/protocols/platform-envelope"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { PlatformEnvelope } from "../src/peers/index.ts"

export const Settings = Schema.Struct({
  accessId: Schema.NonEmptyString,
  secretKey: Schema.RedactedFromValue(Schema.NonEmptyString),
  serviceUrl: Schema.optionalKey(Schema.URLFromString)
})
export type Settings = typeof Settings.Type

export const settings: Settings = { accessId: "acc-1", secretKey: Redacted.make("s3cret-of-the-test") }

const shop = { platform: "WEB", shopId: "7", onlineShopId: "S-7" } as const

export type Authorization = Contract.Authorization<Settings>

const clientOf = (account: Settings, timeZone: string) =>
  Client.make({ serviceUrl: new URL("https://service.test"), ...account, ...shop, customerId: "5", profile: Profile.defaults, timeZone })

/** A person grants access at the platform, and comes back with a code that is exchanged for tokens. */
const authorization: Authorization = {
  url: (_, { redirectUrl, state }) => {
    const url = new URL("https://platform.test/grant")
    url.searchParams.set("redirect_uri", redirectUrl.href)
    url.searchParams.set("state", state)
    return url
  },
  exchange: Effect.fnUntraced(function*(account, { params: { code } }) {
    if (code === undefined) return yield* new AdapterError.Rejected({ fault: { code: "CODE_MISSING", message: "no code" } })
    const client = yield* clientOf(account, "UTC")
    return yield* Tokens.obtained(yield* client.getToken({ code }))
  })
}

export type Incoming = (account: Settings, timeZone: string) => PlatformV1.CallbackHandler

const incoming: Incoming = ({ accessId, secretKey }, timeZone) => (request, emit) =>
  PushServer.make<never>({
    find: (id) =>
      id === accessId ? { accessId, secretKey, signing: "strict", shops: [{ ...shop, id, key: id, profile: Profile.defaults, timeZone }] } : undefined,
    receive: (_, event) => Effect.mapError(emit(event), ({ _tag }) => ({ code: "NOT_STORED", message: `${_tag}; send it again` }))
  })(request)

/** What can be exchanged of the plugin. */
export interface Changes {
  readonly handlers?: (right: Client.Handlers) => Partial<Client.Handlers>
  readonly adapter?: (adapter: PlatformV1.OpenConnection) => PlatformV1.OpenConnection
  readonly offers?: typeof Client.offers
  readonly ordersPerQuery?: number
  readonly hasStableCursor?: boolean
  readonly authorization?: (right: Authorization) => Partial<Authorization>
  readonly incoming?: (right: Incoming) => Incoming
}

export type Plugin = PlatformV1.Plugin<typeof Settings, Transport.Transport>

/** What the service tells of refunds beside document 2: the id of the refund of one piece of the first line, by the number of the order. */
const refundIds = new Map<string, string>()

const withRefund = (order: PlatformOrder.PlatformOrder): PlatformOrder.PlatformOrder => {
  const refundId = refundIds.get(order.onlineOrderId)
  if (refundId === undefined) return order
  const lines = order.lines.map((line, at) => at === 0 ? { ...line, refundedQuantity: Quantity.of(1) } : line)
  return { ...order, lines, refunds: [{ refundId, at: order.createdAt, amount: order.freight, currency: order.currency, lines: [{ lineId: lines[0]!.lineId, quantity: Quantity.of(1) }] }] }
}

/** The right plugin, or one with a part exchanged. */
export const plugin = ({ adapter, authorization: change, handlers, hasStableCursor = false, incoming: receiving, offers = Client.offers, ordersPerQuery = 100 }: Changes = {}): Plugin => {
  const made = PlatformV1.plugin({
    id: "platform-right",
    title: "A right platform plugin",
    settings: Settings,
    limits: { ordersPerQuery, stockUpdatesPerCall: 5, hasStableCursor },
    offers,
    receives: true,
    authorization: { ...authorization, ...change?.(authorization) },
    make: Effect.fnUntraced(function*(account, { timeZone }) {
      const client = yield* clientOf(account, timeZone)
      const { getOrders, ...others } = client.handlers()
      const right: Client.Handlers = { ...others, getOrders: (asked) => Effect.map(getOrders(asked), (page) => ({ ...page, items: page.items.map(withRefund) })) }
      return { handlers: { ...right, ...handlers?.(right) }, incoming: (receiving?.(incoming) ?? incoming)(account, timeZone) }
    })
  })
  return adapter === undefined ? made : {
    ...made,
    layer: (each, connected) =>
      Layer.effect(PlatformV1.Platform, Effect.map(Layer.build(made.layer(each, connected)), (context) => adapter(Context.get(context, PlatformV1.Platform))))
  }
}

/** A fresh peer, with what the suite is given of it. */
export const peer = (more: Pick<PlatformEnvelope.Options, "numbers"> = {}) => {
  const made = PlatformEnvelope.make({ ...shop, ...settings, timeZone: "America/Sao_Paulo", ...more })
  const refund = (onlineOrderId: string) => Effect.sync(() => {
    const refundId = `R-${onlineOrderId}`
    refundIds.set(onlineOrderId, refundId)
    return refundId
  })
  return { ...made, fixture: { ...made.fixture, actions: { ...made.fixture.actions, refund } } }
}

/**
 * The client of the platform interface, used by an ERP: each operation of `PlatformV1` becomes a signed call to a path of its
 * own, and the two exchanges of tokens are functions beside them.
 */
import { AdapterError, Drift, Json, PlatformV1, Subscriptions, Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { CallerHeaders, Calls, Contexts, type Exchange, GrantedTokens } from "../kit/index.ts"
import { omitUndefined, type Refusal as Refusals, type Table } from "../wire/index.ts"
import { type Author, pathOf, urlBelow, writeAuthorJson } from "./Envelope.ts"
import { exchanges } from "./Messages/All.ts"
import type { Operations } from "./Messages/Response.ts"
import * as TokenMessages from "./Messages/Tokens.ts"
import { type Credentials as Signer, ofService, requestOf } from "./Outgoing.ts"
import * as Tokens from "./Tokens.ts"

export type { Author }

/** The settings of a client of the platform interface. */
export interface Settings extends Signer {
  /** The address of the external service, before `/extApi/platform/…`. */
  readonly serviceUrl: URL
  /** The request domain of the platform service. It is used in place of `serviceUrl`, and sent as a header. */
  readonly apiUrl?: URL
  /** A proxy that receives the calls; the header apiUrl then names the service behind it. */
  readonly proxyUrl?: URL
  readonly platform: string
  /** The ERP's id of the shop, as digits. */
  readonly shopId: string
  readonly onlineShopId?: string
  /** The ERP's number of the customer, for `setShopAccess`. */
  readonly customerId?: string
  /** Further credentials of the platform, under names that were agreed with the provider. */
  readonly authorJson?: ReadonlyArray<Author>
  /** Time zone of the account: an IANA name or `UTC+8`. */
  readonly timeZone: string
  /** Looks up an error text in the plugin's fault table; returns undefined for a text that the table does not list. */
  readonly toReason?: Refusals.ToReason
}

type Registration = (typeof Subscriptions.operations)[number]["name"]
/** The optional operations that the document has a message for. */
export type Offered = Exclude<PlatformV1.OptionalName, Registration>

/** The document has no message to register callbacks; `setShopAccess` tells the address. */
const isOfDocument = (name: PlatformV1.OptionalName): name is Offered => !Subscriptions.operations.some((operation) => operation.name === name)

/** The optional operations that the platform interface has a method for: all of them. */
export const offers: ReadonlyArray<Offered> = PlatformV1.contract.optional.flatMap(({ name }) => isOfDocument(name) ? [name] : [])

/** The handlers of all operations that the protocol has. */
export type Handlers = Pick<PlatformV1.Handlers<Offered>, "getOrders" | Offered>

export interface Client {
  /** The handlers of all operations, whose calls carry these tokens. */
  readonly handlers: (tokens?: GrantedTokens.CallTokens) => Handlers
  readonly getToken: (asked: Tokens.CodeExchange) => Effect.Effect<Tokens.Granted, AdapterError.Reason>
  readonly refreshToken: (refreshToken: Redacted.Redacted) => Effect.Effect<Tokens.Granted, AdapterError.Reason>
}

/** The headers of a call. With a proxy, the header apiUrl names the service behind it (spec 2 §4B). */
const headersOf = ({ apiUrl, authorJson, proxyUrl, serviceUrl }: Settings, { accessToken, refreshToken }: GrantedTokens.CallTokens): Transport.Headers => {
  const target = apiUrl ?? (proxyUrl === undefined ? undefined : serviceUrl)
  const headers = {
    accessToken: accessToken && Redacted.value(accessToken),
    refreshToken: refreshToken && Redacted.value(refreshToken),
    apiUrl: target && CallerHeaders.urlText(target),
    authorJson: authorJson && writeAuthorJson(authorJson)
  }
  return Object.entries(omitUndefined(headers)) as Transport.Headers
}

const noShop = new AdapterError.RequestInvalid({ path: "", message: "needs the platform's id of the shop; set onlineShopId of the connection" })

/** Creates a client. */
export const make = (settings: Settings): Effect.Effect<Client, never, Transport.Transport> =>
  Effect.gen(function*() {
    const context = yield* Contexts.ofClient(settings)
    const { send } = yield* Transport.Transport
    const { customerId, onlineShopId, platform, proxyUrl, apiUrl, serviceUrl, shopId, toReason } = settings
    const base = proxyUrl ?? apiUrl ?? serviceUrl

    /** The calls about one shop of the account. Default: that of the settings. */
    const callsWith = (tokens: GrantedTokens.CallTokens, shop = onlineShopId) =>
      Calls.callsOf<Operations>({
        context,
        common: omitUndefined({ platform, shopId, onlineShopId: shop, customerId }),
        shape: ofService,
        toReason,
        post: ({ method }, json) => send(requestOf(urlBelow(base, pathOf(method)), settings, method, Json.stringify(json), headersOf(settings, tokens)))
      })

    const { ask, failWith } = callsWith({})
    const granted = Effect.fnUntraced(function*<Request extends Table.Table>(messages: Exchange.Messages<Request, typeof TokenMessages.getToken.answer>, asked: object) {
      const judged = yield* ask(messages, omitUndefined({ platform, onlineShopId, ...asked }) as never)
      return "refused" in judged ? yield* failWith(judged.refused) : Tokens.fromWire(judged.reading.value)
    })

    return {
      handlers: (tokens = {}) => handlersOf((shop) => callsWith(tokens, shop), settings),
      getToken: ({ code, ...asked }) => granted(TokenMessages.getToken, { ...asked, code: Redacted.value(code) }),
      refreshToken: (token) => granted(TokenMessages.refreshToken, { refresh_token: Redacted.value(token) })
    }
  })

type PlatformCalls = ReturnType<typeof Calls.callsOf<Operations>>

/** A payload that may name one of several shops of the account. */
interface OfShop {
  readonly onlineShopId?: string
}

const anotherShop = new AdapterError.ResponseInvalid({ cause: "/onlineShopId is not the shop that was asked for" })

/** An answer that names its shop must name the one that the call was about. */
const isOfAnother = (answer: object, { onlineShopId }: OfShop): boolean => {
  const told = (answer as OfShop).onlineShopId
  return onlineShopId !== undefined && told !== undefined && told !== onlineShopId
}

const handlersOf = (callsOf: (onlineShopId?: string) => PlatformCalls, settings: Settings): Handlers => {
  const own = callsOf()

  const attempt = Effect.fnUntraced(function*<Name extends PlatformV1.OperationName, Request extends Table.Table, Answer extends Table.Table>(
    exchange: Exchange.Exchange<Name, Request, Answer, Operations>,
    payload: Exchange.Payload<Name, Operations>
  ) {
    const asked = payload as OfShop
    const answer = yield* (asked.onlineShopId === undefined ? own : callsOf(asked.onlineShopId)).attempt(exchange, payload)
    return "success" in answer && isOfAnother(answer.value, asked) ? yield* anotherShop : answer
  })

  const callWith = <Name extends PlatformV1.OperationName, Request extends Table.Table, Answer extends Table.Table>(
    exchange: Exchange.Exchange<Name, Request, Answer, Operations>,
    payload: Exchange.Payload<Name, Operations>
  ) => Effect.flatMap(attempt(exchange, payload), (answer) => "refused" in answer ? own.failWith(answer.refused) : Effect.succeed(answer.success))

  const call = <Name extends PlatformV1.OperationName, Request extends Table.Table, Answer extends Table.Table>(
    exchange: Exchange.Exchange<Name, Request, Answer, Operations>
  ) =>
  (payload: Exchange.Payload<Name, Operations>) => callWith(exchange, payload)

  /** Sets the stock of one article. A refusal is a failure of this article alone, and the others are set nevertheless. */
  const updateOne = Effect.fnUntraced(function*(item: (typeof PlatformV1.UpdateStock.payload.Type)["items"][0], shop: OfShop, isAlone: boolean) {
    const answer = yield* attempt(exchanges.updateInventory, { ...shop, items: [item] })
    if ("success" in answer) return answer.success.failures
    const reason = own.reasonOf(answer.refused)
    if (isAlone || (reason._tag !== "Rejected" && reason._tag !== "FaultUnlisted")) return yield* own.failWith(answer.refused)
    return [omitUndefined({ productId: item.productId, variantId: item.variantId, reason: AdapterError.describe(reason) })]
  })

  return {
    getOrders: (payload) => Effect.flatMap(callWith(exchanges.getOrder, payload), (page) => ofShop(page, settings)),
    listOrderStatuses: call(exchanges.getOrderOnlineStatus),
    markReadyToShip: call(exchanges.readyToShip),
    listProducts: call(exchanges.getProduct),
    listProductStatuses: call(exchanges.getProductStatus),
    updateStock: ({ items, ...shop }) =>
      Effect.map(Effect.forEach(items, (item) => updateOne(item, shop, items.length === 1)), (failures) => ({ failures: failures.flat() })),
    listShippingProviders: call(exchanges.initLogistics),
    createShipment: call(exchanges.getTrackNumber),
    cancelShipment: call(exchanges.cancelLogisticsOrder),
    getLabels: (payload) => ((payload.onlineShopId ?? settings.onlineShopId) === undefined ? Effect.fail(noShop) : callWith(exchanges.getLabelData, payload)),
    trackParcel: call(exchanges.getTrackingInfo),
    listLocations: call(exchanges.getPlatformWarehouse),
    setShopAccess: call(exchanges.pushAuthorizationInfo)
  }
}

type Page = typeof PlatformV1.GetOrders.success.Type

/** Leaves out orders of another shop, and with `maskedBuyer: "refuse"` those whose buyer is masked, and reports them. */
const ofShop = Effect.fnUntraced(function*(page: Page, { profile, shopId }: Settings) {
  const where = `${exchanges.getOrder.method} answer`
  const mine = page.items.filter((order) => order.shopId === shopId)
  if (mine.length < page.items.length) yield* Drift.report({ where, path: "/orderInfoList", message: "holds orders of another shop; ignored" })
  const isLeftOut = (order: Page["items"][number]) => profile.maskedBuyer === "refuse" && order.receiver.isMasked === true
  const masked = mine.filter(isLeftOut)
  if (masked.length === 0) return { ...page, items: mine }
  yield* Drift.report({ where, path: "/orderInfoList/*/buyerInfo", message: "is masked; the order is left out until its buyer is known" })
  const unreadable = [...page.unreadable ?? [], ...masked.map(({ onlineOrderId }) => onlineOrderId)]
  return { ...page, items: mine.filter((order) => !isLeftOut(order)), unreadable }
})

/** The handlers of a client whose tokens are kept by the runner and renewed in time. */
export const withCredentials = (client: Client) => GrantedTokens.renewing(client.handlers, client.refreshToken)

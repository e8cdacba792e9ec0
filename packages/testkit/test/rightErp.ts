/**
 * An ERP plugin that is right, and the peer that it is right about: the callbacks of document 1, and orders of platforms
 * beside them.
 */
import { BooksV1, ErpRecords } from "@crossdock/books"
import { AdapterError, ErpV1, Json, Money, Transport, type Operation } from "@crossdock/core"
import { CallbackClient, Profile } from "@crossdock/protocols/warehouse-envelope"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type SuiteFixture, progressMembers, statusMembers } from "../src/erp/SuiteFixture.ts"
import { ErpEnvelope, ErpStore, Peer } from "../src/peers/index.ts"

export const Settings = Schema.Struct({
  baseUrl: Schema.String,
  extraType: Schema.NonEmptyString,
  accessId: Schema.NonEmptyString,
  secretKey: Schema.RedactedFromValue(Schema.NonEmptyString)
})
export type Settings = typeof Settings.Type

export const settings: Settings = {
  baseUrl: "http://erp.test",
  extraType: "right",
  accessId: "acc-1",
  secretKey: Redacted.make("s3cret-of-the-test")
}

export type Pushes = BooksV1.Handlers<"receivePlatformOrder" | "receiveInboundAnnouncement" | "receiveRefund" | "receiveReturn" | "receiveShipments">
type Send = (typeof Transport.Transport)["Service"]["send"]

const fault = (json: Json.JsonObject) => ({ code: String(json["code"]), message: String(json["message"]) })

/** Fails with the reason that an answer of this peer states. */
export const judge = Effect.fnUntraced(function*(response: Transport.Response): Effect.fn.Return<void, AdapterError.Reason> {
  if (response.status === 429) {
    const seconds = Number(Transport.header(response.headers, "retry-after"))
    return yield* new AdapterError.RateLimited({ retryAfter: Duration.seconds(seconds) })
  }
  if (response.status >= 500) return yield* new AdapterError.PeerUnavailable({ status: response.status })
  const json = Result.getOrUndefined(Json.parse(response.body))
  if (!Json.isObject(json)) return yield* new AdapterError.ResponseInvalid({ cause: "no JSON object" })
  if (response.status === 401) return yield* new AdapterError.CredentialRejected({ fault: fault(json) })
  if (response.status === 410) return yield* new AdapterError.Rejected({ fault: fault(json) })
  if (response.status >= 400) return yield* new AdapterError.FaultUnlisted({ fault: fault(json) })
})

const encodedAnnouncement = Schema.encodeSync(ErpRecords.InboundAnnouncement)

const posted = ({ accessId, baseUrl, secretKey }: Settings, send: Send, path: string) =>
  Effect.fnUntraced(function*({ content }: Operation.PreparedMessage) {
    const response = yield* send({
      method: "POST",
      url: new URL(path, baseUrl),
      headers: [["authorization", `${accessId}:${Redacted.value(secretKey)}`]],
      body: content
    })
    yield* judge(response)
    return {}
  })

/** Orders of platforms, posted as they came. */
const platformOrders = (each: Settings, send: Send): Operation.PreparedHandler<typeof ErpV1.ReceivePlatformOrder> => ({
  prepare: ({ onlineOrderId, platform, raw, shopId }) =>
    Result.succeed({ content: JSON.stringify({ platform, shopId, onlineOrderId, raw: Redacted.value(raw) }) }),
  deliver: posted(each, send, "/orders")
})

const announcements = (each: Settings, send: Send): Operation.PreparedHandler<typeof BooksV1.ReceiveInboundAnnouncement> => ({
  prepare: (announcement) => Result.succeed({ content: JSON.stringify(encodedAnnouncement(announcement)) }),
  deliver: posted(each, send, "/announcements")
})

const encodedShipments = Schema.encodeSync(ErpV1.ReceiveShipments.payload)

const shipments = (each: Settings, send: Send): Operation.PreparedHandler<typeof ErpV1.ReceiveShipments> => ({
  prepare: (left) => Result.succeed({ content: JSON.stringify(encodedShipments(left)) }),
  deliver: posted(each, send, "/shipments")
})

const encodedRefund = Schema.encodeSync(ErpV1.ReceiveRefund.payload)

const refunds = (each: Settings, send: Send): Operation.PreparedHandler<typeof ErpV1.ReceiveRefund> => ({
  prepare: (refunded) => Result.succeed({ content: JSON.stringify(encodedRefund(refunded)) }),
  deliver: posted(each, send, "/refunds")
})

const encodedReturn = Schema.encodeSync(ErpV1.ReceiveReturn.payload)

const returns = (each: Settings, send: Send): Operation.PreparedHandler<typeof ErpV1.ReceiveReturn> => ({
  prepare: (returned) => Result.succeed({ content: JSON.stringify(encodedReturn(returned)) }),
  deliver: posted(each, send, "/returns")
})

const listed = (text: string): AdapterError.Reason | undefined =>
  text.includes(ErpStore.finalRefusal) ? new AdapterError.Rejected({ fault: { code: "GONE", message: text } }) : undefined

export interface Changes {
  readonly pushes?: (right: Pushes, settings: Settings) => Partial<Pushes>
  readonly offers?: ReadonlyArray<"receivePlatformOrder" | "receiveInboundAnnouncement" | "receiveRefund" | "receiveReturn" | "receiveShipments">
  readonly adapter?: (adapter: BooksV1.OpenConnection) => BooksV1.OpenConnection
}

export type Plugin = BooksV1.Plugin<typeof Settings, Transport.Transport>

/** The right plugin, or one with a part exchanged. */
export const plugin = ({ adapter, offers = ["receivePlatformOrder", "receiveInboundAnnouncement", "receiveRefund", "receiveReturn", "receiveShipments"], pushes }: Changes = {}): Plugin => {
  const made = BooksV1.plugin({
    id: "erp-right",
    title: "A right ERP plugin",
    settings: Settings,
    offers,
    knowsDelivered: false,
    make: Effect.fnUntraced(function*(each, { timeZone }) {
      const { send } = yield* Transport.Transport
      const { inboundProgress, outboundStatus } = yield* CallbackClient.make({ ...each, profile: Profile.defaults, timeZone, toReason: listed })
      const right: Pushes = {
        receiveOutboundStatus: outboundStatus,
        receiveInboundProgress: inboundProgress,
        receivePlatformOrder: platformOrders(each, send),
        receiveInboundAnnouncement: announcements(each, send),
        receiveRefund: refunds(each, send),
        receiveReturn: returns(each, send),
        receiveShipments: shipments(each, send)
      }
      return { handlers: { ...right, ...pushes?.(right, each) } }
    })
  })
  return adapter === undefined ? made : {
    ...made,
    layer: (each, connected) =>
      Layer.effect(BooksV1.Books, Effect.map(Layer.build(made.layer(each, connected)), (context) => adapter(Context.get(context, BooksV1.Books))))
  }
}

const json = (status: number, body: object): Transport.Response => ({ status, headers: [], body: JSON.stringify(body) })

/** The parts of the ERP beside document 1. */
const beside = (store: ErpStore.ErpStore, kind: "platform" | "announcement" | "refund" | "return" | "shipments"): Peer.Serve => ({ body, headers }, mode) => {
  const known = `${settings.accessId}:${Redacted.value(settings.secretKey)}`
  if (mode.is("credential") || Transport.header(headers, "authorization") !== known) {
    return Effect.succeed(json(401, { code: "401", message: "who are you?" }))
  }
  if (mode.is("refuse")) return Effect.succeed(json(410, { code: "GONE", message: ErpStore.finalRefusal }))
  if (mode.is("refuse-unlisted")) return Effect.succeed(json(422, { code: "4711", message: "unexpected error" }))
  return Effect.as(store.take({ kind, fields: JSON.parse(body), content: body }), json(200, { taken: true }))
}

/** A fresh peer, with what the suite is given of it. */
export const peer = (timeZone = "America/Sao_Paulo"): Peer.Peer & { readonly fixture: SuiteFixture } => {
  const store = ErpStore.make()
  const callbacks = ErpEnvelope.serve(store, { ...settings, timeZone })
  const parts: Readonly<Record<string, Peer.Serve>> = { "/orders": beside(store, "platform"), "/announcements": beside(store, "announcement"), "/refunds": beside(store, "refund"), "/returns": beside(store, "return"), "/shipments": beside(store, "shipments") }
  const made = Peer.make({
    revision: store.revision,
    serve: (request, mode) => (parts[request.url.pathname] ?? callbacks)(request, mode)
  })
  return {
    ...made,
    fixture: ErpStore.fixture({
      store,
      peer: made,
      timeZone,
      carriesStatus: statusMembers,
      carriesProgress: progressMembers,
      platformOrder: (onlineOrderId) => ({
        platform: "WEB",
        shopId: "7",
        onlineOrderId,
        createdAt: DateTime.makeUnsafe("2026-03-01T00:00:00Z"),
        phase: "open",
        status: "PAID",
        paymentMethod: "online",
        currency: "EUR",
        total: Money.of("4.50").amount,
        freight: Money.of("0").amount,
        receiver: {},
        lines: [],
        raw: Redacted.make("{}")
      })
    })
  }
}

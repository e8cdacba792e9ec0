/**
 * A plugin that is right, and the peer that it is right about: document 1, and registrations and codes beside it. The
 * wrong plugins of this folder are this one with one handler exchanged.
 */
import { AdapterError, type Contract, Json, type OutboundOrder, Quantity, Sku, Transport, WarehouseV1 } from "@crossdock/core"
import { CallbackServer, Client, Profile, UnmappedFields } from "@crossdock/protocols/warehouse-envelope"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Peer, WarehouseEnvelope, WarehouseFixture, WarehouseStore } from "../src/peers/index.ts"
import type { Sign, SuiteFixture } from "../src/warehouse/SuiteFixture.ts"

export const Settings = Schema.Struct({
  serviceUrl: Schema.URLFromString,
  accessId: Schema.NonEmptyString,
  secretKey: Schema.RedactedFromValue(Schema.NonEmptyString)
})
export type Settings = typeof Settings.Type

export const settings: Settings = {
  serviceUrl: new URL("http://peer.test/service"),
  accessId: "acc-1",
  secretKey: Redacted.make("s3cret-of-the-test")
}

export type Handlers = WarehouseV1.Handlers<WarehouseV1.OptionalName>

export const offers = [...Client.offers, "subscribe", "renew", "unsubscribe"] as const

/** A call to the part of the peer that document 1 knows nothing of. */
const post = (settings: Settings, send: (typeof Transport.Transport)["Service"]["send"]) =>
  Effect.fnUntraced(function*(path: string, body: Json.JsonObject): Effect.fn.Return<Json.JsonObject, AdapterError.Reason> {
    const { accessId, secretKey } = settings
    const response = yield* send({
      method: "POST",
      url: new URL(path, settings.serviceUrl),
      headers: [["authorization", `${accessId}:${Redacted.value(secretKey)}`]],
      body: Json.stringify(body)
    })
    const json = Result.getOrUndefined(Json.parse(response.body))
    if (response.status === 429) {
      const seconds = Number(Transport.header(response.headers, "retry-after"))
      return yield* new AdapterError.RateLimited({ retryAfter: Duration.seconds(seconds) })
    }
    if (response.status >= 500) return yield* new AdapterError.PeerUnavailable({ status: response.status })
    if (!Json.isObject(json)) return yield* new AdapterError.ResponseInvalid({ cause: "no JSON object" })
    const fault = { code: String(json["code"]), message: String(json["message"]) }
    if (response.status === 401) return yield* new AdapterError.CredentialRejected({ fault })
    if (response.status >= 400) {
      return yield* fault.code === "4711" ? new AdapterError.FaultUnlisted({ fault }) : new AdapterError.Rejected({ fault })
    }
    return json
  })

const subscription = (json: Json.JsonObject) => ({
  subscriptionId: String(json["id"]),
  expiresAt: DateTime.makeUnsafe(Number(json["expiresAt"]))
})

/** Document 1 has no word for an order that was closed short, so the peer has one of its own, and writes what stays into the reason. */
const withShortEnd = (status: OutboundOrder.OutboundReport): OutboundOrder.OutboundReport => {
  if (status.status !== "CLOSED_SHORT") return status
  const [, list = ""] = status.failedReason?.split("not shipped: ") ?? []
  const notShipped = list.split(", ").filter((line) => line !== "").map((line) => {
    const [sku = "", quantity = ""] = line.split(" ")
    return { sku: Sku.Sku.make(sku), quantity: Quantity.of(quantity) }
  })
  return { ...status, phase: "closedShort", notShipped }
}

const make = Effect.fnUntraced(function*(settings: Settings, timeZone: string) {
  const { send } = yield* Transport.Transport
  const client = yield* Client.make({ ...settings, profile: Profile.defaults, timeZone })
  const call = post(settings, send)
  const handlers: Handlers = {
    ...client,
    getOutboundOrders: (payload) => Effect.map(client.getOutboundOrders(payload), ({ items, ...found }) => ({ ...found, items: items.map(withShortEnd) })),
    subscribe: ({ callbackUrl }) => Effect.map(call("/registrations", { callbackUrl: callbackUrl.href }), subscription),
    renew: ({ subscriptionId }) => Effect.map(call(`/registrations/${subscriptionId}/renew`, {}), subscription),
    unsubscribe: ({ subscriptionId }) => Effect.as(call(`/registrations/${subscriptionId}/end`, {}), {})
  }
  return handlers
})

export type Authorization = Contract.Authorization<Settings>

/** A person goes to the peer with a state, and comes back with a code that is exchanged for a token. */
const authorization: Authorization = {
  url: ({ serviceUrl }, { redirectUrl, state }) => {
    const url = new URL("/grant", serviceUrl)
    url.searchParams.set("redirect_uri", redirectUrl.href)
    url.searchParams.set("state", state)
    return url
  },
  exchange: Effect.fnUntraced(function*(settings, { params: { code } }) {
    const { send } = yield* Transport.Transport
    const { token } = yield* post(settings, send)("/codes", { code: code === undefined ? "" : Redacted.value(code) })
    return { values: { accessToken: Redacted.make(String(token)) } }
  })
}

export const limits = { linesPerOrder: 40, ordersPerQuery: 10, visibilityDelay: "5 seconds", documents: { label: ["PDF"] }, passesOn: UnmappedFields.passedOn } as const

export type Incoming = (settings: Settings, timeZone: string) => WarehouseV1.CallbackHandler

const incoming: Incoming = (settings, timeZone) => (request, emit) =>
  CallbackServer.make<never>({
    find: (extraType, accessId) =>
      extraType === "right" && accessId === settings.accessId
        ? { id: accessId, key: accessId, secretKey: settings.secretKey, signing: "strict", profile: Profile.defaults, timeZone }
        : undefined,
    receive: (_, event) => Effect.mapError(emit(event), ({ _tag }) => ({ code: "NOT_STORED", message: `${_tag}; send it again` }))
  })(request)

/** What the peer sends beside document 1: the event as JSON, with the credential in a header. */
const besideIncoming: Incoming = (settings) => (request, emit) => {
  const isGenuine = Transport.header(request.headers, "authorization") === `${settings.accessId}:${Redacted.value(settings.secretKey)}`
  if (!isGenuine) return Effect.succeed(json(401, { success: "false" }))
  return Effect.match(Effect.flatMap(Schema.decodeEffect(Schema.fromJsonString(Schema.toCodecJson(WarehouseV1.Event)))(request.body), emit), {
    onSuccess: () => json(200, { success: "true" }),
    onFailure: () => json(200, { success: "false" })
  })
}

const bothIncoming: Incoming = (settings, timeZone) => {
  const [documented, beside] = [incoming(settings, timeZone), besideIncoming(settings, timeZone)]
  return (request, emit, context) => (request.url.pathname === "/events" ? beside : documented)(request, emit, context)
}

export interface Changes {
  readonly handlers?: (right: Handlers, settings: Settings) => Partial<Handlers>
  readonly incoming?: (right: Incoming) => Incoming
  readonly authorization?: (right: Authorization) => Partial<Authorization>
  readonly limits?: WarehouseV1.Limits
  /** Fewer than it has handlers for. */
  readonly offers?: ReadonlyArray<WarehouseV1.OptionalName>
  /** What stands in front of the handlers. */
  readonly adapter?: (adapter: WarehouseV1.OpenConnection) => WarehouseV1.OpenConnection
  /** Context for what is wrong below the handlers: a wire that lies. */
  readonly transport?: (send: (typeof Transport.Transport)["Service"]["send"]) => (typeof Transport.Transport)["Service"]["send"]
}

export type Plugin = WarehouseV1.Plugin<typeof Settings, Transport.Transport>

/** The right plugin, or one with a part exchanged. */
export const plugin = (changes: Changes = {}): Plugin => {
  const made = WarehouseV1.plugin({
    id: "warehouse-right",
    title: "A right plugin",
    settings: Settings,
    limits: changes.limits ?? limits,
    offers: (changes.offers ?? offers) as typeof offers,
    make: Effect.fnUntraced(function*(settings, { timeZone }) {
      const wire = yield* Transport.Transport
      const send = changes.transport?.(wire.send) ?? wire.send
      const right = yield* Effect.provideContext(make(settings, timeZone), Context.make(Transport.Transport, { send }))
      return {
        handlers: { ...right, ...changes.handlers?.(right, settings) },
        incoming: (changes.incoming?.(bothIncoming) ?? bothIncoming)(settings, timeZone)
      }
    }),
    receives: true,
    authorization: { ...authorization, ...changes.authorization?.(authorization) }
  })
  const { adapter } = changes
  return adapter === undefined ? made : {
    ...made,
    layer: (settings, connected) =>
      Layer.effect(
        WarehouseV1.Warehouse,
        Effect.map(Layer.build(made.layer(settings, connected)), (context) => adapter(Context.get(context, WarehouseV1.Warehouse)))
      )
  }
}

const json = (status: number, body: object): Transport.Response => ({
  status,
  headers: [["content-type", "application/json"]],
  body: JSON.stringify(body)
})

/** The part of the peer beside document 1. */
const accounts = (store: WarehouseStore.WarehouseStore): Peer.Serve => ({ body, headers, url }, mode) => {
  const known = `${settings.accessId}:${Redacted.value(settings.secretKey)}`
  if (mode.is("credential") || Transport.header(headers, "authorization") !== known) {
    return Effect.succeed(json(401, { code: "401", message: "who are you?" }))
  }
  if (mode.is("refuse-unlisted")) return Effect.succeed(json(422, { code: "4711", message: "unexpected error" }))
  const asked = JSON.parse(body) as { readonly code: string; readonly callbackUrl: string }
  const [, what, id = "", verb] = url.pathname.split("/")
  const done = what === "codes"
    ? Effect.map(store.exchangeCode(asked.code), (token) => ({ token }))
    : verb === "renew"
    ? store.renew(id)
    : verb === "end"
    ? Effect.as(store.unsubscribe(id), {})
    : store.subscribe(asked.callbackUrl)
  return Effect.match(done, { onSuccess: (value) => json(200, value), onFailure: (refusal) => json(422, refusal) })
}

const conditions = [
  { sku: "SKU-1", pieces: 2, condition: "sellable" },
  { sku: "SKU-1", pieces: 1, condition: "damaged", reason: "wet" },
  { sku: "SKU-2", pieces: 1, condition: "expired" }
] as const

/** The reports of goods by their condition, which document 1 knows nothing of. */
const sortedReports: Pick<NonNullable<SuiteFixture["callbacks"]>, "conditions" | "returned"> = {
  conditions: (asnNumber, sign) =>
    Effect.succeed({
      lines: conditions,
      request: eventRequest(sign, {
        _tag: "InboundProgressed",
        progress: { asnNumber, phase: "receiving", status: "RECEIVING", updatedAt: "2026-03-01T00:00:00.000Z", batchNo: "B-1", lines: conditions.map(({ pieces, ...line }) => ({ ...line, received: pieces })) }
      })
    }),
  returned: (orderNumber, sign) =>
    Effect.succeed({
      lines: conditions,
      returnId: `R-${orderNumber}`,
      request: eventRequest(sign, {
        _tag: "ReturnReceived",
        returned: { returnId: `R-${orderNumber}`, orderNumber, updatedAt: "2026-03-01T00:00:00.000Z", lines: conditions.map(({ pieces, ...line }) => ({ ...line, quantity: pieces })) }
      })
    })
}

const eventRequest = (sign: Sign, event: object): Transport.Request => ({
  method: "POST",
  url: new URL("http://runner.test/events"),
  headers: sign === "none" ? [] : [["authorization", sign === "genuine" ? `${settings.accessId}:${Redacted.value(settings.secretKey)}` : `${settings.accessId}:another`]],
  body: JSON.stringify(event)
})

/** A fresh peer, with what the suite is given of it. */
export const peer = (timeZone = "America/Sao_Paulo", has: WarehouseStore.Options = {}): Peer.Peer & { readonly fixture: SuiteFixture } => {
  const store = WarehouseStore.make(has)
  const options = { ...settings, timeZone, callbacks: { extraType: "right" } }
  const envelope = WarehouseEnvelope.serve(store, options)
  const beside = accounts(store)
  const made = Peer.make({
    revision: store.revision,
    serve: (request, mode) => (request.url.pathname === "/service" ? envelope : beside)(request, mode)
  })
  const callbacks = { ...WarehouseEnvelope.reports(store, options, options.callbacks), ...sortedReports }
  const fixture = WarehouseFixture.make({ store, peer: made, timeZone, callbacks })
  return { ...made, fixture: { ...fixture, actions: { ...fixture.actions, closeShort: { run: store.actions.closeShort } } } }
}

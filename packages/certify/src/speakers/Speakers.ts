/** The four protocols as their callers speak them, and the callbacks of two of them as a warehouse and a service send them. */
import { Json } from "@crossdock/core"
import { Answer as OpenApiAnswer, Envelope, Messages as OpenApi, Profile as OpenApiProfile, Signature } from "@crossdock/protocols/erp-open-api"
import { Messages as GatewayMessages, Outgoing as GatewayOutgoing, Profile as GatewayProfile } from "@crossdock/protocols/gateway"
import { Contexts } from "@crossdock/protocols/kit"
import { Envelope as PlatformEnvelope, Messages as Platform, Outgoing as PlatformOutgoing, Profile as PlatformProfile, PushOrder } from "@crossdock/protocols/platform-envelope"
import { callbacks, Messages as Envelopes, Outgoing as EnvelopeOutgoing, Profile as EnvelopeProfile } from "@crossdock/protocols/warehouse-envelope"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Speaker } from "../Speaker.ts"
import type { ProtocolName, Target } from "../Target.ts"

type Make = (target: Target) => Effect.Effect<Speaker>

const warehouseEnvelope: Make = ({ address, id, secret, timeZone, protocol }) =>
  Effect.map(Contexts.ofClient({ profile: EnvelopeProfile.defaults, timeZone }), (context) => ({
    protocol,
    source: "D1",
    methods: Envelopes.all,
    context,
    shape: EnvelopeOutgoing.ofWarehouse,
    secret,
    requestOf: (method, content, secretKey) =>
      Effect.succeed(EnvelopeOutgoing.requestOf(address, { accessId: id, secretKey, profile: EnvelopeProfile.defaults }, method, Object.keys(content).length === 0 ? "" : Json.stringify(content), []))
  }))

const gateway: Make = ({ address, id, secret, timeZone, protocol }) =>
  Effect.map(Contexts.ofClient({ profile: GatewayProfile.defaults, timeZone }), (context) => ({
    protocol,
    source: "G",
    methods: GatewayMessages.everyMethod,
    context,
    shape: GatewayOutgoing.shape,
    secret,
    requestOf: (method, content, appSecret) =>
      Effect.succeed(GatewayOutgoing.requestOf({ baseUrl: address, appKey: id, appSecret, profile: GatewayProfile.defaults, timeZone }, method, Json.stringify(content)))
  }))

const platformEnvelope: Make = ({ address, id, secret, timeZone, protocol }) =>
  Effect.map(Contexts.ofClient({ profile: PlatformProfile.defaults, timeZone }), (context) => ({
    protocol,
    source: "P",
    methods: Platform.everyMethod,
    context,
    shape: PlatformOutgoing.ofService,
    secret,
    requestOf: (method, content, secretKey) =>
      Effect.succeed(PlatformOutgoing.requestOf(PlatformEnvelope.urlBelow(address, PlatformEnvelope.pathOf(method)), { accessId: id, secretKey, profile: PlatformProfile.defaults }, method, Json.stringify(content), []))
  }))

const erpOpenApi: Make = ({ address, id, secret, timeZone, protocol }) =>
  Effect.map(Contexts.ofClient({ profile: OpenApiProfile.defaults, timeZone }), (context) => ({
    protocol,
    source: "E",
    methods: OpenApi.all,
    context,
    shape: OpenApiAnswer.shape,
    secret,
    requestOf: (method, content, appSecret) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const list = OpenApi.listMembers[method]
        const profile = OpenApiProfile.defaults
        const fields = { appId: id, serviceType: method, bizParam: Json.stringify(list === undefined ? content : content[list] ?? []), timestamp: String(now) }
        const { body, headers } = Envelope.written({ ...fields, sign: Signature.sign(fields, appSecret, profile) }, profile.contentType)
        const door = OpenApi.doorOf(method) ?? "asn"
        return { method: "POST", url: PlatformEnvelope.urlBelow(address, Envelope.pathOf(door, profile.version)), headers: [...headers, ["accept", "application/json"]], body }
      })
  }))

const warehouseCallbacks: Make = ({ address, facts: { extraType = "" }, id, protocol, secret, timeZone }) =>
  Effect.map(Contexts.ofClient({ profile: EnvelopeProfile.defaults, timeZone }), (context) => ({
    protocol,
    source: "D1",
    methods: callbacks,
    context,
    shape: EnvelopeOutgoing.ofErp,
    secret,
    requestOf: (method, content, secretKey) => {
      const path = callbacks.find((one) => one.method === method)?.path ?? ""
      const url = PlatformEnvelope.urlBelow(address, `/sys/automatic/${path}/${encodeURIComponent(extraType)}`)
      return Effect.succeed(EnvelopeOutgoing.requestOf(url, { accessId: id, secretKey, profile: EnvelopeProfile.defaults }, method, Json.stringify(content), []))
    }
  }))

const platformPush: Make = (target) => Effect.map(platformEnvelope(target), (speaker) => ({ ...speaker, methods: [PushOrder], shape: PlatformOutgoing.ofErp }))

const speakers: Readonly<Record<ProtocolName, Make>> = { "warehouse-envelope": warehouseEnvelope, gateway, "platform-envelope": platformEnvelope, "erp-open-api": erpOpenApi, "warehouse-callbacks": warehouseCallbacks, "platform-push": platformPush }

/** Speaks the protocol of a target. */
export const make: Make = (target) => speakers[target.protocol](target)

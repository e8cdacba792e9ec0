/**
 * A provider of document 1 in memory: the server of the protocol with a store behind it.
 */
import { OutboundOrder, Transport } from "@crossdock/core"
import { CallbackClient, Profile, Server } from "@crossdock/protocols/warehouse-envelope"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { SuiteFixture, Sign } from "../warehouse/SuiteFixture.ts"
import * as Answers from "./AnswerRewrites.ts"
import { dispatch } from "./Dispatch.ts"
import * as Peer from "./Peer.ts"
import * as Statuses from "./Statuses.ts"
import * as WarehouseFixture from "./WarehouseFixture.ts"
import * as WarehouseStore from "./WarehouseStore.ts"

export interface Options {
  readonly accessId: string
  readonly secretKey: Redacted.Redacted<string>
  /** IANA name or an offset such as `UTC+8`, for times without a zone. Default: UTC+8. */
  readonly timeZone?: string
  readonly profile?: Partial<Profile.Profile>
  /** How it signs and addresses its callbacks. If absent, it sends none. */
  readonly callbacks?: { readonly extraType: string; readonly accessId?: string; readonly secretKey?: Redacted.Redacted<string> }
  readonly store?: WarehouseStore.WarehouseStore
}

const another = Redacted.make("a key that nobody issued")

/** Members without which a record cannot be read, one for each kind of record. */
const needed = ["warehouseName", "channelName", "status", "sellableQuantity", "wmsStatus"]

/** The provider's server for a store. */
export const serve = (store: WarehouseStore.WarehouseStore, options: Options): Peer.Serve => {
  const { accessId, secretKey, timeZone = "UTC+8" } = options
  const caller = (mode: Peer.FaultMode): Server.Caller => ({
    id: accessId,
    key: accessId,
    secretKey: mode.is("credential") ? another : secretKey,
    signing: "strict",
    profile: { ...Profile.defaults, ...options.profile },
    timeZone
  })
  return Effect.fnUntraced(function*(request, mode) {
    const answer = Server.make<never>({
      find: (id) => (id === accessId ? caller(mode) : undefined),
      dispatch: (_, operation, payload) => dispatch(store, mode, operation, payload)
    })
    const withStatusWords = Answers.rewrite(yield* answer(request), Answers.withStatusWords(store))
    return mode.is("bad-record") ? Answers.rewrite(withStatusWords, Answers.withoutMember(needed)) : withStatusWords
  })
}

/** Makes a peer that speaks document 1, its store, and the fixture for a suite. */
export const make = (options: Options) => {
  const { callbacks, store = WarehouseStore.make(), timeZone = "UTC+8" } = options
  const peer = Peer.make({ revision: store.revision, serve: serve(store, options) })
  const fixture = WarehouseFixture.make({
    store,
    peer,
    timeZone,
    ...(callbacks !== undefined && { callbacks: reports(store, options, callbacks) })
  })
  return { ...peer, store, fixture }
}

type Callbacks = NonNullable<Options["callbacks"]>

/** The callbacks of the provider, as requests. */
export const reports = (
  store: WarehouseStore.WarehouseStore,
  { accessId, profile, secretKey, timeZone = "UTC+8" }: Options,
  callbacks: Callbacks
): NonNullable<SuiteFixture["callbacks"]> => {
  const pushes = Effect.fnUntraced(function*(sign: Sign) {
    const sent: Array<Transport.Request> = []
    const made = yield* CallbackClient.make({
      baseUrl: "http://crossdock.test",
      extraType: callbacks.extraType,
      accessId: callbacks.accessId ?? accessId,
      secretKey: sign === "forged" ? another : callbacks.secretKey ?? secretKey,
      profile: { ...Profile.defaults, ...profile },
      timeZone
    }).pipe(Effect.provideService(Transport.Transport, {
      send: (request) =>
        Effect.sync(() => {
          sent.push(request)
          return { status: 200, headers: [], body: "{\"success\":\"true\"}" }
        })
    }))
    return { made, last: () => (sign === "none" ? unsigned(sent.at(-1)!) : sent.at(-1)!) }
  })
  return {
    isAccepted: ({ body }) => /"success":\s*"?true/.test(body),
    outbound: Effect.fnUntraced(function*(orderNumber, sign) {
      const { last, made } = yield* pushes(sign)
      const record = yield* store.findOutbound(orderNumber)
      const prepared = yield* Effect.fromResult(made.outboundStatus.prepare(Statuses.outboundStatus(record!)))
      yield* made.outboundStatus.deliver(prepared, { deliveryId: "1" })
      return last()
    }),
    foreign: Effect.gen(function*() {
      const { last, made } = yield* pushes("genuine")
      const status = { orderNumber: OutboundOrder.OrderNumber.make("OF-SOMEBODY-ELSE"), warehouseCode: store.warehouses[0]!.code, phase: "open", status: "PACKED" } as const
      yield* made.outboundStatus.deliver(yield* Effect.fromResult(made.outboundStatus.prepare(status)), { deliveryId: "1" })
      return last()
    }),
    inbound: Effect.fnUntraced(function*(asnNumber, sign) {
      const { last, made } = yield* pushes(sign)
      const record = yield* store.findInbound(asnNumber)
      const prepared = yield* Effect.fromResult(made.inboundProgress.prepare(Statuses.inboundProgress(record!, yield* Clock.currentTimeMillis)))
      yield* made.inboundProgress.deliver(prepared, { deliveryId: "1" })
      return last()
    })
  }
}

/** Removes the signature from an envelope that is sent as a form or as JSON. */
const unsigned = (request: Transport.Request): Transport.Request => ({
  ...request,
  body: request.body.startsWith("{")
    ? request.body.replace(/,"sign":"[^"]*"/, "")
    : request.body.replace(/&sign=[^&]*/, "")
})

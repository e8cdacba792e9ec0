/**
 * An ERP in memory that receives the callbacks of document 1, and the orders of one shop by pushOrder of document 2: the servers of
 * both protocols with a store behind them.
 */
import { InboundOrder, OutboundOrder, PlatformOrder, type PlatformV1, type WarehouseV1 } from "@crossdock/core"
import { Profile as OrderProfile, PushServer } from "@crossdock/protocols/platform-envelope"
import { CallbackServer, Profile } from "@crossdock/protocols/warehouse-envelope"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { progressMembers, type Received, statusMembers } from "../erp/SuiteFixture.ts"
import { unlistedMessage } from "./AnswerRewrites.ts"
import * as ErpStore from "./ErpStore.ts"
import * as Peer from "./Peer.ts"

export interface Options {
  /** The last path segment of both callback URLs. */
  readonly extraType: string
  readonly accessId: string
  readonly secretKey: Redacted.Redacted<string>
  /** IANA name or an offset such as `UTC+8`. Default: UTC+8. */
  readonly timeZone?: string
  readonly profile?: Partial<Profile.Profile>
  readonly store?: ErpStore.ErpStore
  /** Serves every other path of the ERP, and counts what its requests have changed. */
  readonly beside?: { readonly serve: Peer.Serve; readonly revision: () => number }
}

const another = Redacted.make("a key that nobody issued")

const toStatus = Schema.encodeSync(OutboundOrder.OutboundStatus)
const toProgress = Schema.encodeSync(InboundOrder.InboundProgress)
const toOrder = Schema.encodeSync(PlatformOrder.PlatformOrder)

const messageOf = (event: WarehouseV1.EventWithStatus, content: string): Received => {
  if (event._tag === "InboundProgressed") return { kind: "inbound", fields: toProgress(event.progress), content }
  // A message of document 1 is about one parcel.
  const { parcels: _, ...status } = event.status
  return { kind: "outbound", fields: toStatus(status), content }
}

const shop = { platform: "WEB", shopId: "7" } as const

const refusalOf = (mode: Peer.FaultMode) =>
  mode.is("refuse")
    ? { code: "GONE", message: ErpStore.finalRefusal }
    : mode.is("refuse-unlisted") ? { code: "E_4711", message: unlistedMessage } : undefined

/** The ERP's server of pushOrder. */
const ordersOf = (store: ErpStore.ErpStore, { accessId, secretKey, timeZone = "UTC+8" }: Options): Peer.Serve => (request, mode) =>
  PushServer.make<never>({
    find: (id) =>
      id === accessId
        ? {
          accessId,
          secretKey: mode.is("credential") ? another : secretKey,
          signing: "strict",
          shops: [{ ...shop, id, key: id, profile: OrderProfile.defaults, timeZone }]
        }
        : undefined,
    receive: (_, event: PlatformV1.Event, { content }) => {
      const refusal = refusalOf(mode)
      if (refusal !== undefined) return Effect.fail(refusal)
      return event._tag === "OrderPushed" ? store.take({ kind: "platform", fields: toOrder(event.order), content }) : Effect.void
    }
  })(request)

/** The ERP's server for a store. */
export const serve = (store: ErpStore.ErpStore, options: Options): Peer.Serve => {
  const { accessId, extraType, secretKey, timeZone = "UTC+8" } = options
  const profile = { ...Profile.defaults, ...options.profile }
  const orders = ordersOf(store, options)
  return (request, mode) => {
    const { pathname } = request.url
    if (pathname.includes("/extApi/platform/")) return orders(request, mode)
    if (options.beside !== undefined && !pathname.includes("/sys/automatic/")) return options.beside.serve(request, mode)
    return CallbackServer.make<never>({
      find: (segment, id) =>
        segment === extraType && id === accessId
          ? { id, key: id, secretKey: mode.is("credential") ? another : secretKey, signing: "strict", profile, timeZone }
          : undefined,
      receive: (_, event, { content }) => {
        const refusal = refusalOf(mode)
        return refusal !== undefined ? Effect.fail(refusal) : store.take(messageOf(event, content))
      }
    })(request)
  }
}

/** Makes a peer that receives the callbacks of document 1 and pushOrder of document 2, its store, and the fixture for a suite. */
export const make = (options: Options) => {
  const { beside, store = ErpStore.make(), timeZone = "UTC+8" } = options
  const peer = Peer.make({ revision: () => store.revision() + (beside?.revision() ?? 0), serve: serve(store, options) })
  return {
    ...peer,
    store,
    fixture: ErpStore.fixture({ store, peer, carriesStatus: statusMembers, carriesProgress: progressMembers, platformOrder: ErpStore.platformOrder, timeZone })
  }
}

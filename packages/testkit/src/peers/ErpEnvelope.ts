/**
 * An ERP in memory that receives the callbacks of document 1: the server of the protocol with a store behind it.
 */
import { InboundOrder, OutboundOrder, type WarehouseV1 } from "@crossdock/core"
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
}

const another = Redacted.make("a key that nobody issued")

const toStatus = Schema.encodeSync(OutboundOrder.OutboundStatus)
const toProgress = Schema.encodeSync(InboundOrder.InboundProgress)

const messageOf = (event: WarehouseV1.Report, content: string): Received =>
  event._tag === "OutboundStatusChanged"
    ? { kind: "outbound", fields: toStatus(event.status), content }
    : { kind: "inbound", fields: toProgress(event.progress), content }

/** The ERP's server for a store. */
export const serve = (store: ErpStore.ErpStore, options: Options): Peer.Serve => {
  const { accessId, extraType, secretKey, timeZone = "UTC+8" } = options
  const profile = { ...Profile.defaults, ...options.profile }
  return (request, mode) =>
    CallbackServer.make<never>({
      find: (segment, id) =>
        segment === extraType && id === accessId
          ? { id, key: id, secretKey: mode.is("credential") ? another : secretKey, signing: "strict", profile, timeZone }
          : undefined,
      receive: (_, event, { content }) => {
        if (mode.is("refuse")) return Effect.fail({ code: "GONE", message: ErpStore.finalRefusal })
        if (mode.is("refuse-unlisted")) return Effect.fail({ code: "E_4711", message: unlistedMessage })
        return store.take(messageOf(event, content))
      }
    })(request)
}

/** Makes a peer that receives the callbacks of document 1, its store, and the fixture for a suite. */
export const make = (options: Options) => {
  const { store = ErpStore.make(), timeZone = "UTC+8" } = options
  const peer = Peer.make({ revision: store.revision, serve: serve(store, options) })
  return {
    ...peer,
    store,
    fixture: ErpStore.fixture({ store, peer, carriesStatus: statusMembers, carriesProgress: progressMembers, timeZone })
  }
}

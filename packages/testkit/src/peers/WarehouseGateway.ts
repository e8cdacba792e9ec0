/**
 * A gateway of document 2A in memory: the server of the protocol with a store behind it.
 */
import { Profile, Server } from "@crossdock/protocols/gateway"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { OutboundMember } from "../warehouse/PeerFields.ts"
import * as PeerFields from "../warehouse/PeerFields.ts"
import * as Answers from "./AnswerRewrites.ts"
import { dispatch } from "./Dispatch.ts"
import * as Peer from "./Peer.ts"
import * as WarehouseFixture from "./WarehouseFixture.ts"
import * as WarehouseStore from "./WarehouseStore.ts"

export interface Options {
  readonly appKey: string
  readonly appSecret: Redacted.Redacted<string>
  readonly warehouseKey: string
  /** IANA name or an offset such as `UTC+8`, for times without a zone. Default: UTC+8. */
  readonly timeZone?: string
  readonly profile?: Partial<Profile.Profile>
  readonly store?: WarehouseStore.WarehouseStore
}

const another = Redacted.make("a key that nobody issued")

/** Members without which a record cannot be read, one for each kind of record. */
const needed = ["warehouseName", "channelName", "status", "sellableQuantity", "wmsStatus"]

/** The members that document 2 has a field for beside those of document 1. */
const furtherMembers: ReadonlyArray<OutboundMember> = [
  "houseNumbers",
  "totalPrice",
  "currency",
  "paidAt",
  "isInsured",
  "insuranceValue",
  "sellerId",
  "remark",
  "packageId",
  "shippingProviderName",
  "shippingProviderId",
  "lines.platformProductId"
]

/** The gateway's server for a store. */
export const serve = (store: WarehouseStore.WarehouseStore, options: Options): Peer.Serve => {
  const { appKey, appSecret, timeZone = "UTC+8", warehouseKey } = options
  const link: Server.Caller = { id: appKey, key: warehouseKey, timeZone, profile: { ...Profile.defaults, ...options.profile } }
  return Effect.fnUntraced(function*(request, mode) {
    const account: Server.Account = {
      appKey,
      appSecret: mode.is("credential") ? another : appSecret,
      signing: "strict",
      environment: "test",
      defaultLink: link,
      linkOf: (key) => (key === warehouseKey ? link : undefined)
    }
    const answer = Server.make<never>({
      find: (id) => (id === appKey ? account : undefined),
      dispatch: (_, operation, payload) => dispatch(store, mode, operation, payload)
    })
    const withStatusWords = Answers.rewrite(yield* answer(request), Answers.withStatusWords(store))
    return mode.is("bad-record") ? Answers.rewrite(withStatusWords, Answers.withoutMember(needed)) : withStatusWords
  })
}

/** Makes a peer that speaks document 2A, its store, and the fixture for a suite. */
export const make = (options: Options) => {
  const { store = WarehouseStore.make(), timeZone = "UTC+8" } = options
  const peer = Peer.make({ revision: store.revision, serve: serve(store, options) })
  return {
    ...peer,
    store,
    fixture: WarehouseFixture.make({ store, peer, timeZone, carries: [...PeerFields.outboundMembers, ...furtherMembers] })
  }
}

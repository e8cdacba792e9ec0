/**
 * A gateway of document 2 part A in memory: the protocol's own server with a small store behind it.
 */
import type { Json } from "@crossdock/core"
import { Profile, Server } from "@crossdock/protocols/gateway"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Answers from "./Answers.ts"
import { dispatch } from "./Dispatch.ts"
import * as Peer from "./Peer.ts"
import * as WarehouseGiven from "./WarehouseGiven.ts"
import * as WarehouseStore from "./WarehouseStore.ts"

export interface Options {
  readonly appKey: string
  readonly appSecret: Redacted.Redacted
  readonly warehouseKey: string
  /** IANA name or `UTC+8`, in which texts without a zone are written. Absent: UTC+8. */
  readonly timeZone?: string
  readonly profile?: Partial<Profile.Profile>
  readonly store?: WarehouseStore.WarehouseStore
}

const another = Redacted.make("a secret that nobody gave out")

/** Members without which a record cannot be read, one for each kind of record. */
const needed = ["warehouseName", "channelName", "status", "sellableQuantity", "wmsStatus"]

/** The gateway's server over a store. */
export const serve = (store: WarehouseStore.WarehouseStore, options: Options): Peer.Serve => {
  const { appKey, appSecret, timeZone = "UTC+8", warehouseKey } = options
  const caller: Server.Caller = { id: appKey, key: warehouseKey, timeZone, profile: { ...Profile.defaults, ...options.profile } }
  const account = (mood: Peer.Mood): Server.Account => ({
    appKey,
    appSecret: mood.is("credential") ? another : appSecret,
    signing: "strict",
    environment: "test",
    linkOf: (key) => (key === warehouseKey ? caller : undefined),
    defaultLink: caller
  })
  return Effect.fnUntraced(function*(request, mood) {
    const answer = Server.make<never>({
      find: (id) => (id === appKey ? account(mood) : undefined),
      dispatch: (_, operation, payload) => dispatch(store, mood, operation, payload)
    })
    const worded = Answers.rewrite(yield* answer(request), withWord(store))
    return mood.is("bad-record") ? Answers.rewrite(worded, Answers.spoil(needed)) : worded
  })
}

/** A word that the store says stands in the member that the document closes, too. */
const withWord = (store: WarehouseStore.WarehouseStore) => (record: Json.JsonObject): Json.JsonObject => {
  const { asnNumber, orderNumber } = record
  if (typeof orderNumber === "string" && "status" in record) {
    const word = Effect.runSync(store.findOutbound(orderNumber))?.word
    return word === undefined ? record : { ...record, status: word, wmsStatus: word }
  }
  if (typeof asnNumber === "string" && "wmsStatus" in record) {
    const word = Effect.runSync(store.findInbound(asnNumber))?.word
    return word === undefined ? record : { ...record, wmsStatus: word }
  }
  return record
}

/** A peer that speaks document 2 part A, its store, and what a suite is given of it. */
export const make = (options: Options) => {
  const { store = WarehouseStore.make(), timeZone = "UTC+8" } = options
  const peer = Peer.make({ revision: store.revision, serve: serve(store, options) })
  return { ...peer, store, given: WarehouseGiven.make({ store, peer, timeZone }) }
}

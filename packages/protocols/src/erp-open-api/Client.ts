/**
 * The client of the open API: each operation becomes a signed form that is sent to the path of its service type. Calls wait as long as
 * the ERP allows no more of them (spec 3 §4, U-68).
 */
import { BooksV1 } from "@crossdock/books"
import { AdapterError, Json, Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { Answers, Calls, CallWindow, Contexts, type Exchange } from "../kit/index.ts"
import { type Refusal as Refusals, Table } from "../wire/index.ts"
import { shape, shapeOfAny } from "./Answer.ts"
import { type Door, doors, pathOf, written } from "./Envelope.ts"
import { toReason } from "./Fault.ts"
import { asn, doorOf, inventory, listMembers } from "./Messages/All.ts"
import { content, type Operations } from "./Messages/Response.ts"
import type { Profile } from "./Profile.ts"
import * as FirstLegNames from "./FirstLegNames.ts"
import * as SkuParts from "./SkuParts.ts"
import { sign, type Signer } from "./Signature.ts"

/** The settings of a client of the open API. */
export interface Settings {
  /** The address of the ERP, before `/api/{version}/…`. */
  readonly baseUrl: URL
  readonly appId: string
  readonly appSecret: Redacted.Redacted
  /** The scheme that signs requests. Default: md5-sorted-pairs (U-45). */
  readonly signer?: Signer
  readonly profile: Profile
  /** Time zone of the account: an IANA name or `UTC+8`. */
  readonly timeZone: string
  /** How many calls each path takes, or `none`. Default: 200 in 10 seconds (U-68). */
  readonly rate?: CallWindow.Rate | "none"
  /** Looks up an error text in the plugin's fault table; returns undefined for a text that the table does not list. */
  readonly toReason?: Refusals.ToReason
}

/** The optional operations that this client has a service type for. */
export const offers = [
  "listInboundOrders", "submitInboundOrder", "cancelInboundOrder", "listReceivedBatches", "listStockBalances", "listStockMovements",
  "listStorageLocationStock", "listBatchStock", "listMarketplaceStock", "listMarketplaceWarehouses", "listAssemblyOrders",
  "listTransferOrders", "listSplitOrders", "createTransferOrder", "moveStock"
] as const satisfies ReadonlyArray<BooksV1.OptionalName>
export type Offered = (typeof offers)[number]

/** The handlers of the operations that this client offers. */
export type Handlers = Pick<BooksV1.Handlers<Offered>, Offered>

export interface Client extends Handlers {
  /** Calls any service type, and returns the result as the ERP wrote it (U-50, U-69). */
  readonly raw: (door: Door, serviceType: string, bizParam: Json.Json) => Effect.Effect<Json.Json, AdapterError.Reason>
  /**
   * Calls the first-leg logistics query or the custom-field query, which the document names without a service type, by the one that the
   * profile has (U-50). Fails with RequestInvalid if it has none.
   */
  readonly query: (name: keyof typeof queries, door: Door, bizParam: Json.Json) => Effect.Effect<Json.Json, AdapterError.Reason>
}

const queries = { firstLeg: "firstLegServiceType", customField: "customFieldServiceType" } as const satisfies Readonly<Record<string, keyof Profile>>

/** The limit of calls for each path (U-68). */
export const usualRate: CallWindow.Rate = { calls: 200, millis: 10_000 }

const rawAnswer = Table.make("answer", [...content, Table.optional("result", { kind: "any" })])

/** Writes each number as a text (U-64). */
const withTexts = (json: Json.Json): Json.Json => {
  const digits = Json.textIfNumber(json)
  if (digits !== undefined) return digits
  if (Array.isArray(json)) return json.map(withTexts)
  return Json.isObject(json) ? Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withTexts(value)])) : json
}

/** Takes the list out of a message that is a list on the wire. */
const listIn = (method: string, json: Json.JsonObject): Json.Json => (listMembers[method] === undefined ? json : json[listMembers[method]] ?? [])

/** Creates a client. */
export const make = (settings: Settings): Effect.Effect<Client, never, Transport.Transport> =>
  Effect.gen(function*() {
    const context = yield* Contexts.ofClient(settings)
    const { send } = yield* Transport.Transport
    const { appId, appSecret, profile, rate = usualRate, signer } = settings
    const base = settings.baseUrl.href.split(/[?#]/)[0]!.replace(/\/+$/, "")
    const waits = Object.fromEntries(doors.map((door) => [door, rate === "none" ? Effect.void : CallWindow.waiting(rate)]))

    const post = Effect.fnUntraced(function*(door: Door, serviceType: string, json: Json.Json) {
      yield* waits[door]!
      const now = yield* Clock.currentTimeMillis
      const fields = {
        appId,
        serviceType,
        bizParam: Json.stringify(profile.numbersAsStrings ? withTexts(json) : json),
        timestamp: String(profile.timestampUnit === "s" ? Math.floor(now / 1000) : now)
      }
      const { body, headers } = written({ ...fields, sign: sign(fields, appSecret, profile, signer) }, profile.contentType)
      return yield* send({
        method: "POST",
        url: new URL(base + pathOf(door, profile.version)),
        headers: [...headers, ["accept", "application/json"]],
        body
      })
    })

    const wire: Omit<Calls.Wire, "notFoundTexts"> = {
      context,
      shape,
      toReason: (text, about) => settings.toReason?.(text, about) ?? toReason(text),
      post: ({ method }, json) => post(doorOf(method)!, method, listIn(method, json))
    }
    const calls = Calls.callsOf<Operations>(wire)
    const callsWithAnyAnswer = Calls.callsOf<Operations>({ ...wire, shape: shapeOfAny })

    const callOf = (by: typeof calls) =>
    <Name extends BooksV1.OperationName, Request extends Table.Table, Answer extends Table.Table>(exchange: Exchange.Exchange<Name, Request, Answer, Operations>) =>
    (payload: Exchange.Payload<Name, Operations>) => by.call(exchange, payload)
    const call = callOf(calls)
    const inParts = SkuParts.reading(Number(profile.skuChunk))

    const raw = Effect.fnUntraced(function*(door: Door, serviceType: string, bizParam: Json.Json) {
      const judged = yield* Answers.judge(shape, yield* post(door, serviceType, bizParam), { answer: rawAnswer }, context)
      return "refused" in judged ? yield* calls.failWith(judged.refused) : (judged.reading.value.result ?? null) as Json.Json
    })

    const query: Client["query"] = (name, door, bizParam) => {
      const serviceType = profile[queries[name]]
      return serviceType === ""
        ? Effect.fail(new AdapterError.RequestInvalid({ path: "", message: `has no service type; set the option ${queries[name]}` }))
        : raw(door, serviceType, bizParam)
    }

    const createTransfer = callOf(callsWithAnyAnswer)(inventory.createTransferAvailableOrder)

    return {
      listInboundOrders: call(asn.queryAsnList),
      submitInboundOrder: call(asn.createAsnOrder),
      cancelInboundOrder: call(asn.cancelAsnOrder),
      listReceivedBatches: call(asn.queryAsnBatchList),
      listStockBalances: inParts(call(profile.inventoryList === "v1" ? inventory.querySimpleListInventory : inventory.querySimpleListInventoryV2)),
      listStockMovements: call(inventory.queryInventoryLogList),
      listStorageLocationStock: inParts(call(inventory.queryStorageLocationInventoryList)),
      listBatchStock: inParts(call(inventory.queryBatchInventoryList)),
      listMarketplaceStock: call(inventory.queryMarketplaceInventoryList),
      listMarketplaceWarehouses: call(inventory.queryMarketplaceWarehouses),
      listAssemblyOrders: call(inventory.queryInventoryAssemblyList),
      listTransferOrders: call(inventory.queryInventoryTransferList),
      listSplitOrders: call(inventory.queryInventoryRestoreList),
      createTransferOrder: profile.firstLegServiceType === "" ? createTransfer : FirstLegNames.checking(query("firstLeg", "inventory", {}))(createTransfer),
      moveStock: call(inventory.transferStorageLocation),
      raw,
      query
    }
  })

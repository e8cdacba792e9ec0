/**
 * The side of document 2 part A that uses a gateway: the operations of `WarehouseV1` as signed calls, each to a path of
 * its own.
 */
import { AdapterError, Drift, Json, Transport, type WarehouseV1 } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { Calls, Contexts, Exchange } from "../kit/index.ts"
import type { Refusal as Refusals } from "../wire/index.ts"
import * as Cancels from "./Cancels.ts"
import type { AuthInfo } from "./Envelope.ts"
import { isNotFound } from "./Fault.ts"
import * as Keys from "./Keys.ts"
import { cancelAsnOrder } from "./Messages/CancelAsnOrder.ts"
import { createAsnOrder } from "./Messages/CreateAsnOrder.ts"
import { createOrder } from "./Messages/CreateOrder.ts"
import { getAsnList } from "./Messages/GetAsnList.ts"
import { getOrder } from "./Messages/GetOrder.ts"
import { initChannels } from "./Messages/InitChannels.ts"
import { initWarehouses } from "./Messages/InitWarehouses.ts"
import { insertSkuInfo } from "./Messages/InsertSkuInfo.ts"
import { syncInventory } from "./Messages/SyncInventory.ts"
import { type Account, requestOf, shape } from "./Outgoing.ts"
import * as Pages from "./Pages.ts"

export type { AuthInfo }

/** The optional operations that document 2 part A has a path for. */
export const { offers } = Exchange

export interface Settings extends Account {
  /** One key, or several of one account. */
  readonly warehouseKey: string | ReadonlyArray<string>
  /** What the warehouse type can (2.13); another operation is refused without a call. Absent: everything. */
  readonly offers?: ReadonlyArray<(typeof offers)[number]>
  /** Parts of the texts that mean "no such order" (U-18), in any letter case. */
  readonly notFoundTexts?: ReadonlyArray<string>
  /** What the plugin's fault table says about a text; undefined where it lists nothing. */
  readonly toReason?: Refusals.ToReason
}

export type Handlers = WarehouseV1.Handlers<(typeof offers)[number]>

type Called<A> = Effect.Effect<A, AdapterError.Reason>

/** A handler for every operation of the protocol. */
export const make = (settings: Settings): Effect.Effect<Handlers, never, Transport.Transport> =>
  Effect.gen(function*() {
    const context = yield* Contexts.ofClient(settings)
    const { send } = yield* Transport.Transport
    const { notFoundTexts, profile, toReason } = settings
    const { ask, attempt, call, failWith, reasonOf } = Calls.make({
      context,
      shape,
      toReason,
      post: ({ method }, json) => send(requestOf(settings, method, Json.stringify(json)))
    })

    const can: ReadonlyArray<string> = settings.offers ?? offers
    const keys = Keys.make(
      settings.warehouseKey,
      (key) => can.includes("listWarehouses") ? call(initWarehouses, {}, [key]) : Effect.fail(Keys.untold)
    )
    const inCalls = Arr.chunksOf(keys.all, Number(profile.keysPerCall))

    /** The lists of all keys as one, equal records once (U-28). */
    const listed = <Item>(list: (keys: Exchange.Keys) => Called<ReadonlyArray<Item>>): Called<ReadonlyArray<Item>> =>
      Effect.map(Effect.forEach(inCalls, (some) => list(some)), (parts) => Keys.merged(parts.flat()))

    const getOrders = Effect.fnUntraced(function*(payload: Exchange.Payload<"getOutboundOrders">, key: string): Effect.fn.Return<
      Exchange.Success<"getOutboundOrders">,
      AdapterError.Reason
    > {
      const answer = yield* attempt(getOrder, payload, [key])
      if ("success" in answer) return yield* sifted(getOrder.method, payload.orderNumbers, answer.success, (one) => one.orderNumber)
      const reason = reasonOf(answer.refused)
      // "appKey does not exist" tells of us, and not that an order is absent.
      if (reason._tag === "CredentialRejected" || !isNotFound(answer.refused.text, notFoundTexts)) return yield* reason
      if (payload.orderNumbers.length === 1) return []
      // Which of them is not there, the text does not tell.
      const found = yield* Effect.forEach(payload.orderNumbers, (number) => getOrders({ ...payload, orderNumbers: [number] }, key))
      return found.flat()
    })

    const getAsns = (payload: Exchange.Payload<"getInboundOrders">, key: string) =>
      Effect.flatMap(call(getAsnList, payload, [key]), (found) =>
        sifted(getAsnList.method, payload.asnNumbers, found, (one) => one.asnNumber))

    const cancel = Cancels.make(profile, keys, ask, failWith)
    const pages = Pages.make()

    const handlers: Handlers = {
      createOutboundOrder: Effect.fnUntraced(function*(order) {
        return yield* call(createOrder, order, [yield* keys.of(order.warehouseCode)])
      }),
      cancelOutboundOrder: cancel,
      getOutboundOrders: Effect.fnUntraced(function*(payload) {
        const { orderNumbers, warehouseCode } = payload
        if (orderNumbers.length === 0) return []
        const some = warehouseCode === undefined ? keys.all : [yield* keys.of(warehouseCode)] as const
        return yield* Keys.gathered(some, orderNumbers, (key) => getOrders(payload, key), (one) => one.orderNumber)
      }),
      listWarehouses: () => listed((some) => call(initWarehouses, {}, some)),
      listChannels: Effect.fnUntraced(function*(payload) {
        return payload.warehouseCode === undefined
          ? yield* listed((some) => call(initChannels, payload, some))
          : yield* call(initChannels, payload, [yield* keys.of(payload.warehouseCode)])
      }),
      listStock: Effect.fnUntraced(function*(payload) {
        const answer = yield* attempt(syncInventory, payload, [yield* keys.of(payload.warehouseCode)])
        if ("refused" in answer) return yield* failWith(answer.refused)
        const page = pages.take(payload, answer.success, answer.value.result.isLastPage !== undefined)
        return page ?? (yield* new AdapterError.ResponseInvalid({ cause: `page ${payload.page} repeats the page before` }))
      }),
      createInboundOrder: Effect.fnUntraced(function*(order) {
        return yield* call(createAsnOrder, order, [yield* keys.of(order.warehouseCode)])
      }),
      getInboundOrders: Effect.fnUntraced(function*(payload) {
        const { asnNumbers, warehouseCode } = payload
        if (asnNumbers.length === 0) return []
        const some = warehouseCode === undefined ? keys.all : [yield* keys.of(warehouseCode)] as const
        return yield* Keys.gathered(some, asnNumbers, (key) => getAsns(payload, key), (one) => one.asnNumber)
      }),
      cancelInboundOrders: Effect.fnUntraced(function*(payload) {
        const { asnNumbers, warehouseCode } = payload
        if (asnNumbers.length === 0) return []
        if (warehouseCode !== undefined || keys.all.length === 1) {
          return yield* call(cancelAsnOrder, payload, [warehouseCode === undefined ? keys.all[0] : yield* keys.of(warehouseCode)])
        }
        return yield* Keys.eachWhereFound(
          keys.all,
          asnNumbers,
          (key) => Effect.map(getAsns({ asnNumbers }, key), (found) => found.map((one) => one.asnNumber)),
          (some, key) => call(cancelAsnOrder, { asnNumbers: some }, [key]),
          (asnNumber) => ({ asnNumber, failure: "ORDER_NOT_FOUND: no warehouse of this connection has an inbound order of this number" })
        )
      }),
      /** A product without a warehouse is one of all of them. */
      upsertProduct: Effect.fnUntraced(function*(product) {
        const some = product.warehouseCode === undefined ? keys.all : [yield* keys.of(product.warehouseCode)] as const
        yield* Effect.forEach(some, (key) => call(insertSkuInfo, product, [key]), { discard: true })
      })
    }
    return within(can, handlers)
  })

const within = (can: ReadonlyArray<string>, handlers: Handlers): Handlers => ({
  ...handlers,
  ...Object.fromEntries(
    offers.filter((name) => !can.includes(name)).map((name) => [name, () => Effect.fail(new AdapterError.OperationUnsupported())])
  )
})

/** Records that were not asked for prove nothing about those that were, least of all that these are not there. */
const sifted = Effect.fnUntraced(function*<Found>(
  method: string,
  asked: ReadonlyArray<string>,
  found: ReadonlyArray<Found>,
  numberOf: (one: Found) => string
) {
  const numbers = new Set(asked)
  const wanted = found.filter((one) => numbers.has(numberOf(one)))
  if (wanted.length === found.length) return found
  if (wanted.length === 0) return yield* new AdapterError.ResponseInvalid({ cause: "the answer holds only orders that were not asked for" })
  yield* Drift.report({ where: `${method} answer`, path: "/result", message: "holds orders that were not asked for; ignored" })
  return wanted
})

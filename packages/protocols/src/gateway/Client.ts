/**
 * The client of the gateway protocol: each operation of `WarehouseV1` becomes a signed call to a path of its own.
 */
import { AdapterError, Json, Transport, type WarehouseV1 } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { Calls, Contexts, Exchange } from "../kit/index.ts"
import type { Refusal as Refusals, Table } from "../wire/index.ts"
import * as Cancels from "./Cancels.ts"
import type { AuthInfo } from "./Envelope.ts"
import * as Keys from "./Keys.ts"
import { exchanges } from "./Messages/All.ts"
import { type Account, requestOf, shape } from "./Outgoing.ts"

export type { AuthInfo }

/** The optional operations that the gateway protocol has a path for. */
export const { offers } = Exchange

/** The settings of a gateway client. */
export interface Settings extends Account {
  /** One key, or several keys of one account. */
  readonly warehouseKey: string | ReadonlyArray<string>
  /**
   * The operations that this type of warehouse supports; the client refuses others without a call (spec 2 §2.13).
   * Default: all of them.
   */
  readonly offers?: ReadonlyArray<(typeof offers)[number]>
  /** Substrings of error texts that mean "no such order", compared without regard to letter case (U-18). */
  readonly notFoundTexts?: ReadonlyArray<string>
  /** Looks up an error text in the plugin's fault table; returns undefined for a text that the table does not list. */
  readonly toReason?: Refusals.ToReason
}

/** The handlers of all operations that the protocol has. */
export type Handlers = WarehouseV1.Handlers<(typeof offers)[number]>

type Called<A> = Effect.Effect<A, AdapterError.Reason>
type Listed<Item> = { readonly items: ReadonlyArray<Item> }

/** Creates a handler for every operation of the protocol. */
export const make = (settings: Settings): Effect.Effect<Handlers, never, Transport.Transport> =>
  Effect.gen(function*() {
    const context = yield* Contexts.ofClient(settings)
    const { send } = yield* Transport.Transport
    const { profile } = settings
    const { ask, call, failWith, inboundOrders, orders } = Calls.make({
      context,
      shape,
      toReason: settings.toReason,
      notFoundTexts: settings.notFoundTexts,
      post: ({ method }, json) => send(requestOf(settings, method, Json.stringify(json)))
    })

    const can: ReadonlyArray<string> = settings.offers ?? offers
    const keys = Keys.make(
      settings.warehouseKey,
      (key) => can.includes("listWarehouses") ? Effect.map(call(exchanges.initWarehouses, {}, [key]), ({ items }) => items) : Effect.fail(Keys.untold)
    )
    const inCalls = Arr.chunksOf(keys.all, Number(profile.keysPerCall))

    /** Merges the lists of all keys into one without duplicate records (U-28). */
    const listed = <Item>(list: (keys: Exchange.Keys) => Called<Listed<Item>>): Called<Listed<Item>> =>
      Effect.map(Effect.forEach(inCalls, (some) => list(some)), (parts) => ({ items: Keys.merged(parts.flatMap(({ items }) => items)) }))

    /** Calls with the key of the warehouse that the payload names. */
    const at = <Name extends WarehouseV1.OperationName, Request extends Table.Table, Answer extends Table.Table>(
      exchange: Exchange.Exchange<Name, Request, Answer>
    ) =>
    (payload: Exchange.Payload<Name> & { readonly warehouseCode?: string }) =>
      Effect.flatMap(keys.named(payload.warehouseCode), (some) => call(exchange, payload, some))

    const cancel = Cancels.make(profile, keys, ask, failWith)

    const handlers: Handlers = {
      createOutboundOrder: at(exchanges.createOrder),
      cancelOutboundOrder: cancel,
      getOutboundOrders: Effect.fnUntraced(function*(payload) {
        const some = yield* keys.named(payload.warehouseCode)
        return yield* Keys.gathered(some, payload.orders.map(({ orderNumber }) => orderNumber), (key) => orders(exchanges.getOrder, payload, [key]), (one) => one.orderNumber)
      }),
      listWarehouses: () => listed((some) => call(exchanges.initWarehouses, {}, some)),
      listChannels: (payload) =>
        payload.warehouseCode === undefined ? listed((some) => call(exchanges.initChannels, payload, some)) : at(exchanges.initChannels)(payload),
      listStock: at(exchanges.syncInventory),
      createInboundOrder: at(exchanges.createAsnOrder),
      getInboundOrders: Effect.fnUntraced(function*(payload) {
        const some = yield* keys.named(payload.warehouseCode)
        return yield* Keys.gathered(some, payload.inboundOrders.map(({ asnNumber }) => asnNumber), (key) => inboundOrders(exchanges.getAsnList, payload, [key]), (one) => one.asnNumber)
      }),
      cancelInboundOrders: Effect.fnUntraced(function*(payload) {
        const { asnNumbers, warehouseCode } = payload
        if (asnNumbers.length === 0) return { items: [] }
        if (warehouseCode !== undefined || keys.all.length === 1) return yield* at(exchanges.cancelAsnOrder)(payload)
        return yield* Keys.eachWhereFound(
          keys.all,
          asnNumbers,
          (key) =>
            Effect.map(
              inboundOrders(exchanges.getAsnList, { inboundOrders: Arr.map(asnNumbers, (asnNumber) => ({ asnNumber })) }, [key]),
              ({ items }) => items.map((one) => one.asnNumber)
            ),
          (some, key) => call(exchanges.cancelAsnOrder, { asnNumbers: some }, [key]),
          (asnNumber) => ({ asnNumber, failure: "ORDER_NOT_FOUND: no warehouse of this connection has an inbound order of this number" })
        )
      }),
      /** A product that names no warehouse is created under every key. */
      upsertProduct: Effect.fnUntraced(function*(product) {
        const some = yield* keys.named(product.warehouseCode)
        yield* Effect.forEach(some, (key) => call(exchanges.insertSkuInfo, product, [key]), { discard: true })
        return {}
      })
    }
    const unsupported = () => Effect.fail(new AdapterError.OperationUnsupported())
    return { ...handlers, ...Object.fromEntries(offers.filter((name) => !can.includes(name)).map((name) => [name, unsupported])) }
  })

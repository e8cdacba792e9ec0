/**
 * The ERP side of document 1: the operations of `WarehouseV1` as signed calls to one service address.
 */
import { AdapterError, Drift, Json, Transport, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Calls, Contexts, Exchange } from "../kit/index.ts"
import type { Refusal as Refusals, Table } from "../wire/index.ts"
import { isNotFound } from "./Fault.ts"
import { cancelAsnOrder } from "./Messages/CancelAsnOrder.ts"
import { cancelOrder } from "./Messages/CancelOrder.ts"
import { channels } from "./Messages/Channels.ts"
import { createAsnOrder } from "./Messages/CreateAsnOrder.ts"
import { createOrder } from "./Messages/CreateOrder.ts"
import { getAsnList } from "./Messages/GetAsnList.ts"
import { getOrder } from "./Messages/GetOrder.ts"
import { getOrderList } from "./Messages/GetOrderList.ts"
import { insertSkuInfo } from "./Messages/InsertSkuInfo.ts"
import { syncInventory } from "./Messages/SyncInventory.ts"
import { warehouses } from "./Messages/Warehouses.ts"
import { ofWarehouse, requestOf } from "./Outgoing.ts"
import type { Profile } from "./Profile.ts"

export interface Settings {
  readonly serviceUrl: URL
  readonly accessId: string
  readonly secretKey: Redacted.Redacted
  /** Header `warehouseType`. */
  readonly warehouseType?: string
  /** Header `secret`. */
  readonly secret?: Redacted.Redacted
  readonly profile: Profile
  /** IANA name or `UTC+8`. */
  readonly timeZone: string
  /** Parts of the texts that mean "no such order" (U-18), in any letter case. */
  readonly notFoundTexts?: ReadonlyArray<string>
  /** What the plugin's fault table says about a text; undefined where it lists nothing. */
  readonly toReason?: Refusals.ToReason
}

/** The optional operations that document 1 has a method for. */
export const { offers } = Exchange

export type Handlers = WarehouseV1.Handlers<(typeof offers)[number]>

type Query = Exchange.Payload<"getOutboundOrders">

/** A handler for every operation of the protocol. */
export const make = (settings: Settings): Effect.Effect<Handlers, never, Transport.Transport> =>
  Effect.gen(function*() {
    const context = yield* Contexts.ofClient(settings)
    const { send } = yield* Transport.Transport
    const { notFoundTexts, profile, serviceUrl, toReason } = settings
    const headers = headersOf(settings)
    const { attempt, call: callWith, reasonOf } = Calls.make({
      context,
      shape: ofWarehouse,
      toReason,
      post: ({ method, request }, json) => {
        // An operation without parameters has no content (row 37).
        const content = request.members.length === 0 && profile.emptyContent === "empty" ? "" : Json.stringify(json)
        return send(requestOf(serviceUrl, settings, method === insertSkuInfo.method ? profile.skuMethod : method, content, headers))
      }
    })
    const call = <Name extends WarehouseV1.OperationName, Request extends Table.Table, Answer extends Table.Table>(
      exchange: Exchange.Exchange<Name, Request, Answer>
    ) =>
    (payload: Exchange.Payload<Name>) => callWith(exchange, payload)

    const getOne = Effect.fnUntraced(function*(payload: Query) {
      const answer = yield* attempt(getOrder, payload)
      if ("refused" in answer) {
        // "accessId does not exist" tells of us, and not that the order is absent.
        const reason = reasonOf(answer.refused)
        if (reason._tag === "CredentialRejected" || !isNotFound(answer.refused.text, notFoundTexts)) return yield* reason
        return []
      }
      const [asked] = payload.orderNumbers
      // An answer about another order proves nothing about this one, least of all that it is not there.
      return answer.success.every(({ orderNumber }) => orderNumber === asked)
        ? answer.success
        : yield* new AdapterError.ResponseInvalid({ cause: "/data/orderNumber is not the one asked for" })
    })

    const getMany = Effect.fnUntraced(function*(payload: Query) {
      const statuses = yield* call(getOrderList)(payload)
      const asked = new Set<string>(payload.orderNumbers)
      const wanted = statuses.filter(({ orderNumber }) => asked.has(orderNumber))
      if (wanted.length < statuses.length) yield* reportUnasked(getOrderList.method)
      return wanted
    })

    return {
      createOutboundOrder: call(createOrder),
      cancelOutboundOrder: call(cancelOrder),
      getOutboundOrders: Effect.fnUntraced(function*(payload) {
        const { orderNumbers, warehouseCode } = payload
        if (orderNumbers.length === 0) return []
        if (orderNumbers.length === 1) return yield* getOne(payload)
        if (warehouseCode !== undefined) return yield* getMany(payload)
        // getOrderList demands a warehouse; without one each order is asked for by itself.
        const found = yield* Effect.forEach(orderNumbers, (orderNumber) => getOne({ ...payload, orderNumbers: [orderNumber] }))
        return found.flat()
      }),
      listWarehouses: call(warehouses),
      listChannels: call(channels),
      listStock: call(syncInventory),
      createInboundOrder: call(createAsnOrder),
      getInboundOrders: (payload) => (payload.asnNumbers.length === 0 ? Effect.succeed([]) : call(getAsnList)(payload)),
      cancelInboundOrders: (payload) => (payload.asnNumbers.length === 0 ? Effect.succeed([]) : call(cancelAsnOrder)(payload)),
      upsertProduct: call(insertSkuInfo)
    }
  })

const headersOf = ({ secret, warehouseType }: Settings): Transport.Headers => [
  ...(warehouseType === undefined ? [] : [["warehouseType", warehouseType] as const]),
  ...(secret === undefined ? [] : [["secret", Redacted.value(secret)] as const])
]

const reportUnasked = (method: string) =>
  Drift.report({ where: `${method} answer`, path: "/data", message: "holds orders that were not asked for; ignored" })

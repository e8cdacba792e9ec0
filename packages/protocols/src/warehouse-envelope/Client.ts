/**
 * The client of the warehouse envelope protocol, used by an ERP: each operation of `WarehouseV1` becomes a signed call
 * to one service address.
 */
import { Json, Transport, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Calls, Contexts, Exchange } from "../kit/index.ts"
import type { Refusal as Refusals, Table } from "../wire/index.ts"
import { exchanges } from "./Messages/All.ts"
import { ofWarehouse, requestOf } from "./Outgoing.ts"
import type { Profile } from "./Profile.ts"

/** The settings of a client of the warehouse envelope protocol. */
export interface Settings {
  readonly serviceUrl: URL
  readonly accessId: string
  readonly secretKey: Redacted.Redacted
  /** Value of the header `warehouseType`. */
  readonly warehouseType?: string
  /** Value of the header `secret`. */
  readonly secret?: Redacted.Redacted
  readonly profile: Profile
  /** Time zone of the account: an IANA name or `UTC+8`. */
  readonly timeZone: string
  /** Substrings of error texts that mean "no such order", compared without regard to letter case (U-18). */
  readonly notFoundTexts?: ReadonlyArray<string>
  /** Looks up an error text in the plugin's fault table; returns undefined for a text that the table does not list. */
  readonly toReason?: Refusals.ToReason
}

/** The optional operations that the warehouse envelope protocol has a method for. */
export const { offers } = Exchange

/** The handlers of all operations that the protocol has. */
export type Handlers = WarehouseV1.Handlers<(typeof offers)[number]>

/** Creates a handler for every operation of the protocol. */
export const make = (settings: Settings): Effect.Effect<Handlers, never, Transport.Transport> =>
  Effect.gen(function*() {
    const context = yield* Contexts.ofClient(settings)
    const { send } = yield* Transport.Transport
    const { notFoundTexts, profile, secret, serviceUrl, toReason, warehouseType } = settings
    const headers: Transport.Headers = [
      ...(warehouseType === undefined ? [] : [["warehouseType", warehouseType] as const]),
      ...(secret === undefined ? [] : [["secret", Redacted.value(secret)] as const])
    ]
    const { call: callWith, eachOrder, inboundOrders, orders } = Calls.make({
      context,
      shape: ofWarehouse,
      toReason,
      notFoundTexts,
      post: ({ method, request }, json) => {
        // An operation without parameters sends empty content (variants.md row 37).
        const content = request.members.length === 0 && profile.emptyContent === "empty" ? "" : Json.stringify(json)
        return send(requestOf(serviceUrl, settings, method === exchanges.insertSkuInfo.method ? profile.skuMethod : method, content, headers))
      }
    })
    const call = <Name extends WarehouseV1.OperationName, Request extends Table.Table, Answer extends Table.Table>(
      exchange: Exchange.Exchange<Name, Request, Answer>
    ) =>
    (payload: Exchange.Payload<Name>) => callWith(exchange, payload)

    return {
      createOutboundOrder: call(exchanges.createOrder),
      cancelOutboundOrder: call(exchanges.cancelOrder),
      getOutboundOrders: (payload) =>
        // getOrderList requires a warehouse. Without one, the client asks for each order separately.
        payload.orders.length < 2 || payload.warehouseCode === undefined
          ? eachOrder(exchanges.getOrder, payload)
          : orders(exchanges.getOrderList, payload),
      listWarehouses: call(exchanges.warehouses),
      listChannels: call(exchanges.channels),
      listStock: call(exchanges.syncInventory),
      createInboundOrder: call(exchanges.createAsnOrder),
      getInboundOrders: (payload) => (payload.inboundOrders.length === 0 ? Effect.succeed({ items: [] }) : inboundOrders(exchanges.getAsnList, payload)),
      cancelInboundOrders: (payload) => (payload.asnNumbers.length === 0 ? Effect.succeed({ items: [] }) : call(exchanges.cancelAsnOrder)(payload)),
      upsertProduct: call(exchanges.insertSkuInfo)
    }
  })

/**
 * The warehouse plugin for a Tryton server. It calls the server's JSON-RPC interface.
 */
import { type Transport, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { cancelInboundOrders } from "./operations/CancelInboundOrders.ts"
import { cancelOutboundOrder } from "./operations/CancelOutboundOrder.ts"
import { createInboundOrder } from "./operations/CreateInboundOrder.ts"
import { createOutboundOrder } from "./operations/CreateOutboundOrder.ts"
import { getInboundOrders } from "./operations/GetInboundOrders.ts"
import { getOutboundOrders } from "./operations/GetOutboundOrders.ts"
import { listChannels } from "./operations/ListChannels.ts"
import { listStock } from "./operations/ListStock.ts"
import { listWarehouses } from "./operations/ListWarehouses.ts"
import { upsertProduct } from "./operations/UpsertProduct.ts"
import * as Rpc from "./Rpc.ts"
import { Settings } from "./Settings.ts"

export const tryton: WarehouseV1.Plugin<typeof Settings, Transport.Transport, "warehouse-tryton"> = WarehouseV1.plugin({
  id: "warehouse-tryton",
  title: "Tryton",
  settings: Settings,
  hosts: ({ baseUrl }) => [baseUrl.host],
  // Reads show every committed change. The delay covers a call that Tryton still processes after its caller has timed out.
  limits: { linesPerOrder: 500, ordersPerQuery: 100, visibilityDelay: "10 seconds", pollInterval: "15 seconds" },
  offers: [
    "listWarehouses",
    "listChannels",
    "listStock",
    "createInboundOrder",
    "getInboundOrders",
    "cancelInboundOrders",
    "upsertProduct"
  ],
  make: Effect.fnUntraced(function*(settings: Settings) {
    const rpc = yield* Rpc.make(settings)
    return {
      handlers: {
        createOutboundOrder: createOutboundOrder(rpc, settings),
        cancelOutboundOrder: cancelOutboundOrder(rpc),
        getOutboundOrders: getOutboundOrders(rpc, settings),
        listWarehouses: listWarehouses(rpc),
        listChannels: listChannels(rpc, settings),
        listStock: listStock(rpc),
        createInboundOrder: createInboundOrder(rpc, settings),
        getInboundOrders: getInboundOrders(rpc, settings),
        cancelInboundOrders: cancelInboundOrders(rpc),
        upsertProduct: upsertProduct(rpc)
      }
    }
  })
})

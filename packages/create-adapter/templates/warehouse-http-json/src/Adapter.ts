/**
 * The plugin for Acme, a warehouse with a JSON API.
 */
import { type Transport, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Api from "./Api.ts"
import { cancelOutboundOrder } from "./operations/CancelOutboundOrder.ts"
import { createOutboundOrder, passesOn } from "./operations/CreateOutboundOrder.ts"
import { getOutboundOrders } from "./operations/GetOutboundOrders.ts"
import { listStock } from "./operations/ListStock.ts"
import { Settings } from "./Settings.ts"

export const acme: WarehouseV1.Plugin<typeof Settings, Transport.Transport, "warehouse-acme"> = WarehouseV1.plugin({
  id: "warehouse-acme",
  title: "Acme",
  settings: Settings,
  limits: { linesPerOrder: 200, ordersPerQuery: 50, passesOn },
  offers: ["listStock"],
  hosts: ({ baseUrl }) => [baseUrl.host],
  make: Effect.fnUntraced(function*(settings) {
    const api = yield* Api.make(settings)
    return {
      handlers: {
        createOutboundOrder: createOutboundOrder(api),
        cancelOutboundOrder: cancelOutboundOrder(api),
        getOutboundOrders: getOutboundOrders(api),
        listStock: listStock(api)
      }
    }
  })
})

/**
 * The plugin for Acme, a warehouse with a JSON API.
 */
import { type Credentials, type Transport, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Api from "./Api.ts"
import { incoming } from "./Incoming.ts"
import { cancelOutboundOrder } from "./operations/CancelOutboundOrder.ts"
import { createOutboundOrder } from "./operations/CreateOutboundOrder.ts"
import { getOutboundOrders } from "./operations/GetOutboundOrders.ts"
import { listStock } from "./operations/ListStock.ts"
import { Settings } from "./Settings.ts"

type Ports = Credentials.Credentials | Transport.Transport

export const acme: WarehouseV1.Plugin<typeof Settings, Ports, "warehouse-acme"> = WarehouseV1.plugin({
  id: "warehouse-acme",
  title: "Acme",
  settings: Settings,
  limits: { linesPerOrder: 200, ordersPerQuery: 50 },
  offers: ["listStock"],
  hosts: ({ baseUrl, tokenUrl }) => [baseUrl.host, tokenUrl.host],
  authorization: Api.authorization,
  receives: true,
  make: Effect.fnUntraced(function*(settings) {
    const api = yield* Api.make(settings)
    return {
      handlers: {
        createOutboundOrder: createOutboundOrder(api),
        cancelOutboundOrder: cancelOutboundOrder(api),
        getOutboundOrders: getOutboundOrders(api),
        listStock: listStock(api)
      },
      incoming: incoming(settings.hookKey)
    }
  })
})

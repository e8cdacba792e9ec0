/**
 * A simulated warehouse in the runner's own database: it keeps stock, picks, ships and receives as time passes, and
 * misbehaves where a magic SKU asks for it. Nothing runs in the background; every answer is worked out from the books
 * and the clock.
 */
import { Storage, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Desk from "./Desk.ts"
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
import { Settings } from "./Settings.ts"

export const sandbox = WarehouseV1.plugin({
  id: "warehouse-sandbox",
  title: "Sandbox warehouse",
  settings: Settings,
  limits: {
    linesPerOrder: 500,
    ordersPerQuery: 100,
    visibilityDelay: "1 second",
    pollInterval: "500 millis"
  },
  offers: [
    "listWarehouses",
    "listChannels",
    "listStock",
    "createInboundOrder",
    "getInboundOrders",
    "cancelInboundOrders",
    "upsertProduct"
  ],
  make: Effect.fnUntraced(function*(settings) {
    // A connection without its tables cannot open.
    const desk = yield* Effect.orDie(Desk.make(yield* Storage.Storage, settings))
    return {
      createOutboundOrder: createOutboundOrder(desk),
      cancelOutboundOrder: cancelOutboundOrder(desk),
      getOutboundOrders: getOutboundOrders(desk),
      listWarehouses,
      listChannels,
      listStock: listStock(desk),
      createInboundOrder: createInboundOrder(desk),
      getInboundOrders: getInboundOrders(desk),
      cancelInboundOrders: cancelInboundOrders(desk),
      upsertProduct: upsertProduct(desk)
    }
  })
})

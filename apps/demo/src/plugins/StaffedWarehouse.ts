/**
 * The sandbox warehouse with a worker. In the sandbox time decides when goods arrive and leave; here a call of the worker does, so the
 * demo has a picture of the books before and after each step.
 */
import { Decimal, SqlStorage, WarehouseV1 } from "@crossdock/core"
import { nextStep, sandbox, Settings } from "@crossdock/warehouse-sandbox"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { answering, said } from "./Answers.ts"

const offers = ["listWarehouses", "listChannels", "listStock", "createInboundOrder", "getInboundOrders", "cancelInboundOrders", "upsertProduct"] as const

const worked = said(Schema.Struct({ number: Schema.String }))
const counted = said(Schema.Struct({ warehouseCode: Schema.String }))

/**
 * The worker calls the callback address of the connection: `/next` with the `number` of an order lets its next batch arrive or its next
 * parcel leave, and `/count` with a `warehouseCode` counts the pieces in the building.
 */
export const staffedWarehouse: WarehouseV1.Plugin<typeof Settings, SqlStorage.SqlStorage, "staffed-warehouse"> = WarehouseV1.plugin({
  id: "staffed-warehouse",
  title: "Sandbox warehouse with a worker",
  settings: Settings,
  limits: { linesPerOrder: 500, documents: { label: ["PDF"] }, ordersPerQuery: 100, visibilityDelay: "1 second", pollInterval: "200 millis" },
  isTestedAgainstPeer: true,
  offers,
  receives: true,
  callbackPaths: () => ["/next", "/count"],
  make: Effect.fnUntraced(function*(settings, connection) {
    const storage = yield* SqlStorage.SqlStorage
    const { call } = Context.get(yield* Layer.build(sandbox.layer(settings, connection)), WarehouseV1.Warehouse)
    const handler = <O extends WarehouseV1.AnyOperation>(operation: O) => (payload: O["payload"]["Type"]) => Effect.mapError(call(operation, payload), ({ reason }) => reason)
    return {
      handlers: {
        createOutboundOrder: handler(WarehouseV1.CreateOutboundOrder),
        cancelOutboundOrder: handler(WarehouseV1.CancelOutboundOrder),
        getOutboundOrders: handler(WarehouseV1.GetOutboundOrders),
        listWarehouses: handler(WarehouseV1.ListWarehouses),
        listChannels: handler(WarehouseV1.ListChannels),
        listStock: handler(WarehouseV1.ListStock),
        createInboundOrder: handler(WarehouseV1.CreateInboundOrder),
        getInboundOrders: handler(WarehouseV1.GetInboundOrders),
        cancelInboundOrders: handler(WarehouseV1.CancelInboundOrders),
        upsertProduct: handler(WarehouseV1.UpsertProduct)
      },
      incoming: (request) =>
        answering(request, request.url.pathname === "/next"
          ? Effect.flatMap(worked(request), ({ number }) => Effect.map(nextStep(storage, settings, number), (happened) => ({ happened })))
          : Effect.flatMap(counted(request), ({ warehouseCode }) =>
            Effect.map(handler(WarehouseV1.ListStock)({ warehouseCode, limit: 100 }), ({ items }) =>
              items.map(({ sku, total }) => ({ sku, total: Number(total === undefined ? 0 : Decimal.toText(total)) })))))
    }
  })
})

/** The plugin of document 1 for a provider that cannot be asked for the orders that it has. */
import { AdapterError, WarehouseV1 } from "@crossdock/core"
import { warehouseEnvelope } from "@crossdock/warehouse-envelope"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const id = "warehouse-mute"
const { name: operation } = WarehouseV1.GetOutboundOrders

const unsupported = Effect.fail(new AdapterError.AdapterError({ adapter: id, operation, reason: new AdapterError.OperationUnsupported() }))

export const muteWarehouse: WarehouseV1.Plugin<typeof warehouseEnvelope.settings, Layer.Services<ReturnType<typeof warehouseEnvelope.layer>>, typeof id> = {
  ...warehouseEnvelope,
  id,
  layer: (settings, connection) =>
    Layer.provide(
      Layer.effect(WarehouseV1.Warehouse, Effect.map(WarehouseV1.Warehouse, (adapter) => ({
        ...adapter,
        id,
        call: (called, payload) => (called.name === operation ? unsupported : adapter.call(called, payload))
      }))),
      warehouseEnvelope.layer(settings, connection)
    )
}

/**
 * `listChannels`: each channel serves both warehouses, so a record names a warehouse only if the query does.
 */
import type { Operation, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Catalogue from "../Catalogue.ts"
import * as Faults from "../Faults.ts"

export const listChannels: Operation.Handler<typeof WarehouseV1.ListChannels> = ({ warehouseCode }) => {
  if (warehouseCode === undefined) return Effect.succeed({ items: Catalogue.channels })
  return Catalogue.hasWarehouse(warehouseCode)
    ? Effect.succeed({ items: Catalogue.channels.map((channel) => ({ ...channel, warehouseCode })) })
    : Effect.fail(Faults.unknownWarehouse(warehouseCode))
}

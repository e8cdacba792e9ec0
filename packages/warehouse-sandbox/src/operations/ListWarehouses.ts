/**
 * `listWarehouses`: every account has the same two warehouses.
 */
import type { Operation, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Catalogue from "../Catalogue.ts"

export const listWarehouses: Operation.Handler<typeof WarehouseV1.ListWarehouses> = () => Effect.succeed({ items: Catalogue.warehouses })

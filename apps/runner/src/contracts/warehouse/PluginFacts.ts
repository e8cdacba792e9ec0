/**
 * The facts that plugins state: the limits of a warehouse account, and what an ERP distinguishes.
 */
import type { ErpV1, WarehouseV1 } from "@crossdock/core"
import type { Connections } from "../../connection/Connections.ts"

type Stated = Pick<Connections["Service"], "factsOf">

/** The limits of a warehouse. A connection that was removed meanwhile is asked about one order at a time. */
export const limitsOf = (connections: Stated, warehouse: string): WarehouseV1.Limits =>
  (connections.factsOf(warehouse) as { readonly limits?: WarehouseV1.Limits } | undefined)?.limits ?? { linesPerOrder: 0, ordersPerQuery: 1 }

/** Whether an ERP distinguishes goods that have arrived from goods that have left. */
export const knowsDelivered = (connections: Stated, erp: string): boolean =>
  (connections.factsOf(erp) as ErpV1.Facts | undefined)?.knowsDelivered !== false

/** Whether an ERP distinguishes an order that was closed short. */
export const knowsClosedShort = (connections: Stated, erp: string): boolean =>
  (connections.factsOf(erp) as ErpV1.Facts | undefined)?.knowsClosedShort === true

/** Whether an ERP takes the report of a cancelled inbound order as such. */
export const knowsCancelled = (connections: Stated, erp: string): boolean =>
  (connections.factsOf(erp) as ErpV1.Facts | undefined)?.knowsCancelled === true

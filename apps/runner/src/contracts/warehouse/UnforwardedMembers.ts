/**
 * Members of a caller's request that are not forwarded to the warehouse.
 */
import { type Drift, type Operation, WarehouseV1 } from "@crossdock/core"
import { UnmappedFields } from "@crossdock/protocols/wire"

/** Members without a counterpart: the runner identifies an order by its number and does not store other references. */
const members: ReadonlyMap<Operation.Any, ReadonlyArray<UnmappedFields.Place>> = new Map<Operation.Any, ReadonlyArray<UnmappedFields.Place>>([
  [WarehouseV1.CancelOutboundOrder, ["/referenceCode"]],
  [WarehouseV1.GetOutboundOrders, ["/orders/*/referenceCode"]]
])

/** Finds them in a request, as drift. `method` is the name of the operation in the caller's protocol. */
export const findings = (operation: Operation.Any, method: string, payload: unknown): ReadonlyArray<Drift.Finding> => {
  const places = members.get(operation)
  return places === undefined
    ? []
    : UnmappedFields.findings(method, places, payload).map((finding) => ({ ...finding, message: "is not forwarded; orders are identified by their number" }))
}

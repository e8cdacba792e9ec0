/**
 * What a caller says and the runner does not hand on: recorded under its link, so that nothing is dropped in silence.
 */
import type { Drift, WarehouseV1 } from "@crossdock/core"
import type { Server as Gateway } from "@crossdock/protocols/gateway"
import { UnmappedFields } from "@crossdock/protocols/wire"

/** An order is known to its warehouse by its number; what its distribution calls it has no column. */
const members: Readonly<Partial<Record<WarehouseV1.OperationName, ReadonlyArray<UnmappedFields.Place>>>> = {
  cancelOutboundOrder: ["/referenceCode"],
  getOutboundOrders: ["/referenceCodes"]
}

/** Header fields of the gateway; a connection has its own of each, in its settings. */
const headers = ["warehouseType", "accessToken", "refreshToken", "authInfo"] as const satisfies ReadonlyArray<keyof Gateway.Info>

export const ofPayload = (operation: WarehouseV1.OperationName, method: string, payload: unknown): ReadonlyArray<Drift.Finding> => {
  const places = members[operation]
  return places === undefined
    ? []
    : UnmappedFields.findings(method, places, payload).map((finding) => ({ ...finding, message: "is not handed on; an order is asked for by its number" }))
}

export const ofHeaders = (info: object): ReadonlyArray<Drift.Finding> =>
  headers.filter((name) => name in info)
    .map((name) => ({ where: "headers", path: `/${name}`, message: "is not handed on; the connection has its own" }))

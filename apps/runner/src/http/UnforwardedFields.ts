/**
 * Fields of a request that the runner does not forward. They are recorded as drift under the caller's link, so that
 * nothing is dropped silently.
 */
import type { Drift, WarehouseV1 } from "@crossdock/core"
import type { Server as Gateway } from "@crossdock/protocols/gateway"
import { UnmappedFields } from "@crossdock/protocols/wire"

/** Fields without a counterpart: the runner identifies an order by its number and does not store other references. */
const members: Readonly<Partial<Record<WarehouseV1.OperationName, ReadonlyArray<UnmappedFields.Place>>>> = {
  cancelOutboundOrder: ["/referenceCode"],
  getOutboundOrders: ["/referenceCodes"]
}

/** Gateway headers for which each connection has its own settings. */
const headers = ["warehouseType", "accessToken", "refreshToken", "authInfo"] as const satisfies ReadonlyArray<keyof Gateway.Info>

export const ofPayload = (operation: WarehouseV1.OperationName, method: string, payload: unknown): ReadonlyArray<Drift.Finding> => {
  const places = members[operation]
  return places === undefined
    ? []
    : UnmappedFields.findings(method, places, payload).map((finding) => ({ ...finding, message: "is not forwarded; orders are identified by their number" }))
}

export const ofHeaders = (info: object): ReadonlyArray<Drift.Finding> =>
  headers.filter((name) => name in info)
    .map((name) => ({ where: "headers", path: `/${name}`, message: "is not forwarded; the connection's settings have this value" }))

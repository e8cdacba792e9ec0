/**
 * Headers of a request that the runner does not forward. They are recorded as drift under the caller's link, so that
 * nothing is dropped silently.
 */
import type { Drift } from "@crossdock/core"
import type { Server as Gateway } from "@crossdock/protocols/gateway"

/** Gateway headers for which each connection has its own settings. */
const headers = ["warehouseType", "accessToken", "refreshToken", "authInfo"] as const satisfies ReadonlyArray<keyof Gateway.Info>

export const ofHeaders = (info: object): ReadonlyArray<Drift.Finding> =>
  headers.filter((name) => name in info)
    .map((name) => ({ where: "headers", path: `/${name}`, message: "is not forwarded; the connection's settings have this value" }))

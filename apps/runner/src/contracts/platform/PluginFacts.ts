/**
 * The facts that plugins of platforms state: the limits of a shop's account.
 */
import type { PlatformV1 } from "@crossdock/core"
import type { Connections } from "../../connection/Connections.ts"

type Stated = Pick<Connections["Service"], "factsOf">

/** The limits of a shop. A connection that was removed meanwhile is asked about one order at a time. */
export const limitsOf = (connections: Stated, shop: string): PlatformV1.Limits =>
  (connections.factsOf(shop) as { readonly limits?: PlatformV1.Limits } | undefined)?.limits ?? { ordersPerQuery: 1 }

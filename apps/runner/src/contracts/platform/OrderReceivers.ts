/**
 * Who takes the orders of shops: ERPs that offer it, and the runner itself for some links.
 */
import * as Context from "effect/Context"
import type { ConnectedLink } from "../../Composition.ts"
import type { Connections } from "../../connection/Connections.ts"
import * as ErpReceivers from "../ErpReceivers.ts"

/** The scopes of links whose orders the runner takes, whatever their ERPs do. Default: none. */
export const TakenByRunner = Context.Reference<ReadonlySet<string>>("@crossdock/runner/contracts/platform/TakenByRunner", {
  defaultValue: () => new Set()
})

/** Whether the runner reads the shop of a link, because somebody takes its orders. */
export const takesOrders = (
  connections: Connections["Service"],
  byRunner: ReadonlySet<string>,
  link: Pick<ConnectedLink, "copyTo" | "erp" | "scope">
): boolean => byRunner.has(link.scope) || ErpReceivers.ofShopOrders(connections, link).length > 0

/**
 * The route of document 3: the runner serves the inbound orders and the stock of an ERP.
 */
import { Server } from "@crossdock/protocols/erp-open-api"
import type { Composed } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import type { Dispatch, Served } from "../contracts/erp/Dispatch.ts"
import * as VisiblePart from "../contracts/erp/VisiblePart.ts"
import * as CallHops from "./CallHops.ts"
import type { Callers, OpenApiCaller } from "./Callers.ts"
import type { FailedAuthentications } from "./FailedAuthentications.ts"
import type * as LinkCalls from "./LinkCalls.ts"
import * as RequestLimits from "./RequestLimits.ts"
import type { Serve } from "./Route.ts"

/** The two paths of the route, in any version. */
export const path = /^\/api\/[^/]+\/(?:asn|inventory)\/?$/

/** A call with the caller that made it. */
interface Info extends Server.Info {
  readonly caller: OpenApiCaller
  readonly warehouses: ReadonlyArray<string>
}

export const make = ({ callers, composed, connections, dispatch, linkCalls, tries }: {
  readonly callers: Callers
  readonly composed: Composed
  readonly connections: Connections["Service"]
  readonly dispatch: Dispatch["Service"]
  readonly linkCalls: ReturnType<typeof LinkCalls.make>
  readonly tries: FailedAuthentications
}): Serve => {
  const visiblePart = VisiblePart.around(dispatch.call, connections.drift)
  const linkCall = linkCalls<Info>("open-api", {
    call: ({ info, link, operation, payload }) => visiblePart(info.caller.visible, link, operation as Served, payload, info),
    unforwarded: () => []
  })
  /** The same caller as the server got it from `find`. */
  const callerOf = ({ id }: Server.Caller): OpenApiCaller => callers.ofOpenApi(id)!
  const serve = Server.make<never>({
    find: callers.ofOpenApi,
    ...tries,
    driftOf: (caller) => connections.drift(callerOf(caller).link),
    limits: RequestLimits.ofProtocols(composed.server),
    rate: composed.server.openApiRate,
    dispatch: (found, operation, payload, info) => {
      const caller = callerOf(found)
      return linkCall({ key: caller.link }, operation, payload, { ...info, caller, warehouses: caller.visible.warehouses })
    }
  })
  return CallHops.limited(serve, (refusal) => Server.seal(refusal))
}

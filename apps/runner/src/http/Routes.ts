/**
 * The routes of the public listener: each path with its protocol server, and how a request's caller becomes a link.
 */
import { Server as GatewayServer } from "@crossdock/protocols/gateway"
import { CallbackServer, Server } from "@crossdock/protocols/warehouse-envelope"
import * as Effect from "effect/Effect"
import type { Composed } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import * as Deadline from "../engine/Deadline.ts"
import * as PageBudget from "../engine/PageBudget.ts"
import { Dispatch as ErpDispatch } from "../contracts/erp/Dispatch.ts"
import { Dispatch as PlatformDispatch } from "../contracts/platform/Dispatch.ts"
import { IssuedTokens } from "../contracts/platform/IssuedTokens.ts"
import { Reports as PlatformReports } from "../contracts/platform/Reports.ts"
import { Dispatch } from "../contracts/warehouse/Dispatch.ts"
import { Events } from "../contracts/warehouse/Events.ts"
import { tooManySays } from "../contracts/warehouse/ReceivingRules.ts"
import { notStored, Refusal } from "../engine/Refusal.ts"
import * as UnforwardedMembers from "../contracts/warehouse/UnforwardedMembers.ts"
import { IncomingEvents } from "../records/IncomingEvents.ts"
import * as AuthorizationRoute from "./AuthorizationRoute.ts"
import * as CallbackRoute from "./CallbackRoute.ts"
import * as Callers from "./Callers.ts"
import * as FailedAuthentications from "./FailedAuthentications.ts"
import * as LinkCalls from "./LinkCalls.ts"
import * as OpenApiRoute from "./OpenApiRoute.ts"
import * as OrderRoute from "./OrderRoute.ts"
import * as PlatformRoute from "./PlatformRoute.ts"
import * as RequestLimits from "./RequestLimits.ts"
import type { Route, Serve } from "./Route.ts"

export type { Route } from "./Route.ts"

export interface Routes {
  /** The route of a path; undefined if there is none. */
  readonly of: (path: string) => Route | undefined
}

type Dispatched = Parameters<typeof Server.make<never>>[0]["dispatch"]

export const make = Effect.fnUntraced(function*(composed: Composed, publicUrl?: URL) {
  const incomingEvents = yield* IncomingEvents
  const connections = yield* Connections
  const dispatch = yield* Dispatch
  const events = yield* Events
  const callers = Callers.make(connections)
  const linkCalls = LinkCalls.make(composed, connections)
  const tries = (door: string) => FailedAuthentications.make(composed.server.authFailureLimit, door)
  const limits = RequestLimits.ofProtocols(composed.server)

  /** Records drift of a caller under its link. */
  const driftOf = ({ key }: { readonly key: string }) => connections.drift(key)

  const toWarehouse = (door: string) =>
    linkCalls(door, {
      call: ({ info, link, operation, payload }) => dispatch.call(link, operation as never, payload as never, info.content),
      unforwarded: ({ info, operation, payload }) => UnforwardedMembers.findings(operation, info.method, payload)
    }) as Dispatched

  const warehouse = Server.make<never>({ find: callers.ofWarehouse, ...tries("warehouse"), driftOf, limits, dispatch: toWarehouse("warehouse") })

  const gateway = GatewayServer.make<never>({
    find: callers.ofGateway,
    ...tries("gateway"),
    // One gateway request may concern several links of an account.
    driftOf: ({ appKey, defaultLink }) => connections.drift(defaultLink?.key ?? `gateway:${appKey}`),
    allowApiUrl: callers.allowsApiUrl,
    limits,
    dispatch: toWarehouse("gateway") as never
  })

  const platform = PlatformRoute.make({
    callers,
    composed,
    connections,
    linkCalls,
    dispatch: yield* PlatformDispatch,
    publicUrl,
    tokens: yield* IssuedTokens,
    tries: tries("platform")
  })

  const openApi = OpenApiRoute.make({ callers, composed, connections, linkCalls, dispatch: yield* ErpDispatch, tries: tries("open-api") })

  const receiver = CallbackServer.make<never>({
    find: callers.ofReceiver,
    ...tries("receiver"),
    driftOf,
    limits,
    receive: (caller, event, info) => {
      const source = { scope: caller.key, who: "peer" as const, raw: info.content }
      return Effect.flatMap(
        Effect.catch(events.received(source, event), () => Effect.fail(notStored)),
        (effect) => effect === "too many" ? Effect.fail(new Refusal({ code: "QUANTITY_TOO_LARGE", message: tooManySays })) : Effect.void
      ).pipe(
        Effect.annotateLogs({ receiver: caller.key, event: event._tag })
      )
    }
  })

  const receivesOrders = composed.receivers.some(({ shop }) => shop !== undefined)
  const orders = OrderRoute.make({ callers, composed, connections, reports: yield* PlatformReports, tries: tries("orders") })

  /** One request may be split over several links; all parts share its deadline and the pages that it may read. */
  const inTime = (serve: Serve): Serve => (request) =>
    Deadline.within(composed.server.callerDeadline, PageBudget.within(composed.server.pagesPerCall, serve(request)))

  const warehouseRoute: Route = { name: "warehouse", serve: inTime(warehouse) }
  const gatewayRoute: Route = { name: "gateway", serve: inTime(gateway) }
  const platformRoute: Route = { name: "platform", serve: inTime(platform) }
  const openApiRoute: Route = { name: "open-api", serve: inTime(openApi) }
  const orderRoute: Route = { name: "orders", serve: orders }
  const receiverRoute: Route = { name: "receiver", serve: receiver }
  const callbackRoute: Route = { name: "callbacks", serve: CallbackRoute.make({ connections, events: incomingEvents, tries: tries("callbacks") }) }
  const authorizationRoute: Route = { name: "authorization", serve: yield* AuthorizationRoute.make({ connections, publicUrl, tries: tries("authorization") }) }
  const routes: Routes = {
    of: (path) => {
      if (path === "/warehouse") return warehouseRoute
      if (/^\/callbacks\/[^/]+(?:\/.*)?$/.test(path)) return callbackRoute
      if (/^\/oauth\/callback\/[^/]+$/.test(path)) return authorizationRoute
      if (/^\/global-api\/[^/]+\/warehouse\/[^/]+$/.test(path)) return gatewayRoute
      if (path === OrderRoute.path && receivesOrders) return orderRoute
      if (OpenApiRoute.path.test(path)) return openApiRoute
      if (PlatformRoute.path.test(path)) return platformRoute
      if (/^\/sys\/automatic\/receive(?:Odo|Asn)\/[^/]+$/.test(path)) return receiverRoute
      return undefined
    }
  }
  return routes
})

/**
 * The doors of the public listener: each path, the protocol server behind it, and how its caller becomes a link.
 */
import { Drift, type Transport } from "@crossdock/core"
import { Server as GatewayServer } from "@crossdock/protocols/gateway"
import { CallbackServer, Server } from "@crossdock/protocols/warehouse-envelope"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Composed } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { Dispatch } from "../delivery/Dispatch.ts"
import { Events } from "../delivery/Events.ts"
import { notStored } from "../delivery/Refusal.ts"
import { Reports } from "../delivery/Reports.ts"
import * as AuthFailures from "./AuthFailures.ts"
import * as Callers from "./Callers.ts"
import * as Metrics from "./Metrics.ts"
import * as MethodReplay from "./MethodReplay.ts"
import * as Unused from "./Unused.ts"

type Serve = (request: Transport.Request) => Effect.Effect<Transport.Response>

export interface Door {
  readonly name: string
  readonly serve: Serve
}

export interface Doors {
  /** The door that a path belongs to; absent: there is none. */
  readonly of: (path: string) => Door | undefined
}

/** No such connection, and one that takes no callbacks, are one answer. */
const nobody: Transport.Response = {
  status: 404,
  headers: [["content-type", "application/json; charset=utf-8"]],
  body: JSON.stringify({ success: false, message: "NO_SUCH_CALLBACK: no connection takes callbacks at this address" })
}

/** A segment that is not percent-encoded text names no connection. */
const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ""
  }
}

export const make = Effect.fnUntraced(function*(composed: Composed) {
  const reports = yield* Reports
  const connections = yield* Connections
  const dispatch = yield* Dispatch
  const events = yield* Events
  const failures = AuthFailures.make(composed.server.authFailureLimit)
  const replays = MethodReplay.make(composed.server.methodReplay)
  const callers = Callers.make(connections)

  const authentication = (door: string) => ({
    mayTry: (accessId: string, address: string | undefined) =>
      Effect.map(Clock.currentTimeMillis, (now) => failures.mayTry(accessId, address, now)),
    onAuthentication: (outcome: { readonly accessId: string; readonly remoteAddress: string | undefined; readonly ok: boolean }) =>
      outcome.ok
        ? Effect.void
        : Effect.flatMap(Clock.currentTimeMillis, (now) => {
          failures.failed(outcome.accessId, outcome.remoteAddress, now)
          return Effect.andThen(
            Metrics.count(Metrics.signatureFailures, { door }),
            Effect.logWarning("authentication failed").pipe(Effect.annotateLogs({ door }))
          )
        })
  })

  /** What a caller sends beside its document is recorded under its link, which is known once it has been found. */
  const reporting = (door: string, serverOf: (found: (scope: string) => void) => Serve): Serve => (request) => {
    let scope = `door:${door}`
    const server = serverOf((known) => {
      scope = known
    })
    const report = (finding: Drift.Finding) => connections.drift(scope).report(finding)
    return Effect.provideService(server(request), Drift.Drift, { report })
  }

  const limits = { maxBody: composed.server.maxBody }

  const headersTold = new Set<string>()
  /** A caller sends the same headers with every call; each is told once in the life of a process. */
  const newHeaders = (scope: string, info: object) =>
    Unused.ofHeaders(info).filter(({ path }) => {
      const key = `${scope} ${path}`
      const isNew = !headersTold.has(key)
      headersTold.add(key)
      return isNew
    })

  const dispatched = (door: string): Parameters<typeof Server.make<never>>[0]["dispatch"] => (caller, operation, payload, info) =>
    Effect.gen(function*() {
      const link = connections.linkOf(caller.key)
      if (link === undefined) return yield* Effect.die("a caller without a link")
      yield* replays.seen(door, caller.key, info)
      yield* Effect.forEach(
        [...newHeaders(caller.key, info), ...Unused.ofPayload(operation.name, info.method, payload)],
        connections.drift(caller.key).report,
        { discard: true }
      )
      return yield* dispatch.call(link, operation, payload, info.content)
    }).pipe(Effect.annotateLogs({ link: caller.key, operation: operation.name }))

  const [warehouseTries, gatewayTries, receiverTries] = [authentication("warehouse"), authentication("gateway"), authentication("receiver")]
  const [toWarehouse, throughGateway] = [dispatched("warehouse"), dispatched("gateway")]

  const warehouse = reporting("warehouse", (found) =>
    Server.make<never>({
      find: (accessId) => {
        const caller = callers.ofWarehouse(accessId)
        if (caller !== undefined) found(caller.key)
        return caller
      },
      ...warehouseTries,
      limits,
      dispatch: toWarehouse
    }))

  const gateway = reporting("gateway", (found) =>
    GatewayServer.make<never>({
      find: (appKey) => {
        const account = callers.ofGateway(appKey)
        // One call may be about several links of an account.
        if (account !== undefined) found(account.defaultLink?.key ?? `gateway:${appKey}`)
        return account
      },
      ...gatewayTries,
      allowApiUrl: callers.allowsApiUrl,
      limits,
      dispatch: throughGateway as never
    }))

  const receiver = reporting("receiver", (found) =>
    CallbackServer.make<never>({
      find: (extraType, accessId) => {
        const caller = callers.ofReceiver(extraType, accessId)
        if (caller !== undefined) found(caller.key)
        return caller
      },
      ...receiverTries,
      limits,
      receive: (caller, event, info) => {
        const source = { scope: caller.key, who: "peer" as const, raw: info.content }
        const stored = event._tag === "OutboundStatusChanged"
          ? events.outbound(source, event.status)
          : events.inbound(source, event.progress)
        return Effect.asVoid(Effect.catch(stored, () => Effect.fail(notStored))).pipe(
          Effect.annotateLogs({ receiver: caller.key, event: event._tag })
        )
      }
    }))

  /** Whoever a vendor calls back: its plugin verifies and answers. What follows the connection is the plugin's path. */
  const callback: Serve = (request) => {
    const [, , id = "", ...rest] = request.url.pathname.split("/")
    const connection = connections.get(decoded(id))
    const plugin = connection?.plugin
    if (connection === undefined || plugin?.contract !== "warehouse/v1" || plugin.incoming === undefined) {
      return Effect.succeed(nobody)
    }
    const url = new URL(`/${rest.join("/")}${request.url.search}`, request.url)
    const answer = plugin.incoming(
      connection.settings as never,
      (event) => reports.take(connection.id, event, request.body),
      { timeZone: connection.timeZone }
    )
    return answer({ ...request, url }).pipe(
      Effect.provideService(Drift.Drift, connections.drift(connection.id)),
      Effect.annotateLogs({ connection: connection.id })
    )
  }

  const doors: Doors = {
    of: (path) => {
      if (/^\/callbacks\/[^/]+(?:\/.*)?$/.test(path)) return { name: "callbacks", serve: callback }
      if (path === "/warehouse") return { name: "warehouse", serve: warehouse }
      if (/^\/global-api\/[^/]+\/warehouse\/[^/]+$/.test(path)) return { name: "gateway", serve: gateway }
      if (/^\/sys\/automatic\/receive(?:Odo|Asn)\/[^/]+$/.test(path)) return { name: "receiver", serve: receiver }
      return undefined
    }
  }
  return doors
})

/**
 * The doors of the public listener: each path, the protocol server behind it, and how its caller becomes a link.
 */
import type { Transport } from "@crossdock/core"
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
import { seen } from "./MethodReplay.ts"

export type Door = (request: Transport.Request) => Effect.Effect<Transport.Response>

export interface Doors {
  /** The door that a path belongs to; absent: there is none. */
  readonly of: (path: string) => { readonly name: string; readonly serve: Door } | undefined
}

/** No such connection, and one that takes no callbacks, are one answer. */
const nobody: Transport.Response = {
  status: 404,
  headers: [["content-type", "application/json; charset=utf-8"]],
  body: JSON.stringify({ success: false, message: "NO_SUCH_CALLBACK: no connection takes callbacks at this address" })
}

export const make = Effect.fnUntraced(function*(composed: Composed) {
  const reports = yield* Reports
  const connections = yield* Connections
  const dispatch = yield* Dispatch
  const events = yield* Events
  const failures = AuthFailures.make(composed.server.authFailureLimit)
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

  const warehouse = Server.make({
    find: callers.ofWarehouse,
    ...authentication("warehouse"),
    limits: { maxBody: composed.server.maxBody },
    dispatch: (caller, operation, payload, info) =>
      Effect.gen(function*() {
        const link = connections.linkOf(caller.key)
        if (link === undefined) return yield* Effect.die("a caller without a link")
        yield* seen(composed.server.methodReplay, caller.key, info)
        return yield* dispatch.call(link, operation, payload, info.content)
      }).pipe(Effect.annotateLogs({ link: caller.key, operation: operation.name }))
  })

  const gateway = GatewayServer.make({
    find: callers.ofGateway,
    ...authentication("gateway"),
    limits: { maxBody: composed.server.maxBody },
    dispatch: (caller, operation, payload, info) =>
      Effect.gen(function*() {
        const link = connections.linkOf(caller.key)
        if (link === undefined) return yield* Effect.die("a caller without a link")
        yield* seen(composed.server.methodReplay, caller.key, info)
        return yield* dispatch.call(link, operation, payload, info.content)
      }).pipe(Effect.annotateLogs({ link: caller.key, operation: operation.name }))
  })

  const receiver = CallbackServer.make({
    find: callers.ofReceiver,
    ...authentication("receiver"),
    limits: { maxBody: composed.server.maxBody },
    receive: (caller, event, info) => {
      const source = { scope: caller.key, who: "peer" as const, raw: info.content }
      const stored = event._tag === "OutboundStatusChanged"
        ? events.outbound(source, event.status)
        : events.inbound(source, event.progress)
      return Effect.asVoid(Effect.catch(stored, () => Effect.fail(notStored))).pipe(
        Effect.annotateLogs({ receiver: caller.key, event: event._tag })
      )
    }
  })

  /** Whoever a vendor calls back: its plugin verifies and answers. What follows the connection is the plugin's path. */
  const callback: Door = (request) => {
    const [, , id = "", ...rest] = request.url.pathname.split("/")
    const connection = connections.get(decodeURIComponent(id))
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
    return answer({ ...request, url }).pipe(Effect.annotateLogs({ connection: connection.id }))
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

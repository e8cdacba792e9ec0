/**
 * The doors of the public listener: each path, the protocol server behind it, and how its caller becomes a link.
 */
import { Drift, type Transport, type WarehouseV1 } from "@crossdock/core"
import { Server as GatewayServer } from "@crossdock/protocols/gateway"
import { CallbackServer, Server } from "@crossdock/protocols/warehouse-envelope"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Composed, Connection } from "../Composition.ts"
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

/** The exact message that a plugin is busy with, for the record of what it reports. */
const Message = Context.Reference<string>("@crossdock/runner/http/Message", { defaultValue: () => "" })

type Dispatched = Parameters<typeof Server.make<never>>[0]["dispatch"]

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
      Effect.clockWith((clock) => Effect.succeed(failures.mayTry(accessId, address, clock.currentTimeMillisUnsafe()))),
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

  /** What a caller sends beside its document is recorded under its link. */
  const driftOf = ({ key }: { readonly key: string }) => connections.drift(key)

  const dispatched = (door: string): Dispatched => (...[caller, operation, payload, info]) => {
    const link = connections.linkOf(caller.key)
    if (link === undefined) return Effect.die("a caller without a link")
    const replay = replays.seen(door, caller.key, info)
    const work = () => {
      const unused = newHeaders(caller.key, info).concat(Unused.ofPayload(operation.name, info.method, payload))
      const called = () => dispatch.call(link, operation, payload, info.content)
      return unused.length === 0
        ? called()
        : Effect.flatMap(Effect.forEach(unused, connections.drift(caller.key).report, { discard: true }), called)
    }
    return Effect.annotateLogs(
      replay === undefined ? Effect.suspend(work) : Effect.flatMap(replay, work),
      { link: caller.key, operation: operation.name }
    ) as never
  }

  const [warehouseTries, gatewayTries, receiverTries] = [authentication("warehouse"), authentication("gateway"), authentication("receiver")]
  const [toWarehouse, throughGateway] = [dispatched("warehouse"), dispatched("gateway")]

  const warehouse = Server.make<never>({ find: callers.ofWarehouse, ...warehouseTries, driftOf, limits, dispatch: toWarehouse })

  const gateway = GatewayServer.make<never>({
    find: callers.ofGateway,
    ...gatewayTries,
    // One call may be about several links of an account.
    driftOf: ({ appKey, defaultLink }) => connections.drift(defaultLink?.key ?? `gateway:${appKey}`),
    allowApiUrl: callers.allowsApiUrl,
    limits,
    dispatch: throughGateway as never
  })

  const receiver = CallbackServer.make<never>({
    find: callers.ofReceiver,
    ...receiverTries,
    driftOf,
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
  })

  const listeners = new WeakMap<Connection, Serve>()

  /** What a plugin makes of its settings to take callbacks, once per connection as it stands. */
  const listenerOf = (connection: Connection, incoming: WarehouseV1.Incoming<never>): Serve => {
    const known = listeners.get(connection)
    if (known !== undefined) return known
    const made = incoming(
      connection.settings as never,
      (event) => Effect.flatMap(Message, (raw) => reports.take(connection.id, event, raw)),
      { timeZone: connection.timeZone }
    )
    listeners.set(connection, made)
    return made
  }

  /** Whoever a vendor calls back: its plugin verifies and answers. What follows the connection is the plugin's path. */
  const callback: Serve = (request) => {
    const [, , id = "", ...rest] = request.url.pathname.split("/")
    const connection = connections.get(decoded(id))
    const plugin = connection?.plugin
    if (connection === undefined || plugin?.contract !== "warehouse/v1" || plugin.incoming === undefined) {
      return Effect.succeed(nobody)
    }
    const url = new URL(`/${rest.join("/")}${request.url.search}`, request.url)
    return listenerOf(connection, plugin.incoming)({ ...request, url }).pipe(
      Effect.provideService(Message, request.body),
      Effect.provideService(Drift.Drift, connections.drift(connection.id)),
      Effect.annotateLogs({ connection: connection.id })
    )
  }

  const warehouseDoor: Door = { name: "warehouse", serve: warehouse }
  const gatewayDoor: Door = { name: "gateway", serve: gateway }
  const receiverDoor: Door = { name: "receiver", serve: receiver }
  const callbackDoor: Door = { name: "callbacks", serve: callback }
  const doors: Doors = {
    of: (path) => {
      if (path === "/warehouse") return warehouseDoor
      if (/^\/callbacks\/[^/]+(?:\/.*)?$/.test(path)) return callbackDoor
      if (/^\/global-api\/[^/]+\/warehouse\/[^/]+$/.test(path)) return gatewayDoor
      if (/^\/sys\/automatic\/receive(?:Odo|Asn)\/[^/]+$/.test(path)) return receiverDoor
      return undefined
    }
  }
  return doors
})

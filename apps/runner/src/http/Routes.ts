/**
 * The routes of the public listener: each path with its protocol server, and how a request's caller becomes a link.
 */
import { AdapterError, Drift, type Transport } from "@crossdock/core"
import { Server as GatewayServer } from "@crossdock/protocols/gateway"
import { CallbackServer, Server } from "@crossdock/protocols/warehouse-envelope"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Composed } from "../Composition.ts"
import * as Authorization from "../connection/Authorization.ts"
import { Connections } from "../connection/Connections.ts"
import * as Deadline from "../engine/Deadline.ts"
import { Dispatch } from "../contracts/warehouse/Dispatch.ts"
import { Events } from "../contracts/warehouse/Events.ts"
import { tooManySays } from "../contracts/warehouse/ReceivingRules.ts"
import { notStored, Refusal } from "../engine/Refusal.ts"
import * as UnforwardedMembers from "../contracts/warehouse/UnforwardedMembers.ts"
import { IncomingEvents } from "../records/IncomingEvents.ts"
import * as AuthFailureLog from "./AuthFailureLog.ts"
import * as AuthFailures from "./AuthFailures.ts"
import * as Callers from "./Callers.ts"
import * as Metrics from "./Metrics.ts"
import * as MethodReplay from "./MethodReplay.ts"
import * as UnforwardedFields from "./UnforwardedFields.ts"

type Serve = (request: Transport.Request) => Effect.Effect<Transport.Response>

export interface Route {
  readonly name: string
  readonly serve: Serve
}

export interface Routes {
  /** The route of a path; undefined if there is none. */
  readonly of: (path: string) => Route | undefined
}

/**
 * A connection that does not exist, or takes no callbacks, gets the same response as a wrong signature, so that ids
 * cannot be probed (U-148).
 */
const nobody = CallbackServer.make<never>({ find: () => undefined, receive: () => Effect.die("callback of an unknown connection") })

const tooManyCallbacks = CallbackServer.seal({
  code: "RATE_LIMITED",
  message: "too many failed authentications; wait 60 seconds",
  httpStatus: 429
})

const notOpen = CallbackServer.seal({
  code: "NOT_STORED",
  message: "the connection of this path cannot be opened now; send the request again later",
  httpStatus: 503
})

const tooManyCalls = new Refusal({
  code: "OVERLOADED",
  message: "too many requests of this link are waiting, and nothing was done with this one; send it again in a second",
  httpStatus: 503,
  retryAfter: 1
})

/**
 * Whether a plugin rejected the caller of a callback: by the HTTP status, or with the code that our own servers use.
 */
const isAuthenticationRefused = ({ body, status }: Transport.Response): boolean =>
  status === 401 || status === 403 || body.slice(0, 512).includes("SIGNATURE_INVALID")

const page = (status: number, text: string): Transport.Response => ({
  status,
  headers: [
    ["content-type", "text/plain; charset=utf-8"],
    ["cache-control", "no-store"],
    ["referrer-policy", "no-referrer"],
    ["x-content-type-options", "nosniff"]
  ],
  body: `${text}\n`
})

/** The page for a person whom a peer redirected to this runner. */
const pageOf = (id: string, outcome: Authorization.Outcome): Transport.Response => {
  switch (outcome.is) {
    case "authorized":
      return page(200, `The connection ${id} is authorized.${outcome.isResumed ? " It was paused and is running again." : ""} You can close this page.`)
    case "denied":
      return page(403, `Access was not granted, so the connection ${id} is unchanged. To try again: crossdock connections authorize ${id}`)
    case "failed":
      return page(502, `The connection ${id} is not authorized: ${outcome.message}. To try again: crossdock connections authorize ${id}`)
    case "unknown":
      return page(400, "This address is not valid: it is unknown, was used before, or is older than ten minutes. Nothing was changed. Run `crossdock connections authorize` to make a new one.")
  }
}

const tooManyPages = page(429, "Too many invalid addresses were opened; wait 60 seconds.")

const notKept = page(503, "The database did not answer, so nothing was stored. Run `crossdock connections authorize` to make a new address.")

type Dispatched = Parameters<typeof Server.make<never>>[0]["dispatch"]

/** The decoded path segment; empty if its percent-encoding is not valid, which matches no connection. */
const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ""
  }
}

export const make = Effect.fnUntraced(function*(composed: Composed, publicUrl?: URL) {
  const context = yield* Effect.context<Effect.Services<ReturnType<typeof Authorization.finish>>>()
  const incomingEvents = yield* IncomingEvents
  const connections = yield* Connections
  const dispatch = yield* Dispatch
  const events = yield* Events
  const replays = MethodReplay.make(composed.server.methodReplay)
  const callers = Callers.make(connections)

  /** Failures are counted per route, so that those on one route do not block callers of another. */
  const authentication = (door: string) => {
    const failures = AuthFailures.make(composed.server.authFailureLimit)
    const log = AuthFailureLog.make(door)
    const failed = (failure: AuthFailureLog.Failure) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const isBlocked = !failures.mayFail(failure.id, failure.address, now)
        const isOneTooMany = failures.failed(failure.id, failure.address, now)
        const told = isBlocked ? Effect.void : log.failed(failure, now)
        return Effect.andThen(
          Metrics.count(Metrics.signatureFailures, { door }),
          isOneTooMany ? Effect.andThen(told, log.blocked(failure, now)) : told
        )
      })
    return {
      mayFail: (id: string, address: string | undefined) =>
        Effect.map(Clock.currentTimeMillis, (now) => failures.mayFail(id, address, now)),
      onAuthentication: ({ accessId, isKnown, ok, remoteAddress }: Server.Authentication) =>
        ok ? Effect.void : failed({ id: accessId, isKnown, address: remoteAddress })
    }
  }

  const limits = { maxBody: composed.server.maxBody }

  const headersTold = new Set<string>()
  /**
   * Drift findings of the headers that were not reported before. A caller sends the same headers with every request, so
   * each is reported once per process.
   */
  const newHeaders = (scope: string, info: object) =>
    UnforwardedFields.ofHeaders(info).filter(({ path }) => {
      const key = `${scope} ${path}`
      const isNew = !headersTold.has(key)
      headersTold.add(key)
      return isNew
    })

  /** Records drift of a caller under its link. */
  const driftOf = ({ key }: { readonly key: string }) => connections.drift(key)

  const callsAtOnce = new Map<string, number>()
  /**
   * Limits concurrent requests per link, so that a link with a slow warehouse does not take the memory and capacity of
   * the others.
   */
  const amongCallsOf = <A, E>(scope: string, work: () => Effect.Effect<A, E>): Effect.Effect<A, E | Refusal> => {
    const before = callsAtOnce.get(scope) ?? 0
    if (before >= composed.server.callsAtOncePerLink) return Effect.fail(tooManyCalls)
    callsAtOnce.set(scope, before + 1)
    return Effect.ensuring(
      Effect.suspend(work),
      Effect.sync(() => {
        const now = (callsAtOnce.get(scope) ?? 1) - 1
        if (now === 0) callsAtOnce.delete(scope)
        else callsAtOnce.set(scope, now)
      })
    )
  }

  const dispatched = (door: string): Dispatched => (...[caller, operation, payload, info]) => {
    const link = connections.linkOf(caller.key)
    if (link === undefined) return Effect.die("a caller without a link")
    const replay = replays.seen(door, caller.key, info)
    const work = () => {
      const unused = newHeaders(caller.key, info).concat(UnforwardedMembers.findings(operation, info.method, payload))
      const called = () => dispatch.call(link, operation, payload, info.content)
      return unused.length === 0
        ? called()
        : Effect.flatMap(Effect.forEach(unused, connections.drift(caller.key).report, { discard: true }), called)
    }
    const counted = () => amongCallsOf(caller.key, work)
    return Effect.annotateLogs(
      replay === undefined ? Effect.suspend(counted) : Effect.flatMap(replay, counted),
      { link: caller.key, operation: operation.name }
    ) as never
  }

  const [warehouseTries, gatewayTries] = [authentication("warehouse"), authentication("gateway")]
  const [receiverTries, callbackTries] = [authentication("receiver"), authentication("callbacks")]
  const authorizationTries = authentication("authorization")
  const [toWarehouse, throughGateway] = [dispatched("warehouse"), dispatched("gateway")]

  const warehouse = Server.make<never>({ find: callers.ofWarehouse, ...warehouseTries, driftOf, limits, dispatch: toWarehouse })

  const gateway = GatewayServer.make<never>({
    find: callers.ofGateway,
    ...gatewayTries,
    // One gateway request may concern several links of an account.
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
      return Effect.flatMap(
        Effect.catch(events.received(source, event), () => Effect.fail(notStored)),
        (effect) => effect === "too many" ? Effect.fail(new Refusal({ code: "QUANTITY_TOO_LARGE", message: tooManySays })) : Effect.void
      ).pipe(
        Effect.annotateLogs({ receiver: caller.key, event: event._tag })
      )
    }
  })

  /**
   * Passes a callback to the plugin of the connection, which verifies and answers it. The path after the connection id
   * is the plugin's to interpret.
   */
  const calledBack = Effect.fnUntraced(function*(request: Transport.Request, id: string, path: ReadonlyArray<string>) {
    const url = new URL(request.url)
    url.pathname = `/${path.join("/")}`
    if (connections.get(id)?.plugin.receives !== true) return yield* nobody({ ...request, url })
    const incoming = yield* Effect.result(connections.incoming(id))
    if (Result.isFailure(incoming)) {
      yield* Effect.logWarning(`a callback arrived while its connection cannot be opened: ${AdapterError.describe(incoming.failure)}`)
      return notOpen
    }
    if (incoming.success === undefined) return yield* nobody({ ...request, url })
    return yield* incoming.success({ ...request, url }, (event) => incomingEvents.take(id, event, request.body)).pipe(
      Effect.provideService(Drift.Drift, connections.drift(id))
    )
  })

  const callback: Serve = Effect.fnUntraced(function*(request) {
    const [, , segment = "", ...path] = request.url.pathname.split("/")
    const id = decoded(segment)
    const answer = yield* Effect.annotateLogs(calledBack(request, id, path), { connection: id })
    if (!isAuthenticationRefused(answer)) return answer
    const { remoteAddress } = request
    const mayFail = yield* callbackTries.mayFail(id, remoteAddress)
    yield* callbackTries.onAuthentication({ accessId: id, remoteAddress, ok: false, isKnown: connections.get(id) !== undefined })
    return mayFail ? answer : tooManyCallbacks
  })

  /** The peer redirects a person here with a code and the state that the runner issued. */
  const authorized: Serve = Effect.fnUntraced(function*({ method, remoteAddress, url }) {
    const id = decoded(url.pathname.split("/")[3] ?? "")
    const finished = publicUrl === undefined || method !== "GET"
      ? Effect.succeed<Authorization.Outcome>({ is: "unknown" })
      : Effect.provideContext(Authorization.finish(id, url.searchParams, publicUrl), context)
    const outcome = yield* Effect.result(Effect.annotateLogs(finished, { connection: id }))
    if (Result.isFailure(outcome)) return notKept
    if (outcome.success.is !== "unknown") return pageOf(id, outcome.success)
    const mayFail = yield* authorizationTries.mayFail(id, remoteAddress)
    yield* authorizationTries.onAuthentication({ accessId: id, remoteAddress, ok: false, isKnown: connections.get(id) !== undefined })
    return mayFail ? pageOf(id, outcome.success) : tooManyPages
  })

  /** One request may be split over several links; all parts share its deadline. */
  const inTime = (serve: Serve): Serve => (request) => Deadline.within(composed.server.callerDeadline, serve(request))

  const warehouseRoute: Route = { name: "warehouse", serve: inTime(warehouse) }
  const gatewayRoute: Route = { name: "gateway", serve: inTime(gateway) }
  const receiverRoute: Route = { name: "receiver", serve: receiver }
  const callbackRoute: Route = { name: "callbacks", serve: callback }
  const authorizationRoute: Route = { name: "authorization", serve: authorized }
  const routes: Routes = {
    of: (path) => {
      if (path === "/warehouse") return warehouseRoute
      if (/^\/callbacks\/[^/]+(?:\/.*)?$/.test(path)) return callbackRoute
      if (/^\/oauth\/callback\/[^/]+$/.test(path)) return authorizationRoute
      if (/^\/global-api\/[^/]+\/warehouse\/[^/]+$/.test(path)) return gatewayRoute
      if (/^\/sys\/automatic\/receive(?:Odo|Asn)\/[^/]+$/.test(path)) return receiverRoute
      return undefined
    }
  }
  return routes
})

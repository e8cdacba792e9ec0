/**
 * Core's `Transport` over undici: one request, sent once, over kept connections.
 *
 * Whether the peer may have acted is not guessed from an error code. undici announces each request before it writes the
 * first byte of it; a failure before that is `connect`, whatever it is called, and one after it never is. So a name that
 * does not resolve, a connection that is refused or too slow and a failed TLS handshake are `connect`; a kept connection
 * that the peer had closed is `receive`, under the same code as a reset during the handshake.
 */
import { AdapterError, Transport } from "@crossdock/core"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { lookup } from "node:dns"
import type { LookupFunction } from "node:net"
import { Agent, type Dispatcher } from "undici"
import * as AddressGuard from "./AddressGuard.ts"
import { sharing } from "./SharedLookup.ts"

export interface Options {
  /** Who wrote the addresses that are called. Absent: an operator. */
  readonly trust?: AddressGuard.Policy["trust"]
  /** See `AddressGuard.Policy`. */
  readonly hosts?: ReadonlyArray<string>
  /** Until a connection stands, TLS included. Absent: 3 s (U-123). */
  readonly connectTimeout?: Duration.Input
  /** The whole exchange, unless the request says otherwise. Absent: 30 s (U-123). */
  readonly timeout?: Duration.Input
  /** Bytes of an answer. Absent: 20 MiB (U-122). */
  readonly maxAnswer?: number
  /** Connections to one origin at a time; further calls wait for one. Absent: 64. */
  readonly connectionsPerOrigin?: number
  /** Resolves names, each once at a time; what it finds passes the guard. Absent: the resolver of the system. */
  readonly lookup?: LookupFunction
}

type Phase = AdapterError.TransportFailed["phase"]

/** How far one exchange has come; undici moves it forward. */
interface Progress {
  phase: Phase
}

const failed = (phase: Phase, cause: unknown) => new AdapterError.TransportFailed({ phase, cause })

const textOf = (raw: unknown): string => typeof raw === "string" ? raw : (raw as Buffer).toString("latin1")

/** undici gives names and values in turn, as they came. */
const pairs = (raw: Dispatcher.DispatchController["rawHeaders"]): Transport.Headers => {
  const list = Array.isArray(raw) ? raw : []
  return Array.from({ length: list.length / 2 }, (_, at) => [textOf(list[at * 2]), textOf(list[at * 2 + 1])] as const)
}

/** What HTTP cannot carry as it is written; undici says the rest of it. */
const unsendable = ({ body, headers }: Transport.Request): string | undefined => {
  if (/\p{Surrogate}/u.test(body)) return "the body holds half a character, which UTF-8 cannot carry"
  return Transport.header(headers, "host") === undefined ? undefined : "the host follows from the address"
}

const exchange = (agent: Agent, request: Transport.Request, progress: Progress) =>
  Effect.callback<Transport.Response, AdapterError.TransportFailed>((resume) => {
    let stop: ((reason: Error) => void) | undefined
    let isStopped = false
    let status = 0
    let headers: Transport.Headers = []
    let body = ""
    const decoder = new TextDecoder("utf-8", { fatal: true })
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (controller) => {
        if (isStopped) return controller.abort(new Error("nobody waits for the answer any more"))
        if (progress.phase !== "connect") return controller.abort(new Error("a request is never sent a second time"))
        if (request.mayLeave?.() === false) return controller.abort(new Error("whoever asked for this may not send it any more"))
        progress.phase = "send"
        stop = (reason) => controller.abort(reason)
      },
      onRequestSent: () => {
        progress.phase = "receive"
      },
      onResponseStart: (controller, statusCode) => {
        if (statusCode < 200) return
        status = statusCode
        headers = pairs(controller.rawHeaders)
        const encoding = Transport.header(headers, "content-encoding") ?? "identity"
        if (encoding.trim().toLowerCase() !== "identity") {
          controller.abort(new Error(`the answer is encoded as ${encoding}, which was not asked for`))
        }
      },
      // What these two throw comes back as onResponseError.
      onResponseData: (_controller, chunk) => {
        body += decoder.decode(chunk, { stream: true })
      },
      onResponseEnd: () => {
        body += decoder.decode()
        resume(Effect.succeed({ status, headers, body }))
      },
      onResponseError: (_controller, error) => resume(Effect.fail(failed(progress.phase, error)))
    }
    agent.dispatch({
      origin: request.url.origin,
      path: `${request.url.pathname}${request.url.search}`,
      method: request.method,
      headers: request.headers.flat(),
      body: request.body === "" ? null : request.body
    }, handler)
    return Effect.sync(() => {
      isStopped = true
      stop?.(new Error("nobody waits for the answer any more"))
    })
  })

/** The transport of one scope: its connections close with it. */
export const layer = (options: Options = {}): Layer.Layer<Transport.Transport> => {
  const policy: AddressGuard.Policy = {
    trust: options.trust ?? "operator",
    ...(options.hosts && { hosts: options.hosts })
  }
  const make = () =>
    new Agent({
      connect: {
        lookup: AddressGuard.guarded(policy, sharing(options.lookup ?? lookup)),
        timeout: Duration.toMillis(options.connectTimeout ?? "3 seconds"),
        // Never off by the environment alone.
        rejectUnauthorized: true
      },
      connections: options.connectionsPerOrigin ?? 64,
      maxResponseSize: options.maxAnswer ?? 20 * 1024 * 1024,
      pipelining: 1,
      // HTTP/2 repeats requests by itself after a GOAWAY.
      allowH2: false,
      // The limit on the whole exchange is kept here, by the clock of the fiber.
      headersTimeout: 0,
      bodyTimeout: 0
    })
  const send = (agent: Agent) =>
    Effect.fnUntraced(function*(request: Transport.Request) {
      const refused = AddressGuard.check(request.url, policy)
      if (refused !== undefined) return yield* failed("connect", refused)
      const problem = unsendable(request)
      if (problem !== undefined) return yield* failed("connect", new TypeError(problem))
      const progress: Progress = { phase: "connect" }
      const duration = Duration.fromInputUnsafe(request.timeout ?? options.timeout ?? "30 seconds")
      return yield* Effect.timeoutOrElse(exchange(agent, request, progress), {
        duration,
        orElse: () => Effect.fail(failed(progress.phase, new Error(`no whole answer within ${Duration.format(duration)}`)))
      })
    })
  return Layer.effect(
    Transport.Transport,
    Effect.map(
      Effect.acquireRelease(Effect.sync(make), (agent) => Effect.promise(() => agent.destroy())),
      (agent) => Transport.Transport.of({ send: send(agent) })
    )
  )
}

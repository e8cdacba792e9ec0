/**
 * Core's `Transport` over undici: one request, sent once, over kept connections.
 *
 * Whether the peer may have acted is not guessed from an error code. undici announces each request before it writes the
 * first byte of it; a failure before that is `connect`, whatever it is called, and one after it never is. So a name that
 * does not resolve, a connection that is refused or too slow and a failed TLS handshake are `connect`; a kept connection
 * that the peer had closed is `receive`, under the same code as a reset during the handshake.
 */
import { Transport } from "@crossdock/core"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { lookup } from "node:dns"
import type { LookupFunction } from "node:net"
import { Agent } from "undici"
import * as AddressGuard from "./AddressGuard.ts"
import { exchange, failed, type Progress } from "./HttpExchange.ts"
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

/** What HTTP cannot carry as it is written; undici says the rest of it. */
const unsendable = ({ body, headers }: Transport.Request): string | undefined => {
  if (/\p{Surrogate}/u.test(body)) return "the body holds half a character, which UTF-8 cannot carry"
  return Transport.header(headers, "host") === undefined ? undefined : "the host follows from the address"
}

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

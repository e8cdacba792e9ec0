/**
 * Core's `Transport` over undici. It sends each request once, over keep-alive connections.
 *
 * The phase of a failure is not guessed from an error code. undici reports each request before it writes the first byte:
 * a failure before that has the phase `connect`, one after it never has. So an unresolved name, a refused or slow
 * connection and a failed TLS handshake are `connect`. A keep-alive connection that the peer had closed is `receive`,
 * although its error code is the same as for a reset during the handshake.
 */
import { type DurationWithUnit, Transport } from "@crossdock/core"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { lookup } from "node:dns"
import type { LookupFunction } from "node:net"
import { Agent } from "undici"
import * as AddressGuard from "./RefusedAddresses.ts"
import { exchange, failed, type Target, targetOf } from "./HttpExchange.ts"
import { sharing } from "./SharedLookup.ts"

export interface Options {
  /** Where the addresses come from; see `AddressGuard.Policy`. Default: `operator`. */
  readonly trust?: AddressGuard.Policy["trust"]
  /** See `AddressGuard.Policy`. */
  readonly hosts?: ReadonlyArray<string>
  /** Timeout of a connection, including TLS. Default: 3 s (U-123). */
  readonly connectTimeout?: DurationWithUnit
  /** Timeout of the whole exchange, if the request has none. Default: 30 s (U-123). */
  readonly timeout?: DurationWithUnit
  /** Maximum size of an answer in bytes. Default: 20 MiB (U-122). */
  readonly maxAnswer?: number
  /** Maximum concurrent connections to one origin; further calls wait. Default: 64. */
  readonly connectionsPerOrigin?: number
  /** Resolves names. The address guard checks its results. Default: the resolver of the system. */
  readonly lookup?: LookupFunction
}

/** The types of ES2023 do not declare `isWellFormed` yet. */
const isWellFormed = (text: string): boolean => (text as string & { readonly isWellFormed: () => boolean }).isWellFormed()

/** Number of addresses that are checked only once. Most requests of a process go to a few. */
const knownTargets = 256

/** Why a request cannot be sent as it is. undici checks everything else. */
const unsendable = ({ body, headers }: Transport.Request): string | undefined => {
  if (!isWellFormed(body)) return "the body contains an unpaired surrogate, which UTF-8 cannot represent"
  return Transport.header(headers, "host") === undefined ? undefined : "the header host is not allowed; it follows from the URL"
}

/** A layer of the transport. Its connections close with the scope. */
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
        // The environment cannot turn off certificate checks.
        rejectUnauthorized: true
      },
      connections: options.connectionsPerOrigin ?? 64,
      maxResponseSize: options.maxAnswer ?? 20 * 1024 * 1024,
      pipelining: 1,
      // HTTP/2 would repeat requests after a GOAWAY.
      allowH2: false,
      // The timeout below covers the whole exchange, on the clock of the fiber.
      headersTimeout: 0,
      bodyTimeout: 0
    })
  const targets = new Map<string, Target | AddressGuard.AddressRefused>()
  const checked = (url: URL): Target | AddressGuard.AddressRefused => {
    const known = targets.get(url.href)
    if (known !== undefined) return known
    const target = AddressGuard.check(url, policy) ?? targetOf(url)
    if (targets.size >= knownTargets) targets.clear()
    targets.set(url.href, target)
    return target
  }
  const defaultLimit = Duration.fromInputUnsafe(options.timeout ?? "30 seconds")
  const send = (agent: Agent) => (request: Transport.Request) => {
    const target = checked(request.url)
    if (target instanceof AddressGuard.AddressRefused) return Effect.fail(failed("connect", target))
    const problem = unsendable(request)
    if (problem !== undefined) return Effect.fail(failed("connect", new TypeError(problem)))
    const limit = request.timeout === undefined ? defaultLimit : Duration.fromInputUnsafe(request.timeout)
    return Effect.suspend(() => exchange(agent, request, { phase: "connect" }, { limit, target }))
  }
  return Layer.effect(
    Transport.Transport,
    Effect.map(
      Effect.acquireRelease(Effect.sync(make), (agent) => Effect.promise(() => agent.destroy())),
      (agent) => Transport.Transport.of({ send: send(agent) })
    )
  )
}

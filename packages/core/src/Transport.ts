/**
 * The wire as two plain values and one function between them. Clients send with it; protocol servers are it.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { TransportFailed } from "./AdapterError.ts"

/** As sent and in that order; a name that occurs twice stays twice. */
export type Headers = ReadonlyArray<readonly [name: string, value: string]>

export interface Request {
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD" | "OPTIONS"
  readonly url: URL
  readonly headers: Headers
  /** The exact text that is signed and sent: UTF-8, without a byte order mark. */
  readonly body: string
  /** Whose socket it came in on; absent on the way out. */
  readonly remoteAddress?: string
  /** How long the whole exchange may take; absent: the transport's own limit. */
  readonly timeout?: Duration.Input
  /**
   * Asked when a connection is free, before the first byte is written: false, and the request fails in the phase
   * `connect`. Absent: it may leave. Our own transport asks; a transport that cannot does as if it were absent.
   */
  readonly mayLeave?: () => boolean
}

export interface Response {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** Sends one request once. It follows no redirect and repeats nothing. */
export class Transport extends Context.Service<Transport, {
  readonly send: (request: Request) => Effect.Effect<Response, TransportFailed>
}>()("@crossdock/core/Transport") {}

/** The first value of a header, whatever the case of its name. */
export const header = (headers: Headers, name: string): string | undefined => {
  const wanted = name.toLowerCase()
  return headers.find(([key]) => key.toLowerCase() === wanted)?.[1]
}

/**
 * The wire as two plain values and one function between them. Clients send with it; protocol servers are it.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
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

const seconds = /^\d{1,9}(?:\.\d{1,9})?$/
/** The three forms of a date in HTTP (RFC 9110, 5.6.7) begin with the name of a day; a year comes first in ISO 8601. */
const date = /^[A-Za-z]{3,9},? |^\d{4}-\d\d-\d\dT/
const hasZone = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/i

/**
 * How long a peer asks to wait: the value of `Retry-After` in seconds or as a date, `now` in milliseconds since 1970.
 * Undefined when the value is absent or cannot be read; zero when the date has passed.
 */
export const retryAfter = (value: string | undefined, now: number): Duration.Duration | undefined => {
  const text = value?.trim() ?? ""
  if (seconds.test(text)) return Duration.millis(Math.ceil(Number(text) * 1000))
  if (!date.test(text)) return undefined
  // A date without a zone is one in GMT; JavaScript would read it on the clock of this machine.
  const at = DateTime.make(hasZone.test(text) ? text : `${text}${/^\d/.test(text) ? "Z" : " GMT"}`)
  return Option.isNone(at) ? undefined : Duration.millis(Math.max(0, DateTime.toEpochMillis(at.value) - now))
}

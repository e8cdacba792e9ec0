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
  /**
   * Sent in place of `body`, which is "" then: a form with a file of `Multipart.make`, or a file itself. Absent: `body` is
   * sent. What the runner receives and hands to a plugin is always text.
   */
  readonly bytes?: Uint8Array
  /** `bytes`: an answer of status 2xx comes as bytes, such as a label that is downloaded. Absent: every answer is text. */
  readonly responseType?: "bytes"
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
  /** UTF-8 text; "" where `bytes` holds the answer. */
  readonly body: string
  /** The answer byte for byte, where the request asked for bytes and the status is 2xx. */
  readonly bytes?: Uint8Array
}

/** Sends one request once. It follows no redirect and repeats nothing. */
export class Transport extends Context.Service<Transport, {
  readonly send: (request: Request) => Effect.Effect<Response, TransportFailed>
}>()("@crossdock/core/Transport") {}

/** What was answered as bytes, also by a transport that knows text alone. */
export const bytesOf = ({ body, bytes }: Response): Uint8Array => bytes ?? Buffer.from(body, "utf8")

/** The first value of a header, whatever the case of its name. */
export const header = (headers: Headers, name: string): string | undefined => {
  const wanted = name.toLowerCase()
  return headers.find(([key]) => key.toLowerCase() === wanted)?.[1]
}

/**
 * HTTP requests and responses as plain values, and the port through which plugins send them.
 */
import * as Context from "effect/Context"
import type { DurationWithUnit } from "./DurationWithUnit.ts"
import type * as Effect from "effect/Effect"
import type { TransportFailed } from "./AdapterError.ts"

/** Headers in the order in which they are sent. A name may occur more than once. */
export type Headers = ReadonlyArray<readonly [name: string, value: string]>

/** An HTTP request: one that a plugin sends through `Transport`, or a callback of the peer that the runner passes to a plugin. */
export interface Request {
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD" | "OPTIONS"
  readonly url: URL
  readonly headers: Headers
  /** The exact text that is signed and sent, as UTF-8 without a byte order mark. */
  readonly body: string
  /**
   * Sent in place of `body`, which must then be "": a form of `Multipart.make`, or a file. If absent, `body` is sent. A
   * callback that the runner passes to a plugin has `bytes` if what was sent does not follow from `body`: the text of a body with a byte
   * order mark is told without it, and that of a compressed body or of one that is not UTF-8 is "". `bytesOf` returns what was sent.
   */
  readonly bytes?: Uint8Array
  /** `bytes`: the answer, such as a downloaded label, is returned as bytes if its status is 2xx. Default: text. */
  readonly responseType?: "bytes"
  /** The address of the client. Absent on outgoing requests. */
  readonly remoteAddress?: string
  /** The timeout of the whole exchange. Default: that of the transport. */
  readonly timeout?: DurationWithUnit
  /**
   * Called when a connection is free, before the first byte is written. If it returns false, the request fails in the
   * phase `connect`. If absent, the request is sent. A transport that does not support it ignores it.
   */
  readonly mayLeave?: () => boolean
}

/** An HTTP response: one that the peer gave, or the one with which a plugin answers a callback. */
export interface Response {
  readonly status: number
  readonly headers: Headers
  /** The answer as text; "" if `bytes` holds it. */
  readonly body: string
  /** The answer as bytes, if the request asked for bytes and the status is 2xx. */
  readonly bytes?: Uint8Array
}

/**
 * The service through which a plugin sends every HTTP request; the runner provides it. It sends a request once, follows no redirect and
 * retries nothing. Any HTTP status is a response; it fails only if no response arrived.
 */
export class Transport extends Context.Service<Transport, {
  readonly send: (request: Request) => Effect.Effect<Response, TransportFailed>
}>()("@crossdock/core/Transport") {}

/** The body of a request or response as bytes: its `bytes`, otherwise `body` as UTF-8. */
export const bytesOf = ({ body, bytes }: Pick<Request | Response, "body" | "bytes">): Uint8Array => bytes ?? Buffer.from(body, "utf8")

/** The first value of a header, whatever the case of its name; undefined if there is none. */
export const header = (headers: Headers, name: string): string | undefined => {
  const wanted = name.toLowerCase()
  return headers.find(([key]) => key.toLowerCase() === wanted)?.[1]
}

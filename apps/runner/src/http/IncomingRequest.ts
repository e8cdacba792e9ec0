/**
 * An HTTP request as received from a socket.
 */
import type { Transport } from "@crossdock/core"
import type { IncomingMessage } from "node:http"

/** Paths and hosts that a URL contains unchanged. */
const plainPath = /^\/[\w\-/]*$/
const plainHost = /^[\w\-.]+(?::\d{1,5})?$/

/**
 * The requested URL; undefined if it is not valid. Its path comes only from the request target. The caller controls the
 * Host header, so a host that is more than a name and a port is replaced by localhost.
 */
const urlOf = ({ headers: { host = "" }, url = "/" }: IncomingMessage): URL | undefined => {
  if (url.startsWith("/")) {
    return (plainHost.test(host) ? URL.parse(`http://${host}${url}`) : null) ?? URL.parse(`http://localhost${url}`) ?? undefined
  }
  return /^https?:\/\//i.test(url) ? URL.parse(url) ?? undefined : undefined
}

/** The path of that URL; the usual plain path is returned without parsing. */
export const pathOf = (message: IncomingMessage): string | undefined => {
  const { url = "/" } = message
  return plainPath.test(url) ? url : urlOf(message)?.pathname
}

/**
 * Whether the header Host appears more than once. A proxy in front may have used another one than this runner would.
 */
export const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === "host") hosts++
  }
  return hosts > 1
}

/** Whether the request announces a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"

const headersOf = ({ rawHeaders }: IncomingMessage): Transport.Headers => {
  const headers: Array<readonly [string, string]> = []
  for (let at = 0; at < rawHeaders.length; at += 2) headers.push([rawHeaders[at]!, rawHeaders[at + 1]!])
  return headers
}

/** A request with a valid path. Its URL is parsed on first use. */
export class IncomingRequest implements Transport.Request {
  readonly method: Transport.Request["method"]
  readonly headers: Transport.Headers
  readonly body: string
  declare readonly bytes?: Uint8Array
  readonly remoteAddress?: string
  readonly #message: IncomingMessage
  #url: URL | undefined

  constructor(message: IncomingMessage, { bytes, text }: { readonly text: string; readonly bytes?: Uint8Array }, remoteAddress: string | undefined) {
    this.method = (message.method ?? "GET") as Transport.Request["method"]
    this.headers = headersOf(message)
    this.body = text
    if (bytes !== undefined) this.bytes = bytes
    if (remoteAddress !== undefined) this.remoteAddress = remoteAddress
    this.#message = message
  }

  get url(): URL {
    return this.#url ??= urlOf(this.#message)!
  }
}

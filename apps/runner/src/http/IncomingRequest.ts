/**
 * A request as it came in on a socket.
 */
import type { Transport } from "@crossdock/core"
import type { IncomingMessage } from "node:http"

/** A path and a host that a URL holds as they stand. */
const plainPath = /^\/[\w\-/]*$/
const plainHost = /^[\w\-.]+(?::\d{1,5})?$/

/**
 * The address that was asked for; absent where it is none. Its path is that of the request target alone: the host is the
 * caller's word, and one that is more than a name and a port is left out.
 */
const urlOf = ({ headers: { host = "" }, url = "/" }: IncomingMessage): URL | undefined => {
  if (url.startsWith("/")) {
    return (plainHost.test(host) ? URL.parse(`http://${host}${url}`) : null) ?? URL.parse(`http://localhost${url}`) ?? undefined
  }
  return /^https?:\/\//i.test(url) ? URL.parse(url) ?? undefined : undefined
}

/** The path of that address; most are plain, and are not taken apart. */
export const pathOf = (message: IncomingMessage): string | undefined => {
  const { url = "/" } = message
  return plainPath.test(url) ? url : urlOf(message)?.pathname
}

/** Whether the field Host stands more than once, so that a proxy may have gone by another one than we would. */
export const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === "host") hosts++
  }
  return hosts > 1
}

const headersOf = ({ rawHeaders }: IncomingMessage): Transport.Headers => {
  const headers: Array<readonly [string, string]> = []
  for (let at = 0; at < rawHeaders.length; at += 2) headers.push([rawHeaders[at]!, rawHeaders[at + 1]!])
  return headers
}

/** Of a message that has a path. Its address is taken apart when somebody asks for it. */
export class IncomingRequest implements Transport.Request {
  readonly method: Transport.Request["method"]
  readonly headers: Transport.Headers
  readonly body: string
  readonly remoteAddress?: string
  readonly #message: IncomingMessage
  #url: URL | undefined

  constructor(message: IncomingMessage, body: string, remoteAddress: string | undefined) {
    this.method = (message.method ?? "GET") as Transport.Request["method"]
    this.headers = headersOf(message)
    this.body = body
    if (remoteAddress !== undefined) this.remoteAddress = remoteAddress
    this.#message = message
  }

  get url(): URL {
    return this.#url ??= urlOf(this.#message)!
  }
}

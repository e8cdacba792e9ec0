/**
 * A request as it came in on a socket.
 */
import type { Transport } from "@crossdock/core"
import type { IncomingMessage } from "node:http"

/** A path and a host that a URL holds as they stand. */
const plainPath = /^\/[\w\-/]*$/
const plainHost = /^[\w\-.]+(?::\d{1,5})?$/

/** The address that was asked for; absent where it is none. What host it names is the caller's word. */
const urlOf = ({ headers, url = "/" }: IncomingMessage): URL | undefined =>
  url.startsWith("/")
    ? URL.parse(`http://${headers.host ?? ""}${url}`) ?? URL.parse(`http://localhost${url}`) ?? undefined
    : URL.parse(url) ?? undefined

/** The path of that address; most are plain, and are not taken apart. */
export const pathOf = (message: IncomingMessage): string | undefined => {
  const { headers: { host = "" }, url = "/" } = message
  return plainPath.test(url) && plainHost.test(host) ? url : urlOf(message)?.pathname
}

const headersOf = ({ rawHeaders }: IncomingMessage): Transport.Headers => {
  const headers: Array<readonly [string, string]> = []
  for (let at = 0; at < rawHeaders.length; at += 2) headers.push([rawHeaders[at]!, rawHeaders[at + 1]!])
  return headers
}

/** Of a message that has a path. Its address is taken apart when somebody asks for it. */
export class Received implements Transport.Request {
  readonly method: Transport.Request["method"]
  readonly headers: Transport.Headers
  readonly body: string
  readonly remoteAddress?: string
  readonly #message: IncomingMessage
  #url: URL | undefined

  constructor(message: IncomingMessage, body: string) {
    this.method = (message.method ?? "GET") as Transport.Request["method"]
    this.headers = headersOf(message)
    this.body = body
    const { remoteAddress } = message.socket
    if (remoteAddress !== undefined) this.remoteAddress = remoteAddress
    this.#message = message
  }

  get url(): URL {
    return this.#url ??= urlOf(this.#message)!
  }
}

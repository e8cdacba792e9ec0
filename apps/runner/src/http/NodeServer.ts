/**
 * The only module that opens listening sockets; other modules get a server from it. Timeouts limit how long a slow
 * client keeps a socket.
 */
import * as Http from "node:http"

/** Timeouts in milliseconds. */
export interface Timeouts {
  /** Until the last header. */
  readonly headers: number
  /** From the first byte of the request to the last byte of its body. */
  readonly request: number
  /** Between two requests of one connection. */
  readonly idle: number
  /** How often the timeouts are checked. */
  readonly look: number
}

export const timeouts: Timeouts = { headers: 10_000, request: 30_000, idle: 65_000, look: 1000 }

export const createServerWith = (limits: Timeouts, listener?: Http.RequestListener): Http.Server =>
  Http.createServer({
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.idle,
    connectionsCheckingInterval: limits.look
  }, listener)

export const createServer = (listener?: Http.RequestListener): Http.Server => createServerWith(timeouts, listener)

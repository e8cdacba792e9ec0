/**
 * The one module that opens sockets for listening; other rooms take a server from here. Whoever sends slowly keeps a
 * socket only so long.
 */
import * as Http from "node:http"

/** Milliseconds. */
export interface Timeouts {
  /** Until the last header field. */
  readonly headers: number
  /** Until the last byte of the body, from the first of the request. */
  readonly request: number
  /** Between two requests on one connection. */
  readonly idle: number
  /** How often they are looked at. */
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

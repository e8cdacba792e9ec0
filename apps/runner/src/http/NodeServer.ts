/**
 * The only module that opens listening sockets; other modules get a server from it. Timeouts limit how long a slow
 * client keeps a socket.
 */
import type { Transport } from "@crossdock/core"
import * as Http from "node:http"
import type { Duplex } from "node:stream"
import { refusal } from "./FramingRefusals.ts"

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

/** A request that Node itself refuses: its HTTP cannot be read, or it did not arrive in time. */
export interface Unreadable {
  readonly status: 400 | 408 | 413 | 431
  /** What HTTP calls the status. */
  readonly title: string
  readonly code: string
  readonly message: string
  /** The request, if its headers had arrived. */
  readonly request?: Http.IncomingMessage | undefined
}

type Written = Pick<Transport.Response, "body" | "headers">

const unreadable = (code: string | undefined): Omit<Unreadable, "request" | "title"> => {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: 408, code: "TIMED_OUT", message: "the request did not arrive in time and nothing was done; send it again, and faster" }
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, code: "REQUEST_INVALID", message: `the headers are too large; send at most ${Http.maxHeaderSize} bytes` }
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return { status: 413, code: "BODY_TOO_LARGE", message: "the extensions of a chunk are too large; send the chunks without" }
    default:
      return { status: 400, code: "REQUEST_INVALID", message: "this is not HTTP/1.1 as RFC 9112 describes it; send each header on a line of its own, and the length of the body once" }
  }
}

/** Writes what Node would write, with a body: to a socket on which no answer has begun. Node closes it in every case. */
const answering = (server: Http.Server, write: (refused: Unreadable) => Written): void => {
  const last = new WeakMap<Duplex, Http.ServerResponse>()
  server.on("request", (request, response) => void last.set(request.socket, response))
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    const begun = last.get(socket)
    const isOpen = begun !== undefined && !begun.writableFinished
    if (!socket.writable || error.code === "ECONNRESET" || (isOpen && begun.headersSent)) return void socket.destroy(error)
    const refused = unreadable(error.code)
    const title = Http.STATUS_CODES[refused.status] ?? ""
    const { body, headers } = write({ ...refused, title, request: isOpen ? begun.req : undefined })
    const lines = [...headers, ["content-length", String(Buffer.byteLength(body))], ["connection", "close"]].map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${refused.status} ${title}\r\n${lines.join("")}\r\n${body}`)
    socket.destroy(error)
  })
}

/** `write` makes the headers and the body of the answer to a request that Node itself refuses. */
export const createServerWith = (limits: Timeouts, listener: Http.RequestListener | undefined, write: (refused: Unreadable) => Written): Http.Server => {
  const server = Http.createServer({
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.idle,
    connectionsCheckingInterval: limits.look
  }, listener)
  answering(server, write)
  return server
}

/** `write` as of `createServerWith`; by default the body is the usual form of a refusal. */
export const createServer = (listener?: Http.RequestListener, write: (refused: Unreadable) => Written = ({ code, message, status }) => refusal(undefined, status, code, message)): Http.Server =>
  createServerWith(timeouts, listener, write)

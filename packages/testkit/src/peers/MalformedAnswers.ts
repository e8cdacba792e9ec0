/**
 * Malformed HTTP answers: what a peer, or a machine between it and us, sends instead of an answer or leaves out of one.
 * Each is written byte by byte, because no server library sends it.
 */
import type { Socket } from "node:net"

/** The answer that the peer would have sent. */
export interface IntactAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

interface MalformedAnswer {
  /** Whether the peer has carried the request out and its answer broke on the way. If not, something else answered in its place. */
  readonly hasActed: boolean
  readonly send: (socket: Socket, whole: IntactAnswer) => void
}

const megabyte = 1_000_000
/** Milliseconds. */
const second = 1000
const hanging = 30 * second

const head = (status: number, headers: Readonly<Record<string, string | number>>): string =>
  [`HTTP/1.1 ${status} Broken`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), "connection: close", "", ""].join("\r\n")

const instead = (status: number, headers: Readonly<Record<string, string>>, body: string): MalformedAnswer => ({
  hasActed: false,
  send: (socket) => void socket.end(head(status, { ...headers, "content-length": Buffer.byteLength(body) }) + body)
})

const onTheWay = (send: MalformedAnswer["send"]): MalformedAnswer => ({ hasActed: true, send })

const half = ({ body }: IntactAnswer): string => body.slice(0, Math.ceil(body.length / 2))

const headOf = ({ body, contentType, status }: IntactAnswer, length = Buffer.byteLength(body)): string =>
  head(status, { "content-type": contentType, "content-length": length })

const page = "<!doctype html><title>Maintenance</title><h1>We are back soon</h1>"
const plain = { "content-type": "text/plain" }
const html = { "content-type": "text/html" }

/** Sends one byte per second until all are sent or the client closes the connection. */
const drip = (socket: Socket, bytes: Buffer): void => {
  let at = 0
  const timer = setInterval(() => {
    if (socket.destroyed || at >= bytes.length) {
      clearInterval(timer)
      socket.end()
    } else socket.write(bytes.subarray(at, ++at))
  }, second)
  timer.unref()
}

const malformedAnswers = {
  /** A plain 500. */
  "500": instead(500, plain, "internal error"),
  /** An HTML page of a gateway. */
  "502": instead(502, html, page),
  /** Asks for a retry after a second. */
  "503": instead(503, { ...plain, "retry-after": "1" }, "busy"),
  /** Rate limit, with a retry after a second. */
  "429": instead(429, { ...plain, "retry-after": "1" }, "slow down"),
  /** Gone for good. */
  "410": instead(410, plain, "gone"),
  /** A redirect, which the client must not follow. */
  "301": instead(301, { ...plain, location: "http://127.0.0.1:9/elsewhere" }, "moved"),
  /** Status 200 with an HTML page. */
  html: instead(200, html, page),
  /** Status 200 without a body. */
  empty: instead(200, { "content-type": "application/json" }, ""),
  /** A body of 10 MB that is not JSON. */
  flood: instead(200, plain, "x".repeat(10 * megabyte)),
  /** Accepts the request and never answers; the connection ends after 30 s. */
  hang: {
    hasActed: false,
    send: (socket) => {
      const timer = setTimeout(() => socket.destroy(), hanging)
      timer.unref()
      socket.once("close", () => clearTimeout(timer))
    }
  } satisfies MalformedAnswer,
  /** Accepts the connection and closes it. */
  close: { hasActed: false, send: (socket) => void socket.end() } satisfies MalformedAnswer,
  /** Resets the connection before any byte of the answer. */
  reset: onTheWay((socket) => void socket.resetAndDestroy()),
  /** A chunk that ends before its declared length. */
  "cut-chunk": onTheWay((socket, whole) => {
    const start = head(whole.status, { "content-type": whole.contentType, "transfer-encoding": "chunked" })
    socket.end(`${start}${Buffer.byteLength(whole.body).toString(16)}\r\n${half(whole)}`)
  }),
  /** Sends half of the body, then resets the connection. */
  "reset-mid-body": onTheWay((socket, whole) => {
    socket.write(headOf(whole) + half(whole), () => void socket.resetAndDestroy())
  }),
  /** Sends one byte per second. */
  drip: onTheWay((socket, whole) => drip(socket, Buffer.from(headOf(whole) + whole.body))),
  /** Declares a longer content length than it sends. */
  "too-short": onTheWay((socket, whole) => void socket.end(headOf(whole, Buffer.byteLength(whole.body) + 10) + whole.body)),
  /** Declares a shorter content length than it sends. */
  "too-long": onTheWay((socket, whole) => void socket.end(headOf(whole, Buffer.byteLength(half(whole))) + whole.body))
} as const satisfies Readonly<Record<string, MalformedAnswer>>

export type Kind = keyof typeof malformedAnswers

export const kinds: ReadonlyArray<Kind> = Object.keys(malformedAnswers) as Array<Kind>

/** Whether the peer has carried the request out before it sends this malformed answer. */
export const hasActed = (kind: Kind): boolean => malformedAnswers[kind].hasActed

/** Writes a malformed answer to a socket from which the whole request was read. Nothing else may write to the socket. */
export const answer = (socket: Socket, kind: Kind, whole: IntactAnswer): void => {
  socket.on("error", () => {})
  malformedAnswers[kind].send(socket, whole)
}

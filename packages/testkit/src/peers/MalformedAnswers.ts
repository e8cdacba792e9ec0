/**
 * Answers of HTTP that are broken on the socket: what a peer, or a machine between it and us, sends instead of an
 * answer or leaves out of one. Each is written by hand, because a server library would not let it out.
 */
import type { Socket } from "node:net"

/** What the peer would have said. */
export interface IntactAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

interface MalformedAnswer {
  /** The peer has acted and its own answer breaks on the way; else something else answers before the peer has seen anything. */
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

/** One byte each second until all are out or nobody listens. */
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
  /** A page of a gateway. */
  "502": instead(502, html, page),
  /** Wants to be asked again in a second. */
  "503": instead(503, { ...plain, "retry-after": "1" }, "busy"),
  /** Asked too often; again in a second. */
  "429": instead(429, { ...plain, "retry-after": "1" }, "slow down"),
  /** Gone for good. */
  "410": instead(410, plain, "gone"),
  /** Moved to a place that must not be followed. */
  "301": instead(301, { ...plain, location: "http://127.0.0.1:9/elsewhere" }, "moved"),
  /** A page under 200. */
  html: instead(200, html, page),
  /** 200 without a body. */
  empty: instead(200, { "content-type": "application/json" }, ""),
  /** 10 MB that nobody can read. */
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
  /** Closes the connection that it accepted. */
  close: { hasActed: false, send: (socket) => void socket.end() } satisfies MalformedAnswer,
  /** The connection is reset before anything is answered. */
  reset: onTheWay((socket) => void socket.resetAndDestroy()),
  /** A chunk that ends before its announced length. */
  "cut-chunk": onTheWay((socket, whole) => {
    const start = head(whole.status, { "content-type": whole.contentType, "transfer-encoding": "chunked" })
    socket.end(`${start}${Buffer.byteLength(whole.body).toString(16)}\r\n${half(whole)}`)
  }),
  /** Half of the body, then a reset. */
  "reset-mid-body": onTheWay((socket, whole) => {
    socket.write(headOf(whole) + half(whole), () => void socket.resetAndDestroy())
  }),
  /** One byte each second. */
  drip: onTheWay((socket, whole) => drip(socket, Buffer.from(headOf(whole) + whole.body))),
  /** Announces more than it sends. */
  "too-short": onTheWay((socket, whole) => void socket.end(headOf(whole, Buffer.byteLength(whole.body) + 10) + whole.body)),
  /** Announces less than it sends. */
  "too-long": onTheWay((socket, whole) => void socket.end(headOf(whole, Buffer.byteLength(half(whole))) + whole.body))
} as const satisfies Readonly<Record<string, MalformedAnswer>>

export type Kind = keyof typeof malformedAnswers

export const kinds: ReadonlyArray<Kind> = Object.keys(malformedAnswers) as Array<Kind>

/** Whether a peer that is broken in this way has acted on the request before. */
export const hasActed = (kind: Kind): boolean => malformedAnswers[kind].hasActed

/** Answers on a connection from which the whole request was read. Nothing else may write to it. */
export const answer = (socket: Socket, kind: Kind, whole: IntactAnswer): void => {
  socket.on("error", () => {})
  malformedAnswers[kind].send(socket, whole)
}

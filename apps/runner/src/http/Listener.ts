/**
 * The public listener on `node:http`: bytes to a request value and back. It holds what every door shares: the size of
 * a body, UTF-8, request ids, health.
 */
import type { Transport } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Schema from "effect/Schema"
import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { finished } from "node:stream/promises"
import type { Composed } from "../Composition.ts"
import type { Doors } from "./Doors.ts"
import * as Health from "../delivery/Health.ts"
import * as Metrics from "./Metrics.ts"

/** The listener could not be opened. */
export class ListenFailed extends Schema.TaggedError<ListenFailed>("@crossdock/runner/ListenFailed")("ListenFailed", {
  host: Schema.String,
  port: Schema.Int,
  variable: Schema.String,
  code: Schema.String
}) {
  override get message(): string {
    return this.code === "EADDRINUSE"
      ? `port ${this.port} on ${this.host} is in use; stop what uses it, or set ${this.variable} to a free port`
      : `${this.host}:${this.port} cannot be listened on (${this.code}); set HOST and ${this.variable} to an address of this machine`
  }
}

/** So long the rest of a body that is too large is read and thrown away. */
const lingering = "2 seconds"

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false })

type Read =
  | { readonly is: "body"; readonly text: string }
  | { readonly is: "too-large" }
  | { readonly is: "not-utf8" }
  | { readonly is: "gone" }

/** Reads no more than the limit; what is above it is not kept. */
const bodyOf = (message: IncomingMessage, limit: number): Promise<Read> =>
  new Promise((done) => {
    if (Number(message.headers["content-length"] ?? 0) > limit) {
      message.resume()
      return done({ is: "too-large" })
    }
    const chunks: Array<Buffer> = []
    let size = 0
    message.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else {
        chunks.length = 0
        done({ is: "too-large" })
      }
    })
    message.on("end", () => {
      if (size > limit) return
      try {
        done({ is: "body", text: utf8.decode(Buffer.concat(chunks)) })
      } catch {
        done({ is: "not-utf8" })
      }
    })
    message.on("error", () => done({ is: "gone" }))
    message.on("close", () => done({ is: "gone" }))
  })

/** The address that was asked for; absent where it is none. What host it names is the caller's word. */
const urlOf = ({ headers, url = "/" }: IncomingMessage): URL | undefined =>
  (url.startsWith("/") ? [`http://${headers.host ?? ""}${url}`, `http://localhost${url}`] : [url])
    .filter((address) => URL.canParse(address)).map((address) => new URL(address))[0]

const headersOf = (message: IncomingMessage): Transport.Headers => {
  const headers: Array<readonly [string, string]> = []
  for (let at = 0; at < message.rawHeaders.length; at += 2) {
    headers.push([message.rawHeaders[at]!, message.rawHeaders[at + 1]!])
  }
  return headers
}

const json = (status: number, body: unknown): Transport.Response => ({
  status,
  headers: [["content-type", "application/json; charset=utf-8"]],
  body: JSON.stringify(body)
})

/** Framing is refused in the shape that the caller of this path understands. */
const framing = (path: string, status: number, text: string): Transport.Response =>
  json(status, path.startsWith("/sys/") ? { success: "false", errorMsg: text } : { success: false, message: text })

const write = (response: ServerResponse, answer: Transport.Response, requestId: string, isClosing: boolean): void => {
  if (response.headersSent || response.destroyed) return
  const headers: Array<string> = []
  for (const [name, value] of answer.headers) headers.push(name, value)
  headers.push("x-request-id", requestId, "content-length", String(Buffer.byteLength(answer.body)))
  if (isClosing) headers.push("connection", "close")
  response.writeHead(answer.status, headers)
  response.end(answer.body)
}

/** Serves until its scope closes; then takes nothing new and lets what is under way finish. */
export const serve = Effect.fnUntraced(function*(options: {
  readonly host: string
  readonly port: number
  readonly composed: Composed
  readonly doors: Doors
}) {
  const context = yield* Effect.context<Health.Needs>()
  const run = Effect.runForkWith(context)
  const { maxBody } = options.composed.server

  const health = (path: string): Effect.Effect<Transport.Response, never, Health.Needs> | undefined => {
    if (path === "/livez") return Effect.succeed(json(200, { ok: true }))
    if (path === "/readyz") return Effect.map(Health.readiness, ({ ok }) => json(ok ? 200 : 503, { ok }))
    return undefined
  }

  /** Absent: nobody is there any more to be answered. */
  const answer = (message: IncomingMessage, requestId: string): Effect.Effect<Transport.Response | undefined, never, Health.Needs> =>
    Effect.gen(function*() {
      const url = urlOf(message)
      if (url === undefined) {
        message.resume()
        return framing("/", 400, "ADDRESS_INVALID: the request line holds no path; send one that begins with /")
      }
      const checked = health(url.pathname)
      if (checked !== undefined) return yield* checked
      const door = options.doors.of(url.pathname)
      if (door === undefined) {
        message.resume()
        return json(404, {
          success: false,
          message: `NO_SUCH_PATH: nothing is served at this path; the warehouse is at POST /warehouse, callbacks at /sys/automatic/receiveOdo/{type} and /sys/automatic/receiveAsn/{type}`
        })
      }
      const read = yield* Effect.promise(() => bodyOf(message, maxBody))
      const started = yield* Clock.currentTimeMillis
      if (read.is === "too-large") {
        // Its sender reads the refusal only once it has written; a connection that ends before resets under its hands.
        yield* Effect.timeoutOption(Effect.ignore(Effect.tryPromise(() => finished(message))), lingering)
        return framing(url.pathname, 413, `BODY_TOO_LARGE: a request may have ${maxBody} bytes; send less, or raise server.maxBody`)
      }
      if (read.is === "gone") return undefined
      if (read.is === "not-utf8") {
        return framing(url.pathname, 400, "NOT_UTF8: the body is not UTF-8; encode it as UTF-8 and sign that text")
      }
      const { remoteAddress } = message.socket
      const response = yield* door.serve({
        method: (message.method ?? "GET") as Transport.Request["method"],
        url,
        headers: headersOf(message),
        body: read.text,
        ...(remoteAddress !== undefined && { remoteAddress })
      })
      const ended = yield* Clock.currentTimeMillis
      yield* Metrics.count(Metrics.protocolRequests, { door: door.name, status: String(response.status) })
      yield* Metric.update(Metric.withAttributes(Metrics.requestSeconds, { door: door.name }), (ended - started) / 1000)
      return response
    }).pipe(
      Effect.annotateLogs({ requestId }),
      Effect.catchCause((cause) =>
        Effect.as(
          Effect.logError("a request could not be answered as its protocol says", Cause.squash(cause)).pipe(Effect.annotateLogs({ requestId })),
          framing(message.url ?? "/", 500, "INTERNAL: the runner failed; ask again, and give its operator the x-request-id")
        )
      )
    )

  const server = createServer((message, response) => {
    const requestId = randomUUID()
    const fiber = run(Effect.flatMap(answer(message, requestId), (result) =>
      Effect.sync(() => {
        if (result !== undefined) write(response, result, requestId, Health.draining.now || !message.complete)
      })))
    // Work goes on when the caller leaves: it will ask again and meet what was done.
    void fiber
  })
  server.requestTimeout = 60_000
  server.headersTimeout = 20_000
  server.keepAliveTimeout = 65_000

  yield* Effect.acquireRelease(
    Effect.callback<void, ListenFailed>((resume) => {
      server.once("error", (error: NodeJS.ErrnoException) =>
        resume(Effect.fail(new ListenFailed({ host: options.host, port: options.port, variable: "PORT", code: error.code ?? "unknown" }))))
      server.listen(options.port, options.host, () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeIdleConnections()
      }).pipe(Effect.timeoutOption("25 seconds"))
  )
  return server
})

/**
 * The public listener on `node:http`: bytes to a request value and back. It holds what every door shares: the size of
 * a body, UTF-8, request ids, health.
 */
import type { Transport } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { finished } from "node:stream/promises"
import type { Composed } from "../Composition.ts"
import * as Capacity from "./Capacity.ts"
import type { Route, Routes } from "./Routes.ts"
import * as Health from "../delivery/Health.ts"
import * as Metrics from "./Metrics.ts"
import { createServerWith, timeouts, type Timeouts } from "./NodeServer.ts"
import { hasTwoHosts, pathOf, IncomingRequest } from "./IncomingRequest.ts"
import * as TrustedProxies from "./TrustedProxies.ts"

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

/** So long the rest of a body that is not taken is read and thrown away. */
const lingering = "2 seconds"
/** Between two warnings that callers are sent away. Milliseconds. */
const warnsEvery = 10_000

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false })

type Read =
  /** `held`: what it takes of the capacity until it is over. */
  | { readonly is: "body"; readonly text: string; readonly held: number }
  | { readonly is: "too-large" }
  | { readonly is: "no-room" }
  | { readonly is: "not-utf8" }
  | { readonly is: "gone" }

/** Reads no more than the limit, and than there is room for; what is above that is not kept. Tells once what came of it. */
const readBody = (message: IncomingMessage, limit: number, capacity: Capacity.Capacity, tell: (read: Read) => void): void => {
  const text = decoding()
  let held = 0
  let isTold = false
  const done = (read: Read) => {
    if (isTold) return
    isTold = true
    if (read.is !== "body") {
      text.forget()
      capacity.give(held)
    }
    tell(read)
  }
  const hold = (bytes: number): boolean => {
    const has = capacity.take(held, bytes)
    if (has) held += bytes
    return has
  }
  if (Number(message.headers["content-length"] ?? 0) > limit) {
    message.resume()
    return done({ is: "too-large" })
  }
  if (!hold(Capacity.perRequest)) {
    message.resume()
    return done({ is: "no-room" })
  }
  let size = 0
  message.on("data", (chunk: Buffer) => {
    if (isTold) return
    size += chunk.length
    if (size > limit) done({ is: "too-large" })
    else if (hold(chunk.length)) text.add(chunk)
    else done({ is: "no-room" })
  })
  message.on("end", () => {
    if (isTold) return
    const whole = text.end()
    done(whole === undefined ? { is: "not-utf8" } : { is: "body", text: whole, held })
  })
  message.on("error", () => done({ is: "gone" }))
  message.on("close", () => done({ is: "gone" }))
}

const orUndefined = (decode: () => string): string | undefined => {
  try {
    return decode()
  } catch {
    return undefined
  }
}

/** Most bodies come in one piece. Of a longer one each piece is decoded as it comes, so that nobody waits for all of it. */
const decoding = () => {
  let first: Buffer | undefined
  let parts: Array<string> | undefined
  let decoder: typeof utf8 | undefined
  /** False: it is not UTF-8. */
  let isText = true
  const take = (bytes: Buffer | undefined) => {
    if (!isText || parts === undefined) return
    const part = orUndefined(() => decoder!.decode(bytes, { stream: bytes !== undefined }))
    if (part === undefined) isText = false
    else parts.push(part)
  }
  return {
    add: (bytes: Buffer) => {
      if (first === undefined) {
        first = bytes
        return
      }
      if (parts === undefined) {
        parts = []
        decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false })
        take(first)
      }
      take(bytes)
    },
    /** Absent: it is not UTF-8. */
    end: (): string | undefined => {
      if (parts === undefined) return orUndefined(() => utf8.decode(first))
      take(undefined)
      return isText ? parts.join("") : undefined
    },
    forget: () => {
      parts = undefined
      decoder = undefined
    }
  }
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

const addressless = framing("/", 400, "ADDRESS_INVALID: the request line holds no path; send one that begins with /")

const twoHosts = framing("/", 400, "HOST_INVALID: the field Host appears twice; send it once")

const nothingHere = json(404, {
  success: false,
  message: "NO_SUCH_PATH: nothing is served at this path; the warehouse is at POST /warehouse, the gateway at /global-api/v1/warehouse/{operation}, callbacks at /sys/automatic/receiveOdo/{type} and /sys/automatic/receiveAsn/{type}"
})

/** Nothing of it was looked at, so that it may be sent again as it was. */
const noRoom = (path: string): Transport.Response => {
  const refused = framing(path, 503, "OVERLOADED: the runner has no memory for another request now; nothing was done, send it again in a second")
  return { ...refused, headers: [...refused.headers, ["retry-after", "1"]] }
}

const fullMemory = "what others sent and wait for fills the memory; a larger --max-old-space-size takes more at a time"

const tooMany = (path: string): Transport.Response => {
  const refused = framing(path, 503, "OVERLOADED: too many calls wait for their answers; nothing was done, send it again in a second")
  return { ...refused, headers: [...refused.headers, ["retry-after", "1"]] }
}

const failedAt = (path: string): Transport.Response =>
  framing(path, 500, "INTERNAL: the runner failed; ask again, and give its operator the x-request-id")

/** Serves until its scope closes; then takes nothing new and lets what is under way finish. */
export const serve = Effect.fnUntraced(function*(options: {
  readonly host: string
  readonly port: number
  readonly composed: Composed
  readonly routes: Routes
  /** Absent: by the heap of the process. */
  readonly capacity?: Capacity.Capacity
  /** Absent: those of every listener. */
  readonly timeouts?: Timeouts
}) {
  // Taken together once: each request adds to it, and what is added to a long chain copies all of it.
  const context = Context.makeUnsafe<Health.Needs>(new Map((yield* Effect.context<Health.Needs>()).mapUnsafe))
  const clock = Context.get(context, Clock.Clock)
  const annotations = Context.get(context, References.CurrentLogAnnotations)
  const { callsAtOnce, maxBody } = options.composed.server
  const addressOf = TrustedProxies.make(options.composed.server.trustedProxies)
  const capacity = options.capacity ?? Capacity.ofHeap()

  /** A look costs a durable write, and whoever reaches this listener may ask: one look a second answers all of them. */
  const readiness = yield* Effect.cachedWithTTL(Health.readiness, "1 second")
  const isReady = Effect.suspend(() => Health.draining.now ? Effect.succeed(false) : Effect.map(readiness, ({ ok }) => ok))

  const health = (path: string): Effect.Effect<Transport.Response, never, Health.Needs> | undefined => {
    if (path === "/livez") return Effect.succeed(json(200, { ok: true }))
    if (path === "/readyz") return Effect.map(isReady, (ok) => json(ok ? 200 : 503, { ok }))
    return undefined
  }

  /** Its sender reads the refusal only once it has written; a connection that ends before resets under its hands. */
  const afterRest = (message: IncomingMessage, refusal: Transport.Response): Effect.Effect<Transport.Response> =>
    Effect.as(Effect.timeoutOption(Effect.ignore(Effect.tryPromise(() => finished(message))), lingering), refusal)

  /** Calls that were read and wait for their answers. */
  let waiting = 0
  let warnedAt = Number.NEGATIVE_INFINITY
  const sentAway = (door: Route, why: string): Effect.Effect<void> => {
    Metrics.answered(context, door.name, 503, 0)
    const now = clock.currentTimeMillisUnsafe()
    if (now - warnedAt < warnsEvery && now >= warnedAt) return Effect.void
    warnedAt = now
    return Effect.logWarning(`callers are sent away: ${why}`)
  }

  /**
   * Bytes are read before and written after the one fiber that a request gets: it is there for the work, and a request
   * whose work waits for nothing never leaves its turn of the event loop.
   */
  const server = createServerWith(options.timeouts ?? timeouts, (message, response) => {
    const requestId = randomUUID()
    const reply = (answer: Transport.Response) => write(response, answer, requestId, Health.draining.now || !message.complete)
    const run = Effect.runForkWith(Context.add(context, References.CurrentLogAnnotations, { ...annotations, requestId }))
    const path = pathOf(message)
    const failed = (cause: unknown): void => {
      run(Effect.logError("a request could not be answered as its protocol says", cause))
      reply(failedAt(path ?? "/"))
    }
    // Work goes on when the caller leaves: it will ask again and meet what was done.
    const answer = (work: Effect.Effect<Transport.Response, never, Health.Needs>, over?: (status: number | undefined) => void): void => {
      run(work).addObserver((exit) => {
        try {
          over?.(Exit.isSuccess(exit) ? exit.value.status : undefined)
          if (Exit.isSuccess(exit)) reply(exit.value)
          else failed(Cause.squash(exit.cause))
        } catch (cause) {
          failed(cause)
        }
      })
    }
    if (path === undefined || hasTwoHosts(message)) {
      message.resume()
      return reply(path === undefined ? addressless : twoHosts)
    }
    const checked = health(path)
    if (checked !== undefined) return answer(checked)
    const door = options.routes.of(path)
    if (door === undefined) {
      message.resume()
      return reply(nothingHere)
    }
    readBody(message, maxBody, capacity, (read) => {
      switch (read.is) {
        case "gone":
          // Nobody is there any more to be answered.
          return
        case "too-large":
          return answer(afterRest(
            message,
            framing(path, 413, `BODY_TOO_LARGE: a request may have ${maxBody} bytes; send less, or raise server.maxBody`)
          ))
        case "no-room":
          return answer(Effect.andThen(sentAway(door, fullMemory), afterRest(message, noRoom(path))))
        case "not-utf8":
          return reply(framing(path, 400, "NOT_UTF8: the body is not UTF-8; encode it as UTF-8 and sign that text"))
        case "body": {
          if (waiting >= callsAtOnce) {
            const why = `${callsAtOnce} calls wait for their answers; a larger server.callsAtOnce takes more at a time`
            return answer(Effect.as(sentAway(door, why), tooMany(path)), () => capacity.give(read.held))
          }
          waiting++
          const started = clock.currentTimeMillisUnsafe()
          return answer(door.serve(new IncomingRequest(message, read.text, addressOf(message))), (status) => {
            waiting--
            capacity.give(read.held)
            // From the last byte of the request.
            if (status !== undefined) Metrics.answered(context, door.name, status, (clock.currentTimeMillisUnsafe() - started) / 1000)
          })
        }
      }
    })
  })
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

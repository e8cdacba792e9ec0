/**
 * The public listener on `node:http`: turns requests into values and responses into bytes. It does what all routes
 * share: body limits, UTF-8, request ids, health.
 */
import type { Transport } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import type { IncomingMessage, ServerResponse } from "node:http"
import { finished } from "node:stream/promises"
import type { Composed } from "../Composition.ts"
import * as AnswerTimeLimit from "./AnswerTimeLimit.ts"
import * as TimeOrderedId from "../engine/TimeOrderedId.ts"
import * as RequestMemory from "./RequestMemory.ts"
import { readBody } from "./RequestBody.ts"
import type { Route, Routes } from "./Routes.ts"
import { draining } from "../Shutdown.ts"
import * as Health from "./Health.ts"
import * as ListenerMetrics from "./ListenerMetrics.ts"
import { json, ofEncoding, refusal } from "./FramingRefusals.ts"
import { createServerWith, timeouts, type Timeouts, type Unreadable } from "./NodeServer.ts"
import { hasBody, hasTwoHosts, pathOf, IncomingRequest } from "./IncomingRequest.ts"
import * as TrustedProxies from "./TrustedProxies.ts"

/** The port could not be opened. */
export class ListenFailed extends Schema.TaggedError<ListenFailed>("@crossdock/runner/ListenFailed")("ListenFailed", {
  host: Schema.String,
  port: Schema.Int,
  variable: Schema.String,
  code: Schema.String
}) {
  override get message(): string {
    return this.code === "EADDRINUSE"
      ? `port ${this.port} on ${this.host} is in use; stop the program that uses it, or set ${this.variable} to a free port`
      : `cannot listen on ${this.host}:${this.port} (${this.code}); set ${this.variable.replace("PORT", "HOST")} and ${this.variable} to an address of this machine`
  }
}

/** How long the rest of a refused body is read and discarded. */
const lingering = "2 seconds"
/** Minimum milliseconds between two warnings about refused requests. */
const warnsEvery = 10_000

const write = (response: ServerResponse, answer: Transport.Response, requestId: string, isClosing: boolean): void => {
  if (response.headersSent || response.destroyed) return
  const headers: Array<string> = []
  for (const [name, value] of answer.headers) headers.push(name, value)
  headers.push("x-request-id", requestId, "content-length", String(Buffer.byteLength(answer.body)))
  if (isClosing) headers.push("connection", "close")
  response.writeHead(answer.status, headers)
  response.end(answer.body)
}

const addressless = refusal(undefined, 400, "ADDRESS_INVALID", "the request line has no path; send one that begins with /")

const twoHosts = refusal(undefined, 400, "HOST_INVALID", "the header Host appears twice; send it once")

const nothingHere = (routes: Routes): Transport.Response => json(404, { success: false, message: `NO_SUCH_PATH: this path does not exist; ${routes.description}` })

/** 503 before anything was processed, so that the request can be repeated unchanged. */
const noRoom = (route: Route): Transport.Response => {
  const refused = refusal(route, 503, "OVERLOADED", "the runner has not enough memory for this request now; nothing was done, send it again in a second")
  return { ...refused, headers: [...refused.headers, ["retry-after", "1"]] }
}

const fullMemory = "the memory for requests is used up; raise --max-old-space-size to accept more at a time"

const tooMany = (route: Route): Transport.Response => {
  const refused = refusal(route, 503, "OVERLOADED", "too many requests are waiting; nothing was done, send it again in a second")
  return { ...refused, headers: [...refused.headers, ["retry-after", "1"]] }
}

const tooLate = (route: Route, seconds: number): Transport.Response =>
  refusal(route, 504, "TIMED_OUT", `the request was not answered within ${seconds} seconds, and may have been carried out; send it again unchanged to learn what became of it`)

const failedAt = (route: Route | undefined): Transport.Response =>
  refusal(route, 500, "INTERNAL", "the runner failed; send the request again, and give its operator the x-request-id")

/** Serves requests until the scope closes; then it accepts no more and lets running ones finish. */
export const serve = Effect.fnUntraced(function*(options: {
  readonly host: string
  readonly port: number
  readonly composed: Composed
  readonly routes: Routes
  /** Default: based on the heap of the process. */
  readonly capacity?: RequestMemory.RequestMemory
  /** Default: the timeouts of all listeners. */
  readonly timeouts?: Timeouts
}) {
  // Built once, because adding a service to a long chain of layers copies the whole chain for every request.
  const context = Context.makeUnsafe<Health.Needs>(new Map((yield* Effect.context<Health.Needs>()).mapUnsafe))
  const clock = Context.get(context, Clock.Clock)
  const annotations = Context.get(context, References.CurrentLogAnnotations)
  const { callerDeadline, callsAtOnce, maxBody } = options.composed.server
  const longest = callerDeadline + AnswerTimeLimit.beyondDeadline
  const addressOf = TrustedProxies.make(options.composed.server.trustedProxies)
  const capacity = options.capacity ?? RequestMemory.ofHeap()

  /** A check writes to the database, and anybody may request it, so one check per second answers all requests. */
  const readiness = yield* Effect.cachedWithTTL(Health.readiness, "1 second")
  const isReady = Effect.suspend(() => draining.now ? Effect.succeed(false) : Effect.map(readiness, ({ ok }) => ok))

  const health = (path: string): Effect.Effect<Transport.Response, never, Health.Needs> | undefined => {
    if (path === "/livez") return Effect.succeed(json(200, { ok: true }))
    if (path === "/readyz") return Effect.map(isReady, (ok) => json(ok ? 200 : 503, { ok }))
    return undefined
  }

  /**
   * Reads the rest of the body before it responds, because the client reads the response only after it has sent
   * everything; closing earlier would reset its connection.
   */
  const afterRest = (message: IncomingMessage, refused: Transport.Response): Effect.Effect<Transport.Response> =>
    Effect.as(Effect.timeoutOption(Effect.ignore(Effect.tryPromise(() => finished(message))), lingering), refused)

  /** Number of requests that were read and wait for their response. */
  let waiting = 0
  let warnedAt = Number.NEGATIVE_INFINITY
  const sentAway = (route: Route, why: string): Effect.Effect<void> => {
    ListenerMetrics.answered(context, route.name, 503, 0)
    const now = clock.currentTimeMillisUnsafe()
    if (now - warnedAt < warnsEvery && now >= warnedAt) return Effect.void
    warnedAt = now
    return Effect.logWarning(`requests are refused: ${why}`)
  }

  /** A request that is not answered in time gives its place and its memory back. */
  const late = (route: Route): Effect.Effect<void> =>
    Effect.annotateLogs(
      Effect.logError(`a request was not answered within ${longest / 1000} seconds; its work is interrupted, and its caller gets 504. The protocol of the route, or the plugin of its connection, never answered`),
      { route: route.name }
    )

  /** The answer to a request that Node could not read, or that did not arrive in time. */
  const unreadable = ({ code, message, request, status }: Unreadable): Transport.Response => {
    const path = request === undefined ? undefined : pathOf(request)
    const refused = refusal(path === undefined ? undefined : options.routes.of(path), status, code, message)
    return { ...refused, headers: [...refused.headers, ["x-request-id", TimeOrderedId.at(clock.currentTimeMillisUnsafe())]] }
  }

  /**
   * Each request gets one fiber, which only does the work; bytes are read before and written after it. A request whose
   * work never waits therefore completes in one turn of the event loop.
   */
  const server = createServerWith(options.timeouts ?? timeouts, (message, response) => {
    // In the order of time, because the log of calls has an index of these ids.
    const requestId = TimeOrderedId.at(clock.currentTimeMillisUnsafe())
    // A request without a body has nothing left to be read, even if the parser has not come to its end yet.
    const isUnread = () => !message.complete && hasBody(message)
    const reply = (answer: Transport.Response) => write(response, answer, requestId, draining.now || isUnread())
    const ofRequest = Context.add(context, References.CurrentLogAnnotations, { ...annotations, requestId })
    const run = Effect.runForkWith(ofRequest)
    const path = pathOf(message)
    const failed = (cause: unknown): void => {
      run(Effect.logError("a request failed, and its protocol could not answer it", cause))
      reply(failedAt(path === undefined ? undefined : options.routes.of(path)))
    }
    // The work continues if the client disconnects: it will repeat the request and get the result.
    const ended = (exit: Exit.Exit<Transport.Response>, over?: (status: number | undefined) => void): void => {
      try {
        over?.(Exit.isSuccess(exit) ? exit.value.status : undefined)
        if (Exit.isSuccess(exit)) reply(exit.value)
        else failed(Cause.squash(exit.cause))
      } catch (cause) {
        failed(cause)
      }
    }
    const answer = (work: Effect.Effect<Transport.Response, never, Health.Needs>, over?: (status: number | undefined) => void): void => {
      run(work).addObserver((exit) => ended(exit, over))
    }
    if (path === undefined || hasTwoHosts(message)) {
      message.resume()
      return reply(path === undefined ? addressless : twoHosts)
    }
    const checked = health(path)
    if (checked !== undefined) {
      message.resume()
      return answer(checked)
    }
    const route = options.routes.of(path)
    if (route === undefined) {
      message.resume()
      return reply(nothingHere(options.routes))
    }
    const mayBeBytes = route.takesBytes === true
    const unsupported = mayBeBytes ? undefined : ofEncoding(route, message)
    if (unsupported !== undefined) {
      message.resume()
      return reply(unsupported)
    }
    readBody(message, maxBody, capacity, mayBeBytes, (read) => {
      switch (read.is) {
        case "gone":
          // The client has disconnected, so there is nobody to respond to.
          return
        case "too-large":
          return answer(afterRest(
            message,
            refusal(route, 413, "BODY_TOO_LARGE", `a request may have at most ${maxBody} bytes; send less, or raise server.maxBody`)
          ))
        case "no-room":
          return answer(Effect.andThen(sentAway(route, fullMemory), afterRest(message, noRoom(route))))
        case "not-utf8":
          return reply(refusal(route, 400, "NOT_UTF8", "the body is not UTF-8; encode it as UTF-8 and sign that text"))
        case "body": {
          if (waiting >= callsAtOnce) {
            const why = `${callsAtOnce} requests are waiting; raise server.callsAtOnce to accept more at a time`
            return answer(Effect.as(sentAway(route, why), tooMany(route)), () => capacity.give(read.held))
          }
          waiting++
          const started = clock.currentTimeMillisUnsafe()
          const over = (status: number | undefined) => {
            waiting--
            capacity.give(read.held)
            // Measured from the last byte of the request.
            if (status !== undefined) ListenerMetrics.answered(context, route.name, status, (clock.currentTimeMillisUnsafe() - started) / 1000)
          }
          // A protocol that throws fails this request alone.
          const work = Effect.suspend(() => route.serve(new IncomingRequest(message, read, addressOf(message))))
          return AnswerTimeLimit.run((held) => Effect.runForkWith(Context.add(ofRequest, AnswerTimeLimit.Current, held))(work), clock, longest, (exit) => {
            if (exit === undefined) run(late(route))
            ended(exit ?? Exit.succeed(tooLate(route, longest / 1000)), over)
          })
        }
      }
    })
  }, unreadable)
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

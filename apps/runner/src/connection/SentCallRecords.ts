/**
 * Records the calls to peers in the log of calls. The transport of a connection notes each exchange with the operation of its fiber, and
 * the operation is recorded with its outcome once it ends: one row for each exchange, the last with the outcome of the operation.
 */
import { AdapterError, type Operation, Transport } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { CallLog } from "../calls/CallLog.ts"
import { type LoggedCall, ok } from "../calls/LoggedCall.ts"
import * as RepeatedAnswers from "../calls/RepeatedAnswers.ts"
import * as Spans from "../tracing/Spans.ts"
import * as TraceContext from "../tracing/TraceContext.ts"
import * as OnBehalfOf from "./OnBehalfOf.ts"
import type { Hide } from "./Redaction.ts"

interface Exchange {
  readonly at: number
  readonly request: Transport.Request
  /** Undefined while it is under way. */
  ended: { readonly at: number; readonly response: Transport.Response | undefined; readonly code: string } | undefined
}

/** The exchanges of the operation of a fiber. */
const Current = Context.Reference<Array<Exchange> | undefined>("@crossdock/runner/connection/SentCallRecords", { defaultValue: () => undefined })

/** A connection whose calls are recorded. */
export interface Peer {
  readonly id: string
  readonly plugin: string
  readonly hide: Hide
}

/** Most exchanges of one operation; further ones are counted with it. */
const mostExchanges = 100

const codeOf = <A>(exit: Exit.Exit<A, AdapterError.AdapterError | AdapterError.Reason>): string => {
  if (Exit.isSuccess(exit)) return ok
  const error = Cause.findErrorOption(exit.cause)
  if (Option.isNone(error)) return Cause.hasInterruptsOnly(exit.cause) ? "Interrupted" : "Defect"
  return error.value._tag === "AdapterError" ? error.value.reason._tag : error.value._tag
}

/** What the failure of an operation says; it was made fit for others before. */
const reasonOf = <A>(exit: Exit.Exit<A, AdapterError.AdapterError>): string | undefined => {
  const error = Exit.isSuccess(exit) ? Option.none() : Cause.findErrorOption(exit.cause)
  return Option.isSome(error) ? AdapterError.describe(error.value.reason) : undefined
}

/** Sends a request in a span of its own, whose context the peer gets. */
const sentInSpan = (send: Transport.Transport["Service"]["send"], { id }: Peer, request: Transport.Request): ReturnType<typeof send> =>
  Spans.within(request.method, Effect.withFiber((fiber) => {
    const sent = send({ ...request, headers: [...request.headers.filter(([name]) => name.toLowerCase() !== TraceContext.header), [TraceContext.header, Spans.textOf(fiber)!]] })
    return Effect.tap(sent, ({ status }) => Effect.sync(() => Spans.annotate(fiber, { "http.response.status_code": status })))
  }), () => ({
    kind: "client",
    attributes: {
      "crossdock.connection": id,
      "http.request.method": request.method,
      "server.address": request.url.hostname,
      "server.port": Number(request.url.port) || (request.url.protocol === "https:" ? 443 : 80)
    }
  }))

export const make = (log: CallLog["Service"]) => {
  const repeated = RepeatedAnswers.make()

  /** An exchange that is under way when its operation ends has no answer, and never gets one. */
  const callOf = ({ hide, id, plugin }: Peer, { at, ended, request }: Exchange, now: number): LoggedCall => ({
    direction: "out",
    at,
    millis: (ended?.at ?? now) - at,
    scope: id,
    protocol: plugin,
    code: ended?.code ?? "TransportFailed",
    status: ended?.response?.status,
    about: [],
    request,
    response: ended?.response,
    hide
  })

  /** The transport of a connection. An exchange outside of any operation, such as one of an open plugin, is recorded at once. */
  const layer = (peer: Peer) =>
    Layer.effect(
      Transport.Transport,
      Effect.map(Transport.Transport, (transport) =>
        Transport.Transport.of({
          send: (request) =>
            Effect.withFiber((fiber) => {
              const clock = fiber.getRef(Clock.Clock)
              const ongoing = fiber.getRef(Current)
              const exchange: Exchange = { at: clock.currentTimeMillisUnsafe(), request, ended: undefined }
              if (ongoing !== undefined && ongoing.length < mostExchanges) ongoing.push(exchange)
              return Effect.onExit(Spans.isOn(fiber) ? sentInSpan(transport.send, peer, request) : transport.send(request), (exit) =>
                Effect.sync(() => {
                  const now = clock.currentTimeMillisUnsafe()
                  exchange.ended = { at: now, response: Exit.isSuccess(exit) ? exit.value : undefined, code: codeOf(exit) }
                  if (ongoing === undefined) log.record(callOf(peer, exchange, now))
                }))
            })
        }))
    )

  /** Runs an operation of a connection. Its errors contain no secret and no personal data. */
  const operation = <A, E extends AdapterError.AdapterError, R>(
    peer: Peer,
    { kind, name }: Pick<Operation.Any, "kind" | "name">,
    about: unknown,
    work: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) => {
      const clock = fiber.getRef(Clock.Clock)
      const exchanges: Array<Exchange> = []
      const at = clock.currentTimeMillisUnsafe()
      const onBehalfOf = OnBehalfOf.ofFiber(fiber)
      const traced = Spans.isOn(fiber)
        ? Spans.within(`call ${name}`, work, () => ({ attributes: { "crossdock.connection": peer.id, "crossdock.operation": name } }))
        : work
      return Effect.onExit(Effect.provideService(traced, Current, exchanges), (exit) =>
        Effect.sync(() => {
          const now = clock.currentTimeMillisUnsafe()
          const answer = Exit.isSuccess(exit) ? exit.value : undefined
          const code = codeOf(exit)
          const known = { operation: name, onBehalfOf, traceId: Spans.traceIdOf(fiber), about: [about, answer] }
          const reason = reasonOf(exit)
          const whole: LoggedCall = { direction: "out", at, millis: now - at, scope: peer.id, protocol: peer.plugin, code, reason, ...known }
          const isPoll = kind === "read" && onBehalfOf === undefined
          if (isPoll && code === ok && repeated.bringsNothing(peer.id, name, about, answer)) return log.count(whole)
          if (exchanges.length === 0) return void log.record(whole)
          exchanges.forEach((exchange, index) => {
            log.record({ ...callOf(peer, exchange, now), ...known, ...(index === exchanges.length - 1 && { code, reason }) })
          })
        }))
    })

  return { layer, operation }
}

/**
 * Records the authenticated calls of a route in the log of calls. The route says which request was answered how; those who learn something
 * of the call meanwhile note it with the call of their fiber. A request whose caller is not authenticated leaves nothing in the
 * log; it is kept in memory for a while, so that its signature can be examined.
 */
import type { Operation, Transport } from "@crossdock/core"
import { Serving } from "@crossdock/protocols/kit"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as References from "effect/References"
import type * as Tracer from "effect/Tracer"
import type { CallLog } from "../calls/CallLog.ts"
import { type LoggedCall, ok } from "../calls/LoggedCall.ts"
import * as RecordNumbers from "../calls/RecordNumbers.ts"
import type { Hide } from "../connection/Redaction.ts"
import * as Spans from "../tracing/Spans.ts"
import type { Serve } from "./Route.ts"

/** What is known of the call of a fiber. */
interface Ongoing {
  /** Undefined until the caller is authenticated. */
  scope: string | undefined
  method: string | undefined
  operation: string | undefined
  code: string | undefined
  hide: Hide | undefined
  readonly about: Array<unknown>
  /** Whose id a call names whose signature was refused; empty if nobody has the id. Undefined: it was not. */
  refused: string | undefined
}

const Current = Context.Reference<Ongoing | undefined>("@crossdock/runner/http/ServedCallRecords", { defaultValue: () => undefined })

const noting = (note: (ongoing: Ongoing) => void): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const ongoing = fiber.getRef(Current)
    if (ongoing !== undefined) note(ongoing)
    return Effect.void
  })

/** Notes that the caller is who it says it is. `scope` is the link, or what stands for several of them. */
export const authenticated = (scope: string, method?: string): Effect.Effect<void> =>
  noting((ongoing) => {
    ongoing.scope = scope
    ongoing.method = method
  })

/** Notes that the signature was refused. `scope` is that of the id that the call names; empty if nobody has it. */
export const unauthenticated = (scope: string): Effect.Effect<void> =>
  noting((ongoing) => {
    ongoing.refused = scope
  })

/** What a call that is carried out is about. */
export interface CarriedOut {
  readonly scope: string
  readonly operation: Pick<Operation.Any, "name">
  readonly payload: unknown
  readonly hide?: Hide
}

/** How a call fails: a refusal has a code, and a reason of a plugin is told apart by its tag. */
type Failure = { readonly code: string } | { readonly _tag: string }

/** Notes what is carried out, and the code of a refusal. A request that is split over several links is recorded under the first of them. */
export const carriedOut = <A, E extends Failure, R>(call: CarriedOut, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const ongoing = fiber.getRef(Current)
    if (ongoing === undefined) return work
    if (ongoing.operation === undefined) {
      ongoing.scope = call.scope
      ongoing.operation = call.operation.name
      ongoing.hide = call.hide
    }
    ongoing.about.push(call.payload)
    const traced = Spans.isOn(fiber) ? Spans.within(`carry out ${call.operation.name}`, work, () => ({ attributes: { "crossdock.link": call.scope, "crossdock.operation": call.operation.name } })) : work
    return Effect.tapError(traced, (failure) =>
      Effect.sync(() => {
        ongoing.code = "code" in failure ? failure.code : failure._tag
      }))
  })

/**
 * The outcome that the answer states. A server that does not write its refusals with the kit tells by what was carried out, or by its
 * HTTP status.
 */
const outcomeOf = ({ code }: Ongoing, response: Transport.Response | undefined): string =>
  (response && Serving.refusalOf(response)?.code) ?? code ?? (response === undefined ? "INTERNAL" : response.status < 400 ? ok : `HTTP_${response.status}`)

const refusedLine = (call: LoggedCall): Effect.Effect<void> => {
  const number = RecordNumbers.firstOf(RecordNumbers.of(call.operation === undefined && call.request !== undefined ? [call.request.body] : call.about))
  return Effect.annotateLogs(Effect.logInfo("a call was refused"), {
    link: call.scope,
    operation: call.operation ?? call.method ?? "",
    code: call.code,
    ...(number !== undefined && { number })
  })
}

/** Ends the span of a call with what the log has of it. A failure is one of the runner: a refused caller has its answer. */
const ended = (span: Tracer.Span, at: bigint, call: LoggedCall): void => {
  const { code, operation, protocol, requestId, scope, status } = call
  span.attribute("crossdock.link", scope)
  span.attribute("crossdock.protocol", protocol)
  if (operation !== undefined) span.attribute("crossdock.operation", operation)
  span.attribute("crossdock.code", code)
  if (requestId !== undefined) span.attribute("crossdock.request_id", requestId)
  span.attribute("http.response.status_code", status)
  span.end(at, status !== undefined && status >= 500 ? Exit.fail({ code }) : Exit.void)
}

/** Serves requests and records those of authenticated callers. `name` is that of the route. */
export const recorded = (log: CallLog["Service"], name: string, serve: Serve): Serve => (request) =>
  Spans.served(`serve ${name}`, request, (span) => Effect.withFiber((fiber) => {
    const clock = fiber.getRef(Clock.Clock)
    const ongoing: Ongoing = { scope: undefined, method: undefined, operation: undefined, code: undefined, hide: undefined, about: [], refused: undefined }
    const at = clock.currentTimeMillisUnsafe()
    return Effect.onExit(Effect.provideService(serve(request), Current, ongoing), (exit) => {
      const requestId = fiber.getRef(References.CurrentLogAnnotations)["requestId"] as string | undefined
      if (ongoing.scope === undefined) {
        if (ongoing.refused !== undefined && requestId !== undefined) log.refusedSignatures.add({ requestId, at, protocol: name, scope: ongoing.refused, request })
        return Effect.void
      }
      const response = Exit.isSuccess(exit) ? exit.value : undefined
      const call: LoggedCall = {
        direction: "in",
        at,
        millis: clock.currentTimeMillisUnsafe() - at,
        scope: ongoing.scope,
        protocol: name,
        operation: ongoing.operation,
        method: ongoing.method,
        code: outcomeOf(ongoing, response),
        status: response?.status ?? 500,
        requestId,
        traceId: span?.traceId,
        about: ongoing.about,
        request,
        response,
        hide: ongoing.hide
      }
      if (span !== undefined) ended(span, clock.currentTimeNanosUnsafe(), call)
      return log.record(call) === "stored" && call.code !== ok ? refusedLine(call) : Effect.void
    })
  }))

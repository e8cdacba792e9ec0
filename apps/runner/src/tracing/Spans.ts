/**
 * Makes the spans of the runner. While tracing is off, work runs as it is: no span, and nothing allocated for one.
 */
import type { Transport } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import type { Sampler } from "./Sampler.ts"
import * as TraceContext from "./TraceContext.ts"

/** What decides which traces are recorded. Undefined: tracing is off. */
export const Tracing = Context.Reference<Sampler | undefined>("@crossdock/runner/tracing/Spans", { defaultValue: () => undefined })

type AnyFiber = Fiber.Fiber<unknown, unknown>

export const isOn = (fiber: AnyFiber): boolean => fiber.getRef(Tracing) !== undefined

/** The names that attributes of spans may have. An attribute of another name is not exported, because nobody knows what it holds. */
export type Attributes = { readonly [Name in (typeof attributeNames)[number]]?: string | number | boolean | undefined }

export const attributeNames = [
  "crossdock.attempt",
  "crossdock.code",
  "crossdock.connection",
  "crossdock.event",
  "crossdock.job",
  "crossdock.link",
  "crossdock.operation",
  "crossdock.outcome",
  "crossdock.protocol",
  "crossdock.request_id",
  "db.system.name",
  "error.type",
  "http.request.method",
  "http.response.status_code",
  "server.address",
  "server.port"
] as const

/** Whether the runner has made a span. Others are those of libraries, such as one for each transaction, and of plugins. */
const Own = Context.Reference<boolean>("@crossdock/runner/tracing/Spans/Own", { defaultValue: () => false })
const own = Context.make(Own, true)
export const isOwn = ({ annotations }: Pick<Tracer.Span, "annotations">): boolean => Context.get(annotations, Own)

/** The span of the runner in which a fiber works. */
const spanOf = (fiber: AnyFiber): Tracer.AnySpan | undefined => {
  let span: Tracer.AnySpan | undefined = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
  while (span?._tag === "Span" && !isOwn(span)) span = Option.getOrUndefined(span.parent)
  return span
}

/** The trace id of the work of a fiber. */
export const traceIdOf = (fiber: AnyFiber): string | undefined => isOn(fiber) ? spanOf(fiber)?.traceId : undefined

/** The trace context of the work of a fiber, for a row that is stored or a peer that is called. */
export const textOf = (fiber: AnyFiber): string | undefined => {
  const span = isOn(fiber) ? spanOf(fiber) : undefined
  return span && TraceContext.write(span)
}

/** The trace context of the current work, for a row that is stored. */
export const stored: Effect.Effect<string | null> = Effect.withFiberSucceed((fiber) => textOf(fiber) ?? null)

/** The span of a job, whose work is about many records. */
const Batch = Context.Reference<boolean>("@crossdock/runner/tracing/Spans/Batch", { defaultValue: () => false })
const ofBatch = Context.add(own, Batch, true)

const isInBatch = (span: Tracer.AnySpan): boolean =>
  Context.get(span.annotations, Batch) || (span._tag === "Span" && Option.isSome(span.parent) && isInBatch(span.parent.value))

interface Options {
  readonly kind?: Tracer.SpanKind
  readonly attributes?: Attributes
}

/** The cast is safe, because the span is provided here. */
const spanned = <A, E, R>(work: Effect.Effect<A, E, R>, name: string, parent: Tracer.AnySpan | undefined, options: Tracer.SpanOptions = {}): Effect.Effect<A, E, R> =>
  Effect.withSpan(work, name, { annotations: own, ...options, ...(parent === undefined ? { root: true } : { parent }), captureStackTrace: false }) as Effect.Effect<A, E, R>

/** Runs work in a span. The name says what is done, never for whom. */
export const within = <A, E, R>(name: string, work: Effect.Effect<A, E, R>, options?: () => Options): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => isOn(fiber) ? spanned(work, name, spanOf(fiber), options?.()) : work)

/**
 * Runs work in a span of the trace of a row, so that the trace goes on after a restart and on another node. The work of a batch or of a
 * peer's call, in which that happens, has its own trace, to which the span has a link.
 */
export const resumed = <A, E, R>(row: string | null | undefined, name: string, work: Effect.Effect<A, E, R>, options?: () => Options): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    if (!isOn(fiber)) return work
    const current = spanOf(fiber)
    const ofRow = TraceContext.parse(row)
    if (ofRow === undefined || ofRow.traceId === current?.traceId) return spanned(work, name, current, options?.())
    return spanned(work, name, ofRow, { ...options?.(), links: current === undefined ? [] : [{ span: current, attributes: {} }] })
  })

/** The trace context for a new record: that of the call which begins it, or a new one if a job does, with a link to the job. */
export const begun: Effect.Effect<string | null> = Effect.withFiber((fiber) => {
  const current = isOn(fiber) ? spanOf(fiber) : undefined
  return current === undefined || !isInBatch(current) ? stored : spanned(stored, "begin record", undefined, { links: [{ span: current, attributes: {} }] })
})

/** Runs a job in a span of its own. The records that it begins have traces of their own. */
export const job = <A, E, R>(work: Effect.Effect<A, E, R>, { connection, name }: { readonly name: string; readonly connection: string }): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) =>
    isOn(fiber)
      ? spanned(work, `job ${name}`, undefined, { annotations: ofBatch, attributes: { "crossdock.job": name, ...(connection !== "" && { "crossdock.connection": connection }) } })
      : work)

/** Adds attributes to the span of the current work. */
export const annotate = (fiber: AnyFiber, attributes: Attributes): void => {
  const span = isOn(fiber) ? spanOf(fiber) : undefined
  if (span?._tag !== "Span") return
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) span.attribute(name, value)
}

/**
 * Begins the span of a request that a caller has sent, in the caller's trace if it names one; only the id of that is believed. The span is
 * exported once it is ended, so a request whose caller is never authenticated leaves none.
 */
export const served = <A, E, R>(name: string, request: Transport.Request, work: (span: Tracer.Span | undefined) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const sampler = fiber.getRef(Tracing)
    if (sampler === undefined) return work(undefined)
    const called = TraceContext.ofRequest(request)
    const parent = called && Tracer.externalSpan({ traceId: called.traceId, spanId: called.spanId, sampled: sampler(called.traceId) })
    return Effect.flatMap(
      Effect.makeSpan(name, { kind: "server", annotations: own, attributes: { "http.request.method": request.method }, ...(parent === undefined ? { root: true } : { parent }) }),
      (span) => Effect.provideService(work(span), Tracer.ParentSpan, span) as Effect.Effect<A, E, R>
    )
  })

/**
 * Sends spans to a receiver of OTLP over HTTP, by the environment variables that OpenTelemetry defines. Tracing is on if an endpoint is set.
 * Nothing of an order, a message or an error leaves with a span: attributes are those of a list, and a failure is told by its code.
 */
import * as Cause from "effect/Cause"
import * as ConfigProvider from "effect/ConfigProvider"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"
import { FetchHttpClient, HttpClient, type HttpClientResponse } from "effect/http"
import { OtlpSerialization, OtlpTracer } from "effect/observability"
import { version } from "../cli/Version.ts"
import { type Environment, valueOf } from "../ProcessEnvironment.ts"
import * as Sampler from "./Sampler.ts"
import * as Spans from "./Spans.ts"

/** A receiver that does not answer to the end, or wants to be asked again later than this, must not gather requests in memory (seconds). */
const longestExport = 10

const isSoon = ({ headers: { "retry-after": seconds }, status }: HttpClientResponse.HttpClientResponse): boolean =>
  status < 400 || seconds === undefined || Number(seconds) <= longestExport

/** Fails what would last too long. The exporter gives its spans up then, and exports none for a minute. */
const limited = HttpClient.transformResponse((call) =>
  call.pipe(
    Effect.tap((response) => Effect.ignore(response.arrayBuffer)),
    Effect.timeout(`${longestExport} seconds`),
    Effect.tap((response) => isSoon(response) ? Effect.void : Effect.die(new Error("the receiver wants to be asked again much later")))
  ) as typeof call
)

const protocols: Readonly<Record<string, typeof OtlpSerialization.layerJson>> = {
  "http/protobuf": OtlpSerialization.layerProtobuf,
  "http/json": OtlpSerialization.layerJson
}

const exported: ReadonlySet<string> = new Set(Spans.attributeNames)
const longestName = 100

const has = <K extends string>(value: unknown, key: K): value is { readonly [P in K]: unknown } => typeof value === "object" && value !== null && key in value

/** The stable code or tag of a failure. Its text may quote a peer or an order, and stays here. */
const codeOf = (cause: Cause.Cause<unknown>): string => {
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  const reason = has(error, "reason") ? error.reason : error
  const code = has(reason, "code") ? reason.code : has(reason, "_tag") ? reason._tag : undefined
  return typeof code === "string" && /^[\w.:-]{1,64}$/.test(code) ? code : "Defect"
}

/** A failure without a text or a stack of its own. */
const failedBy = (code: string): Error => Object.assign(Object.create(Error.prototype) as Error, { name: code, message: code, stack: code })

/** A span that decides by itself whether it is exported, and hands on only what may leave the runner. */
class RunnerSpan implements Tracer.Span {
  readonly _tag = "Span"
  readonly name: string
  readonly kind: Tracer.SpanKind
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly annotations: Context.Context<never>
  readonly sampled: boolean
  readonly #exporting: Tracer.Span

  constructor(exporting: Tracer.Span, sampled: boolean) {
    this.#exporting = exporting
    this.name = exporting.name
    this.kind = exporting.kind
    this.parent = exporting.parent
    this.annotations = exporting.annotations
    this.sampled = sampled
  }
  get traceId() {
    return this.#exporting.traceId
  }
  get spanId() {
    return this.#exporting.spanId
  }
  get status() {
    return this.#exporting.status
  }
  get attributes() {
    return this.#exporting.attributes
  }
  get links() {
    return this.#exporting.links
  }
  attribute(key: string, value: unknown): void {
    if (this.sampled && exported.has(key)) this.#exporting.attribute(key, value)
  }
  /** Events have texts, such as lines of the log. */
  event(): void {}
  addLinks(links: ReadonlyArray<Tracer.SpanLink>): void {
    this.#exporting.addLinks(links.map(({ span }) => ({ span, attributes: {} })))
  }
  end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    if (!this.sampled) return
    if (Exit.isSuccess(exit)) return this.#exporting.end(endTime, Exit.void)
    if (Cause.hasInterruptsOnly(exit.cause)) return this.#exporting.end(endTime, exit)
    const code = codeOf(exit.cause)
    this.#exporting.attribute("error.type", code)
    this.#exporting.end(endTime, Exit.fail(failedBy(code)))
  }
}

/** A library's or a plugin's span is exported only within one of the runner, so that an idle runner exports none of its transactions. */
const isExported = ({ annotations, parent, sampled }: Parameters<Tracer.Tracer["span"]>[0], traceId: string, sampler: Sampler.Sampler): boolean =>
  sampled && (Spans.isOwn({ annotations }) ? Option.isSome(parent) || sampler(traceId) : Option.isSome(parent) && parent.value._tag === "Span")

/** A tracer whose spans leave through another one. */
const tracerOf = (exporting: Tracer.Tracer, sampler: Sampler.Sampler): Tracer.Tracer =>
  Tracer.make({
    span: (options) => {
      const links = options.links.map(({ span }) => ({ span, attributes: {} }))
      const span = exporting.span({ ...options, name: options.name.slice(0, longestName), links, sampled: true })
      return new RunnerSpan(span, isExported(options, span.traceId, sampler))
    }
  })

/** The variables of the environment, with what is set if none says otherwise. */
const variablesOf = (environment: Environment): Record<string, string> => {
  const values: Record<string, string> = {}
  for (const name of Object.keys(environment)) {
    // Other variables with this ending name files of certificates and keys.
    const plain = name.replace(/HEADERS_FILE$/, "HEADERS")
    const value = plain.startsWith("OTEL_") ? valueOf(environment, plain)?.trim() : undefined
    if (value !== undefined && value !== "") values[plain] = value
  }
  return { OTEL_SERVICE_NAME: "crossdock", OTEL_SERVICE_VERSION: version(), OTEL_TRACES_EXPORTER: "otlp", ...values }
}

export interface SpanExport {
  /** For a line of the log. Undefined: tracing is off. */
  readonly endpoint: string | undefined
  readonly layer: Layer.Layer<never>
}

/** Nothing of Effect makes a span either. */
const off: SpanExport = { endpoint: undefined, layer: Layer.succeed(References.TracerEnabled, false) }

/** The export that the environment asks for, or what is wrong with it. */
export const of = (environment: Environment): SpanExport | { readonly problem: string } => {
  const values = variablesOf(environment)
  const name = values["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] === undefined ? "OTEL_EXPORTER_OTLP_ENDPOINT" : "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
  const endpoint = values[name]
  if (endpoint === undefined || values["OTEL_SDK_DISABLED"]?.toLowerCase() === "true" || values["OTEL_TRACES_EXPORTER"] === "none") return off
  const url = URL.parse(endpoint)
  if (url === null || !/^https?:$/.test(url.protocol)) return { problem: `${name} is not a URL that begins with http:// or https://` }
  if (values["OTEL_TRACES_EXPORTER"] !== "otlp") return { problem: "OTEL_TRACES_EXPORTER is neither otlp nor none; the runner exports in no other way" }
  const protocol = values["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] ?? values["OTEL_EXPORTER_OTLP_PROTOCOL"] ?? "http/protobuf"
  const serialization = Object.hasOwn(protocols, protocol) ? protocols[protocol] : undefined
  if (serialization === undefined) return { problem: `OTEL_EXPORTER_OTLP_PROTOCOL is none of ${Object.keys(protocols).join(", ")}; a collector takes these on port 4318` }
  const sampler = Sampler.of(values["OTEL_TRACES_SAMPLER"], values["OTEL_TRACES_SAMPLER_ARG"])
  if (typeof sampler !== "function") return sampler
  const client = Layer.provide(
    Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, limited as never)) as Layer.Layer<HttpClient.HttpClient, never, HttpClient.HttpClient>,
    FetchHttpClient.layer
  )
  const otlp = OtlpTracer.layerFromConfig().pipe(
    Layer.provide(Layer.mergeAll(serialization, client, ConfigProvider.layer(ConfigProvider.fromEnv({ env: values }))))
  )
  const tracer = Layer.effect(Tracer.Tracer, Effect.map(Tracer.Tracer, (exporting) => tracerOf(exporting, sampler)))
  return {
    endpoint: url.origin,
    layer: Layer.merge(Layer.provide(tracer, otlp), Layer.succeed(Spans.Tracing, sampler)) as Layer.Layer<never>
  }
}

/**
 * Captures everything that a plugin writes besides its answers: errors, logs, spans, findings and the console. The last
 * law searches it for the secrets and the personal data of the suite.
 */
import { AdapterError, Drift } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import * as Tracer from "effect/Tracer"
import { inspect } from "node:util"

export interface Watch {
  /** Keeps a value and the place where it was written. */
  readonly note: (where: string, value: unknown) => void
  readonly noteError: (error: AdapterError.AdapterError) => void
  /** Names a text that was written and the place, or returns undefined. It does not repeat the text. */
  readonly find: (planted: Readonly<Record<string, string>>) => string | undefined
  /** Loggers, tracer and `Drift` for the plugin; they write to this capture. */
  readonly layer: Layer.Layer<never>
  /** Runs an effect and captures what it writes to the console. */
  readonly console: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** The texts of an error as people see it, as the runner stores it, and as a debugger prints it. */
const renderings = (error: AdapterError.AdapterError): ReadonlyArray<string> => [
  String(error),
  AdapterError.describe(error.reason),
  inspect(error, { depth: 12 }),
  JSON.stringify(Schema.encodeSync(Schema.toCodecJson(AdapterError.AdapterError))(error))
]

const methods = ["log", "info", "warn", "error", "debug", "trace", "dir"] as const

export const make = (): Watch => {
  const seen: Array<{ readonly where: string; readonly text: string }> = []
  const note: Watch["note"] = (where, value) => {
    seen.push({ where, text: typeof value === "string" ? value : inspect(value, { depth: 12 }) })
  }
  const logger = Logger.make<unknown, void>(({ cause, logLevel, message }) => {
    note(`a log line (${logLevel})`, message)
    note(`the cause of a log line (${logLevel})`, cause)
  })
  const tracer = Tracer.make({
    span: (options) => new RecordedSpan(options, note)
  })
  return {
    note,
    noteError: (error) => {
      for (const text of renderings(error)) note(`the error of ${error.operation} (${error.reason._tag})`, text)
    },
    find: (planted) => {
      for (const [what, value] of Object.entries(planted)) {
        const found = seen.find(({ text }) => text.includes(value))
        if (found !== undefined) return `${what} appears in ${found.where}`
      }
      return undefined
    },
    layer: Layer.mergeAll(
      Logger.layer([logger]),
      Layer.succeed(References.MinimumLogLevel, "All"),
      Layer.succeed(Tracer.Tracer, tracer),
      Layer.succeed(Drift.Drift, {
        report: (finding) => Effect.sync(() => note("a finding", JSON.stringify(finding)))
      })
    ),
    console: (work) =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          const before = methods.map((method) => [method, console[method]] as const)
          for (const method of methods) console[method] = (...parts: ReadonlyArray<unknown>) => note(`console.${method}`, parts)
          return before
        }),
        () => work,
        (before) => Effect.sync(() => Object.assign(console, Object.fromEntries(before)))
      )
  }
}

type SpanOptions = Parameters<Tracer.Tracer["span"]>[0]

/** A span that only passes its attributes and events to the capture. */
class RecordedSpan implements Tracer.Span {
  readonly _tag = "Span"
  readonly name: string
  readonly spanId = "0000000000000000"
  readonly traceId = "00000000000000000000000000000000"
  readonly parent: SpanOptions["parent"]
  readonly annotations: SpanOptions["annotations"]
  readonly links: SpanOptions["links"]
  readonly sampled = true
  readonly kind: SpanOptions["kind"]
  readonly attributes = new Map<string, unknown>()
  status: Tracer.SpanStatus
  readonly #note: Watch["note"]

  constructor(options: SpanOptions, note: Watch["note"]) {
    this.name = options.name
    this.parent = Option.isOption(options.parent) ? options.parent : Option.none()
    this.annotations = options.annotations
    this.links = options.links
    this.kind = options.kind
    this.status = { _tag: "Started", startTime: options.startTime }
    this.#note = note
    note("the name of a span", this.name)
  }
  end(endTime: bigint, exit: Parameters<Tracer.Span["end"]>[1]): void {
    this.status = { _tag: "Ended", startTime: this.status.startTime, endTime, exit }
  }
  attribute(key: string, value: unknown): void {
    this.attributes.set(key, value)
    this.#note(`the attribute ${key} of the span ${this.name}`, value)
  }
  event(name: string, _startTime: bigint, attributes?: Record<string, unknown>): void {
    this.#note(`an event of the span ${this.name}`, { name, attributes })
  }
  addLinks(): void {}
}

/** The texts of all redacted values inside a value, by their path. */
export const secretsOf = (value: unknown, path = "the setting "): Readonly<Record<string, string>> => {
  if (Redacted.isRedacted(value)) {
    const secret = Redacted.value(value)
    return typeof secret === "string" && secret !== "" ? { [path]: secret } : {}
  }
  if (typeof value !== "object" || value === null) return {}
  return Object.assign({}, ...Object.entries(value).map(([name, member]) => secretsOf(member, path.endsWith(" ") ? `${path}${name}` : `${path}.${name}`)))
}

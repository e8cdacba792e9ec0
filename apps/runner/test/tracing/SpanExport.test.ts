/** The settings of the export, and what leaves with a span. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { FetchHttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import * as Sampler from "../../src/tracing/Sampler.ts"
import * as SpanExport from "../../src/tracing/SpanExport.ts"
import * as Spans from "../../src/tracing/Spans.ts"
import * as OtlpReceiver from "../support/OtlpReceiver.ts"

const at = (endpoint: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" })

const exporting = (environment: Readonly<Record<string, string>>) => {
  const made = SpanExport.of(environment)
  if ("problem" in made) throw new Error(made.problem)
  return made.layer
}

describe("the environment", () => {
  for (const [why, more] of [
    ["no endpoint is set", {}],
    ["the SDK is disabled", { ...at("http://127.0.0.1:4318"), OTEL_SDK_DISABLED: "true" }],
    ["the exporter is none", { ...at("http://127.0.0.1:4318"), OTEL_TRACES_EXPORTER: "none" }]
  ] as const) {
    it.effect(`turns tracing off if ${why}: work runs as it is`, () =>
      Effect.gen(function*() {
        const work = Effect.withFiberSucceed((fiber) => [Spans.isOn(fiber), Spans.textOf(fiber)])
        assert.deepStrictEqual(yield* Spans.within("work", work).pipe(Effect.provide(exporting(more))), [false, undefined])
        assert.isNull(yield* Spans.stored)
      }))
  }
  for (const [name, value] of [
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_TRACES_EXPORTER", "zipkin"],
    ["OTEL_TRACES_SAMPLER", "jaeger_remote"],
    ["OTEL_TRACES_SAMPLER_ARG", "2"],
    ["OTEL_TRACES_SAMPLER_ARG", "often"]
  ] as const) {
    it(`is refused with the name of the variable if ${name} is ${value}`, () => {
      const made = SpanExport.of({ ...at("http://127.0.0.1:4318"), [name]: value })
      assert.include("problem" in made ? made.problem : "", name)
    })
  }
  it.live("names the service, and the headers of a file", () =>
    Effect.gen(function*() {
      const receiver = yield* OtlpReceiver.make
      yield* Spans.within("work", Effect.void).pipe(
        Effect.provide(exporting({ ...at(receiver.endpoint), OTEL_SERVICE_NAME: "ours", OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test", OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b" }))
      )
      assert.deepInclude(receiver.resources[0]!, { "service.name": "ours", "deployment.environment.name": "test" })
      assert.strictEqual(receiver.headers[0]!["x-key"], "a b")
    }).pipe(Effect.scoped))
})

describe("a sampler", () => {
  it("records the part of traces that it is asked for, by their ids", () => {
    const half = Sampler.of("traceidratio", "0.5")
    if (typeof half !== "function") throw new Error(half.problem)
    assert.deepStrictEqual(["0000000000001", "7ffffffffffff", "8000000000000", "fffffffffffff"].map((end) => half("f".repeat(19) + end)), [true, true, false, false])
  })
  it.live("that records nothing lets the ids go on, and exports nothing", () =>
    Effect.gen(function*() {
      const receiver = yield* OtlpReceiver.make
      const text = yield* Spans.within("work", Spans.stored).pipe(Effect.provide(exporting({ ...at(receiver.endpoint), OTEL_TRACES_SAMPLER: "always_off" })))
      assert.match(text!, /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
      assert.deepStrictEqual(receiver.spans, [])
    }).pipe(Effect.scoped))
})

describe("what leaves with a span", () => {
  it.live("is a code and what the list of attributes names, whatever libraries and plugins add", () =>
    Effect.gen(function*() {
      const receiver = yield* OtlpReceiver.make
      const plugins = Effect.fail({ _tag: "Rejected", message: "Ada has no bell" }).pipe(
        Effect.tapError(() => Effect.logError("Ada rang")),
        Effect.withSpan("a plugin's", { attributes: { receiver: "Ada", "crossdock.operation": "createOutboundOrder" } })
      )
      yield* Effect.ignore(Spans.within("work", plugins)).pipe(Effect.provide(exporting(at(receiver.endpoint))))
      assert.isFalse(receiver.bodies.some((body) => body.includes("Ada")))
      assert.sameMembers(receiver.spans.map(({ name }) => name), ["work", "a plugin's"])
      for (const { attributes, status } of receiver.spans) {
        assert.strictEqual(attributes["error.type"], "Rejected")
        assert.deepStrictEqual(status, { code: 2, message: "Rejected" })
      }
    }).pipe(Effect.scoped))

  it.live("does not begin with a library", () =>
    Effect.gen(function*() {
      const receiver = yield* OtlpReceiver.make
      yield* Effect.withSpan(Spans.within("work", Effect.void), "sql.transaction").pipe(Effect.provide(exporting(at(receiver.endpoint))))
      assert.deepStrictEqual(receiver.spans.map(({ name, parentSpanId }) => [name, parentSpanId]), [["work", undefined]])
    }).pipe(Effect.scoped))
})

describe("a receiver", () => {
  for (const [does, answer] of [
    ["begins an answer that never ends", () => new Response(new ReadableStream({}))],
    ["wants to be asked again in an hour", () => new Response("", { status: 429, headers: { "retry-after": "3600" } })],
    ["wants to be asked again on a day", () => new Response("", { status: 503, headers: { "retry-after": "Fri, 27 Nov 2099 00:00:00 GMT" } })]
  ] as const) {
    it.effect(`that ${does} keeps no spans in memory: they are given up, and later ones are sent`, () => {
      let asked = 0
      const fetch = Layer.succeed(FetchHttpClient.Fetch, () => Promise.resolve(answer()).finally(() => asked++))
      return Effect.gen(function*() {
        const oneEachSecond = Effect.repeat(Effect.andThen(Spans.within("work", Effect.void), Effect.sleep("1 second")), { times: 150 })
        const exported = yield* Effect.forkChild(Effect.provide(oneEachSecond, Layer.provide(exporting(at("http://collector.example:4318")), fetch)))
        for (let second = 0; second < 200; second++) yield* TestClock.adjust("1 second")
        yield* Fiber.join(exported)
        assert.isAbove(asked, 2)
      })
    }, 20_000)
  }
})

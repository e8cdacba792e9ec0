/** The traces of records that jobs begin, and the lines of the log. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Tracer from "effect/Tracer"
import * as LogLines from "../../src/tracing/LogLines.ts"
import * as Spans from "../../src/tracing/Spans.ts"

const on = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provideService(Effect.provideService(work, Spans.Tracing, () => true), Tracer.Tracer, Tracer.nativeTracer)
const idOf = (text: string | null) => text?.split("-")[1]

describe("a new record", () => {
  it.effect("has the trace of the call that begins it", () =>
    on(Spans.within("call", Effect.gen(function*() {
      assert.strictEqual(idOf(yield* Spans.begun), idOf(yield* Spans.stored))
    }))))
  it.effect("has a trace of its own if a job begins it", () =>
    on(Spans.job(Spans.within("page", Effect.gen(function*() {
      const ids = [yield* Spans.begun, yield* Spans.begun, yield* Spans.stored].map(idOf)
      assert.strictEqual(new Set(ids).size, ids.length)
    })), { name: "poll", connection: "wh" })))
})

describe("a line of the log", () => {
  const linesOf = (work: Effect.Effect<void>) =>
    Effect.gen(function*() {
      const lines: Array<{ readonly traceId?: string }> = []
      yield* Effect.provide(work, Logger.layer([Logger.map(LogLines.format, (line) => void lines.push(JSON.parse(line)))]))
      return lines
    })
  it.effect("has the id of its trace", () =>
    on(Spans.within("call", Effect.gen(function*() {
      assert.deepStrictEqual((yield* linesOf(Effect.logInfo("x"))).map(({ traceId }) => traceId), [idOf(yield* Spans.stored)])
    }))))
  it.effect("has none while tracing is off", () =>
    Effect.map(linesOf(Effect.logInfo("x")), ([line]) => assert.notProperty(line, "traceId")))
})

/**
 * What an entry of the runner costs for its span, in nanoseconds: while tracing is off, beside the same work without one, and while it is on.
 *
 *   node micro/spans.ts
 */
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"
import * as Spans from "../../apps/runner/src/tracing/Spans.ts"

const times = 200_000
const rounds = 15
const row = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

const repeated = (one: Effect.Effect<unknown>) =>
  Effect.gen(function*() {
    for (let at = 0; at < times; at++) yield* one
  })

const work = Effect.sync(() => 1)
const subjects: Readonly<Record<string, Effect.Effect<unknown>>> = {
  "no span": work,
  "within, off": Spans.within("work", work),
  "resumed, off": Spans.resumed(null, "work", work),
  "stored, off": Effect.andThen(Spans.stored, work),
  "within, on": Effect.provideService(Effect.provideService(Effect.suspend(() => Spans.within("work", work)), Spans.Tracing, () => true), Tracer.Tracer, Tracer.nativeTracer),
  "resumed, on": Effect.provideService(Effect.suspend(() => Spans.resumed(row, "work", work)), Spans.Tracing, () => true),
  "Effect.withSpan without a tracer": Effect.withSpan(work, "work")
}

const figures = new Map(Object.keys(subjects).map((name): [string, Array<number>] => [name, []]))
for (let round = 0; round < rounds; round++) {
  for (const [name, subject] of Object.entries(subjects)) {
    const began = process.cpuUsage()
    await Effect.runPromise(repeated(subject))
    const { system, user } = process.cpuUsage(began)
    // The first rounds warm up.
    if (round >= 5) figures.get(name)!.push((system + user) * 1000 / times)
  }
}
for (const [name, all] of figures) {
  const sorted = all.toSorted((a, b) => a - b)
  process.stdout.write(`${name.padEnd(34)} ${Math.round(sorted[Math.floor(sorted.length / 2)]!)} ns (${Math.round(sorted[0]!)} to ${Math.round(sorted.at(-1)!)})\n`)
}

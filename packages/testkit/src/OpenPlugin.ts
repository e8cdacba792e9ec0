/**
 * Opens a plugin for a run of laws: on what it needs, on a clock, and with everything watched that it lets out.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as Time from "./Time.ts"
import * as Watch from "./OutputCapture.ts"

export interface Options<R> {
  /** What the plugin is opened with: a wire to the peer, or its storage. */
  readonly layer: Layer.Layer<R, unknown>
  /** `live` for peers that live in real time, on real sockets. Absent: a test clock, and no law waits. */
  readonly clock?: "test" | "live"
  /** On a test clock: milliseconds of work after which a call counts as one that does not end. Absent: 4000. */
  readonly maxBusyMillis?: number
}

export interface OpenedPlugin<S> {
  readonly services: Context.Context<S>
  /** Opens it once more beside the first. */
  readonly again: Effect.Effect<Context.Context<S>, unknown, unknown>
  readonly time: Time.Time
  readonly watch: Watch.Watch
  /** Gives work what the plugin was opened with. */
  readonly within: <A, E>(work: Effect.Effect<A, E, unknown>) => Effect.Effect<A, E>
  /** A number that nothing else has. */
  readonly fresh: (hint: string) => string
}

/** Opens the plugin that `own` is the layer of; it closes with the scope. */
export const open = Effect.fnUntraced(function*<S, R>(
  own: Layer.Layer<S, unknown, R>,
  { maxBusyMillis = Time.patience, clock = "test", layer }: Options<R>,
  { numbers = "T", prepare }: { readonly numbers?: string | undefined; readonly prepare?: Effect.Effect<void, unknown, R | S> | undefined }
): Effect.fn.Return<OpenedPlugin<S>, unknown, Scope.Scope> {
  const watch = Watch.make()
  const time = clock === "test" ? Time.onTestClock(maxBusyMillis) : Time.live
  const environment = clock === "test" ? Layer.mergeAll(watch.layer, TestClock.layer()) : watch.layer
  const context = yield* Layer.build(Layer.provideMerge(layer, environment))
  // What a law requires is what the plugin requires, or the scope of the run.
  const within = <A, E>(work: Effect.Effect<A, E, unknown>) =>
    Effect.provideContext(work, context as Context.Context<unknown>) as Effect.Effect<A, E>
  if (clock === "test") yield* within(TestClock.setTime(Time.beginning))
  const again = Layer.build(Layer.fresh(own))
  const services = yield* within(again as Effect.Effect<Context.Context<S>, unknown, unknown>)
  if (prepare !== undefined) yield* within(time.during(Effect.provideContext(prepare, services)))
  let count = 0
  return { services, again, time, watch, within, fresh: (hint) => `${numbers}${++count}-${hint}` }
})

/**
 * Opens a plugin for a run of laws: with the services that it needs, on a clock, and with all its output captured.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as RateLaws from "./RateLaws.ts"
import * as Time from "./Time.ts"
import * as Watch from "./OutputCapture.ts"

export interface Options<R> {
  /** The services that the plugin needs, such as a `Transport` to the peer or its `SqlStorage`. */
  readonly layer: Layer.Layer<R, unknown>
  /** `live` is for peers on real sockets. Default: `test`, a test clock on which no law waits. */
  readonly clock?: "test" | "live"
  /**
   * The version of the laws that the plugin is held to, as text. Laws that came later are run and reported as `new`, and fail nothing.
   * Default: the newest, so that an update of the testkit may turn the tests red.
   */
  readonly laws?: string
  /** Milliseconds of processor time after which a call on the test clock counts as one that never ends. Default: 4000. */
  readonly maxBusyMillis?: number
}

export interface OpenedPlugin<S> {
  readonly services: Context.Context<S>
  /** Opens the plugin a second time, beside the first. */
  readonly again: Effect.Effect<Context.Context<S>, unknown, unknown>
  readonly time: Time.Time
  readonly watch: Watch.Watch
  /** Provides an effect with the services that the plugin was opened with. */
  readonly within: <A, E>(work: Effect.Effect<A, E, unknown>) => Effect.Effect<A, E>
  /** Generates a unique number. */
  readonly fresh: (hint: string) => string
  /** What the answers to the plugin told about its limit. */
  readonly answers: RateLaws.AnswersRead
}

/** Opens the plugin whose layer is `own`. The scope closes it. */
export const open = Effect.fnUntraced(function*<S, R>(
  own: Layer.Layer<S, unknown, R>,
  { maxBusyMillis = Time.defaultMaxBusyMillis, clock = "test", layer }: Options<R>,
  { numbers = "T", prepare }: { readonly numbers?: string | undefined; readonly prepare?: Effect.Effect<void, unknown, R | S> | undefined }
): Effect.fn.Return<OpenedPlugin<S>, unknown, Scope.Scope> {
  const watch = Watch.make()
  const time = clock === "test" ? Time.onTestClock(maxBusyMillis) : Time.live
  const environment = clock === "test" ? Layer.mergeAll(watch.layer, TestClock.layer()) : watch.layer
  const { answers, services: context } = RateLaws.reading(yield* Layer.build(Layer.provideMerge(layer, environment)))
  // A law requires what the plugin requires, or the scope of the run.
  const within = <A, E>(work: Effect.Effect<A, E, unknown>) =>
    Effect.provideContext(work, context as Context.Context<unknown>) as Effect.Effect<A, E>
  if (clock === "test") yield* within(TestClock.setTime(Time.startMillis))
  const again = Layer.build(Layer.fresh(own))
  const services = yield* within(again as Effect.Effect<Context.Context<S>, unknown, unknown>)
  if (prepare !== undefined) yield* within(time.during(Effect.provideContext(prepare, services)))
  let count = 0
  return { services, again, answers, time, watch, within, fresh: (hint) => `${numbers}${++count}-${hint}` }
})

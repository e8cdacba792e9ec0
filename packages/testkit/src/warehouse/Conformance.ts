/**
 * Holds a warehouse plugin against the laws of `warehouse/v1`, without a test runner.
 */
import { type Connected, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { type LawReport, make as makeReport, type Report } from "../Report.ts"
import { type Chosen, reportOf, runLaw } from "../Session.ts"
import * as Time from "../Time.ts"
import * as Watch from "../Watch.ts"
import type { Bench } from "./Bench.ts"
import { choose } from "./Choice.ts"
import type { Given } from "./Given.ts"

export interface Options<Settings extends Schema.Codec<unknown, unknown>, R> {
  readonly plugin: WarehouseV1.Plugin<Settings, R>
  readonly settings: Settings["Type"]
  readonly given: Given<R>
  /** What the plugin is opened with: a wire to the peer, or its storage. */
  readonly layer: Layer.Layer<R, unknown>
  /** `live` for peers that live in real time, on real sockets. Absent: a test clock, and no law waits. */
  readonly clock?: "test" | "live"
  /** On a test clock: real milliseconds after which a busy call counts as one that does not end. Absent: 4000. */
  readonly busiest?: number
}

/** The laws that a plugin is held to, in the order in which they are run. */
export const lawsOf = <Settings extends Schema.Codec<unknown, unknown>, R>(
  { given, plugin }: Pick<Options<Settings, R>, "plugin" | "given">
): ReadonlyArray<Chosen<Bench>> => choose(plugin, given as Given<unknown>)

/** A plugin that is open, ready for its laws. */
export interface Session {
  /** Fails with an `Error` that says what is broken. */
  readonly run: (law: Chosen<Bench>) => Effect.Effect<void, Error>
}

/** Opens the plugin for a run of laws; it closes with the scope. */
export const open = Effect.fnUntraced(function*<Settings extends Schema.Codec<unknown, unknown>, R>(
  { busiest = Time.patience, clock = "test", given, layer, plugin, settings }: Options<Settings, R>
): Effect.fn.Return<Session, unknown, Scope.Scope> {
  const watch = Watch.make()
  const connected: Connected.Connected = { timeZone: given.timeZone ?? "UTC+8" }
  const own = plugin.layer(settings, connected)
  const surroundings = clock === "test" ? Layer.mergeAll(watch.layer, TestClock.layer()) : watch.layer
  const below = Layer.provideMerge(layer, surroundings)
  const context = yield* Layer.build(below)
  const within = <A, E>(work: Effect.Effect<A, E, unknown>) => Effect.provideContext(work, context as Context.Context<unknown>) as Effect.Effect<A, E>
  if (clock === "test") yield* within(TestClock.setTime(Time.beginning))
  const opened = yield* within(Layer.build(Layer.fresh(own)) as Effect.Effect<Context.Context<WarehouseV1.Warehouse>, unknown, unknown>)
  let count = 0
  const { incoming } = plugin
  const bench: Bench = {
    given: given as Given<unknown>,
    warehouse: Context.get(opened, WarehouseV1.Warehouse),
    incoming: incoming && ((emit) => incoming(settings, emit, connected)),
    declares: (operation) =>
      WarehouseV1.required.some(({ name }) => name === operation) || plugin.offers.some((name) => name === operation),
    open: Effect.map(Layer.build(Layer.fresh(own)), (again) => Context.get(again, WarehouseV1.Warehouse)),
    settings,
    time: clock === "test" ? Time.onTestClock(busiest) : Time.live,
    watch,
    fresh: (hint) => `${given.numbers ?? "T"}${++count}-${hint}`
  }
  if (given.prepare !== undefined) {
    yield* within(bench.time.during(Effect.provideContext(given.prepare as Effect.Effect<void, unknown, unknown>, opened as Context.Context<unknown>)))
  }
  return { run: (law) => within(Effect.scoped(runLaw(law, bench, watch) as Effect.Effect<void, Error, Scope.Scope>)) }
})

/** The outcomes of a run as a report. */
export const report = <Settings extends Schema.Codec<unknown, unknown>, R>(
  plugin: WarehouseV1.Plugin<Settings, R>,
  laws: ReadonlyArray<LawReport>
): Effect.Effect<Report> =>
  Effect.map(Clock.currentTimeMillis, (now) =>
    makeReport({
      contract: plugin.contract,
      plugin,
      ranAt: DateTime.formatIso(DateTime.makeUnsafe(now)),
      operations: WarehouseV1,
      laws
    }))

/** Runs every law, and reports. `only` names the laws to run; absent: all. */
export const check = Effect.fnUntraced(function*<Settings extends Schema.Codec<unknown, unknown>, R>(
  options: Options<Settings, R>,
  only: (law: string) => boolean = () => true
): Effect.fn.Return<Report, unknown> {
  const laws = lawsOf(options).filter(({ name }) => only(name))
  const outcomes = yield* Effect.scoped(Effect.gen(function*() {
    const session = yield* open(options)
    return yield* Effect.forEach(laws, (law) =>
      law.left === undefined
        ? Effect.map(Effect.exit(session.run(law)), (exit) => reportOf(law, exit))
        : Effect.succeed(reportOf(law)))
  }))
  return yield* report(options.plugin, outcomes)
})

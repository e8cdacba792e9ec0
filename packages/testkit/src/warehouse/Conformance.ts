/**
 * Checks a warehouse plugin against the laws of `warehouse/v1` without a test runner.
 */
import { WarehouseV1 } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as AccountLaws from "../AccountLaws.ts"
import * as OpenPlugin from "../OpenPlugin.ts"
import type { LawReport, Report } from "../Report.ts"
import * as Session from "../Session.ts"
import type { LawContext } from "./LawContext.ts"
import { selectLaws } from "./LawSelection.ts"
import type { SuiteFixture } from "./SuiteFixture.ts"

export interface Options<Settings extends Schema.Codec<unknown, unknown>, R> extends OpenPlugin.Options<R> {
  readonly plugin: WarehouseV1.Plugin<Settings, R>
  readonly settings: Settings["Type"]
  readonly fixture: SuiteFixture<R>
}

/** The laws of a plugin, in the order in which they are run. */
export const lawsOf = <Settings extends Schema.Codec<unknown, unknown>, R>(
  { fixture, laws, plugin }: Pick<Options<Settings, R>, "plugin" | "fixture" | "laws">
): ReadonlyArray<Session.SelectedLaw<LawContext>> => Session.pinned(selectLaws(plugin, fixture as SuiteFixture<unknown>), laws)

/** Opens the plugin for a run of laws. The scope closes it. */
export const open = Effect.fnUntraced(function*<Settings extends Schema.Codec<unknown, unknown>, R>(
  options: Options<Settings, R>
): Effect.fn.Return<Session.Session<LawContext>, unknown, Scope.Scope> {
  const { fixture, plugin, settings } = options
  const opened = yield* OpenPlugin.open(plugin.layer(settings, { timeZone: fixture.timeZone ?? "UTC+8" }), options, fixture)
  const warehouse = Context.get(opened.services, WarehouseV1.Warehouse)
  opened.answers.places = warehouse.facts.limits.rateInAnswers
  const context: LawContext = {
    answers: opened.answers,
    fixture: fixture as SuiteFixture<unknown>,
    warehouse,
    declares: (operation) =>
      WarehouseV1.contract.required.some(({ name }) => name === operation) || plugin.offers.some((name) => name === operation),
    open: Effect.map(opened.again, (services) => Context.get(services, WarehouseV1.Warehouse)),
    ...AccountLaws.opened(plugin, settings),
    settings,
    time: opened.time,
    watch: opened.watch,
    fresh: opened.fresh
  }
  return Session.make(context, opened)
})

/** Makes the report of a run. */
export const report = <Settings extends Schema.Codec<unknown, unknown>, R>(
  plugin: WarehouseV1.Plugin<Settings, R>,
  laws: ReadonlyArray<LawReport>
): Effect.Effect<Report> => Session.report(plugin, WarehouseV1.contract, laws)

/** Runs the laws and returns the report. `only` selects laws by name; by default all are run. */
export const check = <Settings extends Schema.Codec<unknown, unknown>, R>(
  options: Options<Settings, R>,
  only?: (law: string) => boolean
): Effect.Effect<Report, unknown> =>
  Effect.flatMap(Session.outcomes(lawsOf(options), open(options), only), (laws) => report(options.plugin, laws))

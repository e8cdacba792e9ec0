/**
 * Checks an ERP plugin against the laws of `erp/v1` without a test runner.
 */
import { ErpV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type * as OpenPlugin from "../OpenPlugin.ts"
import type { LawReport, Report } from "../Report.ts"
import * as Session from "../Session.ts"
import { checksOf } from "./Checks.ts"
import type { LawContext } from "./LawContext.ts"
import type { ErpFixture } from "./ErpFixture.ts"
import type { SuiteFixture } from "./SuiteFixture.ts"

export interface Options<Settings extends Schema.Codec<unknown, unknown>, R> extends OpenPlugin.Options<R> {
  readonly plugin: ErpV1.Plugin<Settings, R>
  readonly settings: Settings["Type"]
  /** That of an ERP with books has more than these laws use, so the peers of this package serve both contracts. */
  readonly fixture: ErpFixture<R> | SuiteFixture<R>
}

const checks = checksOf(ErpV1.contract, ErpV1.Erp)

/** The laws of a plugin, in the order in which they are run. */
export const lawsOf = <Settings extends Schema.Codec<unknown, unknown>, R>(
  options: Pick<Options<Settings, R>, "plugin" | "fixture" | "laws">
): ReadonlyArray<Session.SelectedLaw<LawContext>> => checks.lawsOf(options)

/** Opens the plugin for a run of laws. The scope closes it. */
export const open = <Settings extends Schema.Codec<unknown, unknown>, R>(
  options: Options<Settings, R>
): Effect.Effect<Session.Session<LawContext>, unknown, Scope.Scope> => checks.open(options)

/** Makes the report of a run. */
export const report = <Settings extends Schema.Codec<unknown, unknown>, R>(
  plugin: ErpV1.Plugin<Settings, R>,
  laws: ReadonlyArray<LawReport>
): Effect.Effect<Report> => checks.report(plugin, laws)

/** Runs the laws and returns the report. `only` selects laws by name; by default all are run. */
export const check = <Settings extends Schema.Codec<unknown, unknown>, R>(
  options: Options<Settings, R>,
  only?: (law: string) => boolean
): Effect.Effect<Report, unknown> =>
  Effect.flatMap(Session.outcomes(lawsOf(options), open(options), only), (laws) => report(options.plugin, laws))

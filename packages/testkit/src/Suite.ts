/**
 * Registers laws as vitest tests, and writes the report after the last one.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as vitest from "vitest"
import { run } from "./EffectTest.ts"
import type { LawReport, Report } from "./Report.ts"
import { type SelectedLaw, reportOf, type Session } from "./Session.ts"
import { write } from "./WriteReport.ts"

export interface Options {
  /** Milliseconds for one law. Default: 20 000. */
  readonly timeout?: number
  /** The folder of the report, relative to the working directory, and the name of its two files. Default: `coverage` and `crossdock-conformance`. */
  readonly report?: { readonly folder?: string; readonly name?: string }
}

/** Registers one test per law. The plugin is opened before the first test and closed after the last. */
export const register = <LawContext>(
  title: string,
  laws: ReadonlyArray<SelectedLaw<LawContext>>,
  open: Effect.Effect<Session<LawContext>, unknown, Scope.Scope>,
  reported: (laws: ReadonlyArray<LawReport>) => Effect.Effect<Report>,
  { report = {}, timeout = 20_000 }: Options
): void => {
  vitest.describe(title, () => {
    const outcomes = new Map<string, LawReport>()
    const scope = Scope.makeUnsafe()
    let session: Session<LawContext> | undefined
    vitest.beforeAll(async () => {
      session = await run(Scope.provide(open, scope))
    }, timeout)
    vitest.afterAll(async () => {
      await run(Scope.close(scope, Exit.void))
      const all = laws.flatMap((law) => (law.skipped === undefined ? outcomes.get(law.name) ?? [] : [reportOf(law)]))
      // A run of selected tests must not overwrite the report of a whole run.
      if (all.length < laws.length) return
      write(await run(reported(all)), report.folder ?? "coverage", report.name ?? "crossdock-conformance")
    }, timeout)
    for (const law of laws) {
      if (law.skipped !== undefined) continue
      vitest.it(`${law.message} (${law.name}; ${law.ids})`, async ({ signal, skip }) => {
        const exit = await Effect.runPromiseExit(session!.run(law), { signal })
        const outcome = reportOf(law, exit)
        outcomes.set(law.name, outcome)
        if (outcome.outcome === "not driven") skip(`could not be driven: ${outcome.because}`)
        if (outcome.outcome === "new") skip(outcome.because)
        await run(exit)
      }, timeout)
    }
  })
}

/**
 * Registers laws as tests of vitest, and writes the report when they have run.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as vitest from "vitest"
import { run } from "./It.ts"
import type { LawReport, Report } from "./Report.ts"
import { type SelectedLaw, reportOf, type Session } from "./Session.ts"
import { write } from "./WriteReport.ts"

export interface Options {
  /** Milliseconds for one law; 20 000. */
  readonly timeout?: number
  /** Where the report goes: a folder below the one that tests run in, and the name of its two files. */
  readonly report?: { readonly folder?: string; readonly name?: string }
}

/** One test per law that is run; opened before the first and closed after the last. */
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
      // A run of some laws says nothing about the others, and takes the place of no report.
      if (all.length < laws.length) return
      write(await run(reported(all)), report.folder ?? "coverage", report.name ?? "crossdock-conformance")
    }, timeout)
    for (const law of laws) {
      if (law.skipped !== undefined) continue
      vitest.it(`${law.message} (${law.name}; ${law.ids})`, async ({ signal }) => {
        const exit = await Effect.runPromiseExit(session!.run(law), { signal })
        outcomes.set(law.name, reportOf(law, exit))
        await run(exit)
      }, timeout)
    }
  })
}

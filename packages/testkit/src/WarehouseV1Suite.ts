/**
 * The conformance suite for `warehouse/v1`: a plugin that passes may say so.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as vitest from "vitest"
import { run } from "./It.ts"
import type { LawReport } from "./Report.ts"
import { reportOf } from "./Session.ts"
import * as Conformance from "./warehouse/Conformance.ts"
import { write } from "./Written.ts"

export interface Options<Settings extends Schema.Codec<unknown, unknown>, R> extends Conformance.Options<Settings, R> {
  /** Milliseconds for one law; 20 000. */
  readonly timeout?: number
  /** Where the report goes: a folder below the one that tests run in, and the name of its two files. */
  readonly report?: { readonly folder?: string; readonly name?: string }
}

/**
 * Registers one test per law that the plugin is held to. Afterwards `coverage/crossdock-conformance.json` and `.html`
 * say what held, what did not, and what could not be brought about with what was given.
 */
export const suite = <Settings extends Schema.Codec<unknown, unknown>, R>(options: Options<Settings, R>): void => {
  const { plugin, report = {}, timeout = 20_000 } = options
  const laws = Conformance.lawsOf(options)
  vitest.describe(`${plugin.contract} ${plugin.id}`, () => {
    const outcomes = new Map<string, LawReport>()
    const scope = Scope.makeUnsafe()
    let session: Conformance.Session | undefined
    vitest.beforeAll(async () => {
      session = await run(Scope.provide(Conformance.open(options), scope))
    }, timeout)
    vitest.afterAll(async () => {
      await run(Scope.close(scope, Exit.void))
      const all = laws.flatMap((law) => (law.left === undefined ? outcomes.get(law.name) ?? [] : [reportOf(law)]))
      write(await run(Conformance.report(plugin, all)), report.folder ?? "coverage", report.name ?? "crossdock-conformance")
    }, timeout)
    for (const law of laws) {
      if (law.left !== undefined) continue
      vitest.it(`${law.ids} ${law.says} (${law.name})`, async ({ signal }) => {
        const exit = await Effect.runPromiseExit(session!.run(law), { signal })
        outcomes.set(law.name, reportOf(law, exit))
        await run(exit)
      }, timeout)
    }
  })
}

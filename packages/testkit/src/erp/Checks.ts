/**
 * Checks an ERP plugin against the laws of its contract without a test runner: `erp/v1`, or `books/v1`, which extends it.
 */
import type { BooksV1 } from "@crossdock/books"
import type { Contract } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as OpenPlugin from "../OpenPlugin.ts"
import type { LawReport, Report } from "../Report.ts"
import * as Session from "../Session.ts"
import type { LawContext } from "./LawContext.ts"
import { selectLaws } from "./LawSelection.ts"
import type { SuiteFixture } from "./SuiteFixture.ts"

/** What the checks need of a plugin of either contract. */
interface Tested<R> {
  readonly contract: string
  readonly id: string
  readonly offers: ReadonlyArray<BooksV1.OptionalName>
  readonly layer: (settings: never, connection?: { readonly timeZone: string }) => Layer.Layer<unknown, unknown, R>
}

/**
 * The checks of one contract, with the service under which its plugins provide their adapter. The casts are safe: the callers type the
 * plugin and its fixture, and laws of operations that the contract does not have are not selected.
 */
export const checksOf = (contract: Contract.Any, { key }: { readonly key: string }) => {
  const service = Context.Service<unknown, BooksV1.OpenConnection>(key)
  const lawsOf = <R>({ fixture, laws, plugin }: { readonly plugin: object; readonly fixture: object } & Pick<OpenPlugin.Options<R>, "laws">): ReadonlyArray<Session.SelectedLaw<LawContext>> =>
    Session.pinned(selectLaws(contract as never, plugin as Tested<R>, fixture as SuiteFixture<unknown>), laws)

  const open = Effect.fnUntraced(function*<R>(
    options: OpenPlugin.Options<R> & { readonly plugin: object; readonly settings: unknown; readonly fixture: object }
  ): Effect.fn.Return<Session.Session<LawContext>, unknown, Scope.Scope> {
    const { settings } = options
    const plugin = options.plugin as Tested<R>
    const fixture = options.fixture as SuiteFixture<R>
    const own = plugin.layer(settings as never, { timeZone: fixture.timeZone ?? "UTC+8" })
    const opened = yield* OpenPlugin.open(own, options, fixture)
    const erp = Context.get(opened.services, service)
    opened.answers.places = erp.facts.limits?.rateInAnswers
    const context: LawContext = {
      answers: opened.answers,
      fixture: fixture as SuiteFixture<unknown>,
      erp,
      open: Effect.map(opened.again, (services) => Context.get(services, service)),
      declares: (operation) => contract.required.some(({ name }) => name === operation) || plugin.offers.some((name) => name === operation),
      settings,
      time: opened.time,
      watch: opened.watch,
      fresh: opened.fresh
    }
    return Session.make(context, opened)
  })

  const report = (plugin: object, laws: ReadonlyArray<LawReport>): Effect.Effect<Report> => Session.report(plugin as never, contract, laws)

  return { lawsOf, open, report }
}

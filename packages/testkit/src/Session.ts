/**
 * Runs laws, one after the other, and says what each came to.
 */
import { AdapterError } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import { LawViolation } from "./Assertions.ts"
import type { Law, Laws } from "./Law.ts"
import type { OpenedPlugin } from "./OpenPlugin.ts"
import { type LawReport, make as makeReport, type Operations, type Report } from "./Report.ts"
import type { Watch } from "./OutputCapture.ts"

/** A law of a plugin's choice, and whether it is run. */
export interface SelectedLaw<LawContext> {
  readonly name: string
  readonly ids: string
  readonly message: string
  /** Absent: it is run. */
  readonly skipped?: { readonly outcome: "not driven" | "not offered"; readonly because: string }
  readonly run: (context: LawContext) => Effect.Effect<void, unknown, unknown>
}

const chosen = <LawContext, SuiteFixture>(name: string, [ids, message, check]: Law<LawContext, SuiteFixture>): SelectedLaw<LawContext> => ({ name, ids, message, run: check.run })

/** Laws of what is offered: those that `fixture` can bring about are run. */
export const applicable = <LawContext, SuiteFixture>(laws: Laws<LawContext, SuiteFixture>, fixture: SuiteFixture): ReadonlyArray<SelectedLaw<LawContext>> =>
  Object.entries(laws).map(([name, law]) => {
    const lacks = law[2].lacks(fixture)
    return lacks === undefined
      ? chosen(name, law)
      : { ...chosen(name, law), skipped: { outcome: "not driven", because: `fixture has no ${lacks}` } }
  })

/** Laws of what is not offered. */
export const inapplicable = <LawContext, SuiteFixture>(laws: Laws<LawContext, SuiteFixture>, what: string): ReadonlyArray<SelectedLaw<LawContext>> =>
  Object.entries(laws).map(([name, law]) => ({
    ...chosen(name, law),
    skipped: { outcome: "not offered", because: `the plugin does not offer ${what}` }
  }))

/** A law that always fails: `fixture` lacks what an offered operation cannot be proven without. */
export const missing = <LawContext>(operation: string, part: string): SelectedLaw<LawContext> => ({
  name: `${operation}/fixture`,
  ids: "U-87",
  message: `${operation} is offered, so that fixture.${part} must be there to prove it`,
  run: () =>
    Effect.sync(() => {
      throw new LawViolation(`fixture.${part} is missing: nothing of ${operation} is proven`)
    })
})

/** What is wrong with an answer the plugin says best. */
const sentenceOf = (reason: AdapterError.Reason): string => {
  const cause = reason._tag === "ResponseInvalid" ? reason.cause : undefined
  const own = cause instanceof Error ? cause.message : cause
  return typeof own === "string" && own !== "" ? own : AdapterError.describe(reason)
}

/** An error that runners show with its stack: it leads to the line of the plugin that made the reason. */
const originOf = ({ operation, reason }: AdapterError.AdapterError): Error => {
  const origin = new Error(`${operation}: ${reason._tag}`)
  if (reason.stack !== undefined) origin.stack = reason.stack
  return origin
}

/** A sentence for a failure, whatever failed. */
export const explain = (error: unknown): string => {
  if (AdapterError.isAdapterError(error)) {
    return `${error.operation} failed as ${error.reason._tag}: ${sentenceOf(error.reason)}`
  }
  return error instanceof Error ? error.message : String(error)
}

/** Runs one law. It fails with an `Error` that says what is broken. */
const runLaw = <LawContext>(law: SelectedLaw<LawContext>, context: LawContext, watch: Watch): Effect.Effect<void, Error, unknown> =>
  watch.console(law.run(context)).pipe(
    Effect.catchCause((cause) => {
      const error = Cause.squash(cause)
      if (error instanceof LawViolation) return Effect.fail(error)
      const message = Cause.hasDies(cause) ? `something was thrown: ${explain(error)}` : explain(error)
      return Effect.fail(new LawViolation(message, undefined, AdapterError.isAdapterError(error) ? originOf(error) : error))
    })
  )

/** A plugin that is open, ready for its laws. */
export interface Session<LawContext> {
  /** Fails with an `Error` that says what is broken. */
  readonly run: (law: SelectedLaw<LawContext>) => Effect.Effect<void, Error>
}

export const make = <LawContext>(context: LawContext, { watch, within }: Pick<OpenedPlugin<unknown>, "watch" | "within">): Session<LawContext> => ({
  run: (law) => within(Effect.scoped(runLaw(law, context, watch) as Effect.Effect<void, Error, Scope.Scope>))
})

/** Opens a plugin, runs the laws one after the other, and closes it. */
export const outcomes = <LawContext>(
  laws: ReadonlyArray<SelectedLaw<LawContext>>,
  open: Effect.Effect<Session<LawContext>, unknown, Scope.Scope>,
  only: (law: string) => boolean = () => true
): Effect.Effect<ReadonlyArray<LawReport>, unknown> =>
  Effect.scoped(Effect.flatMap(open, (session) =>
    Effect.forEach(laws.filter(({ name }) => only(name)), (law) =>
      law.skipped === undefined
        ? Effect.map(Effect.exit(session.run(law)), (exit) => reportOf(law, exit))
        : Effect.succeed(reportOf(law)))))

interface Described {
  readonly contract: string
  readonly id: string
  readonly title: string
  readonly offers: ReadonlyArray<string>
  readonly authorization?: object | undefined
}

/** The outcomes of a run as a report. */
export const report = (plugin: Described, operations: Operations, laws: ReadonlyArray<LawReport>): Effect.Effect<Report> =>
  Effect.map(Clock.currentTimeMillis, (now) =>
    makeReport({ contract: plugin.contract, plugin, ranAt: DateTime.formatIso(DateTime.makeUnsafe(now)), operations, laws }))

export const reportOf = <LawContext>({ ids, skipped, name, message }: SelectedLaw<LawContext>, exit?: Exit.Exit<void, unknown>): LawReport => {
  const law = { law: name, ids: ids.split(" "), message }
  if (skipped !== undefined) return { ...law, ...skipped }
  return exit === undefined || Exit.isSuccess(exit)
    ? { ...law, outcome: "held" }
    : { ...law, outcome: "broken", because: explain(Cause.squash(exit.cause)) }
}

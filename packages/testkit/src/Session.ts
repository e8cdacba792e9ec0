/**
 * Runs laws one after the other and reports the outcome of each.
 */
import { AdapterError } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import { LawNotDriven, LawViolation } from "./Assertions.ts"
import { type Law, type Laws, newestLaws } from "./Law.ts"
import type { OpenedPlugin } from "./OpenPlugin.ts"
import { type LawReport, make as makeReport, type Operations, type Report } from "./Report.ts"
import type { Watch } from "./OutputCapture.ts"

/** A law with the decision whether it is run for this plugin. */
export interface SelectedLaw<LawContext> {
  readonly name: string
  readonly ids: string
  readonly message: string
  /** Why the law is not run. If absent, it is run. */
  readonly skipped?: { readonly outcome: "not driven" | "not offered"; readonly because: string }
  /** The version of the laws that it came with. */
  readonly since: number
  /** Whether it is newer than the laws that the author has pinned, so that it is run and does not count. */
  readonly isNew?: boolean
  readonly run: (context: LawContext) => Effect.Effect<void, unknown, unknown>
}

const chosen = <LawContext, SuiteFixture>(name: string, [ids, message, check, since = 1]: Law<LawContext, SuiteFixture>): SelectedLaw<LawContext> => ({ name, ids, message, since, run: check.run })

/** The laws with those marked that are newer than the version that the author has pinned. Throws if there is no such version. */
export const pinned = <LawContext>(
  laws: ReadonlyArray<SelectedLaw<LawContext>>,
  version: string | undefined,
  newest = newestLaws
): ReadonlyArray<SelectedLaw<LawContext>> => {
  if (version === undefined) return laws
  const number = Number(version)
  if (!Number.isInteger(number) || number < 1 || number > newest) throw new Error(`there are no laws "${version}"; set laws of the suite to a version from "1" to "${newest}"`)
  return laws.map((law) => (law.since > number ? { ...law, isNew: true } : law))
}

/** Laws of an offered operation. Those that `fixture` has the parts for are run. */
export const applicable = <LawContext, SuiteFixture>(laws: Laws<LawContext, SuiteFixture>, fixture: SuiteFixture): ReadonlyArray<SelectedLaw<LawContext>> =>
  Object.entries(laws).map(([name, law]) => {
    const lacks = law[2].lacks(fixture)
    return lacks === undefined
      ? chosen(name, law)
      : { ...chosen(name, law), skipped: { outcome: "not driven", because: `fixture has no ${lacks}` } }
  })

/** Laws of an operation that is not offered; none is run. */
export const inapplicable = <LawContext, SuiteFixture>(laws: Laws<LawContext, SuiteFixture>, what: string): ReadonlyArray<SelectedLaw<LawContext>> =>
  Object.entries(laws).map(([name, law]) => ({
    ...chosen(name, law),
    skipped: { outcome: "not offered", because: `the plugin does not offer ${what}` }
  }))

/** A law that always fails, because `fixture` lacks a part without which an offered operation cannot be tested. */
export const missing = <LawContext>(operation: string, part: string): SelectedLaw<LawContext> => ({
  name: `${operation}/fixture`,
  ids: "U-87",
  since: 1,
  message: `has fixture.${part}, which proves the offered operation ${operation}`,
  run: () =>
    Effect.sync(() => {
      throw new LawViolation(`fixture.${part} is missing, so nothing of ${operation} is tested; add it, or do not offer ${operation}`)
    })
})

/** The message of a failure. For an invalid answer the plugin's own cause says most. */
const sentenceOf = (reason: AdapterError.Reason): string => {
  const cause = reason._tag === "ResponseInvalid" ? reason.cause : undefined
  const own = cause instanceof Error ? cause.message : cause
  return typeof own === "string" && own !== "" ? own : AdapterError.describe(reason)
}

/** An error whose stack leads to the line of the plugin that created the reason. */
const originOf = ({ operation, reason }: AdapterError.AdapterError): Error => {
  const origin = new Error(`${operation}: ${reason._tag}`)
  if (reason.stack !== undefined) origin.stack = reason.stack
  return origin
}

/** A sentence about any failure. */
export const explain = (error: unknown): string => {
  if (AdapterError.isAdapterError(error)) {
    return `${error.operation} failed as ${error.reason._tag}: ${sentenceOf(error.reason)}`
  }
  return error instanceof Error ? error.message : String(error)
}

/** Runs one law. It fails with a `LawViolation`, or with a `LawNotDriven`. */
const runLaw = <LawContext>(law: SelectedLaw<LawContext>, context: LawContext, watch: Watch): Effect.Effect<void, Error, unknown> =>
  watch.console(law.run(context)).pipe(
    Effect.catchCause((cause) => {
      const error = Cause.squash(cause)
      if (error instanceof LawViolation || error instanceof LawNotDriven) return Effect.fail(error)
      const message = Cause.hasDies(cause) ? `an exception was thrown: ${explain(error)}` : explain(error)
      return Effect.fail(new LawViolation(message, undefined, AdapterError.isAdapterError(error) ? originOf(error) : error))
    })
  )

/** An opened plugin that laws can be run against. */
export interface Session<LawContext> {
  /** Runs one law. It fails with an `Error` that says how the plugin breaks the law. */
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

/** Makes the report of a run, with the current time. */
export const report = (plugin: Described, operations: Operations, laws: ReadonlyArray<LawReport>): Effect.Effect<Report> =>
  Effect.map(Clock.currentTimeMillis, (now) =>
    makeReport({ contract: plugin.contract, plugin, ranAt: DateTime.formatIso(DateTime.makeUnsafe(now)), operations, laws }))

export const reportOf = <LawContext>({ ids, isNew = false, since, skipped, name, message }: SelectedLaw<LawContext>, exit?: Exit.Exit<void, unknown>): LawReport => {
  const law = { law: name, ids: ids.split(" "), message }
  const came = `it came with laws "${since}" and is not counted until the suite is set to them`
  if (skipped !== undefined) return { ...law, ...skipped }
  if (exit === undefined || Exit.isSuccess(exit)) return isNew ? { ...law, outcome: "new", because: `${came}; the plugin keeps it` } : { ...law, outcome: "held" }
  const error = Cause.squash(exit.cause)
  if (error instanceof LawNotDriven) return { ...law, outcome: "not driven", because: explain(error) }
  return isNew ? { ...law, outcome: "new", because: `${came}; the plugin breaks it: ${explain(error)}` } : { ...law, outcome: "broken", because: explain(error) }
}

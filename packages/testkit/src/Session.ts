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
import { Broken } from "./Claim.ts"
import type { Law, Laws } from "./Law.ts"
import type { Opened } from "./Opening.ts"
import { type LawReport, make as makeReport, type Operations, type Report } from "./Report.ts"
import type { Watch } from "./Watch.ts"

/** A law of a plugin's choice, and whether it is run. */
export interface Chosen<Bench> {
  readonly name: string
  readonly ids: string
  readonly says: string
  /** Absent: it is run. */
  readonly left?: { readonly outcome: "not driven" | "not offered"; readonly because: string }
  readonly run: (bench: Bench) => Effect.Effect<void, unknown, unknown>
}

const chosen = <Bench, Given>(name: string, [ids, says, check]: Law<Bench, Given>): Chosen<Bench> => ({ name, ids, says, run: check.run })

/** Laws of what is offered: those that `given` can bring about are run. */
export const offered = <Bench, Given>(laws: Laws<Bench, Given>, given: Given): ReadonlyArray<Chosen<Bench>> =>
  Object.entries(laws).map(([name, law]) => {
    const lacks = law[2].lacks(given)
    return lacks === undefined
      ? chosen(name, law)
      : { ...chosen(name, law), left: { outcome: "not driven", because: `given has no ${lacks}` } }
  })

/** Laws of what is not offered. */
export const notOffered = <Bench, Given>(laws: Laws<Bench, Given>, what: string): ReadonlyArray<Chosen<Bench>> =>
  Object.entries(laws).map(([name, law]) => ({
    ...chosen(name, law),
    left: { outcome: "not offered", because: `the plugin does not offer ${what}` }
  }))

/** A law that always fails: `given` lacks what an offered operation cannot be proven without. */
export const missing = <Bench>(operation: string, part: string): Chosen<Bench> => ({
  name: `${operation}/given`,
  ids: "U-87",
  says: `${operation} is offered, so that given.${part} must be there to prove it`,
  run: () =>
    Effect.sync(() => {
      throw new Broken(`given.${part} is missing: nothing of ${operation} is proven`)
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
const runLaw = <Bench>(law: Chosen<Bench>, bench: Bench, watch: Watch): Effect.Effect<void, Error, unknown> =>
  watch.console(law.run(bench)).pipe(
    Effect.catchCause((cause) => {
      const error = Cause.squash(cause)
      if (error instanceof Broken) return Effect.fail(error)
      const says = Cause.hasDies(cause) ? `something was thrown: ${explain(error)}` : explain(error)
      return Effect.fail(new Broken(says, undefined, AdapterError.isAdapterError(error) ? originOf(error) : error))
    })
  )

/** A plugin that is open, ready for its laws. */
export interface Session<Bench> {
  /** Fails with an `Error` that says what is broken. */
  readonly run: (law: Chosen<Bench>) => Effect.Effect<void, Error>
}

export const make = <Bench>(bench: Bench, { watch, within }: Pick<Opened<unknown>, "watch" | "within">): Session<Bench> => ({
  run: (law) => within(Effect.scoped(runLaw(law, bench, watch) as Effect.Effect<void, Error, Scope.Scope>))
})

/** Opens a plugin, runs the laws one after the other, and closes it. */
export const outcomes = <Bench>(
  laws: ReadonlyArray<Chosen<Bench>>,
  open: Effect.Effect<Session<Bench>, unknown, Scope.Scope>,
  only: (law: string) => boolean = () => true
): Effect.Effect<ReadonlyArray<LawReport>, unknown> =>
  Effect.scoped(Effect.flatMap(open, (session) =>
    Effect.forEach(laws.filter(({ name }) => only(name)), (law) =>
      law.left === undefined
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

export const reportOf = <Bench>({ ids, left, name, says }: Chosen<Bench>, exit?: Exit.Exit<void, unknown>): LawReport => {
  const law = { law: name, ids: ids.split(" "), says }
  if (left !== undefined) return { ...law, ...left }
  return exit === undefined || Exit.isSuccess(exit)
    ? { ...law, outcome: "held" }
    : { ...law, outcome: "broken", because: explain(Cause.squash(exit.cause)) }
}

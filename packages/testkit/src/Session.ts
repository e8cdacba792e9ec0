/**
 * Runs laws, one after the other, and says what each came to.
 */
import { AdapterError } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Broken } from "./Claim.ts"
import type { Law, Laws } from "./Law.ts"
import type { LawReport } from "./Report.ts"
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

/** A sentence for a failure, whatever failed. */
export const explain = (error: unknown): string => {
  if (error instanceof AdapterError.AdapterError) {
    return `${error.operation} failed as ${error.reason._tag}: ${AdapterError.describe(error.reason)}`
  }
  return error instanceof Error ? error.message : String(error)
}

/** Runs one law. It fails with an `Error` that says what is broken. */
export const runLaw = <Bench>(law: Chosen<Bench>, bench: Bench, watch: Watch): Effect.Effect<void, Error, unknown> =>
  watch.console(law.run(bench)).pipe(
    Effect.catchCause((cause) => {
      const error = Cause.squash(cause)
      if (error instanceof Broken) return Effect.fail(error)
      const says = Cause.hasDies(cause) ? `something was thrown: ${explain(error)}` : explain(error)
      return Effect.fail(new Broken(says, undefined, error))
    })
  )

export const reportOf = <Bench>({ ids, left, name, says }: Chosen<Bench>, exit?: Exit.Exit<void, unknown>): LawReport => {
  const law = { law: name, ids: ids.split(" "), says }
  if (left !== undefined) return { ...law, ...left }
  return exit === undefined || Exit.isSuccess(exit)
    ? { ...law, outcome: "held" }
    : { ...law, outcome: "broken", because: explain(Cause.squash(exit.cause)) }
}

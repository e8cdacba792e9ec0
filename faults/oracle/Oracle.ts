/**
 * Nothing lost, nothing doubled: what the ends of a run wrote down, set against each other and against the ledger.
 * Section 3.2 of the reliability document; each rule is a pure function.
 */
import * as Books from "./Books.ts"
import * as Issues from "./Issues.ts"
import * as Pushes from "./Pushes.ts"
import type { Run } from "./Run.ts"

export const checks = { ...Pushes.checks, ...Books.checks, ...Issues.checks } as const
export type Rule = keyof typeof checks

export interface Violation {
  readonly rule: Rule
  readonly message: string
}

export const judge = (run: Run): ReadonlyArray<Violation> =>
  (Object.keys(checks) as Array<Rule>).flatMap((rule) => checks[rule](run).map((message) => ({ rule, message })))

/** At most three sentences of each rule, and how many more there are. */
export const told = (violations: ReadonlyArray<Violation>): string =>
  [...Pushes.grouped(violations, ({ rule }) => rule)].flatMap(([rule, all]) => [
    ...all.slice(0, 3).map(({ message }) => `${rule}: ${message}`),
    ...(all.length > 3 ? [`${rule}: and ${all.length - 3} more`] : [])
  ]).join("\n")

/**
 * Checks that nothing was lost or doubled: compares the histories of both ends of a run with each other and with the
 * runner's database. Each rule is a pure function (section 3.2 of the reliability document).
 */
import * as Books from "./Books.ts"
import * as Calls from "./Calls.ts"
import * as Documents from "./Documents.ts"
import * as Issues from "./Issues.ts"
import * as Pushes from "./Pushes.ts"
import * as Refusals from "./Refusals.ts"
import type { Run } from "./Run.ts"

export const checks = { ...Pushes.checks, ...Books.checks, ...Issues.checks, ...Calls.checks, ...Refusals.checks, ...Documents.checks } as const
export type Rule = keyof typeof checks

export interface Violation {
  readonly rule: Rule
  readonly message: string
}

export const judge = (run: Run): ReadonlyArray<Violation> =>
  (Object.keys(checks) as Array<Rule>).flatMap((rule) => checks[rule](run).map((message) => ({ rule, message })))

/** At most three violations of each rule, and the number of further ones. */
export const told = (violations: ReadonlyArray<{ readonly rule: string; readonly message: string }>): string =>
  [...Pushes.grouped(violations, ({ rule }) => rule)].flatMap(([rule, all]) => [
    ...all.slice(0, 3).map(({ message }) => `${rule}: ${message}`),
    ...(all.length > 3 ? [`${rule}: and ${all.length - 3} more`] : [])
  ]).join("\n")

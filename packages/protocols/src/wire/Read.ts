/**
 * Reads a message by its table in one pass. It accepts the variants of variants.md and names the exact path of each
 * problem.
 */
import type { Drift, Json } from "@crossdock/core"
import { type Context, Found, type Problem, type Skipped, standard } from "./Context.ts"
import { readerOf } from "./Reader.ts"
import type * as Table from "./Table.ts"

export interface Reading<T> {
  /** The value that was read; absent if there are problems. */
  readonly value: Table.Value<T> | undefined
  readonly problems: ReadonlyArray<Problem>
  readonly findings: ReadonlyArray<Drift.Finding>
  /** The list elements that were left out, in order. */
  readonly skipped: ReadonlyArray<Skipped>
}

/** Reads a JSON value as the message that a table declares. */
export const read = <T extends Table.Table>(table: T, json: Json.Json, context: Context = standard): Reading<T> => {
  const found = new Found(context, table.name)
  const value = readerOf(table).read(json, "", found)
  return {
    value: (found.problems.length === 0 ? value : undefined) as Table.Value<T> | undefined,
    problems: found.problems,
    findings: found.findings,
    skipped: found.skipped
  }
}

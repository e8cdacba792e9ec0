/**
 * Statements on `node:sqlite`: prepared once, with `$1`, `$2` … as parameters, and its errors as those of the runner.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite"
import { DatabaseFailed, type Row } from "./DatabaseDriver.ts"
import type { Run } from "./UnitOfWork.ts"

const cachedStatements = 500

/** True for a statement that reads and changes nothing. */
export const isRead = (text: string): boolean => /^\s*(?:select|with recursive)\b/i.test(text)

interface Prepared {
  readonly statement: StatementSync
  /** The names of the columns; none if the statement returns no rows. */
  readonly columns: ReadonlyArray<string>
  readonly mayRunTwice: boolean
}

/**
 * node:sqlite reports the extended code in `errcode`. A duplicate primary key (1555) counts as a unique violation
 * (2067) too.
 */
export const failed = (cause: unknown): DatabaseFailed => {
  const code = (cause as { readonly errcode?: unknown } | null)?.errcode
  return new DatabaseFailed({ isUniqueViolation: code === 1555 || code === 2067, cause })
}

/** `?1` is SQLite's numbered parameter. Statements come only from this program, never from a message. */
export const runner = (db: DatabaseSync): Run => {
  const statements = new Map<string, Prepared>()
  const prepared = (text: string): Prepared => {
    const known = statements.get(text)
    if (known !== undefined) return known
    const statement = db.prepare(text.replaceAll(/\$(\d+)/g, "?$1"))
    statement.setReturnArrays(true)
    const made = { statement, columns: statement.columns().map(({ name }) => name), mayRunTwice: isRead(text) }
    if (statements.size < cachedStatements) statements.set(text, made)
    return made
  }
  return (text, values) => {
    const one = prepared(text)
    const bound = values as ReadonlyArray<SQLInputValue>
    if (one.columns.length > 0) return rowsOf(one, bound)
    one.statement.run(...bound)
    return []
  }
}

const numberOf = (value: bigint): number | bigint => Number.isSafeInteger(Number(value)) ? Number(value) : value

/** With arrays as rows, every call of `all` returns arrays. */
const allOf = (statement: StatementSync, bound: ReadonlyArray<SQLInputValue>) => statement.all(...bound) as unknown as ReadonlyArray<ReadonlyArray<unknown>>

/**
 * Makes the object of a row. Objects that node:sqlite makes itself take half as long again, because it writes each name anew, and their
 * members are found more slowly.
 */
const rowOf = (columns: ReadonlyArray<string>, values: ReadonlyArray<unknown>): Row => {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < columns.length; at++) row[columns[at]!] = values[at]
  return row
}

/** Integers beyond the safe range are returned as bigint, as from PostgreSQL. */
const rowsOf = ({ columns, mayRunTwice, statement }: Prepared, bound: ReadonlyArray<SQLInputValue>): ReadonlyArray<Row> => {
  try {
    return allOf(statement, bound).map((values) => rowOf(columns, values))
  } catch (cause) {
    if (!mayRunTwice || (cause as { readonly code?: unknown } | null)?.code !== "ERR_OUT_OF_RANGE") throw cause
    statement.setReadBigInts(true)
    try {
      return allOf(statement, bound).map((values) => rowOf(columns, values.map((value) => typeof value === "bigint" ? numberOf(value) : value)))
    } finally {
      statement.setReadBigInts(false)
    }
  }
}

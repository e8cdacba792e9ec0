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
  readonly hasRows: boolean
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
    const made = { statement, hasRows: statement.columns().length > 0, mayRunTwice: isRead(text) }
    if (statements.size < cachedStatements) statements.set(text, made)
    return made
  }
  return (text, values) => {
    const { hasRows, mayRunTwice, statement } = prepared(text)
    const bound = values as ReadonlyArray<SQLInputValue>
    if (hasRows) return rowsOf(statement, bound, mayRunTwice)
    statement.run(...bound)
    return []
  }
}

const numberOf = (value: bigint): number | bigint => Number.isSafeInteger(Number(value)) ? Number(value) : value

/** Integers beyond the safe range are returned as bigint, as from PostgreSQL. */
const rowsOf = (statement: StatementSync, bound: ReadonlyArray<SQLInputValue>, mayRunTwice: boolean): ReadonlyArray<Row> => {
  try {
    return statement.all(...bound) as ReadonlyArray<Row>
  } catch (cause) {
    if (!mayRunTwice || (cause as { readonly code?: unknown } | null)?.code !== "ERR_OUT_OF_RANGE") throw cause
    statement.setReadBigInts(true)
    try {
      return statement.all(...bound).map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? numberOf(value) : value])))
    } finally {
      statement.setReadBigInts(false)
    }
  }
}

/**
 * Translates the error codes (SQLSTATE) of PostgreSQL into errors of the store, and says which of them refuse a statement.
 *
 * No code is retried here or by the driver. `PostgresUnits.ts` carries out the units of a refused batch again, each alone,
 * also after a deadlock (40P01) or a serialization failure (40001). `PostgresGroupCommit.ts` runs a transaction that shares a commit
 * again alone if others were in its way. Another transaction that fails with one of these codes is rolled back
 * and fails with `DatabaseFailed`, like every other error. `engine/PersistWithRetry.ts` runs a transaction that stores the
 * outcome of a call again until it succeeds, the background loops try again in their next turn, and a caller is told that
 * nothing was stored.
 */
import { SqlError } from "effect/sql"
import { DatabaseFailed } from "./DatabaseDriver.ts"

/** The error of a statement, by the code that the server or the operating system gave. */
export const failed = (operation: string) => (cause: unknown): SqlError.SqlError => {
  const code = String((cause as { readonly code?: unknown } | null)?.code ?? "")
  const at = { cause, message: `PostgreSQL: ${code === "" ? "no answer" : code}`, operation }
  return new SqlError.SqlError({ reason: reasonOf(code, at, cause) })
}

const reasonOf = (code: string, at: { cause: unknown; message: string; operation: string }, cause: unknown) => {
  if (code === "23505") {
    const constraint = (cause as { readonly constraint?: string }).constraint ?? "unknown"
    return new SqlError.UniqueViolation({ ...at, constraint })
  }
  if (code.startsWith("23")) return new SqlError.ConstraintError(at)
  if (code === "40P01") return new SqlError.DeadlockError(at)
  if (code === "40001") return new SqlError.SerializationError(at)
  if (code === "55P03") return new SqlError.LockTimeoutError(at)
  if (code === "57014") return new SqlError.StatementTimeoutError(at)
  if (code.startsWith("42")) return new SqlError.SqlSyntaxError(at)
  if (code.startsWith("08") || code.startsWith("57P") || code.startsWith("ECONN")) return new SqlError.ConnectionError(at)
  return new SqlError.UnknownError(at)
}

/** The error that callers of the store see. */
export const toFailed = (error: SqlError.SqlError): DatabaseFailed =>
  new DatabaseFailed({ isUniqueViolation: error.reason._tag === "UniqueViolation", cause: error })

export const isSqlError = (error: unknown): error is SqlError.SqlError =>
  typeof error === "object" && error !== null && (error as { readonly _tag?: unknown })._tag === "SqlError"

/**
 * The classes of errors that refuse a statement: features, data, constraints, names, limits, states, locks, and functions. The text
 * of the severity cannot be used, because the server translates it.
 */
const ofStatement = /^(0A|2[1-467BF]|3[489BF]|4[024]|5[45]|P0)|^57014$/
/** The server does not know whether the statement was completed. */
const unknownCompletion = "40003"

/** Whether the server refused a statement, so that it is certain that nothing was written, and the connection goes on. */
export const isOfStatement = (cause: unknown): boolean => {
  const code = (cause as { readonly code?: unknown } | null)?.code
  return typeof code === "string" && code !== unknownCompletion && ofStatement.test(code)
}

/**
 * `SqlClient` over `node:sqlite`: WAL, `synchronous=FULL` so that a commit survives power loss, one writer.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Reactivity } from "effect/reactivity"
import * as Semaphore from "effect/Semaphore"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"
import * as Stream from "effect/Stream"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"

const cachedStatements = 500

/** node:sqlite tells its extended code in `errcode`; a duplicate primary key (1555) is a unique violation (2067) too. */
const failed = (cause: unknown): SqlError.SqlError => {
  const code = (cause as { readonly errcode?: unknown } | null)?.errcode
  const told = typeof code === "number"
    ? Object.assign(new Error((cause as Error).message), { errno: code === 1555 ? 2067 : code })
    : cause
  return new SqlError.SqlError({
    reason: SqlError.classifySqliteError(told, { message: "the SQLite statement failed", operation: "execute" })
  })
}

export const layer = (options: { readonly filename: string }) =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function*() {
      const db = yield* Effect.acquireRelease(
        Effect.sync(() => {
          const opened = new DatabaseSync(options.filename, { timeout: 5000 })
          opened.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON")
          return opened
        }),
        (opened) => Effect.sync(() => opened.close())
      )
      const statements = new Map<string, StatementSync>()
      const prepared = (text: string): StatementSync => {
        const known = statements.get(text)
        if (known !== undefined) return known
        const made = db.prepare(text)
        if (statements.size < cachedStatements) statements.set(text, made)
        return made
      }
      const run = (text: string, values: ReadonlyArray<unknown>, asArrays: boolean) =>
        Effect.try({
          try: (): ReadonlyArray<any> => {
            const statement = prepared(text)
            statement.setReturnArrays(asArrays)
            const bound = values as ReadonlyArray<SQLInputValue>
            if (statement.columns().length > 0) return statement.all(...bound)
            statement.run(...bound)
            return []
          },
          catch: failed
        })
      const execute: SqlConnection.Connection["execute"] = (text, values, transform) =>
        transform === undefined ? run(text, values, false) : Effect.map(run(text, values, false), transform)
      const connection: SqlConnection.Connection = {
        execute,
        executeRaw: (text, values) => run(text, values, false),
        executeStream: (text, values, transform) => Stream.fromIterableEffect(execute(text, values, transform)),
        executeValues: (text, values) => run(text, values, true),
        executeValuesUnprepared: (text, values) => run(text, values, true),
        executeUnprepared: execute
      }
      return yield* SqlClient.make({
        ...SqlClient.makeSqliteAcquirers({
          connection: Effect.succeed(connection),
          semaphore: Semaphore.makeUnsafe(1)
        }),
        compiler: Statement.makeCompilerSqlite(),
        beginTransaction: "BEGIN IMMEDIATE",
        driver: "sqlite",
        spanAttributes: [["db.system.name", "sqlite"]]
      })
    })
  ).pipe(Layer.provide(Reactivity.layer))

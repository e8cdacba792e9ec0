/**
 * Adapts `node:sqlite` to Effect's `SqlClient` for the library that runs the migrations.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Reactivity } from "effect/reactivity"
import * as Semaphore from "effect/Semaphore"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"
import * as Stream from "effect/Stream"
import type { Run } from "./UnitOfWork.ts"

/** node:sqlite reports its code in `errcode`; the library reads `errno`. */
const failed = (cause: unknown): SqlError.SqlError => {
  const code = (cause as { readonly errcode?: unknown } | null)?.errcode
  const told = typeof code === "number" ? Object.assign(new Error((cause as Error).message), { errno: code }) : cause
  return new SqlError.SqlError({
    reason: SqlError.classifySqliteError(told, { message: "the SQLite statement failed", operation: "execute" })
  })
}

export const layer = (run: Run) =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.suspend(() => {
      const rows = (text: string, values: ReadonlyArray<unknown>): Effect.Effect<ReadonlyArray<any>, SqlError.SqlError> =>
        Effect.try({ try: () => run(text, values as never), catch: failed })
      const execute: SqlConnection.Connection["execute"] = (text, values, transform) =>
        transform === undefined ? rows(text, values) : Effect.map(rows(text, values), transform)
      const arrays = (text: string, values: ReadonlyArray<unknown>) =>
        Effect.map(rows(text, values), (all) => all.map((row) => Object.values(row)))
      const connection: SqlConnection.Connection = {
        execute,
        executeRaw: rows,
        executeStream: (text, values, transform) => Stream.fromIterableEffect(execute(text, values, transform)),
        executeValues: arrays,
        executeValuesUnprepared: arrays,
        executeUnprepared: execute
      }
      return SqlClient.make({
        ...SqlClient.makeSqliteAcquirers({ connection: Effect.succeed(connection), semaphore: Semaphore.makeUnsafe(1) }),
        compiler: Statement.makeCompilerSqlite(),
        beginTransaction: "BEGIN IMMEDIATE",
        driver: "sqlite",
        spanAttributes: [["db.system.name", "sqlite"]]
      })
    })
  ).pipe(Layer.provide(Reactivity.layer))

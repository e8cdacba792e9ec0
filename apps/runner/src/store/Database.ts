/**
 * The one database of the runner: SQLite by default, PostgreSQL when an address is given. Everything else speaks SQL
 * that both understand, with `$1`, `$2` … as parameters.
 */
import type { Storage } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { SqlClient, type SqlError } from "effect/sql"
import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import * as Migrations from "./Migrations.ts"
import * as Postgres from "./Postgres.ts"
import * as Sqlite from "./Sqlite.ts"

export type Value = Storage.Value
export type Row = Readonly<Record<string, any>>

/** The database did not do what it was asked. Nothing of the statement, or of its transaction, has happened. */
export class DatabaseFailed extends Schema.TaggedError<DatabaseFailed>("@crossdock/runner/DatabaseFailed")(
  "DatabaseFailed",
  { isUniqueViolation: Schema.Boolean, cause: Schema.Defect() }
) {}

export class Database extends Context.Service<Database, {
  readonly dialect: "sqlite" | "postgres"
  readonly query: (text: string, params?: ReadonlyArray<Value>) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
  /** The first row, if there is one. */
  readonly one: (text: string, params?: ReadonlyArray<Value>) => Effect.Effect<Row | undefined, DatabaseFailed>
  /** All or nothing; inside another transaction it joins that one. */
  readonly transaction: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DatabaseFailed, R>
  /** Ends a `select` whose rows the transaction will change. SQLite has one writer and needs none. */
  readonly forUpdate: string
}>()("@crossdock/runner/store/Database") {
  /** Migrated and ready. */
  static readonly layer = (options: { readonly filename: string } | { readonly url: Redacted.Redacted }) =>
    Layer.effect(Database, make("url" in options ? "postgres" : "sqlite")).pipe(
      Layer.provide("url" in options ? Postgres.layer(options) : sqliteFile(options.filename))
    )
}

const sqliteFile = (filename: string) =>
  Layer.unwrap(Effect.sync(() => {
    if (filename !== ":memory:") mkdirSync(dirname(filename), { recursive: true })
    return Sqlite.layer({ filename })
  }))

const toFailed = (error: SqlError.SqlError): DatabaseFailed =>
  new DatabaseFailed({ isUniqueViolation: error.reason._tag === "UniqueViolation", cause: error })

const isSqlError = (error: unknown): error is SqlError.SqlError =>
  typeof error === "object" && error !== null && (error as { readonly _tag?: unknown })._tag === "SqlError"

const make = (dialect: "sqlite" | "postgres") =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* Migrations.run(dialect)
    // `?1` is SQLite's numbered parameter; texts come from this program alone, never from a message.
    const written = new Map<string, string>()
    const forDialect = (text: string): string => {
      if (dialect === "postgres") return text
      let known = written.get(text)
      if (known === undefined) {
        known = text.replaceAll(/\$(\d+)/g, "?$1")
        if (written.size < 1000) written.set(text, known)
      }
      return known
    }
    const query = (text: string, params: ReadonlyArray<Value> = []) =>
      Effect.mapError(sql.unsafe<Row>(forDialect(text), params), toFailed)
    return Database.of({
      dialect,
      query,
      one: (text, params) => Effect.map(query(text, params), (rows) => rows[0]),
      transaction: (work) =>
        Effect.mapError(sql.withTransaction(work), (error) => isSqlError(error) ? toFailed(error) : error) as never,
      forUpdate: dialect === "postgres" ? " for update" : ""
    })
  })

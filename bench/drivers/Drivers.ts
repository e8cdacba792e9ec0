/**
 * The two drivers of PostgreSQL for Effect behind one interface: the runner's own over node-postgres, and @effect/sql-pg.
 */
import { PgClient, PgTypes } from "@effect/sql-pg"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Context from "effect/Context"
import * as Scope from "effect/Scope"
import { SqlClient } from "effect/sql"
import type { Unit } from "../../apps/runner/src/store/UnitOfWork.ts"
import * as Postgres from "../../apps/runner/src/store/Postgres.ts"

export type Value = string | number | null | ReadonlyArray<string | number | null>
export type Row = Readonly<Record<string, unknown>>

export interface Driver {
  readonly name: string
  readonly query: (text: string, values?: ReadonlyArray<Value>) => Effect.Effect<ReadonlyArray<Row>, unknown>
  readonly transaction: <A, E>(work: Effect.Effect<A, E>) => Effect.Effect<A, unknown>
  /** One transaction of statements that need nothing of each other's rows. */
  readonly batch: (statements: ReadonlyArray<Statement>) => Effect.Effect<unknown, unknown>
  readonly close: () => Promise<void>
}

export interface Statement {
  readonly text: string
  readonly values: ReadonlyArray<Value>
}

/** What an error is by the driver's own classes. */
export const reasonOf = (error: unknown): string => {
  const at = error as { readonly _tag?: string; readonly reason?: { readonly _tag?: string }; readonly cause?: unknown } | undefined
  return at?.reason?._tag ?? (at?.cause === undefined ? String(at?._tag ?? error) : reasonOf(at.cause))
}

/** Inputs of one unit share a transaction. Here each batch is one of its own, as with the other driver. */
const units: ReadonlyArray<Unit<ReadonlyArray<Statement>, void>> = Array.from({ length: 64 }, (_, at) => ({
  name: `batch ${at}`,
  sqlite: () => {},
  postgres: (inputs) => ({ statements: inputs.flat() as never, outs: () => inputs.map(() => undefined) }),
  key: () => ""
}))
let batches = 0

export const overPg = async (url: string): Promise<Driver> => {
  const scope = Effect.runSync(Scope.make())
  const driver = await Effect.runPromise(Scope.provide(Postgres.make(Redacted.make(url)), scope))
  return {
    name: "pg",
    query: (text, values = []) => driver.query(text, values as never),
    transaction: driver.transaction as never,
    batch: (statements) => driver.unit(units[batches++ % units.length]!, statements),
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

const element = (value: string | number | null): string => value === null ? "NULL" : typeof value === "number" ? String(value) : `"${value.replaceAll(/["\\]/g, "\\$&")}"`

/** As text without a type, so that the server takes the type from the statement: a number has no type of its own in our SQL. */
const untyped = (value: Value): string | null =>
  value === null ? null : Array.isArray(value) ? `{${value.map(element).join(",")}}` : String(value)

const numbers: PgTypes.Codec<number> = {
  encode: (value) => Result.succeed(Buffer.from(String(value))),
  decode: (bytes) => Result.succeed(Number(Buffer.from(bytes).readBigInt64BE()))
}

export const overSqlPg = async (url: string, multiplex: boolean): Promise<Driver> => {
  const types = PgTypes.makeRegistry()
  types.register(PgTypes.OID.int8, numbers)
  const runtime = ManagedRuntime.make(PgClient.layer({ url: Redacted.make(url), maxConnections: 16, multiplex, preparedStatementCacheSize: 500, types }) as Layer.Layer<SqlClient.SqlClient, unknown>)
  const sql = Context.get(await runtime.context(), SqlClient.SqlClient)
  return {
    name: multiplex ? "sql-pg, multiplexed" : "sql-pg",
    query: (text, values = []) => sql.unsafe<Row>(text, values.map(untyped)),
    transaction: (work) => sql.withTransaction(work),
    batch: (statements) => sql.withTransaction(Effect.forEach(statements, ({ text, values }) => sql.unsafe<Row>(text, values.map(untyped)), { discard: true })),
    close: () => runtime.dispose()
  }
}

/**
 * Core's `SqlStorage` port for the tests of plugins with tables of their own: SQLite in memory, and a pool of connections to PostgreSQL. As
 * in the runner, a transaction inside another joins it. Nothing is encrypted.
 */
import { SqlStorage } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"

type Query = SqlStorage.SqlStorage["Service"]["query"]

/** What this module needs of a `Pool` of the package `pg`, and of each of its clients. */
export interface Queryable {
  readonly query: (text: string, params: Array<unknown>) => Promise<{ readonly rows: ReadonlyArray<unknown> }>
}

/** A `Pool` of the package `pg`. */
export interface Pool extends Queryable {
  readonly connect: () => Promise<Queryable & { readonly release: () => void }>
}

/** The transaction that the current fiber is in. */
const Inside = Context.Reference<Query | undefined>("@crossdock/testkit/storage/Inside", { defaultValue: () => undefined })

const prefix = "plugin-under-test_"

const mostStatements = 500

const toFailed = (cause: unknown) => new SqlStorage.StorageFailed({ cause })

const portOver = (
  dialect: "sqlite" | "postgres",
  outside: Query,
  session: <A, E>(use: (query: Query) => Effect.Effect<A, E>) => Effect.Effect<A, E | SqlStorage.StorageFailed>
) => {
  const transaction = Effect.fnUntraced(function*<A, E, R>(work: Effect.Effect<A, E, R>) {
    if ((yield* Inside) !== undefined) return yield* work
    const context = yield* Effect.context<R>()
    return yield* session<A, E | SqlStorage.StorageFailed>((query) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function*() {
          yield* query(dialect === "sqlite" ? "BEGIN IMMEDIATE" : "BEGIN")
          const exit = yield* work.pipe(
            Effect.provideService(Inside, query),
            Effect.provideContext(context),
            restore,
            Effect.exit
          )
          yield* query(Exit.isSuccess(exit) ? "COMMIT" : "ROLLBACK")
          return yield* exit
        })
      )
    )
  })
  return SqlStorage.SqlStorage.of({
    dialect,
    prefix,
    query: (text, params) => Effect.flatMap(Inside, (inside) => (inside ?? outside)(text, params)),
    transaction,
    // Nothing is shared here: each is a transaction of its own.
    groupedTransaction: (_group, work) => transaction(work),
    seal: Redacted.value,
    unseal: (sealed) => Effect.succeed(Redacted.make(sealed))
  })
}

/** An empty database in memory. Each build of the layer makes a new one. */
export const sqlite: Layer.Layer<SqlStorage.SqlStorage> = Layer.effect(
  SqlStorage.SqlStorage,
  Effect.gen(function*() {
    const database = yield* Effect.acquireRelease(
      Effect.sync(() => new DatabaseSync(":memory:")),
      (opened) => Effect.sync(() => opened.close())
    )
    const transaction = yield* Semaphore.make(1)
    const statements = new Map<string, StatementSync>()
    const prepared = (text: string) => {
      const statement = statements.get(text) ?? database.prepare(text.replaceAll(/\$(\d+)/g, "?$1"))
      if (statements.size < mostStatements) statements.set(text, statement)
      return statement
    }
    const query: Query = (text, params = []) =>
      Effect.try({
        try: () => prepared(text).all(...(params as ReadonlyArray<SQLInputValue>)) as ReadonlyArray<SqlStorage.Row>,
        catch: toFailed
      })
    return portOver("sqlite", (text, params) => transaction.withPermits(1)(query(text, params)), (use) => transaction.withPermits(1)(use(query)))
  })
)

const queryOn = (client: Queryable): Query => (text, params = []) =>
  Effect.tryPromise({
    try: async () => (await client.query(text, [...params])).rows as ReadonlyArray<SqlStorage.Row>,
    catch: toFailed
  })

/** The database of a pool, which the effect opens and its scope closes. The tables of a test stay when the layer ends. */
export const postgres = <E>(open: Effect.Effect<Pool, E, Scope.Scope>): Layer.Layer<SqlStorage.SqlStorage, E> =>
  Layer.effect(
    SqlStorage.SqlStorage,
    Effect.map(open, (pool) =>
      portOver("postgres", queryOn(pool), (use) =>
        Effect.acquireUseRelease(
          Effect.tryPromise({ try: () => pool.connect(), catch: toFailed }),
          (client) => use(queryOn(client)),
          (client) => Effect.sync(() => client.release())
        )))
  )

/**
 * The `Storage` port for tests: `node:sqlite` in memory, and a real PostgreSQL from npm.
 */
import { Storage } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import { Pool, type PoolClient } from "pg"
import { startPostgres } from "../../../tools/peers/postgres.mjs"

type Query = (typeof Storage.Storage)["Service"]["query"]

/** The transaction that the current fiber is in. */
const Inside = Context.Reference<Query | undefined>("ledger/test/Inside", { defaultValue: () => undefined })

const portOver = (
  dialect: "sqlite" | "postgres",
  outside: Query,
  session: <A, E>(use: (query: Query) => Effect.Effect<A, E>) => Effect.Effect<A, E | Storage.StorageFailed>
) =>
  Storage.Storage.of({
    dialect,
    prefix: "plugin-ledger_",
    query: (text, params) => Effect.flatMap(Inside, (inside) => (inside ?? outside)(text, params)),
    transaction: Effect.fnUntraced(function*<A, E, R>(work: Effect.Effect<A, E, R>) {
      if ((yield* Inside) !== undefined) return yield* work
      const context = yield* Effect.context<R>()
      return yield* session<A, E | Storage.StorageFailed>((query) =>
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
    }),
    seal: Redacted.value,
    unseal: (sealed) => Effect.succeed(Redacted.make(sealed))
  })

const toFailed = (cause: unknown) => new Storage.StorageFailed({ cause })

export const sqlite = Layer.effect(
  Storage.Storage,
  Effect.gen(function*() {
    const database = yield* Effect.acquireRelease(
      Effect.sync(() => new DatabaseSync(":memory:")),
      (opened) => Effect.sync(() => opened.close())
    )
    const transaction = yield* Semaphore.make(1)
    const statements = new Map<string, StatementSync>()
    const prepared = (text: string) => {
      const statement = statements.get(text) ?? database.prepare(text.replaceAll(/\$(\d+)/g, "?$1"))
      if (statements.size < 500) statements.set(text, statement)
      return statement
    }
    const query: Query = (text, params = []) =>
      Effect.try({
        try: () =>
          prepared(text).all(...(params as ReadonlyArray<SQLInputValue>)) as ReadonlyArray<Storage.Row>,
        catch: toFailed
      })
    return portOver("sqlite", (text, params) => transaction.withPermits(1)(query(text, params)), (use) => transaction.withPermits(1)(use(query)))
  })
)

export const postgres = Layer.effect(
  Storage.Storage,
  Effect.gen(function*() {
    const { urlOf } = yield* Effect.acquireRelease(
      Effect.promise(() => startPostgres({ from: import.meta.url })),
      ({ stop }) => Effect.promise(stop)
    )
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const opened = new Pool({ connectionString: urlOf("postgres"), max: 10 })
        opened.on("error", () => {}) // the server may end before the last idle session has
        return opened
      }),
      (opened) => Effect.promise(() => opened.end())
    )
    const queryOn = (client: Pool | PoolClient): Query => (text, params = []) =>
      Effect.tryPromise({
        try: async () => (await client.query(text, [...params])).rows as ReadonlyArray<Storage.Row>,
        catch: toFailed
      })
    return portOver("postgres", queryOn(pool), (use) =>
      Effect.acquireUseRelease(
        Effect.tryPromise({ try: () => pool.connect(), catch: toFailed }),
        (client) => use(queryOn(client)),
        (client) => Effect.sync(() => client.release())
      ))
  })
)

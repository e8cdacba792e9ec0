/**
 * Copies a database while its runner is up, and counts the rows of exactly what is copied.
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { existsSync } from "node:fs"
import { backup, DatabaseSync } from "node:sqlite"
import { pathToFileURL } from "node:url"
import { DatabaseFailed, type Row } from "./DatabaseDriver.ts"
import type { Reader } from "./ReadOnlyDatabase.ts"
import * as ReadOnlyDatabase from "./ReadOnlyDatabase.ts"
import { runner } from "./SqliteStatements.ts"

/** The number of rows by table. */
export type Counts = Readonly<Record<string, number>>

const failed = (cause: unknown) => new DatabaseFailed({ isUniqueViolation: false, cause })

const tableNames: Readonly<Record<Reader["dialect"], string>> = {
  sqlite: "select name from sqlite_schema where type = 'table' and name not like 'sqlite~_%' escape '~' order by name",
  postgres: "select tablename as name from pg_tables where schemaname = current_schema() order by tablename"
}

/** Counts the rows of each table. */
export const countsOf = Effect.fnUntraced(function*({ dialect, query }: Reader) {
  const names = (yield* query(tableNames[dialect])).map(({ name }) => String(name))
  const rows = yield* Effect.forEach(names, (name) => Effect.map(query(`select count(*) as n from "${name}"`), ([row]) => [name, Number(row?.n)] as const))
  return Object.fromEntries(rows) as Counts
})

/** In one step, so that a writer cannot make the backup begin again. */
const allPages = 2 ** 31 - 1

/**
 * Without a log beside it, nobody has the file open. It is read as it is then, because a log made by the user of this command might be
 * closed to the user of the runner.
 */
const addressOf = (file: string): URL => {
  const url = pathToFileURL(file)
  if (!existsSync(`${file}-wal`)) url.search = "mode=ro&immutable=1"
  return url
}

/**
 * Copies a SQLite file with SQLite's own online backup, as of one moment; writers go on meanwhile. Returns the counts of that moment.
 */
export const copySqlite = (file: string, to: string): Effect.Effect<Counts, DatabaseFailed> =>
  Effect.scoped(Effect.gen(function*() {
    const db = yield* Effect.acquireRelease(
      Effect.try({ try: () => new DatabaseSync(addressOf(file), { readOnly: true, timeout: 5000 }), catch: failed }),
      (opened) => Effect.sync(() => opened.close())
    )
    const query: Reader["query"] = (text) => Effect.try({ try: (): ReadonlyArray<Row> => db.prepare(text).all(), catch: failed })
    // The backup reads the moment at which this transaction has begun to read, and so do the counts.
    yield* Effect.try({ try: () => db.exec("begin"), catch: failed })
    const counts = yield* countsOf({ dialect: "sqlite", query })
    yield* Effect.tryPromise({ try: () => backup(db, to, { rate: allPages }), catch: failed })
    return counts
  }))

/** Exports a snapshot of a PostgreSQL database, and keeps it until `use` has ended. */
export const atSnapshot = <A, E, R>(url: Redacted.Redacted, use: (snapshot: string, counts: Counts) => Effect.Effect<A, E, R>): Effect.Effect<A, E | DatabaseFailed, R> =>
  Effect.scoped(Effect.gen(function*() {
    const reader = yield* ReadOnlyDatabase.postgres(url)
    yield* reader.query("begin isolation level repeatable read read only")
    const [row] = yield* reader.query("select pg_export_snapshot() as id")
    return yield* use(String(row?.id), yield* countsOf(reader))
  }))

/** Works on a SQLite file that no runner has open, and leaves no log beside it. */
export const inFile = <A>(file: string, work: (run: ReturnType<typeof runner>) => A): Effect.Effect<A, DatabaseFailed> =>
  Effect.try({
    try: () => {
      const db = new DatabaseSync(file)
      try {
        const done = work(runner(db))
        db.exec("pragma wal_checkpoint(truncate)")
        return done
      } finally {
        db.close()
      }
    },
    catch: failed
  })

/** Marks a database that was restored, so that its next start begins the mode for restored backups. */
export const markRestored = (file: string, at: string): Effect.Effect<void, DatabaseFailed> => inFile(file, (run) => void run(restoredMark, [at]))

/** The SQL of that mark; its parameter is the time of the backup. */
export const restoredMark = "insert into setting (name, content) values ('restore-due', $1) on conflict (name) do update set content = excluded.content"


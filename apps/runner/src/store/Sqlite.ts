/**
 * The SQLite database on `node:sqlite`: WAL, `synchronous=FULL` so that a commit survives power loss, one writer whose
 * transactions share commits (`SqliteGroupCommit.ts`), and a reader that sees only committed rows.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { dirname } from "node:path"
import type { DatabaseFailed } from "./DatabaseDriver.ts"
import * as DamageMark from "./DamageMark.ts"
import * as Migrations from "./Migrations.ts"
import type { Run } from "./UnitOfWork.ts"
import * as SqliteClient from "./SqliteClient.ts"
import * as SqliteGroupCommit from "./SqliteGroupCommit.ts"
import { failed, runner } from "./SqliteStatements.ts"
import * as WrittenTables from "./WrittenTables.ts"

const opening = <A>(work: () => A): Effect.Effect<A, DatabaseFailed> => Effect.try({ try: work, catch: failed })

/**
 * Restricts the file to its owner, because it holds personal data; SQLite gives its -wal and -shm files the same mode.
 */
const ownerOnly = (filename: string): void => {
  if (!existsSync(filename)) closeSync(openSync(filename, "a", 0o600))
  for (const file of [filename, `${filename}-wal`, `${filename}-shm`].filter((one) => existsSync(one))) {
    try {
      chmodSync(file, 0o600)
    } catch {
      // Ignored: the file belongs to another user, who decides about its mode.
    }
  }
}

/** The only connection that writes, whose commits tell the tables that were written. */
const observed = (db: DatabaseSync, write: Run, written: WrittenTables.WrittenTables): Pick<SqliteGroupCommit.Opened, "db" | "write"> => {
  const pending = new Set<string>()
  return {
    db: {
      get isTransaction() {
        return db.isTransaction
      },
      exec: (text) => {
        db.exec(text)
        if (text === "COMMIT") written.tell(pending)
        pending.clear()
      }
    },
    write: (text, values) => {
      const rows = write(text, values)
      for (const table of written.of(text)) pending.add(table)
      return rows
    }
  }
}

/** Opens and migrates the database. */
export const make = Effect.fnUntraced(function*(filename: string) {
  const open = (options: { readonly readOnly: boolean }) =>
    Effect.acquireRelease(
      opening(() => new DatabaseSync(filename, { timeout: 1000, ...options })),
      (opened) => Effect.sync(() => opened.close())
    )
  const isKept = filename !== ":memory:"
  if (isKept) {
    yield* Effect.sync(() => mkdirSync(dirname(filename), { recursive: true, mode: 0o700 }))
    yield* opening(() => ownerOnly(filename))
  }
  const db = yield* open({ readOnly: false })
  yield* opening(() => db.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON`))
  if (isKept) yield* opening(() => DamageMark.heed(filename, db))
  yield* Effect.catchTag(Migrations.run("sqlite"), "SqlError", (error) => Effect.fail(failed(error))).pipe(
    Effect.provide(SqliteClient.layer(runner(db))),
    // Another fiber of this process that opens the same file would block the thread until its timeout, and would never
    // let the transaction of this one end.
    Effect.provideService(References.PreventSchedulerYield, true)
  )
  // Keeps the pages that a savepoint may restore in memory, because SQLite would otherwise write a temporary file per
  // transaction. Set after the migrations, whose sorting may need more memory.
  yield* opening(() => db.exec("PRAGMA temp_store=MEMORY"))
  // Statements of the migrations may have had other columns.
  const write = runner(db)
  // A database in memory has only one connection, so its readers wait for the writer.
  const read = isKept ? runner(yield* open({ readOnly: true })) : undefined
  const soon = (then: () => void) => void setImmediate(then)
  const onDamage = () => {
    if (isKept) DamageMark.leave(filename)
  }
  const written = WrittenTables.make()
  const driver = yield* SqliteGroupCommit.make({ ...observed(db, write, written), read, soon, now: Clock.currentTimeMillis, onDamage })
  return { ...driver, written }
})

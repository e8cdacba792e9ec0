/**
 * Refuses a database of PostgreSQL into which a backup was restored without coming to the end, because nothing in it says yet that it is
 * a restored one. A runner would send again what was sent after the backup.
 */
import * as Effect from "effect/Effect"
import type pg from "pg"
import { DatabaseFailed } from "./DatabaseDriver.ts"

/** The code of the refusal; `DatabaseErrorDiagnosis.ts` has its text. */
export const code = "RESTORE_UNFINISHED"

/** SQL that a restore begins and ends with. The table is there from before the first row until the database says that it is restored. */
export const begin = "create table restore_under_way ()"
export const end = "drop table restore_under_way"

const toFailed = (cause: unknown): DatabaseFailed => new DatabaseFailed({ isUniqueViolation: false, cause })

/** Fails if it is so; the cause has the code. */
export const check = (pool: pg.Pool): Effect.Effect<void, DatabaseFailed> =>
  Effect.tryPromise({ try: () => pool.query("select count(*)::int as found from pg_tables where schemaname = current_schema() and tablename = 'restore_under_way'"), catch: toFailed }).pipe(
    Effect.flatMap(({ rows }) => rows[0].found > 0 ? Effect.fail(toFailed(Object.assign(new Error("a restore did not end"), { code }))) : Effect.void)
  )

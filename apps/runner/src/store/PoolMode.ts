/**
 * Refuses an address of PostgreSQL that gives each transaction another connection of the server, as PgBouncer does with
 * `pool_mode = transaction`. The runner prepares statements, sets a timeout and locks by connection.
 */
import * as Effect from "effect/Effect"
import type pg from "pg"
import { DatabaseFailed } from "./DatabaseDriver.ts"

/** The code of the refusal; `DatabaseErrorDiagnosis.ts` has its text. */
export const code = "POOL_MODE"

const toFailed = (cause: unknown): DatabaseFailed => new DatabaseFailed({ isUniqueViolation: false, cause })

/** Pools reuse the connection that was freed last, so that one try nearly always shows it. Others may use the pool at the same time. */
const tries = 3

const pidOf = (client: pg.PoolClient) => client.query("select pg_backend_pid() as pid").then(({ rows }) => Number(rows[0].pid))

/** Whether two connections, both open, were served by one of the server, or one by two. Each has its own for as long as it lives. */
const isShared = async (first: pg.PoolClient, second: pg.PoolClient): Promise<boolean> => {
  const before = await pidOf(first)
  await second.query("begin")
  try {
    return before === await pidOf(second) || before !== await pidOf(first)
  } finally {
    await second.query("rollback")
  }
}

const areShared = async (pool: pg.Pool): Promise<boolean> => {
  const first = await pool.connect()
  try {
    const second = await pool.connect()
    try {
      for (let count = 0; count < tries; count++) if (await isShared(first, second)) return true
      return false
    } finally {
      second.release()
    }
  } finally {
    first.release()
  }
}

/** Fails if it is so; the cause has the code `POOL_MODE`. */
export const check = (pool: pg.Pool): Effect.Effect<void, DatabaseFailed> =>
  Effect.tryPromise({ try: () => areShared(pool), catch: toFailed }).pipe(
    Effect.flatMap((shared) => shared ? Effect.fail(toFailed(Object.assign(new Error("the pool mode is transaction"), { code }))) : Effect.void)
  )

/**
 * Single statements on a PostgreSQL database that no runner has open, for the restoring of backups.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import pg from "pg"
import { DatabaseFailed, type Value } from "./DatabaseDriver.ts"

const connected = (url: Redacted.Redacted) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        const made = new pg.Client({ connectionString: Redacted.value(url), connectionTimeoutMillis: 5000, application_name: "crossdock restore" })
        made.on("error", () => {})
        await made.connect()
        return made
      },
      catch: (cause) => new DatabaseFailed({ isUniqueViolation: false, cause })
    }),
    (made) => Effect.promise(() => made.end()).pipe(Effect.timeoutOption("2 seconds"))
  )

export const write = (url: Redacted.Redacted, text: string, params: ReadonlyArray<Value> = []) =>
  Effect.scoped(Effect.flatMap(connected(url), (client) =>
    Effect.map(Effect.tryPromise({ try: () => client.query(text, [...params]), catch: (cause) => new DatabaseFailed({ isUniqueViolation: false, cause }) }), ({ rows }) => rows)))

/** The names of the tables of a database. */
export const tables = (url: Redacted.Redacted) =>
  Effect.map(write(url, "select tablename as name from pg_tables where schemaname = current_schema() order by tablename"), (rows) => rows.map(({ name }) => String(name)))

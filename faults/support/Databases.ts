/** Creates databases for a run, on SQLite or PostgreSQL. */
import { type Postgres, startPostgres } from "@crossdock/e2e/support/postgres.ts"
import type { Query } from "../oracle/Ledger.ts"

export type Name = "SQLite" | "PostgreSQL"
export const names = ["SQLite", "PostgreSQL"] as const

export interface Store {
  readonly name: Name
  /** Creates a database; undefined for SQLite, which is a file in the runner's data folder. */
  readonly create: () => Promise<{ readonly name: string; readonly url: string; readonly query: Query; readonly drop: () => Promise<void> } | undefined>
}

export const sqlite: Store = { name: "SQLite", create: () => Promise.resolve(undefined) }

export const postgresOf = (server: Postgres): Store => ({
  name: "PostgreSQL",
  create: async () => {
    const { name, url } = await server.createDatabase()
    return {
      name,
      url,
      query: (text) => server.query(name, text),
      drop: async () => void await server.query("postgres", `drop database "${name}" with (force)`)
    }
  }
})

let server: Promise<Postgres> | undefined

/** Starts the server when it is first needed; all tests of a file share it. */
export const storeOf = async (name: Name): Promise<Store> => {
  if (name === "SQLite") return sqlite
  return postgresOf(await serverOf())
}

/** The server, to inject faults. */
export const serverOf = async (): Promise<Postgres> => {
  server ??= startPostgres()
  return server
}

export const stopServer = async (): Promise<void> => {
  await (await server)?.stop()
  server = undefined
}

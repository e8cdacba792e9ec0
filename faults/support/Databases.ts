/** The two stores that a run may be on, as one name. */
import { type Postgres, startPostgres } from "@crossdock/e2e/support/postgres.ts"
import type { Query } from "../oracle/Ledger.ts"

export type Name = "SQLite" | "PostgreSQL"
export const names = ["SQLite", "PostgreSQL"] as const

export interface Store {
  readonly name: Name
  /** A new database; undefined: a file in the data folder of the runner. */
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

/** The server is started when it is first wanted, and shared by the tests of a file. */
export const storeOf = async (name: Name): Promise<Store> => {
  if (name === "SQLite") return sqlite
  return postgresOf(await serverOf())
}

/** The server itself, for what is done to it. */
export const serverOf = async (): Promise<Postgres> => {
  server ??= startPostgres()
  return server
}

export const stopServer = async (): Promise<void> => {
  await (await server)?.stop()
  server = undefined
}

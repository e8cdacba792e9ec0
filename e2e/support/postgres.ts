/** Starts a PostgreSQL server from npm for one test file, as root or as an ordinary user. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Embedded from "../../tools/peers/postgres.mjs"
import type { Known } from "./http.ts"
import { eventually } from "./processes.ts"

export interface Postgres {
  readonly port: number
  /** Creates a database, empty or as a copy of `template`; returns the value for DATABASE_URL. */
  readonly createDatabase: (options?: { readonly name?: string; readonly template?: string }) => Promise<{ readonly name: string; readonly url: string }>
  /** Runs a statement as the server's superuser in the given database, and returns the rows. */
  readonly query: (database: string, text: string, params?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Known>>
  /**
   * Stops the server. `fast` closes every connection and writes a checkpoint; after `immediate` it recovers at the next
   * start; `killed` is the same by SIGKILL of the main process.
   */
  readonly fall: (how: "fast" | "immediate" | "killed") => Promise<void>
  /** Starts the stopped server again, on the same port. */
  readonly rise: () => Promise<void>
  readonly stop: () => Promise<void>
}

const signals = { fast: "SIGINT", immediate: "SIGQUIT", killed: "SIGKILL" } as const

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Starts a new server. */
export const startPostgres = async (): Promise<Postgres> => {
  const { dataFolder, port, server, stop, urlOf } = await Embedded.startPostgres({ from: import.meta.url })
  const query: Postgres["query"] = async (database, text, params = []) => {
    const client = server.getPgClient(database, "127.0.0.1")
    await client.connect()
    try {
      return (await client.query(text, [...params])).rows
    } finally {
      await client.end()
    }
  }
  const postmaster = (): number => Number(readFileSync(join(dataFolder, "postmaster.pid"), "utf8").split("\n")[0])
  let count = 0
  return {
    port,
    fall: async (how) => {
      const pid = postmaster()
      process.kill(pid, signals[how])
      await eventually(() => (isThere(pid) ? undefined : true), { what: "the end of PostgreSQL" })
    },
    // After a kill, the remaining processes hold its shared memory for a moment.
    rise: () =>
      eventually(() => server.start().then(() => true as const, () => undefined), { everyMs: 200, what: "PostgreSQL again" }).then(() => {}),
    query,
    stop,
    createDatabase: async ({ name = `case${++count}`, template } = {}) => {
      const quoted = (identifier: string) => `"${identifier.replaceAll("\"", "\"\"")}"`
      await query("postgres", `create database ${quoted(name)}${template === undefined ? "" : ` template ${quoted(template)}`}`)
      return { name, url: urlOf(name) }
    }
  }
}

/**
 * Runs `pg_dump` and `pg_restore`, which come with PostgreSQL. The password goes through the environment, so that no list of processes
 * shows it.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { spawn } from "node:child_process"
import { join } from "node:path"
import type { Environment } from "../EnvironmentVariables.ts"
import { refused } from "./BackupRefused.ts"

export interface Tools {
  readonly environment: Environment
  /** The folder of the programs; undefined: they are on the path. */
  readonly folder: string | undefined
}

/** The variables by which the programs find a database. Parameters of the address such as `sslmode` are kept. */
export const variablesOf = (url: Redacted.Redacted): Readonly<Record<string, string>> => {
  const at = new URL(Redacted.value(url))
  const { hostname, password, pathname, port, searchParams, username } = at
  const given = {
    PGHOST: searchParams.get("host") ?? hostname,
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get("sslmode") ?? "",
    PGSSLROOTCERT: searchParams.get("sslrootcert") ?? ""
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""))
}

/** Runs a program, and gives each line that it prints to `onLine`. */
export const run = (tools: Tools, program: "pg_dump" | "pg_restore", argv: ReadonlyArray<string>, url?: Redacted.Redacted, onLine?: (line: string) => void) =>
  Effect.callback<void, ReturnType<typeof refused>>((resume) => {
    const path = tools.folder === undefined ? program : join(tools.folder, program)
    const child = spawn(path, argv, { env: { ...tools.environment, ...(url && variablesOf(url)) }, stdio: ["ignore", "pipe", "pipe"] })
    let errors = ""
    let rest = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (onLine === undefined) return
      const lines = (rest + text).split("\n")
      rest = lines.pop()!
      for (const line of lines) onLine(line)
    })
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors = (errors + text).slice(-2000)
    })
    child.on("error", (error) => resume(Effect.fail(refused("TOOL_FAILED", `${program} cannot be run: ${error.message}; install the client programs of PostgreSQL, or name their folder with --pg-bin`))))
    child.on("close", (code) =>
      resume(code === 0 ? Effect.void : Effect.fail(refused("TOOL_FAILED", `${program} failed: ${errors.trim()}; its version has to be that of the server or newer, see --pg-bin`))))
    return Effect.sync(() => child.kill())
  })

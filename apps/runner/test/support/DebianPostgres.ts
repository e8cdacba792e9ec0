/**
 * A PostgreSQL server of Debian with its client programs, for tests that need `pg_dump`. The server that the other tests use comes
 * without them.
 */
import { execFileSync } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"

const home = "/usr/lib/postgresql"

/** The folder of the newest installed version. */
const binOf = (): string | undefined => {
  const [newest] = existsSync(home) ? readdirSync(home).toSorted((one, other) => Number(other) - Number(one)) : []
  return newest === undefined ? undefined : join(home, newest, "bin")
}

/** Why there is none on this machine. */
export const problem = (): string | undefined =>
  ["initdb", "pg_ctl", "pg_dump", "pg_restore"].every((program) => existsSync(join(binOf() ?? "", program))) ? undefined : "PostgreSQL of Debian is not installed (apt-get install postgresql)"

export interface Server {
  readonly bin: string
  /** Makes a database and returns its address. */
  readonly newDatabase: (name: string) => Promise<string>
  readonly stop: () => Promise<void>
}

/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0
const asUser = (program: string, argv: ReadonlyArray<string>): void => {
  execFileSync(isRoot ? "runuser" : program, isRoot ? ["-u", "postgres", "--", program, ...argv] : argv, { stdio: "ignore", cwd: "/" })
}

export const start = async (): Promise<Server> => {
  const bin = binOf()!
  const folder = mkdtempSync(join(tmpdir(), "crossdock-debian-pg-"))
  chmodSync(folder, 0o777)
  const data = join(folder, "data")
  asUser(join(bin, "initdb"), ["-D", data, "-A", "trust", "-U", "postgres", "--no-sync"])
  asUser(join(bin, "pg_ctl"), ["-D", data, "-o", `-c listen_addresses='' -c unix_socket_directories='${folder}' -c fsync=off`, "-l", join(folder, "log"), "-w", "start"])
  const urlOf = (name: string) => `postgres://postgres@localhost/${name}?host=${encodeURIComponent(folder)}`
  return {
    bin,
    newDatabase: async (name) => {
      const client = new pg.Client({ connectionString: urlOf("postgres") })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return urlOf(name)
    },
    stop: async () => {
      asUser(join(bin, "pg_ctl"), ["-D", data, "-m", "immediate", "-w", "stop"])
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

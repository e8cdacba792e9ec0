// Prepares and starts a headless Vendure server, a real shop for tests.
//
//   node tools/peers/vendure.mjs prepare [--install]
//   node tools/peers/vendure.mjs run
//
// `prepare` installs what e2e/peers/vendure/package-lock.json pins into PEERS_DIR/vendure (default: .peers), outside of the
// workspace: Vendure is GPL-3.0-or-later and no part of what is published. It is installed only with CI=true or --install;
// otherwise the command is printed and the peer is skipped. No dependencies; Node 20 or newer.
//
// The database is in memory and empty on each start, so every test file starts a server of its own.
import { spawn, spawnSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

/** The account of a started server. It protects nothing: the server listens on loopback and ends with the test. */
export const admin = { user: "superadmin", password: "superadmin-secret-1" }

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const source = join(root, "e2e", "peers", "vendure")
const home = join(resolve(root, process.env.PEERS_DIR ?? ".peers"), "vendure")
const stampFile = join(home, "stamp")
const isCI = process.env.CI === "true"
const say = (line) => process.stderr.write(`vendure: ${line}\n`)

/** Identifies what is installed; another lockfile needs a new installation. */
const stamp = () => readFileSync(join(source, "package-lock.json"), "utf8")

/** Whether `startVendure` can work here without installing anything. */
export const isPrepared = () => existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp()

/** The settings of an outer npm or pnpm must not reach the npm that installs. */
const plainEnvironment = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm|pnpm)_/i.test(name)))

const install = () => {
  mkdirSync(home, { recursive: true })
  for (const file of ["package.json", "package-lock.json"]) copyFileSync(join(source, file), join(home, file))
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]
  const done = spawnSync("npm", args, { cwd: home, encoding: "utf8", env: plainEnvironment() })
  if (done.error !== undefined) throw new Error(`npm could not be started: ${done.error.message}`)
  if (done.status !== 0) throw new Error(`npm ci in ${home} ended with ${done.status}:\n${done.stderr.slice(-2000)}`)
  writeFileSync(stampFile, stamp())
}

/** Returns true if the peer is ready, and false if it may not be installed. Throws if the installation failed. */
export const prepare = ({ mayInstall = isCI } = {}) => {
  if (isPrepared()) {
    say("ready")
    return true
  }
  if (!mayInstall) {
    say("not installed; tests against Vendure are skipped. Install it (about 180 MB) with CI=true or by:")
    process.stdout.write("node tools/peers/vendure.mjs prepare --install\n")
    return false
  }
  const started = Date.now()
  install()
  say(`installed in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return true
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

/** Waits for the line READY. Fails when the process ends before, or after two minutes. */
const ready = (child, log) =>
  new Promise((resolveReady, failed) => {
    const late = setTimeout(() => failed(new Error(`Vendure is not ready after two minutes:\n${log()}`)), 120_000)
    const settle = (work) => {
      clearTimeout(late)
      work()
    }
    child.stdout.on("data", (text) => {
      if (String(text).includes("READY")) settle(resolveReady)
    })
    child.once("error", (error) => settle(() => failed(error)))
    child.once("exit", (code) => settle(() => failed(new Error(`Vendure ended with ${code}:\n${log()}`))))
  })

const launch = async (attempt = 1) => {
  const port = await freePort()
  const env = { ...plainEnvironment(), PORT: String(port), VENDURE_USER: admin.user, VENDURE_PASSWORD: admin.password }
  const child = spawn(process.execPath, [join(source, "boot.mjs")], { cwd: home, env, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  const keep = (text) => {
    output = (output + text).slice(-20_000)
  }
  child.stdout.setEncoding("utf8").on("data", keep)
  child.stderr.setEncoding("utf8").on("data", keep)
  const log = () => output
  try {
    await ready(child, log)
  } catch (error) {
    child.kill("SIGKILL")
    // Another process may have taken the port first.
    if (attempt < 3 && output.includes("EADDRINUSE")) return launch(attempt + 1)
    throw error
  }
  return { child, log, url: `http://127.0.0.1:${port}` }
}

/** Starts a server with an empty database on a free loopback port. Stop it with `stop()`; it also ends with this process. */
export const startVendure = async () => {
  if (!isPrepared() && !prepare()) throw new Error("Vendure is not prepared; run: node tools/peers/vendure.mjs prepare --install")
  const { child, log, url } = await launch()
  const ended = new Promise((done) => {
    child.once("exit", done)
  })
  const onExit = () => child.kill("SIGKILL")
  process.once("exit", onExit)
  return {
    url,
    admin,
    log,
    stop: async () => {
      process.removeListener("exit", onExit)
      child.kill("SIGTERM")
      const late = setTimeout(() => child.kill("SIGKILL"), 3000)
      await ended
      clearTimeout(late)
    }
  }
}

const main = async ([command, argument]) => {
  if (command === "prepare") {
    prepare({ mayInstall: isCI || argument === "--install" })
    return
  }
  if (command === "run") {
    const server = await startVendure()
    say(`${server.url} as ${admin.user} with ${admin.password}; Ctrl-C stops it`)
    await new Promise((done) => process.once("SIGINT", done).once("SIGTERM", done))
    await server.stop()
    return
  }
  throw new Error("usage: node tools/peers/vendure.mjs prepare [--install] | run")
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error) => {
    say(error.message)
    process.exitCode = 1
  })
}

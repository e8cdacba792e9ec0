// Runs a pnpm command with the pinned versions of Node and pnpm, which it installs from the npm registry.
//
//   node tools/with-toolchain.mjs run <script> [args]     installs if the lockfile has changed, then runs the script
//   node tools/with-toolchain.mjs install|add|exec|...    runs pnpm with these arguments in the current folder
//
// It has no dependencies and runs on Node 18 or newer. Its own output and that of npm and pnpm install go to stderr, so
// stdout belongs to the command. Three details matter: npm_* variables of an outer npm must not reach the inner one; pnpm's
// entry in .bin is a script without a shebang, so the folder of the native binary comes first on PATH; and stamp files are
// written last, so that an interrupted installation is repeated.
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { constants } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Integrity from "./integrity.mjs"
import * as NodePackages from "./node-packages.mjs"

const pinned = { node: NodePackages.newest, pnpm: "12.21.0" }
const [lowestMajor, lowestMinor] = NodePackages.lowest.split(".").map(Number)

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const say = (line) => process.stderr.write(`with-toolchain: ${line}\n`)
const stop = (line) => {
  say(line)
  process.exit(1)
}

const run = (command, args, { cwd = root, env, stdio }) => {
  const done = spawnSync(command, args, { cwd, env, stdio, shell: process.platform === "win32" })
  if (done.error) stop(`${command} could not be started: ${done.error.message}`)
  if (done.status !== 0) process.exit(done.status ?? 1)
}
/**
 * Runs what was asked for, and passes signals on: `npm start` is ended as a whole also when only npm is told. A terminal
 * sends its SIGINT to every process of the group, so there it is not sent a second time.
 */
const runToEnd = (command, args, options) => {
  const child = spawn(command, args, { ...options, shell: process.platform === "win32" })
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"]) {
    process.on(signal, () => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on("error", (failure) => stop(`${command} could not be started: ${failure.message}`))
  child.on("close", (status, signal) => process.exit(status ?? 128 + constants.signals[signal]))
}
const onStderr = ["inherit", 2, 2]

const outer = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith("npm_")))

const [major, minor] = process.versions.node.split(".").map(Number)
const nodeServes = major > lowestMajor || (major === lowestMajor && minor >= lowestMinor)

const wantedPackages = () => {
  if (nodeServes) return [`pnpm@${pinned.pnpm}`]
  const name = NodePackages.nodePackage()
  if (name === undefined) {
    stop(
      `Node ${process.versions.node} is too old (${NodePackages.lowest} or newer is needed) and npm holds no Node for ` +
        `${NodePackages.machine()}. Install Node ${pinned.node.split(".")[0]}, put it first on PATH, and repeat the command.`
    )
  }
  return [`pnpm@${pinned.pnpm}`, `${name}@${pinned.node}`]
}

const wanted = wantedPackages()
// Each set of packages has its own folder: in a common one npm would remove what the other set needs.
const folder = join(root, ".tools", wanted.join("_").replaceAll(/[^\w.@-]/g, "-"))
const toolStamp = join(folder, ".stamp")
if (!existsSync(toolStamp)) {
  say(`installing ${wanted.join(" and ")} from the npm registry (once)`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }))
  const flags = ["--ignore-scripts", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
  run("npm", ["install", "--prefix", folder, ...flags, ...wanted], { env: outer, stdio: onStderr })
  const { unpinned, wrong } = Integrity.compare(JSON.parse(readFileSync(join(folder, "node_modules", ".package-lock.json"), "utf8")))
  if (wrong.length > 0) {
    rmSync(folder, { recursive: true, force: true })
    stop(`${wrong.join(" and ")} from the npm registry does not have the digest in tools/integrity.mjs, so it was not run; check the registry that npm is configured to use`)
  }
  if (unpinned.length > 0) say(`tools/integrity.mjs has no digest of ${unpinned.join(" and ")}; it was checked only against the registry's own digest`)
  writeFileSync(toolStamp, "")
}

const bin = join(folder, "node_modules", ".bin")
const scope = join(folder, "node_modules", "@pnpm")
const native = existsSync(scope)
  ? readdirSync(scope).filter((name) => name.startsWith("exe.")).map((name) => join(scope, name))
  : []
const ownNode = nodeServes ? [dirname(process.execPath)] : []
const env = {
  ...outer,
  PATH: [...native, bin, ...ownNode, process.env.PATH].join(delimiter),
  TURBO_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1"
}

const installChanged = () => {
  const lockfile = join(root, "pnpm-lock.yaml")
  if (!existsSync(lockfile)) {
    stop("pnpm-lock.yaml is missing; create it with `node tools/with-toolchain.mjs install` and commit it")
  }
  const current = createHash("sha256")
    .update(readFileSync(lockfile))
    .update(readFileSync(join(root, "pnpm-workspace.yaml")))
    .digest("hex")
  const lockStamp = join(root, "node_modules", ".lockfile-stamp")
  const isInstalled = existsSync(join(root, "node_modules", ".modules.yaml")) && existsSync(lockStamp) &&
    readFileSync(lockStamp, "utf8") === current
  if (!isInstalled) {
    say("installing dependencies (once per lockfile)")
    run("pnpm", ["install", "--frozen-lockfile", "--prefer-offline"], {
      env: { ...env, CI: env.CI ?? "true" },
      stdio: onStderr
    })
    writeFileSync(lockStamp, current)
  }
}

const args = process.argv.slice(2)
if (["install", "add", "remove", "update", "dedupe", "exec"].includes(args[0])) {
  runToEnd("pnpm", args, { cwd: process.cwd(), env, stdio: "inherit" })
} else {
  installChanged()
  if (args.length > 0) runToEnd("pnpm", args, { cwd: root, env, stdio: "inherit" })
}

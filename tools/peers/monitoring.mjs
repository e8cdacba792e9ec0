// Prepares the programs that the tests of `deploy/` run: Prometheus with promtool, Caddy, docker-compose, and libfaketime for a clock that is wrong.
//
//   node tools/peers/monitoring.mjs [--install]
//
// Debian packages are downloaded and unpacked into a folder of this repository; nothing is installed, and no root is needed. That is done
// only with CI=true or --install. Otherwise the tests of a missing program are skipped. No dependencies; Node 20 or newer.
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Debian from "./debian.mjs"

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const folder = join(root, "node_modules", ".cache", "crossdock-monitoring")
const unpacked = join(folder, "root")

const packages = ["prometheus", "caddy", "docker-compose", "libfaketime"]
/** What docker-compose imports. */
const modules = [
  "attr", "cached-property", "certifi", "chardet", "distro", "distutils", "docker", "dockerpty", "docopt", "dotenv", "idna", "importlib-metadata", "jsonschema",
  "more-itertools", "packaging", "pkg-resources", "pyrsistent", "requests", "setuptools", "six", "texttable", "urllib3", "websocket", "yaml", "zipp"
].map((name) => `python3-${name}`)

const isOnPath = (program) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0

/** How a program is started; undefined if it is not there. */
export const programOf = (name) => {
  const path = join(unpacked, "usr", "bin", name)
  if (existsSync(path)) {
    return name === "docker-compose"
      ? { command: "python3", args: [path], env: { PYTHONPATH: join(unpacked, "usr", "lib", "python3", "dist-packages") } }
      : { command: path, args: [], env: {} }
  }
  return isOnPath(name) ? { command: name, args: [], env: {} } : undefined
}

/** The library that gives a process another clock, by LD_PRELOAD; undefined if it is not there. */
export const fakeTime = () => {
  const folder = join(unpacked, "usr", "lib")
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, "faketime", "libfaketime.so.1")).find((path) => existsSync(path)) : undefined
}

const programs = ["prometheus", "promtool", "caddy", "docker-compose"]

export const isPrepared = () => programs.every((name) => programOf(name) !== undefined) && fakeTime() !== undefined

/** Downloads what is missing if that is allowed, and returns the remaining problem; undefined if there is none. */
export const prepare = ({ mayInstall }) => {
  if (isPrepared()) return undefined
  if (!mayInstall) return "Prometheus, Caddy, docker-compose or libfaketime is missing; on Debian they come, without installing anything, with: node tools/peers/monitoring.mjs --install"
  const problem = Debian.download(folder, [...packages, ...modules]) ?? Debian.unpack(folder, unpacked)
  if (problem !== undefined) return problem
  return isPrepared() ? undefined : "a program is not there after its package was unpacked"
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const problem = prepare({ mayInstall: process.env.CI === "true" || process.argv.includes("--install") })
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`)
    process.exitCode = 1
  }
}

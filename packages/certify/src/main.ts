#!/usr/bin/env node
/** The command. It checks the version of Node before it loads anything that needs a newer one. */
import { readFileSync } from "node:fs"

interface Manifest {
  readonly version: string
  readonly engines: { readonly node: string }
}

const { engines, version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as Manifest
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
const [leastMajor = 0, leastMinor = 0] = engines.node.replace(/^\D+/, "").split(".").map(Number)

if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  process.stderr.write(`This command needs Node ${engines.node}, and this is Node ${process.versions.node}.\n`)
  process.exitCode = 2
} else {
  const [{ runPromise }, Command] = await Promise.all([import("effect/Effect"), import("./Command.ts")])
  process.exitCode = await runPromise(Command.run(process.argv.slice(2), process.env, version))
}

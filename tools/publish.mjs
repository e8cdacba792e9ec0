// Publishes every package whose version the registry does not have yet. A second run goes on where one has failed.
//
//   npm run release                                      checks first that nothing is missing (tools/check-release.mjs)
//   node tools/publish.mjs --root <copy> --rehearsal     from a copy of the repository and without provenance, which only a
//                                                        workflow can state; started through the launcher
//
// pnpm packs, because it replaces `workspace:` by versions; npm publishes, because it knows trusted publishing and provenance.
// Neither runs a script of the package: the workflow builds everything from a clean checkout before.
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import * as Manifests from "./manifests.mjs"

const { values } = parseArgs({ options: { root: { type: "string" }, rehearsal: { type: "boolean", default: false } } })
const root = resolve(values.root ?? dirname(dirname(fileURLToPath(import.meta.url))))

/** How many packages are published at a time. */
const atOnce = 3

/** Runs a program; resolves with its exit code and output. */
const run = (cwd, command, ...args) =>
  new Promise((done) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text))
    child.on("error", (error) => done({ code: 1, output: `${error}` }))
    child.on("close", (code) => done({ code, output }))
  })

const mustRun = async (cwd, command, ...args) => {
  const { code, output } = await run(cwd, command, ...args)
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}\n${output}`)
}

const publish = async (packed, { folder, manifest: { name, version } }) => {
  const found = await run(packed, "npm", "view", `${name}@${version}`, "version")
  if (found.code === 0 && found.output.includes(version)) return "was there"
  await mustRun(join(root, folder), "pnpm", "pack", "--pack-destination", packed, "--config.ignore-scripts=true")
  const archive = `./${name.replace("@", "").replace("/", "-")}-${version}.tgz`
  await mustRun(packed, "npm", "publish", archive, "--ignore-scripts", ...(values.rehearsal ? ["--provenance=false"] : []))
  return "published"
}

const packed = mkdtempSync(join(tmpdir(), "crossdock-publish-"))
const waiting = [...Manifests.published(root)]
const failures = []
await Promise.all(Array.from({ length: atOnce }, async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { name, version } = next.manifest
    try {
      process.stdout.write(`${name}@${version} ${await publish(packed, next)}\n`)
    } catch (error) {
      failures.push(`${name}@${version}: ${error.message}`)
    }
  }
}))
rmSync(packed, { recursive: true, force: true })
for (const failure of failures) process.stderr.write(`${failure}\n`)
process.exitCode = failures.length > 0 ? 1 : 0

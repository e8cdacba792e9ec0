// Checks every package as it would be published: packs it and examines the archive.
//
//   node tools/check-packages.mjs      started through the launcher; the packages are built first
//
// publint compares package.json with the files, and attw resolves the types as an ESM consumer does. Checks of our own: no
// `workspace:` or `catalog:` range is left in package.json, the licence is included, and the package is published publicly
// and with provenance. The script ends with one line of counts.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Reports from "./reports.mjs"
import * as Tally from "./tally.mjs"
import * as Turbo from "./turbo.mjs"

const start = (command, args, cwd) => spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 1 << 28, shell: process.platform === "win32" })
const outputOf = (done) => `${done.stdout ?? ""}${done.stderr ?? ""}`.trim()

/** Ranges that a published package.json must not contain: pnpm replaces them with versions when it packs. */
const leftOvers = (manifest) =>
  ["dependencies", "peerDependencies", "optionalDependencies"].flatMap((section) =>
    Object.entries(manifest[section] ?? {}).filter(([, range]) => /^(?:workspace|catalog|file|link):/.test(range)).map(([name, range]) => `${name} is ${range}`)
  )

/** What a package.json lacks to be published publicly and with provenance; undefined if nothing is missing. */
export const provenanceProblem = ({ publishConfig = {} }) => {
  const { access, provenance } = publishConfig
  const missing = [
    ...(provenance === true ? [] : ["publishConfig.provenance is not true"]),
    ...(access === "public" ? [] : ["publishConfig.access is not public"])
  ]
  return missing.length === 0 ? undefined : missing.join(", ")
}

const checkOne = (root, folder, manifest, archives, tally) => {
  const check = (name, done) => {
    if (done.status !== 0) process.stdout.write(`\n${manifest.name}: ${name}\n${outputOf(done)}\n`)
    tally.check(`${name} of ${manifest.name}`, done.status === 0 ? undefined : (done.error?.message ?? `exit code ${done.status}`), outputOf(done))
  }
  const bin = (name) => join(root, "node_modules", ".bin", name)
  const before = new Set(readdirSync(archives))
  const packed = start("pnpm", ["pack", "--pack-destination", archives, "--config.ignore-scripts=true"], join(root, folder))
  const archive = readdirSync(archives).find((name) => !before.has(name))
  check("pack", packed)
  if (archive === undefined) return
  const file = join(archives, archive)
  check("publint", start(bin("publint"), ["run", file, "--strict"], root))
  const hasModules = Object.keys(manifest.exports ?? {}).some((path) => path !== "./package.json")
  if (hasModules) check("attw", start(bin("attw"), [file, "--profile", "esm-only"], root))
  const names = start("tar", ["-tzf", file], root).stdout.split("\n")
  tally.check(`licence in ${manifest.name}`, names.includes("package/LICENSE") ? undefined : "no LICENSE in the archive")
  const published = JSON.parse(start("tar", ["-xzOf", file, "package/package.json"], root).stdout)
  tally.check(`provenance of ${manifest.name}`, provenanceProblem(published))
  const left = leftOvers(published)
  tally.check(`published manifest of ${manifest.name}`, left.length === 0 ? undefined : left.join(", "))
}

/** Packs and checks all packages that are not private; they must be built. */
export const run = (root, tally) => {
  const archives = mkdtempSync(join(tmpdir(), "crossdock-packages-"))
  try {
    for (const folder of Reports.workspaces(root)) {
      const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))
      if (manifest.private !== true) checkOne(root, folder, manifest, archives, tally)
    }
  } finally {
    rmSync(archives, { recursive: true, force: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const tally = Tally.make()
  const { exitCode } = await Turbo.run(root, ["build"])
  tally.check("build", exitCode === 0 ? undefined : `exit code ${exitCode}, see above`)
  run(root, tally)
  Tally.finish(tally)
}

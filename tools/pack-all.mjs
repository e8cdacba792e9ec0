// Builds and packs every published package into archives for `npm install`. It also writes a package.json and a
// package-lock.json for the archives that a runner needs, so that `npm ci` installs the versions of pnpm-lock.yaml.
//
//   npm run pack:all                           into archives/; then `node archives/start.mjs` starts a runner from them
//   node tools/pack-all.mjs <folder>           into an empty folder, through the launcher
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import * as NpmLock from "./npm-lock.mjs"
import * as Reports from "./reports.mjs"

/** Packages for plugin authors; a runner never loads them. */
const forAuthors = ["@crossdock/create-adapter", "@crossdock/testkit"]

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const archives = resolve(process.argv[2] ?? join(root, "archives"))
const run = (command, args, cwd, stdout = 2) => {
  const done = spawnSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", stdout, 2], shell: process.platform === "win32" })
  if (done.status !== 0) process.exit(done.status ?? 1)
  return done.stdout
}

if (process.argv[2] !== undefined && existsSync(archives) && readdirSync(archives).length > 0) {
  process.stderr.write(`${archives} is not empty; name an empty folder, or one that does not exist yet\n`)
  process.exit(2)
}
run("turbo", ["run", "build", "--output-logs=errors-only"], root)
if (process.argv[2] === undefined) rmSync(archives, { recursive: true, force: true })
mkdirSync(archives, { recursive: true })
const packed = Reports.workspaces(root).flatMap((folder) => {
  const { name, private: isPrivate } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))
  if (isPrivate === true) return []
  const before = new Set(readdirSync(archives))
  run("pnpm", ["pack", "--pack-destination", archives, "--config.ignore-scripts=true"], join(root, folder))
  const file = readdirSync(archives).find((one) => !before.has(one))
  if (forAuthors.includes(name)) return []
  const manifest = JSON.parse(run("tar", ["-xzOf", file, "package/package.json"], archives, "pipe"))
  const integrity = `sha512-${createHash("sha512").update(readFileSync(join(archives, file))).digest("base64")}`
  return [{ folder, file, integrity, manifest }]
})
const { lockfile, manifest } = NpmLock.make(readFileSync(join(root, "pnpm-lock.yaml"), "utf8"), packed)
for (const [name, value] of Object.entries({ "package.json": manifest, "package-lock.json": lockfile })) {
  writeFileSync(join(archives, name), `${JSON.stringify(value, undefined, 2)}\n`)
}
copyFileSync(join(root, "tools", "start-archives.mjs"), join(archives, "start.mjs"))
process.stdout.write(`${archives}\n`)

// Builds and packs every package that is published into archives/, as `npm install` takes them.
//
//   npm run pack:all
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Reports from "./reports.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const archives = join(root, "archives")
const run = (command, args, cwd) => {
  const done = spawnSync(command, args, { cwd, stdio: ["ignore", 2, 2], shell: process.platform === "win32" })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

run("turbo", ["run", "build", "--output-logs=errors-only"], root)
rmSync(archives, { recursive: true, force: true })
mkdirSync(archives)
for (const folder of Reports.workspaces(root)) {
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))
  if (manifest.private !== true) run("pnpm", ["pack", "--pack-destination", archives, "--config.ignore-scripts=true"], join(root, folder))
}
process.stdout.write(`${archives}\n`)

/**
 * An earlier commit of this repository, built in a folder of its own, to make data that the current build has to take over. It is
 * taken from git, so it exists only where the history does; `FAULTS_EARLIER` names a folder that is built already.
 */
import { tempDir } from "@crossdock/e2e/support/processes.ts"
import { spawnSync } from "node:child_process"
import { existsSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The last commit whose database ends with migration 0056, the oldest that the current build upgrades. */
export const commit = "ecbde52c9a1135cceffcf9a0f66f962d7490810f"

const repository = fileURLToPath(new URL("../..", import.meta.url))

export interface EarlierBuild {
  /** The runner's program. */
  readonly program: string
  /** The environment that lets it use the plugins of its own build. */
  readonly env: Readonly<Record<string, string>>
  readonly remove: () => void
}

const must = (command: string, args: ReadonlyArray<string>, cwd: string): void => {
  const done = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 1 << 28 })
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${done.error?.message ?? `${done.stdout}${done.stderr}`.slice(-2000)}`)
}

/** Whether the history of this checkout reaches back to the commit. */
export const exists = (): boolean =>
  process.env["FAULTS_EARLIER"] !== undefined || spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: repository }).status === 0

const of = (folder: string, remove: () => void): EarlierBuild => ({
  program: join(folder, "apps/runner/dist/main.js"),
  env: { CROSSDOCK_CONFIG: join(folder, "faults/compositions/faults.config.ts") },
  remove
})

/** Unpacks, installs and builds the commit, which takes about half a minute. */
export const make = (): EarlierBuild => {
  const built = process.env["FAULTS_EARLIER"]
  if (built !== undefined) return of(built, () => {})
  const folder = tempDir("crossdock-earlier-")
  must("sh", ["-c", `git archive "$0" | tar -x -C "$1"`, commit, folder.path], repository)
  const tools = join(repository, ".tools")
  if (existsSync(tools)) symlinkSync(tools, join(folder.path, ".tools"))
  must(process.execPath, ["tools/with-toolchain.mjs", "install", "--frozen-lockfile"], folder.path)
  must(process.execPath, ["tools/with-toolchain.mjs", "exec", "turbo", "run", "build", "--filter=@crossdock/faults^..."], folder.path)
  return of(folder.path, folder.remove)
}

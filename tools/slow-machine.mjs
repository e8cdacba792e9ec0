// CI has a limit of time, and its machines differ by more than twice. On a slow one it runs a part of the long tests, and says which.
// Without CI=true every test runs, however long it takes.
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** Milliseconds that building, checking types and the short tests usually take on a machine of two cores. */
const usual = 5 * 60_000
/** A machine that takes no longer than this runs all. */
const tolerated = 8 * 60_000
const mostParts = 4

/** Into how many parts the files of long tests are divided, by the milliseconds that the short ones took. */
export const partsOf = (millis) => (millis <= tolerated ? 1 : Math.min(mostParts, Math.ceil(millis / usual)))

/** Which part a commit runs, from 1: commits that follow each other run different parts. */
export const partOf = (commits, parts) => (commits % parts) + 1

const commitsOf = (root) => {
  const { status, stdout } = spawnSync("git", ["rev-list", "--count", "HEAD"], { cwd: root, encoding: "utf8" })
  return status === 0 ? Number(stdout) : Math.floor(Date.now() / 86_400_000)
}

/** The part of the long tests for this machine and commit; undefined if all of them run. */
export const shareOf = (root, millis, environment = process.env) => {
  const parts = environment.CI === "true" ? partsOf(millis) : 1
  return parts === 1 ? undefined : { part: partOf(commitsOf(root), parts), parts }
}

/** What turbo passes to vitest for it. A package with fewer files than parts may have none. */
export const flagsOf = (share) => (share === undefined ? [] : ["--", `--shard=${share.part}/${share.parts}`, "--passWithNoTests"])

const fileOf = (root) => join(root, ".turbo", "slow-machine.json")

/** Keeps the part for the steps of CI that follow. */
export const remember = (root, share) => {
  rmSync(fileOf(root), { force: true })
  if (share === undefined) return
  mkdirSync(dirname(fileOf(root)), { recursive: true })
  writeFileSync(fileOf(root), JSON.stringify(share))
}

/** Whether an earlier step of CI has found that this machine is slow. */
export const isSlow = (root, environment = process.env) => {
  if (environment.CI !== "true") return false
  try {
    return JSON.parse(readFileSync(fileOf(root), "utf8")).parts > 1
  } catch {
    return false
  }
}

// CI has a limit of time, and its machines differ by more than twice, also from one minute to the next. It runs the long tests in quarters
// of their files, one after the other, and begins no further quarter once it has taken long enough. Without CI=true every test runs, however
// long it takes.
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

export const quarters = 4

/** Milliseconds since the begin of the tests after which no further quarter begins. A machine of two cores has begun the last one by then. */
const limit = 20 * 60_000

const commitsOf = (root) => {
  const { status, stdout } = spawnSync("git", ["rev-list", "--count", "HEAD"], { cwd: root, encoding: "utf8" })
  return status === 0 ? Number(stdout) : Math.floor(Date.now() / 86_400_000)
}

/** The quarters in the order in which a commit runs them: commits that follow each other begin with different ones. */
export const orderOf = (commits) => Array.from({ length: quarters }, (_, at) => ((commits + at) % quarters) + 1)

/** The quarters of this commit; undefined if all long tests run at once. */
export const planOf = (root, environment = process.env) => (environment.CI === "true" ? orderOf(commitsOf(root)) : undefined)

/** Whether a quarter begins so many milliseconds after the begin of the tests. The first one always does. */
export const begins = (at, millis) => at === 0 || millis < limit

/** What turbo passes to vitest for a quarter. A package with fewer files than quarters may have none in it. */
export const flagsOf = (quarter) => ["--", `--shard=${quarter}/${quarters}`, "--passWithNoTests"]

const fileOf = (root) => join(root, ".turbo", "slow-machine.json")

/** Keeps for the steps of CI that follow which quarters were left out. */
export const remember = (root, left) => {
  rmSync(fileOf(root), { force: true })
  if (left.length === 0) return
  mkdirSync(dirname(fileOf(root)), { recursive: true })
  writeFileSync(fileOf(root), JSON.stringify({ left }))
}

/** Whether an earlier step of CI has left tests out, because this machine is slow. */
export const isSlow = (root, environment = process.env) => {
  if (environment.CI !== "true") return false
  try {
    return JSON.parse(readFileSync(fileOf(root), "utf8")).left.length > 0
  } catch {
    return false
  }
}

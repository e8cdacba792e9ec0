// CI has a limit of time, and its machines differ by more than twice, also from one minute to the next. It runs the files of the long tests, of
// the tests in a browser, of those with real peers and of the fault runs in quarters, one after the other, and begins no further quarter of a step once CI has taken
// long enough. Without CI=true every test runs, however long it takes.
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

export const quarters = 4

/** The steps, with the minutes since the begin of CI after which no further quarter begins. A machine of two cores has begun the last one by then. */
export const steps = {
  long: { name: "long tests", until: 17 },
  browser: { name: "tests in a browser", until: 30 },
  peers: { name: "tests with real peers", until: 34 },
  faults: { name: "fault runs", until: 47 }
}

const commitsOf = (root) => {
  const { status, stdout } = spawnSync("git", ["rev-list", "--count", "HEAD"], { cwd: root, encoding: "utf8" })
  return status === 0 ? Number(stdout) : Math.floor(Date.now() / 86_400_000)
}

/** The quarters in the order in which a commit runs them: commits that follow each other begin with different ones. */
export const orderOf = (commits) => Array.from({ length: quarters }, (_, at) => ((commits + at) % quarters) + 1)

/** The quarters of this commit; undefined if everything runs at once. */
export const planOf = (root, environment = process.env) => (environment.CI === "true" ? orderOf(commitsOf(root)) : undefined)

/** Minutes since the begin of CI, which .ci/run tells in seconds of the clock; in a step that runs alone, since the begin of the process. */
export const elapsed = (environment = process.env, now = Date.now(), sinceStart = performance.now()) =>
  (environment.CROSSDOCK_CI_BEGUN === undefined ? sinceStart : now - Number(environment.CROSSDOCK_CI_BEGUN) * 1000) / 60_000

/** Whether a quarter of a step begins so many minutes after the begin of CI. The first one always does. */
export const begins = (step, at, minutes) => at === 0 || minutes < steps[step].until

/**
 * The flags of turbo for a quarter, with what it passes to vitest. Without `--only` it builds all packages again, because it takes the builds
 * for others with these flags. A package with fewer files than quarters may have none in it.
 */
export const flagsOf = (quarter) => ["--only", "--", `--shard=${quarter}/${quarters}`, "--passWithNoTests"]

/**
 * Calls `run` for each quarter of a step that there is time for, with the flags of turbo, and once without any if this is not CI. Everything is
 * built before. Returns the quarters that were left out.
 */
export const inQuarters = async (root, step, run, say) => {
  const plan = planOf(root)
  if (plan === undefined) {
    await run(undefined, [])
    return []
  }
  const left = []
  const { name } = steps[step]
  for (const [at, quarter] of plan.entries()) {
    if (!begins(step, at, elapsed())) {
      left.push(quarter)
      continue
    }
    say(`\nquarter ${quarter} of ${quarters} of the ${name}, ${Math.round(elapsed())} minutes after the begin`)
    await run(quarter, flagsOf(quarter))
  }
  if (left.length > 0) say(`\nthis machine is slow, so these quarters of the ${name} were left out: ${left.join(", ")}; without CI=true all of them run`)
  return left
}

const fileOf = (root) => join(root, ".turbo", "slow-machine.json")

/** Keeps for the steps of CI that follow which quarters of the long tests were left out. */
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

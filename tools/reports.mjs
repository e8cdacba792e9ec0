// Finds and counts the test reports that vitest writes as JSON.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"

const groups = ["packages", "apps"]
const single = ["e2e", "bench", "faults"]

/** Folders of all workspaces that have a manifest, relative to `root`. */
export const workspaces = (root) => {
  const grouped = groups.flatMap((group) =>
    existsSync(join(root, group)) ? readdirSync(join(root, group)).map((name) => `${group}/${name}`) : []
  )
  return [...grouped, ...single].filter((folder) => existsSync(join(root, folder, "package.json"))).toSorted()
}

/** The paths of all JSON reports in the coverage folders. */
export const find = (root) =>
  workspaces(root).flatMap((folder) => {
    const coverage = join(root, folder, "coverage")
    if (!existsSync(coverage)) return []
    return readdirSync(coverage).filter((name) => name.endsWith(".json")).map((name) => join(coverage, name))
  })

/** Removes the reports of earlier runs, so that only this run is counted. */
export const remove = (root, names = ["tests.json", "peers.json"]) => {
  for (const folder of workspaces(root)) {
    for (const name of names) rmSync(join(root, folder, "coverage", name), { force: true })
  }
}

const firstLine = (text) => (text ?? "").split("\n").map((each) => each.trim()).find((each) => each !== "") ?? "no message"

/**
 * Counts the tests of one report. A file that could not be loaded contains no test, so it counts as one failure. A report
 * without any test is a failure too, because a suite that runs nothing proves nothing.
 */
export const count = (report) => {
  const unloaded = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0)
  const failedTests = report.testResults.flatMap((file) => file.assertionResults.filter((each) => each.status === "failed"))
  const failures = [
    ...unloaded.map((file) => `${file.name} did not load: ${firstLine(file.message)}`),
    ...failedTests.map((each) => `${each.fullName.trim()}: ${firstLine(each.failureMessages?.[0])}`)
  ]
  const passed = report.numPassedTests
  const failed = report.numFailedTests + unloaded.length
  const skipped = report.numPendingTests + (report.numTodoTests ?? 0)
  return passed + failed + skipped === 0
    ? { passed, failed: 1, skipped, failures: ["no test ran"] }
    : { passed, failed, skipped, failures }
}

/** Reads one report of this run; undefined if it is missing, older than `startedAt`, or not a report. */
export const read = (file, startedAt) => {
  if (!existsSync(file) || statSync(file).mtimeMs < startedAt) return undefined
  try {
    const report = JSON.parse(readFileSync(file, "utf8"))
    return Array.isArray(report.testResults) ? report : undefined
  } catch {
    return undefined
  }
}

/**
 * Counts one test task: its report, plus one failure if the task failed in a way that the report does not show (no report,
 * an error outside of any test, a killed process).
 */
export const ofTask = ({ name, exitCode, report }) => {
  if (report === undefined) {
    const why = exitCode === undefined ? "did not run" : `exit code ${exitCode}`
    return { passed: 0, failed: 1, skipped: 0, failures: [`${name}: no test report (${why})`] }
  }
  const counted = count(report)
  const failures = counted.failures.map((each) => `${name}: ${each}`)
  return exitCode !== 0 && counted.failed === 0
    ? { ...counted, failed: 1, failures: [`${name}: exit code ${exitCode ?? "none"} although no test failed`] }
    : { ...counted, failures }
}

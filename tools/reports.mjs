// Finds and counts the test reports that vitest writes as JSON.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { isAbsolute, join, relative } from "node:path"
import { companionOf } from "./failure-reporter.mjs"
import { indent } from "./tally.mjs"

const groups = ["packages", "apps"]
const single = ["e2e", "examples", "bench", "faults"]

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
export const remove = (root, names = ["tests.json", "long.json", "long-1.json", "long-2.json", "long-3.json", "long-4.json", "peers.json"]) => {
  for (const folder of workspaces(root)) {
    for (const name of names) rmSync(join(root, folder, "coverage", name), { force: true })
  }
}

/** Keeps the reports of one name under another, so that the next run does not replace them. */
export const keep = (root, name, as) => {
  for (const folder of workspaces(root)) {
    const file = join(root, folder, "coverage", name)
    if (existsSync(file)) renameSync(file, join(root, folder, "coverage", as))
  }
}

const firstLine = (text) => (text ?? "").split("\n").map((each) => each.trim()).find((each) => each !== "") ?? "no message"
const fileOf = (folder, path) => (isAbsolute(path) && folder !== undefined ? relative(folder, path) : path)

/**
 * Counts the tests of one report. A file that failed although none of its tests did counts as one failure: it could not be
 * loaded, or a hook failed. A report without any test is a failure too, because a suite that runs nothing proves nothing.
 * `folder` is the workspace, to which the paths in the report become relative.
 */
export const count = (report, folder) => {
  const isFailed = (each) => each.status === "failed"
  const outside = report.testResults.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed))
  const failures = [
    ...outside.map((file) => {
      const what = file.assertionResults.length === 0 ? "did not load" : "failed outside of its tests"
      return `${fileOf(folder, file.name)} ${what}: ${firstLine(file.message)}`
    }),
    ...report.testResults.flatMap((file) =>
      file.assertionResults.filter(isFailed).map((each) =>
        `${fileOf(folder, file.name)}: ${each.fullName.trim()}: ${firstLine(each.failureMessages?.[0])}`
      )
    )
  ]
  const passed = report.numPassedTests
  const failed = report.numFailedTests + outside.length
  const skipped = report.numPendingTests + (report.numTodoTests ?? 0)
  return passed + failed + skipped === 0
    ? { passed, failed: 1, skipped, failures: ["no test ran"] }
    : { passed, failed, skipped, failures }
}

/** What the companion of a report holds (see failure-reporter.mjs): one text per failure, with its file, title and diff. */
export const details = (file, startedAt) => {
  const companion = companionOf(file)
  if (!existsSync(companion) || statSync(companion).mtimeMs < startedAt) return []
  try {
    return JSON.parse(readFileSync(companion, "utf8")).map((each) => `${each.file ?? "no file"}\n${each.title}\n${indent(each.text)}`)
  } catch {
    return []
  }
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
 * an error outside of any test, a killed process). `folder` is the workspace and `details` are those of its report.
 */
export const ofTask = ({ name, exitCode, report, folder, details: told = [] }) => {
  const detailed = told.map((each) => `${name} ${each}`)
  if (report === undefined) {
    const why = exitCode === undefined ? "did not run" : `exit code ${exitCode}`
    return { passed: 0, failed: 1, skipped: 0, failures: [`${name}: no test report (${why})`], details: detailed }
  }
  const counted = count(report, folder)
  const failures = counted.failures.map((each) => `${name} ${each}`)
  return exitCode !== 0 && counted.failed === 0
    ? { ...counted, failed: 1, failures: [`${name}: exit code ${exitCode ?? "none"} although no test failed`], details: detailed }
    : { ...counted, failures, details: detailed }
}

// `npm run test:faults`: the runner as a process of its own, killed, starved and cut off, and its planted bugs.
//
//   node tools/check-faults.mjs            the selection for every change; started through the launcher
//   node tools/check-faults.mjs --soak     the long even load instead, `npm run test:soak`
//
// FAULTS_LONG=1 takes the long form of each fault, FAULTS_SEED repeats a run; FAULTS_SOAK_SECONDS and FAULTS_SOAK_RATE
// size the soak. Builds, runs the workspace `faults`, and ends with exactly one line of counts. What lacks its tool on
// this machine says so and is counted as skipped.
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Reports from "./reports.mjs"
import * as Tally from "./tally.mjs"
import * as Turbo from "./turbo.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [task, reportName] = process.argv.includes("--soak") ? ["test:soak", "soak.json"] : ["test:faults", "faults.json"]
const tally = Tally.make()
const startedAt = Date.now()

try {
  Reports.remove(root, [reportName])
  // The figures of each run are a result of their own, so what vitest prints is shown.
  const { tasks, exitCode, problem } = Turbo.run(root, ["build", task], ["--filter=@crossdock/faults", "--output-logs=new-only"])
  if (problem !== undefined || (exitCode !== 0 && tasks.every((each) => each.exitCode === 0))) {
    tally.check("turbo", problem ?? `exit code ${exitCode}, see above`)
  }
  for (const { task: done, name, directory, exitCode: code } of tasks) {
    if (done !== task) {
      if (code !== 0) tally.check(`${done} of ${name}`, code === undefined ? "did not run" : `exit code ${code}`)
      continue
    }
    const counted = Reports.ofTask({ name, exitCode: code, report: Reports.read(join(root, directory, "coverage", reportName), startedAt) })
    tally.add(counted)
    tally.failures.push(...counted.failures)
  }
  if (!tasks.some((each) => each.task === task)) tally.check(task, "no workspace ran it")
} catch (error) {
  tally.check("check-faults", error?.stack ?? String(error))
}
Tally.finish(tally)

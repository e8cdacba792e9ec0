// Runs the tests of the workspaces through turbo, prints the counts of each when it is done, and adds them up.
import { join } from "node:path"
import * as Reports from "./reports.mjs"
import * as Tally from "./tally.mjs"
import * as Turbo from "./turbo.mjs"

const say = (text) => process.stdout.write(`${text}\n`)

/**
 * Runs `tasks`, of which `test` writes `coverage/<report>` in its workspace. Each test counts as one check, and so does each
 * other task. `flags` are passed to turbo.
 */
export const run = async (root, tally, { tasks, test, report, flags = [] }) => {
  const startedAt = Date.now()
  Reports.remove(root, [report])
  const reportOf = (folder) => Reports.read(join(root, folder, "coverage", report), startedAt)
  const told = new Set()
  /** A report that exists is complete, because vitest writes it last. */
  const tell = () => {
    for (const folder of Reports.workspaces(root).filter((each) => !told.has(each))) {
      const found = reportOf(folder)
      if (found === undefined) continue
      told.add(folder)
      say(`  ${folder.padEnd(32)} ${Tally.line(Reports.count(found))}`)
    }
  }
  const { tasks: done, exitCode, problem } = await Turbo.run(root, tasks, flags, tell)
  tell()
  if (problem !== undefined || (exitCode !== 0 && done.every((each) => each.exitCode === 0))) {
    tally.check("turbo", problem ?? `exit code ${exitCode}, see above`)
  }
  for (const { task, name, directory, exitCode: code } of done) {
    if (task !== test) {
      const reason = code === 0 ? undefined : code === undefined ? "did not run" : `exit code ${code}`
      tally.check(`${task} of ${name}`, reason, code === undefined ? "" : Turbo.logOf(join(root, directory), task))
      continue
    }
    const counted = Reports.ofTask({
      name,
      exitCode: code,
      report: reportOf(directory),
      folder: join(root, directory),
      details: Reports.details(join(root, directory, "coverage", report), startedAt)
    })
    tally.add(counted)
    tally.failures.push(...counted.failures)
    tally.details.push(...counted.details)
  }
  if (!done.some((each) => each.task === test)) tally.check(test, "no workspace ran it")
}

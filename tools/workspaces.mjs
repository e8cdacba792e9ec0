// Runs the tests of the workspaces through turbo, prints the counts of each when it is done, and adds them up.
import { join } from "node:path"
import * as Reports from "./reports.mjs"
import * as Tally from "./tally.mjs"
import * as Turbo from "./turbo.mjs"

const say = (text) => process.stdout.write(`${text}\n`)

/**
 * Runs `tasks` and the tasks of `forms`, each of which writes `coverage/<report>` in its workspace. Each test counts as one check,
 * and so does each other task. `flags` are passed to turbo. With `mayBeEmpty`, a workspace may
 * report that it ran no test at all.
 */
export const run = async (root, tally, { tasks, forms, flags = [], mayBeEmpty = false }) => {
  const startedAt = Date.now()
  Reports.remove(root, forms.map(({ report }) => report))
  const pathOf = (folder, report) => join(root, folder, "coverage", report)
  const told = new Set()
  /** A report that exists is complete, because vitest writes it last. */
  const tell = () => {
    for (const folder of Reports.workspaces(root)) {
      for (const { report, task } of forms) {
        const name = task === "test" ? folder : `${folder} ${task}`
        const found = told.has(name) ? undefined : Reports.read(pathOf(folder, report), startedAt)
        if (found === undefined) continue
        told.add(name)
        if (mayBeEmpty && found.testResults.length === 0) continue
        say(`  ${name.padEnd(32)} ${Tally.line(Reports.count(found))}`)
      }
    }
  }
  const { tasks: done, exitCode, problem } = await Turbo.run(root, [...tasks, ...forms.map(({ task }) => task)], flags, tell)
  tell()
  if (problem !== undefined || (exitCode !== 0 && done.every((each) => each.exitCode === 0))) {
    tally.check("turbo", problem ?? `exit code ${exitCode}, see above`)
  }
  for (const { task, name, directory, exitCode: code } of done) {
    const form = forms.find((each) => each.task === task)
    if (form === undefined) {
      const reason = code === 0 ? undefined : code === undefined ? "did not run" : `exit code ${code}`
      tally.check(`${task} of ${name}`, reason, code === undefined ? "" : Turbo.logOf(join(root, directory), task))
      continue
    }
    const report = pathOf(directory, form.report)
    const found = Reports.read(report, startedAt)
    if (mayBeEmpty && code === 0 && found?.testResults.length === 0) continue
    const counted = Reports.ofTask({
      name,
      exitCode: code,
      report: found,
      folder: join(root, directory),
      details: Reports.details(report, startedAt)
    })
    tally.add(counted)
    tally.failures.push(...counted.failures)
    tally.details.push(...counted.details)
  }
  for (const { task } of forms) if (!done.some((each) => each.task === task)) tally.check(task, "no workspace ran it")
}

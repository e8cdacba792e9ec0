// Runs turbo and reports the outcome of each task, from the summary that turbo writes.
import { spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { stripVTControlCharacters } from "node:util"

const anHour = 3_600_000

/** Reads the summary that this run wrote, and removes old ones. */
const summaryOf = (folder, before) => {
  if (!existsSync(folder)) return undefined
  const files = readdirSync(folder).map((name) => join(folder, name))
  for (const old of files.filter((file) => Date.now() - statSync(file).mtimeMs > anHour)) rmSync(old, { force: true })
  return files.find((file) => !before.has(file))
}

/** What turbo keeps of the output of a task that it may cache; empty for others. */
export const logOf = (folder, task) => {
  const log = join(folder, ".turbo", `turbo-${task}.log`)
  return existsSync(log) ? stripVTControlCharacters(readFileSync(log, "utf8")) : ""
}

/** Waits for the program to end, and calls `meanwhile` every few seconds until then. */
const ended = (program, meanwhile) =>
  new Promise((resolve) => {
    const beat = setInterval(meanwhile, 2000)
    const over = (result) => {
      clearInterval(beat)
      resolve(result)
    }
    program.once("error", (error) => over({ error }))
    program.once("close", (status) => over({ status }))
  })

/**
 * Runs the tasks in every workspace, two at a time. A failed task does not stop the others, so that one run shows every
 * failure. Returns the tasks as `{ task, name, directory, exitCode }`; `exitCode` is undefined if a task did not run.
 */
export const run = async (root, tasks, flags = [], meanwhile = () => {}) => {
  const folder = join(root, ".turbo", "runs")
  const before = new Set(existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [])
  const isTold = flags.some((flag) => flag.startsWith("--output-logs="))
  const logs = isTold ? [] : [process.env.CI === undefined ? "--output-logs=errors-only" : "--output-logs=full"]
  const args = ["run", ...tasks, "--continue=always", "--concurrency=2", "--summarize", ...logs, ...flags]
  const turbo = join(root, "node_modules", ".bin", process.platform === "win32" ? "turbo.cmd" : "turbo")
  const done = await ended(spawn(turbo, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" }), meanwhile)
  const summary = summaryOf(folder, before)
  if (summary === undefined) {
    return { exitCode: done.status ?? 1, tasks: [], problem: done.error?.message ?? "turbo wrote no summary" }
  }
  const wanted = new Set(tasks)
  const all = JSON.parse(readFileSync(summary, "utf8")).tasks
  return {
    exitCode: done.status ?? 1,
    tasks: all.filter((each) => wanted.has(each.task)).map((each) => ({
      task: each.task,
      name: each.package,
      directory: each.directory,
      exitCode: each.execution?.exitCode
    }))
  }
}

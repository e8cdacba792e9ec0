/**
 * Counts the instructions of a process with `perf stat`. They repeat within a few percent however busy the machine is, where
 * CPU time doubles. Many virtual machines cannot count them; results then have CPU time alone.
 */
import { spawn, spawnSync } from "node:child_process"

const events = "instructions:u,instructions:k"
const options = ["stat", "-x,", "-e", events]

/** The sum of all counted events in the output of `perf stat -x,`; undefined if one was not counted. */
export const instructionsIn = (output: string): number | undefined => {
  const counts = output.split("\n").filter((line) => line.includes("instructions:")).map((line) => Number(line.split(",")[0]))
  return counts.length === events.split(",").length && counts.every(Number.isFinite) ? counts.reduce((sum, count) => sum + count, 0) : undefined
}

/** Whether this machine can count them, for a process of this user in user space and in the kernel. */
export const isCounted = (perf = "perf"): boolean => {
  const { status, stderr } = spawnSync(perf, [...options, process.execPath, "--version"], { encoding: "utf8" })
  return status === 0 && instructionsIn(stderr) !== undefined
}

/** Begins to count; the result ends it and returns the instructions since then. */
export const counting = (pid: number, perf = "perf"): (() => Promise<number | undefined>) => {
  const child = spawn(perf, [...options, "-p", String(pid)], { stdio: ["ignore", "ignore", "pipe"] })
  let output = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text
  })
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve())
    child.once("error", () => resolve())
  })
  return async () => {
    // A process that could not be started has no pid of its own, and the signal would go to others.
    if (child.pid !== undefined) child.kill("SIGINT")
    await ended
    return instructionsIn(output)
  }
}

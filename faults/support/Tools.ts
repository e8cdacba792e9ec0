/** System programs that a run may need; without one the run is skipped with a message. */
import { spawn, spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"

const works = (command: string, args: ReadonlyArray<string>): boolean => spawnSync(command, [...args], { stdio: "ignore" }).status === 0

/** Why a tool cannot be used; undefined if it can. */
export const missing = {
  strace: works("strace", ["-o", "/dev/null", "true"]) ? undefined : "strace is not installed, or may not trace here",
  prlimit: works("prlimit", ["--version"]) ? undefined : "prlimit is not installed",
  taskset: works("taskset", ["--version"]) && works("renice", ["--version"]) ? undefined : "taskset or renice is not installed",
  openssl: works("openssl", ["version"]) ? undefined : "openssl is not installed"
} as const

/** The addition to the title of a skipped test. */
export const because = (reason: string | undefined): string => (reason === undefined ? "" : ` (not run, because ${reason})`)

export interface Trace {
  /** The trace so far. */
  readonly text: () => string
  /** Detaches from the process. */
  readonly stop: () => Promise<void>
}

/** Attaches strace with these arguments to a process and all its threads. */
export const trace = async (pid: number, file: string, args: ReadonlyArray<string>): Promise<Trace> => {
  const child = spawn("strace", ["-f", "-ttt", "-y", "-o", file, ...args, "-p", String(pid)], { stdio: ["ignore", "ignore", "pipe"] })
  await new Promise<void>((resolve, reject) => {
    let said = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text
      if (said.includes("attached")) resolve()
    })
    child.once("exit", () => reject(new Error(`strace ended: ${said}`)))
  })
  return {
    text: () => (existsSync(file) ? readFileSync(file, "utf8") : ""),
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners("exit")
        child.once("exit", () => resolve())
        child.kill("SIGINT")
      })
  }
}

/** Starts Node programs as child processes of a test, reads their output, and stops or kills them. */
import { type ChildProcess, spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Running {
  readonly pid: number
  /** The output so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  /** Waits for a line of stdout that matches, including earlier lines; rejects if the process ends first. */
  readonly waitFor: (line: RegExp, timeoutMs?: number) => Promise<RegExpExecArray>
  readonly exited: Promise<Exit>
  /** Sends SIGTERM, and SIGKILL if the process has not ended after `graceMs` (default 60 s). */
  readonly stop: (graceMs?: number) => Promise<Exit>
  /** Sends SIGKILL. */
  readonly kill: () => Promise<Exit>
}

export interface StartOptions {
  readonly args?: ReadonlyArray<string>
  /** The complete environment except PATH, HOME and TMPDIR; other variables of the test run are not inherited. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Options of node, before the script. */
  readonly nodeArgs?: ReadonlyArray<string>
}

const children = new Set<ChildProcess>()
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL")
})

const inherited = (): Record<string, string> =>
  Object.fromEntries(
    ["PATH", "HOME", "TMPDIR", "SystemRoot", "LANG"].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    })
  )

/** Starts `node script args` and returns at once. */
export const startNode = (script: string, options: StartOptions = {}): Running => {
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), script, ...(options.args ?? [])], {
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    env: { ...inherited(), ...options.env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  children.add(child)
  let stdout = ""
  let stderr = ""
  const listeners = new Set<() => void>()
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text
    for (const listener of listeners) listener()
  })
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text
  })
  // The pipes of a killed process may report a reset; `close` reports how the process ended.
  for (const stream of [child.stdout, child.stderr]) stream.on("error", () => {})
  let ended: Exit | undefined
  const exited = new Promise<Exit>((resolve) => {
    child.on("error", (error) => {
      stderr += `${error}\n`
    })
    child.on("close", (code, signal) => {
      children.delete(child)
      ended = { code, signal }
      resolve(ended)
      for (const listener of listeners) listener()
    })
  })
  const waitFor = (line: RegExp, timeoutMs = 90_000) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const settle = (finish: () => void) => {
        clearTimeout(timer)
        listeners.delete(look)
        finish()
      }
      const look = () => {
        const whole = stdout.slice(0, stdout.lastIndexOf("\n") + 1).split("\n")
        const found = whole.map((each) => line.exec(each)).find((each) => each !== null)
        if (found) return settle(() => resolve(found))
        if (ended !== undefined) {
          settle(() => reject(new Error(`${script} ended (${ended?.code ?? ended?.signal}) before ${line}\n${stdout}${stderr}`)))
        }
      }
      const timer = setTimeout(
        () => settle(() => reject(new Error(`${script} did not write ${line} within ${timeoutMs} ms\n${stdout}${stderr}`))),
        timeoutMs
      )
      listeners.add(look)
      look()
    })
  const stop = async (graceMs = 60_000) => {
    child.kill("SIGTERM")
    const timer = setTimeout(() => child.kill("SIGKILL"), graceMs)
    return exited.finally(() => clearTimeout(timer))
  }
  const kill = () => {
    child.kill("SIGKILL")
    return exited
  }
  return { pid: child.pid ?? -1, stdout: () => stdout, stderr: () => stderr, waitFor, exited, stop, kill }
}

/** Below the range for outgoing connections, so that no connection of another test takes the port. */
const firstPort = 10_000
const lastPort = 32_000
const given = new Set<number>()

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/** A free loopback port that this process has not returned before. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < 200; tries++) {
    const port = randomInt(firstPort, lastPort)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
  throw new Error(`no free port between ${firstPort} and ${lastPort}`)
}

/** Creates a temporary folder; `remove` deletes it with its contents. */
export const tempDir = (prefix = "crossdock-"): { readonly path: string; readonly remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), prefix))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Repeats a query until it succeeds; rejects with the last problem after the time limit. */
export const eventually = async <A>(
  ask: () => Promise<A | undefined> | A | undefined,
  options: { readonly timeoutMs?: number; readonly everyMs?: number; readonly what?: string } = {}
): Promise<A> => {
  const end = Date.now() + (options.timeoutMs ?? 90_000)
  let problem: unknown
  for (;;) {
    try {
      const answer = await ask()
      if (answer !== undefined) return answer
    } catch (error) {
      problem = error
    }
    if (Date.now() > end) throw new Error(`${options.what ?? "what was waited for"} did not come`, { cause: problem })
    await new Promise((resolve) => setTimeout(resolve, options.everyMs ?? 50))
  }
}

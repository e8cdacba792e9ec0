/** Node programs as children of a test: started, watched, stopped, and killed without warning. */
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
  /** Everything written so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  /** The first line of stdout that matches, also one that was written before; rejects when the process ends first. */
  readonly waitFor: (line: RegExp, timeoutMs?: number) => Promise<RegExpExecArray>
  readonly exited: Promise<Exit>
  /** SIGTERM; SIGKILL when it is still there after `graceMs` (10 s). */
  readonly stop: (graceMs?: number) => Promise<Exit>
  /** SIGKILL: the process learns nothing of it. */
  readonly kill: () => Promise<Exit>
}

export interface StartOptions {
  readonly args?: ReadonlyArray<string>
  /** The whole environment beside PATH, HOME and TMPDIR: what surrounds the tests does not reach the program. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** For node itself, before the script. */
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

/** Starts `node script args`; returns at once. */
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
  // A process that is killed may reset its ends; how it ended is told by `close`.
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
  const waitFor = (line: RegExp, timeoutMs = 30_000) =>
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
  const stop = async (graceMs = 10_000) => {
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

/** Below the range from which the system takes ports for outgoing calls, so that no call of another test gets it first. */
const firstPort = 10_000
const lastPort = 32_000
const given = new Set<number>()

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/** A port of loopback that nobody listens on, and that this process was not given before: a program may take it later. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < 200; tries++) {
    const port = randomInt(firstPort, lastPort)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
  throw new Error(`no free port between ${firstPort} and ${lastPort}`)
}

/** A new folder; `remove` deletes it with everything in it. */
export const tempDir = (prefix = "crossdock-"): { readonly path: string; readonly remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), prefix))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Asks again until the answer is there; rejects with the last problem when it does not come. */
export const eventually = async <A>(
  ask: () => Promise<A | undefined> | A | undefined,
  options: { readonly timeoutMs?: number; readonly everyMs?: number; readonly what?: string } = {}
): Promise<A> => {
  const end = Date.now() + (options.timeoutMs ?? 30_000)
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

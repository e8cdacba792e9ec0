/** Starts Node programs as child processes, pins them to a core, measures them from inside, and stops them by their id. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { randomInt } from "node:crypto"
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { request } from "node:http"
import { createServer } from "node:net"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The figures of a subject between `begin` and `end`. Memory is the highest sample. */
export interface Figures {
  readonly cpuMs: number
  readonly rssMiB: number
  readonly heapMiB: number
  readonly loopDelayP99Ms: number
  readonly gcMs: number
  readonly contextSwitches: number
  /** Undefined where the machine cannot count them. */
  readonly instructions?: number
  readonly samples: ReadonlyArray<{ readonly atMs: number; readonly rssMiB: number; readonly heapMiB: number }>
}

export interface Running {
  readonly pid: number
  /** When it was started, on the clock of `performance.now()`. */
  readonly startedAt: number
  readonly begin: () => void
  readonly end: () => Promise<Figures>
  readonly send: (message: unknown) => void
  /** Waits for the next message of the program with this member. */
  readonly next: <T>(member: string) => Promise<T>
  readonly hasEnded: () => boolean
  /** The output so far. */
  readonly log: () => string
  /** Sends SIGTERM, and SIGKILL if the process has not ended after 10 s. */
  readonly stop: () => Promise<void>
}

export const root = fileURLToPath(new URL("..", import.meta.url))

const cores = availableParallelism()
const hasTaskset = process.platform === "linux" && spawnSync("taskset", ["-V"]).status === 0
/** The server runs on one core, the load generator and the peers on another. */
export const isPinned = hasTaskset && cores >= 2
const coreOf = { server: "0", generator: "1" } as const

const children = new Set<ChildProcess>()
const killAll = (): void => {
  for (const child of children) child.kill("SIGKILL")
}
process.on("exit", killAll)
// A process that the case desk has stopped for a moment would stay when the bench is interrupted.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    killAll()
    process.kill(process.pid, signal)
  })
}

/** The environment of a subject does not include that of the bench. */
const inherited = (): Record<string, string> =>
  Object.fromEntries(["PATH", "HOME", "TMPDIR", "LANG"].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }))

export const startNode = (script: string, options: {
  readonly core: keyof typeof coreOf
  readonly log: string
  readonly args?: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly nodeArgs?: ReadonlyArray<string>
}): Running => {
  const node = [process.execPath, "--import", join(root, "observe/inside.mjs"), ...(options.nodeArgs ?? []), script, ...(options.args ?? [])]
  const [command = "", ...args] = isPinned ? ["taskset", "-c", coreOf[options.core], ...node] : node
  const log = openSync(options.log, "a")
  const startedAt = performance.now()
  const child = spawn(command, args, {
    env: { ...inherited(), NODE_NO_WARNINGS: "1", NODE_ENV: "production", ...options.env },
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    stdio: ["ignore", log, log, "ipc"]
  })
  closeSync(log)
  children.add(child)
  let isOver = false
  const waiting = new Set<{ readonly member: string; readonly found: (value: never) => void; readonly lost: (error: Error) => void }>()
  const written = () => readFileSync(options.log, "utf8")
  const ended = new Promise<void>((resolve) => {
    const over = () => {
      children.delete(child)
      isOver = true
      for (const one of waiting) one.lost(new Error(`${script} ended while it was asked for ${one.member}\n${written().slice(-2000)}`))
      resolve()
    }
    child.once("exit", over)
    child.once("error", over)
  })
  child.on("message", (message: Record<string, never>) => {
    for (const one of waiting) {
      if (!(one.member in message)) continue
      waiting.delete(one)
      one.found(message[one.member]!)
      return
    }
  })
  const next = <T>(member: string) =>
    new Promise<T>((found, lost) => {
      if (isOver) return lost(new Error(`${script} has ended\n${written().slice(-2000)}`))
      waiting.add({ member, found, lost })
    })
  const send = (message: unknown) => void (child.connected && child.send(message as string))
  return {
    pid: child.pid ?? -1,
    startedAt,
    send,
    next,
    begin: () => send("begin"),
    end: () => {
      const figures = next<Figures>("figures")
      send("end")
      return figures
    },
    hasEnded: () => isOver,
    log: written,
    stop: async () => {
      child.kill("SIGTERM")
      const timer = setTimeout(() => child.kill("SIGKILL"), 60_000)
      await ended
      clearTimeout(timer)
    }
  }
}

/** Below the range of ports for outgoing connections. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < 200; tries++) {
    const port = randomInt(10_000, 32_000)
    if (await isFree(port)) return port
  }
  throw new Error("no free port between 10000 and 32000")
}

/** Creates a temporary folder; `remove` deletes it with its contents. */
export const tempDir = (): { readonly path: string; readonly remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), "crossdock-bench-"))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export interface Answer {
  readonly status: number
  readonly body: string
}

/** Sends one request over a new connection. */
export const exchange = (url: string, call: {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs?: number
} = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { body, headers, method = body === undefined ? "GET" : "POST", timeoutMs = 30_000 } = call
    const outgoing = request(url, {
      method,
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...headers, ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }) }
    })
    outgoing.on("error", reject)
    outgoing.on("response", (incoming) => {
      const chunks: Array<Buffer> = []
      incoming.on("error", reject)
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
      incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }))
    })
    outgoing.end(body)
  })

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const mostToReadyMs = 240_000

/** Waits until the path returns 200; rejects if the program ends first. */
export const ready = async (url: string, running: Running, path = "/readyz"): Promise<void> => {
  const end = Date.now() + mostToReadyMs
  for (;;) {
    const status = await exchange(`${url}${path}`, { timeoutMs: 2000 }).then((answer) => answer.status, () => undefined)
    if (status === 200) return
    if (running.hasEnded() || Date.now() > end) throw new Error(`not ready at ${url} (${status ?? "no answer"})\n${running.log().slice(-3000)}`)
    await pause(5)
  }
}

/**
 * Runs one runner as a child process with SQLite in a temporary folder, and calls it as its users do.
 */
import * as Schema from "effect/Schema"
import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { key } from "./plugins/Answers.ts"

const program = fileURLToPath(new URL("dist/main.js", import.meta.resolve("@crossdock/runner/package.json")))
const composition = fileURLToPath(new URL("../crossdock.config.ts", import.meta.url))

/** Something did not happen, or a call was refused. */
export class DemoFailed extends Error {}

export interface Runner {
  /** Runs a command of `crossdock`, and returns what it printed as JSON. */
  readonly crossdock: (...args: ReadonlyArray<string>) => Promise<unknown>
  /** Reads a path of the admin API. */
  readonly admin: (path: string, payload?: unknown) => Promise<unknown>
  /** A person at the peer of a connection does something. */
  readonly person: (connection: string, path: string, payload?: unknown) => Promise<unknown>
  /** Stops the process and deletes its data. */
  readonly stop: () => Promise<void>
}

const isPort = Schema.is(Schema.Struct({ port: Schema.Int }))

/** Free ports of loopback, all different. */
const freePorts = async (count: number): Promise<ReadonlyArray<number>> => {
  const servers = await Promise.all(Array.from({ length: count }, () =>
    new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
      const server = createServer()
      server.once("error", reject)
      server.listen(0, "127.0.0.1", () => resolve(server))
    })))
  const ports = servers.map((server) => server.address()).map((address) => (isPort(address) ? address.port : 0))
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

const collected = (child: ChildProcess) => {
  const text = { out: "", err: "" }
  child.stdout?.setEncoding("utf8").on("data", (some: string) => void (text.out += some))
  child.stderr?.setEncoding("utf8").on("data", (some: string) => void (text.err += some))
  const ended = new Promise<number>((resolve) => {
    child.once("error", () => resolve(-1))
    child.once("close", (code) => resolve(code ?? -1))
  })
  return { text, ended }
}

const asked = async (url: string, bearer: string, payload: unknown): Promise<unknown> => {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    signal: AbortSignal.timeout(20_000),
    ...(payload !== undefined && { method: "POST", body: JSON.stringify(payload) })
  })
  const text = await answer.text()
  if (!answer.ok) throw new DemoFailed(`${new URL(url).pathname} answered ${answer.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text)
}

/** Asks again until there is an answer, or fails after some time with the last one that was no answer. */
export const until = async <A>(what: string, millis: number, ask: () => Promise<A | undefined>): Promise<A> => {
  const end = performance.now() + millis
  let problem: unknown
  do {
    try {
      const answer = await ask()
      if (answer !== undefined) return answer
    } catch (error) {
      problem = error
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  } while (performance.now() < end)
  throw new DemoFailed(`${what} did not happen within ${millis / 1000} s${problem instanceof Error ? `: ${problem.message}` : ""}`)
}

/** Starts the runner and waits until it is ready. */
export const start = async (patience: number): Promise<Runner> => {
  const folder = mkdtempSync(join(tmpdir(), "crossdock-demo-"))
  const [port = 0, adminPort = 0] = await freePorts(2)
  const token = randomBytes(32).toString("base64url")
  const env = {
    ...Object.fromEntries(["PATH", "HOME", "TMPDIR", "LANG", "SystemRoot"].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
    PORT: String(port),
    CROSSDOCK_ADMIN_PORT: String(adminPort),
    CROSSDOCK_ADMIN_TOKEN: token,
    CROSSDOCK_DATA: join(folder, "data"),
    CROSSDOCK_CONFIG: composition
  }
  const run = (...args: ReadonlyArray<string>) => spawn(process.execPath, [program, ...args], { env, cwd: folder, stdio: ["ignore", "pipe", "pipe"] })
  const child = run("start")
  const { ended, text } = collected(child)
  const stop = async () => {
    child.kill("SIGTERM")
    const timer = setTimeout(() => child.kill("SIGKILL"), 10_000)
    await ended
    clearTimeout(timer)
    rmSync(folder, { recursive: true, force: true })
  }
  const ready = until("the start of the runner", patience, async () => {
    if (child.exitCode !== null) return child.exitCode
    return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) })).ok ? "ready" : undefined
  })
  const found = await ready.catch(async (error: unknown) => {
    await stop()
    throw error
  })
  if (found !== "ready") {
    await stop()
    throw new DemoFailed(`the runner ended with code ${found}:\n${text.err}`)
  }
  return {
    crossdock: async (...args) => {
      const command = collected(run(...args))
      if (await command.ended !== 0) throw new DemoFailed(`crossdock ${args.join(" ")}: ${command.text.err}${command.text.out}`)
      return JSON.parse(command.text.out)
    },
    admin: (path, payload) => asked(`http://127.0.0.1:${adminPort}/admin${path}`, token, payload),
    person: (connection, path, payload = {}) => asked(`http://127.0.0.1:${port}/callbacks/${connection}${path}`, key, payload),
    stop
  }
}

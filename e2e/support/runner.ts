/** Starts the built runner as an operator does, with its own data folder and ports. */
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { exchange, json, type Known } from "./http.ts"
import { type Exit, freePort, type Running, startNode, tempDir } from "./processes.ts"

const published = fileURLToPath(new URL("../../apps/runner/dist/main.js", import.meta.url))
/** The same sources with the failpoints at which `FAULTS_FAILPOINT` ends the process. */
const withFailpoints = fileURLToPath(new URL("../../faults/dist/RunnerWithFailpoints.js", import.meta.url))

/**
 * Where all runners of the tests keep compiled code, so that a start in a new data folder takes half the CPU time. One that is killed keeps none.
 */
const compiled = fileURLToPath(new URL("../../node_modules/.cache/compiled-runner", import.meta.url))

/** What outlives a runner process: its data folder, ports and environment. */
export interface Home {
  readonly url: string
  /** The address of the public listener. */
  readonly service: string
  readonly port: number
  readonly adminPort: number
  /** The data folder, with SQLite, keys and tokens. */
  readonly data: string
  /** Starts the runner, or the build at the path `program`, and waits until it is ready; rejects if it ends first. */
  readonly start: (env?: Readonly<Record<string, string>>, flags?: ReadonlyArray<string>, program?: string) => Promise<Running>
  /** Starts a runner that may find at once that it cannot work; waits until it says whether it is ready. Rejects if it ends first. */
  readonly startUntilItAnswers: () => Promise<Running>
  /** Starts a runner that may end at any moment, for example at `FAULTS_FAILPOINT`; waits until it is ready or has ended. */
  readonly startDoomed: (env: Readonly<Record<string, string>>) => Promise<Running>
  /** Runs a command of `crossdock` against this runner. */
  readonly crossdock: (...args: ReadonlyArray<string>) => Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>
  /** Sends a request to the admin API. */
  readonly admin: (path: string, value?: unknown) => Promise<Known>
  /** The metrics in the Prometheus text format. */
  readonly metrics: () => Promise<string>
  /** Stops all its processes and deletes its data. */
  readonly remove: () => Promise<void>
}

export const adminToken = "an-admin-token-of-the-tests"

const ready = async (url: string, running: Running, timeoutMs = 90_000, awaited: ReadonlyArray<number> = [200]): Promise<Exit | undefined> => {
  let ended: Exit | undefined
  void running.exited.then((exit) => {
    ended = exit
  })
  const end = Date.now() + timeoutMs
  for (;;) {
    const status = await exchange(`${url}/readyz`, { timeoutMs: 2000 }).then((answer) => answer.status, () => undefined)
    if (ended !== undefined || (status !== undefined && awaited.includes(status))) return ended
    if (Date.now() > end) throw new Error(`the runner is not ready after ${timeoutMs} ms (${status ?? "no answer"})\n${running.stdout()}${running.stderr()}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

export const homeOf = async (options: {
  /** A file in `compositions`, or a URL. Default: no composition file, so that the runner uses the sandbox. */
  readonly composition?: string
  readonly env?: Readonly<Record<string, string>>
  /** Default: SQLite in the data folder. */
  readonly databaseUrl?: string
  /** The data folder, which the caller removes. Default: a new one. */
  readonly data?: string
  /** Milliseconds in which the runner has to be ready. Default: 90 s. */
  readonly patience?: number
  /** The path of another build of the runner, used for `start` only. */
  readonly program?: string
  /** The path of `main.js` of an installed runner, used for every command. Default: the build of this repository. */
  readonly installed?: string
} = {}): Promise<Home> => {
  const folder = tempDir("crossdock-runner-")
  const data = options.data ?? join(folder.path, "data")
  const [port, adminPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const home: Readonly<Record<string, string>> = {
    NODE_COMPILE_CACHE: compiled,
    ...options.env,
    PORT: String(port),
    CROSSDOCK_ADMIN_PORT: String(adminPort),
    CROSSDOCK_ADMIN_TOKEN: adminToken,
    CROSSDOCK_DATA: data,
    ...(options.composition !== undefined && {
      CROSSDOCK_CONFIG: fileURLToPath(new URL(options.composition, new URL("../compositions/", import.meta.url)))
    }),
    ...(options.databaseUrl !== undefined && {
      DATABASE_URL: options.databaseUrl,
      CROSSDOCK_SECRET_KEY: "f0KeAtdX2yz1bUbeCjCheQaNzKaIHN42sJNqol341y0="
    })
  }
  const started: Array<Running> = []
  const spawn = (env: Readonly<Record<string, string>>, flags: ReadonlyArray<string> = [], given?: string) => {
    const program = given ?? options.program ?? options.installed ?? ("FAULTS_FAILPOINT" in env ? withFailpoints : published)
    const running = startNode(program, { args: ["start", ...flags], env: { ...home, ...env }, cwd: folder.path })
    started.push(running)
    return running
  }
  const alive = async (running: Running, awaited: ReadonlyArray<number>): Promise<Running> => {
    const ended = await ready(url, running, options.patience, awaited)
    if (ended !== undefined) throw new Error(`the runner ended (${ended.code ?? ended.signal})\n${running.stdout()}${running.stderr()}`)
    return running
  }
  return {
    url,
    service: `${url}/warehouse`,
    port,
    adminPort,
    data,
    start: (env = {}, flags = [], program) => alive(spawn(env, flags, program), [200]),
    startUntilItAnswers: () => alive(spawn({}), [200, 503]),
    startDoomed: async (env) => {
      const running = spawn(env)
      await ready(url, running)
      return running
    },
    crossdock: async (...args) => {
      const running = startNode(options.installed ?? published, { args, env: home, cwd: folder.path })
      const { code } = await running.exited
      return { code, out: running.stdout(), err: running.stderr() }
    },
    admin: (path, value) =>
      json(`http://127.0.0.1:${adminPort}/admin${path}`, value, { headers: { authorization: `Bearer ${adminToken}` } }),
    metrics: async () =>
      (await exchange(`http://127.0.0.1:${adminPort}/metrics`, { headers: { authorization: `Bearer ${adminToken}` } })).body,
    remove: async () => {
      await Promise.all(started.map((running) => running.kill()))
      folder.remove()
    }
  }
}

/** The runner as the process that an operator starts. */
import { fileURLToPath } from "node:url"
import { exchange, json, type Known } from "../../support/http.ts"
import { eventually, freePort, type Running, startNode, tempDir } from "../../support/processes.ts"

const program = fileURLToPath(new URL("../../../apps/runner/dist/main.js", import.meta.url))

/** What stays when a runner dies: its data folder, its ports and its environment. */
export interface Home {
  readonly url: string
  /** Given once it is ready. */
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<Runner>
  /** The same with a named place at which it kills itself, which may be before it is ready. */
  readonly startDoomed: (failpoint: string) => Promise<Runner>
  readonly remove: () => void
}

export interface Runner extends Running {
  /** One call of the admin API. */
  readonly admin: (path: string, value?: unknown) => Promise<Known>
}

const adminToken = "an-admin-token-of-the-tests"

export const homeOf = async (options: {
  /** File under `compositions`. */
  readonly composition: string
  readonly env: Readonly<Record<string, string>>
  /** Absent: SQLite in the data folder. */
  readonly databaseUrl?: string
}): Promise<Home> => {
  const data = tempDir("crossdock-peers-")
  const [port, adminPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...options.env,
    PORT: String(port),
    CROSSDOCK_ADMIN_PORT: String(adminPort),
    CROSSDOCK_ADMIN_TOKEN: adminToken,
    CROSSDOCK_DATA: data.path,
    CROSSDOCK_CONFIG: fileURLToPath(new URL(`../../compositions/${options.composition}`, import.meta.url)),
    ...(options.databaseUrl !== undefined && {
      DATABASE_URL: options.databaseUrl,
      CROSSDOCK_SECRET_KEY: Buffer.alloc(32, 7).toString("base64")
    })
  }
  const launch = async (more: Readonly<Record<string, string>>, mayEnd: boolean): Promise<Runner> => {
    const running = startNode(program, { args: ["start"], env: { ...env, ...more }, cwd: data.path })
    const ready = eventually(async () => (await exchange(`${url}/readyz`)).status === 200 || undefined, { what: "a runner that is ready" })
    const ended = running.exited.then(({ code, signal }) => {
      if (!mayEnd) throw new Error(`the runner ended with ${signal ?? code}`)
    })
    await Promise.race([ready, ended]).catch((cause: unknown) => {
      throw new Error(`the runner did not start\n${running.stderr()}`, { cause })
    })
    void Promise.allSettled([ready, ended])
    return {
      ...running,
      admin: (path, value) =>
        json(`http://127.0.0.1:${adminPort}/admin${path}`, value, { headers: { authorization: `Bearer ${adminToken}` } })
    }
  }
  return {
    url,
    start: (more = {}) => launch(more, false),
    startDoomed: (failpoint) => launch({ CROSSDOCK_FAILPOINT: failpoint }, true),
    remove: data.remove
  }
}

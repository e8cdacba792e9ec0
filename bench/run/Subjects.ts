/** The subjects by name: which program each case starts, and how it is paused and resumed. */
import { join } from "node:path"
import { type Answer, exchange, freePort, ready, root, type Running, startNode } from "./Processes.ts"

export type SubjectName = "crossdock" | "raw" | "raw-min" | "fastify" | "fastify-plain" | "fastify-durable"
export type Service = "verify-dispatch" | "pass-through" | "callback" | "fairness" | "stock" | "polling" | "ledger" | "desk" | "lists"

export interface Started extends Running {
  readonly url: string
  /** The address of the admin API; that of the other listener for a subject without one. */
  readonly adminUrl: string
  /** From the start of the process to the first ready answer. */
  readonly readyMs: number
  /** Starts sending deliveries, if the subject was started paused. */
  readonly resume: () => Promise<void>
  readonly hold: () => Promise<void>
  /** The numbers of waiting and of dead deliveries. */
  readonly owed: () => Promise<{ readonly pending: number; readonly dead: number }>
}

export interface Given {
  /** The folder of its database. */
  readonly data: string
  readonly log: string
  /** A database of PostgreSQL to use instead of SQLite. */
  readonly databaseUrl?: string
  readonly warehouseUrl?: string
  readonly erpUrl?: string
  readonly shopUrl?: string
  /** Whether other runners use the same database. */
  readonly isOneOfSeveral?: boolean
  readonly erpPort?: number
  readonly endpoints?: number
  /** Whether deliveries wait for `resume`. */
  readonly isHeld?: boolean
  readonly seed?: number
  readonly prefix?: string
  /** The time between two rounds of polls. Default: they are not polled. */
  readonly pollMs?: number
  readonly nodeArgs?: ReadonlyArray<string>
  /** Whether the runner runs from its sources and not as it is built, so that modules of it can be replaced. */
  readonly isFromSource?: boolean
  /** The folder of another build of the runner, to compare two commits. */
  readonly checkout?: string
}

/** The flags of Node for every subject: those with which `npm start` and the image start the runner. */
export const nodeFlags: ReadonlyArray<string> = ["--max-semi-space-size=8"]

export const adminToken = "an-admin-token-of-the-bench"

/** The compositions of services that need another than the usual one. */
const configs: Readonly<Partial<Record<Service, string>>> = { fairness: "many-endpoints.config.ts", ledger: "ledger.config.ts", desk: "desk.config.ts", lists: "lists.config.ts" }

const runner = async (service: Service, given: Given): Promise<Started> => {
  const checkout = given.checkout ?? join(root, "..")
  const [port, adminPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const config = configs[service] ?? "one-link.config.ts"
  const running = startNode(join(checkout, given.isFromSource === true ? "apps/runner/src/main.ts" : "apps/runner/dist/main.js"), {
    core: "server",
    args: ["start"],
    log: given.log,
    cwd: given.data,
    ...(given.nodeArgs !== undefined && { nodeArgs: given.nodeArgs }),
    env: {
      PORT: String(port),
      CROSSDOCK_ADMIN_PORT: String(adminPort),
      CROSSDOCK_ADMIN_TOKEN: adminToken,
      CROSSDOCK_SECRET_KEY: "f0KeAtdX2yz1bUbeCjCheQaNzKaIHN42sJNqol341y0=",
      CROSSDOCK_DATA: given.data,
      CROSSDOCK_CONFIG: join(checkout, "bench/subjects/crossdock", config),
      ...(given.databaseUrl !== undefined && { DATABASE_URL: given.databaseUrl }),
      BENCH_WAREHOUSE_URL: given.warehouseUrl ?? "http://127.0.0.1:9/",
      BENCH_ERP_URL: given.erpUrl ?? "http://127.0.0.1:9/",
      BENCH_SHOP_URL: given.shopUrl ?? "http://127.0.0.1:9/",
      ...(given.isOneOfSeveral === true && { BENCH_NODES: "several" }),
      BENCH_ERP_PORT: String(given.erpPort ?? 9),
      ...(given.pollMs !== undefined && { BENCH_POLL_INTERVAL: `${given.pollMs} millis` }),
      BENCH_ENDPOINTS: String(given.endpoints ?? 1)
    }
  })
  const admin = async (path: string, body?: string): Promise<Answer> => {
    const answer = await exchange(`http://127.0.0.1:${adminPort}${path}`, {
      ...(body !== undefined && { body }),
      headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" }
    })
    if (answer.status >= 300) throw new Error(`the runner answered ${answer.status} to ${path}: ${answer.body.slice(0, 300)}`)
    return answer
  }
  const hold = async () => void await admin("/admin/connections/erp/pause", JSON.stringify({ because: "the bench holds what is owed" }))
  await ready(url, running)
  const readyMs = performance.now() - running.startedAt
  const started: Started = {
    ...running,
    url,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    readyMs,
    hold,
    resume: async () => void await admin("/admin/connections/erp/resume", "{}"),
    owed: async () => {
      const { body } = await admin("/metrics")
      const depths = [...body.matchAll(/^crossdock_outbox_depth\{[^}]*state="(\w+)"[^}]*\} (\d+)/gm)]
      const count = (isWanted: (state: string) => boolean) => depths.reduce((sum, [, state = "", n]) => isWanted(state) ? sum + Number(n) : sum, 0)
      return { pending: count((state) => state !== "Dead"), dead: count((state) => state === "Dead") }
    }
  }
  if (given.isHeld === true) await hold()
  return started
}

/** A program that reads PORT and DATA and is ready at once. */
const program = (script: string, env: Readonly<Record<string, string>> = {}, readyPath?: string) => async (given: Given): Promise<Started> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const running = startNode(join(given.checkout ?? join(root, ".."), "bench", script), {
    core: "server",
    log: given.log,
    ...(given.nodeArgs !== undefined && { nodeArgs: given.nodeArgs }),
    env: {
      PORT: String(port),
      DATA: given.data,
      PEER_URL: given.warehouseUrl ?? given.erpUrl ?? "http://127.0.0.1:9/",
      SEED: String(given.seed ?? 0),
      PREFIX: given.prefix ?? "",
      ...(given.pollMs !== undefined && { POLL_MS: String(given.pollMs) }),
      ...(given.databaseUrl !== undefined && { DATABASE_URL: given.databaseUrl }),
      ...(given.isHeld === true && { PAUSED: "1" }),
      ...env
    }
  })
  await ready(url, running, readyPath)
  const readyMs = performance.now() - running.startedAt
  return {
    ...running,
    url,
    adminUrl: url,
    readyMs,
    hold: async () => {},
    resume: async () => void await exchange(`${url}/_resume`),
    owed: async () => {
      const rows: ReadonlyArray<{ readonly state: string; readonly count: number }> = JSON.parse((await exchange(`${url}/_counts`)).body)
      const count = (...states: ReadonlyArray<string>) => rows.reduce((sum, row) => states.includes(row.state) ? sum + row.count : sum, 0)
      return { pending: count("pending", "sending"), dead: count("dead") }
    }
  }
}

type Start = (given: Given) => Promise<Started>

const fastify = (service: string): Readonly<Partial<Record<SubjectName, Start>>> => ({
  fastify: program(`baselines/fastify/${service}.ts`, { FORM: "grouped" }),
  "fastify-plain": program(`baselines/fastify/${service}.ts`, { FORM: "plain" }),
  "fastify-durable": program(`baselines/fastify/${service}.ts`, { FORM: "durable" })
})

const starts: Readonly<Record<Service, Readonly<Partial<Record<SubjectName, Start>>>>> = {
  "verify-dispatch": {
    raw: program("baselines/raw/verify-dispatch.ts"),
    "raw-min": program("baselines/raw/verify-dispatch.ts", { BOUNDS: "off" }),
    fastify: program("baselines/fastify/verify-dispatch.ts"),
    // These routes depend on nothing that could be unready.
    crossdock: program("subjects/crossdock/data-plane.ts", {}, "/livez")
  },
  "pass-through": { raw: program("baselines/raw/pass-through.ts"), ...fastify("pass-through"), crossdock: (given) => runner("pass-through", given) },
  callback: { raw: program("baselines/raw/callback.ts"), ...fastify("callback"), crossdock: (given) => runner("callback", given) },
  stock: { raw: program("baselines/raw/stock.ts"), fastify: program("baselines/fastify/stock.ts"), crossdock: (given) => runner("stock", given) },
  polling: { fastify: program("baselines/fastify/polling.ts"), crossdock: (given) => runner("polling", given) },
  fairness: { crossdock: (given) => runner("fairness", given) },
  ledger: { crossdock: (given) => runner("ledger", given) },
  desk: { crossdock: (given) => runner("desk", given) },
  lists: { crossdock: (given) => runner("lists", given) }
}

export const subjectsOf = (service: Service): ReadonlyArray<SubjectName> => Object.keys(starts[service]) as ReadonlyArray<SubjectName>

/** Starts a subject and waits until it is ready. */
export const startSubject = (service: Service, name: SubjectName, given: Given): Promise<Started> => {
  const start = starts[service][name]
  if (start === undefined) throw new Error(`there is no subject ${name} for ${service}; use one of ${subjectsOf(service).join(", ")}`)
  return start({ ...given, nodeArgs: [...nodeFlags, ...given.nodeArgs ?? []] })
}

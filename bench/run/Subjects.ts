/** The subjects by name: which program each case starts, and how it is paused and resumed. */
import { join } from "node:path"
import { type Answer, exchange, freePort, ready, root, type Running, startNode } from "./Processes.ts"

export type SubjectName = "crossdock" | "raw" | "raw-min" | "fastify" | "fastify-plain"
export type Service = "verify-dispatch" | "pass-through" | "callback" | "fairness"

export interface Started extends Running {
  readonly url: string
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
  readonly warehouseUrl?: string
  readonly erpUrl?: string
  readonly erpPort?: number
  readonly endpoints?: number
  /** Whether deliveries wait for `resume`. */
  readonly isHeld?: boolean
  readonly seed?: number
  readonly prefix?: string
  readonly nodeArgs?: ReadonlyArray<string>
  /** The folder of another build of the runner, to compare two commits. */
  readonly checkout?: string
}

const adminToken = "an-admin-token-of-the-bench"

const runner = async (service: Service, given: Given): Promise<Started> => {
  const checkout = given.checkout ?? join(root, "..")
  const [port, adminPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const config = service === "fairness" ? "many-endpoints.config.ts" : "one-link.config.ts"
  const running = startNode(join(checkout, "apps/runner/dist/main.js"), {
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
      BENCH_WAREHOUSE_URL: given.warehouseUrl ?? "http://127.0.0.1:9/",
      BENCH_ERP_URL: given.erpUrl ?? "http://127.0.0.1:9/",
      BENCH_ERP_PORT: String(given.erpPort ?? 9),
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
  const started: Started = {
    ...running,
    url,
    hold,
    resume: async () => void await admin("/admin/connections/erp/resume", "{}"),
    owed: async () => {
      const { body } = await admin("/metrics")
      const depths = [...body.matchAll(/^crossdock_outbox_depth\{[^}]*state="(\w+)"[^}]*\} (\d+)/gm)]
      const count = (isWanted: (state: string) => boolean) => depths.reduce((sum, [, state = "", n]) => isWanted(state) ? sum + Number(n) : sum, 0)
      return { pending: count((state) => state !== "Dead"), dead: count((state) => state === "Dead") }
    }
  }
  await ready(url, running)
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
      ...(given.isHeld === true && { PAUSED: "1" }),
      ...env
    }
  })
  await ready(url, running, readyPath)
  return {
    ...running,
    url,
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
  "fastify-plain": program(`baselines/fastify/${service}.ts`, { FORM: "plain" })
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
  fairness: { crossdock: (given) => runner("fairness", given) }
}

export const subjectsOf = (service: Service): ReadonlyArray<SubjectName> => Object.keys(starts[service]) as ReadonlyArray<SubjectName>

/** Starts a subject and waits until it is ready. */
export const startSubject = (service: Service, name: SubjectName, given: Given): Promise<Started> => {
  const start = starts[service][name]
  if (start === undefined) throw new Error(`there is no subject ${name} for ${service}; use one of ${subjectsOf(service).join(", ")}`)
  return start(given)
}

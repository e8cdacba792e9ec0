/**
 * `node bench/lists/main.ts [--orders 1000000] [--on sqlite|postgres|both] [--times 21] [--only <text>] [--page] [--keep <folder>]
 * [--database <address>]` asks the built runner for each list of the admin API among many orders, and prints how long the answers took; with `--page`, also how soon a browser whose CPU is slowed
 * down to a quarter can use the console. Nothing is judged: the machine decides about the times, so its load is printed too, and the CPU that the
 * runner and the server of PostgreSQL used for an answer, with what else they did meanwhile.
 */
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { loadavg } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { parseArgs } from "node:util"
import pg from "pg"
import { newDatabase, stopPostgres } from "../run/Postgres.ts"
import { exchange, tempDir } from "../run/Processes.ts"
import { adminToken, startSubject } from "../run/Subjects.ts"
import { measure as measurePage } from "./Page.ts"
import { all, type Question } from "./Questions.ts"
import { links, statementsOf } from "./Rows.ts"

const { values } = parseArgs({
  options: {
    orders: { type: "string", default: "1000000" },
    on: { type: "string", default: "both" },
    times: { type: "string", default: "21" },
    only: { type: "string", default: "" },
    page: { type: "boolean", default: false },
    // The folder in which the filled database of SQLite stays for the next run.
    keep: { type: "string" },
    // A database of PostgreSQL that stays. It is filled if it is empty.
    database: { type: "string" }
  }
})
const [orders, times] = [Number(values.orders), Number(values.times)]
const say = (line: string): void => void process.stderr.write(`${line}\n`)
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const loaded = (): string => loadavg().map((one) => one.toFixed(1)).join(" ")

const fill = async (filename: string, databaseUrl: string | undefined, now: number): Promise<void> => {
  const texts = statementsOf({ orders, now, isPostgres: databaseUrl !== undefined })
  if (databaseUrl === undefined) {
    const db = new DatabaseSync(filename)
    db.exec("pragma synchronous = off; pragma cache_size = -400000; pragma temp_store = memory; begin")
    for (const text of texts) db.exec(text)
    db.exec("commit; pragma wal_checkpoint(truncate)")
    db.close()
    return
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("set synchronous_commit = off")
    for (const text of texts) await client.query(text)
    // As autovacuum leaves them: an index alone answers only for pages that are known to be visible to all.
    await client.query("vacuum analyze")
  } finally {
    await client.end()
  }
}

const quantile = (sorted: ReadonlyArray<number>, share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!

/** CPU that processes have used so far, in milliseconds; undefined where the machine does not tell it. */
const cpuOf = (pids: ReadonlyArray<number>): number | undefined => {
  try {
    return pids.reduce((sum, pid) => {
      const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ").slice(11, 13).map(Number)
      return sum + (user + system) * 10
    }, 0)
  } catch {
    return undefined
  }
}

const ask = async (address: string, token: string, pids: () => Promise<ReadonlyArray<number>>, { name, path, payload }: Question) => {
  const took: Array<number> = []
  let before: number | undefined
  let found = { bytes: 0, items: "" }
  // The first answers are not counted: the code is not compiled, and the pages are not in memory.
  for (let at = -2; at < times; at++) {
    if (at === 0) before = cpuOf(await pids())
    const begun = performance.now()
    const { body, status } = await exchange(`${address}/admin${path}`, {
      ...(payload !== undefined && { body: JSON.stringify(payload) }),
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" }
    })
    if (status !== 200) throw new Error(`${name}: ${status} ${body.slice(0, 300)}`)
    if (at >= 0) took.push(performance.now() - begun)
    const { items } = JSON.parse(body)
    found = { bytes: body.length, items: Array.isArray(items) ? String(items.length) : "" }
  }
  const after = cpuOf(await pids())
  const sorted = took.toSorted((a, b) => a - b)
  return { name, cpu: before === undefined || after === undefined ? Number.NaN : (after - before) / times, least: sorted[0]!, p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), ...found }
}

/** The process of the runner, and on PostgreSQL those that carry out its statements. */
const processesOf = (runner: number, databaseUrl: string | undefined) => async (): Promise<ReadonlyArray<number>> => {
  if (databaseUrl === undefined) return [runner]
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query("select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()")
    return [runner, ...rows.map(({ pid }) => Number(pid))]
  } finally {
    await client.end()
  }
}

/** Whether an earlier run has filled the database that stays. */
const isFilled = async (data: string, databaseUrl: string | undefined): Promise<boolean> => {
  if (databaseUrl === undefined) return existsSync(join(data, "crossdock.sqlite"))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query("select to_regclass('entity') is not null as is_there")).rows[0].is_there
  } finally {
    await client.end()
  }
}

const run = async (on: "sqlite" | "postgres"): Promise<void> => {
  const folder = tempDir()
  const kept = on === "sqlite" ? values.keep : undefined
  const data = kept ?? join(folder.path, "data")
  const databaseUrl = on === "postgres" ? values.database ?? await newDatabase() : undefined
  const given = { data, log: join(folder.path, "runner.log"), ...(databaseUrl !== undefined && { databaseUrl }) }
  try {
    const isKept = (kept ?? (on === "postgres" ? values.database : undefined)) !== undefined && await isFilled(data, databaseUrl)
    mkdirSync(data, { recursive: true })
    const now = Date.now()
    if (!isKept) {
      // The first start makes the schema, and the first question to the books theirs.
      const empty = await startSubject("lists", "crossdock", given)
      await exchange(`${empty.adminUrl}/admin/connections/books/stock`, { headers: { authorization: `Bearer ${adminToken}` } })
      await empty.stop()
      const begun = performance.now()
      await fill(join(data, "crossdock.sqlite"), databaseUrl, now)
      say(`${on}: ${orders} orders in ${Math.round((performance.now() - begun) / 1000)} s`)
    }
    const runner = await startSubject("lists", "crossdock", given)
    try {
      const admin = async (path: string, value: unknown) => {
        const { body, status } = await exchange(`${runner.adminUrl}/admin${path}`, { body: JSON.stringify(value), headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" } })
        if (status >= 300) throw new Error(`${path}: ${status} ${body}`)
        return JSON.parse(body)
      }
      const { token } = await admin("/people/tokens", { name: `of a shop ${now}`, role: "viewer", links: [links.other] })
      const pids = processesOf(runner.pid, databaseUrl)
      print(`\n${on}, ${orders} orders, ${times} answers each; load average ${loaded()} before`)
      print(`${"milliseconds".padEnd(62)}${["cpu", "least", "p50", "p95", "items", "bytes"].map((one) => one.padStart(9)).join("")}`)
      for (const question of all(orders, now).filter(({ name }) => name.includes(values.only))) {
        const answered = await ask(runner.adminUrl, question.isLimited === true ? token : adminToken, pids, question).catch((error: unknown) => String(error))
        if (typeof answered === "string") {
          print(`${question.name.padEnd(62)}  ${answered}`)
          continue
        }
        const { bytes, cpu, items, least, name, p50, p95 } = answered
        print(`${name.padEnd(62)}${[cpu, least, p50, p95].map((one) => one.toFixed(1).padStart(9)).join("")}${items.padStart(9)}${String(bytes).padStart(9)}${p50 > 50 ? "  above 50" : ""}`)
      }
      print(`load average ${loaded()} after`)
      if (values.page) for (const line of await measurePage(runner.adminUrl, admin)) print(line)
    } finally {
      await runner.stop()
    }
  } finally {
    folder.remove()
  }
}

try {
  for (const on of values.on === "both" ? ["sqlite", "postgres"] as const : [values.on === "postgres" ? "postgres" : "sqlite"] as const) await run(on)
} finally {
  await stopPostgres()
}

/** Pages of the balances of an ERP, while others write to its books. */
import { DatabaseSync } from "node:sqlite"
import { join } from "node:path"
import pg from "pg"
import { statementsOf, storedOf, warehouses } from "../growth/LedgerRows.ts"
import type { OpenResult } from "../load/Job.ts"
import { sourceOf } from "../load/Sources.ts"
import { type Bench, type Case, isHeld, observed, type Prepared } from "../run/Case.ts"
import { exchange } from "../run/Processes.ts"
import { failed, ofClosed, ofOpen } from "../run/Samples.ts"
import type { Given } from "../run/Subjects.ts"
import { warmUpOf } from "./rates.ts"
import { copied, type Database } from "./seeded.ts"

/** Products in each of two warehouses; there are ten entries for each balance. */
const products = { full: 50_000, goals: 50_000, quick: 50_000, smoke: 500 } as const
/** What one appId may send (E-789). */
const readsPerSecond = 20
const writesPerSecond = 100
const readers = 2
const writers = 16

type At = Pick<Given, "data" | "databaseUrl">

/** Runs statements on the database of a runner that is stopped; returns the rows of the last one. */
const onData = async ({ data, databaseUrl }: At, statements: ReadonlyArray<string>): Promise<Readonly<Record<string, unknown>>> => {
  let row: Readonly<Record<string, unknown>> = {}
  if (databaseUrl === undefined) {
    const database = new DatabaseSync(join(data, "crossdock.sqlite"))
    database.exec("PRAGMA synchronous=OFF; PRAGMA cache_size=-200000")
    for (const statement of statements) row = database.prepare(statement).all()[0] ?? {}
    database.close()
    return row
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const statement of statements) row = (await client.query(statement)).rows[0] ?? {}
  } finally {
    await client.end()
  }
  return row
}

const filled = async (bench: Bench, on: Database): Promise<Prepared> => {
  const data = join(bench.folder, "seed-ledger")
  const databaseUrl = on === "postgres" ? await bench.database() : undefined
  const at: At = { data, ...(databaseUrl !== undefined && { databaseUrl }) }
  const empty = await bench.subject("ledger", "crossdock", at)
  // The first call opens the connection, which creates the tables.
  const { body, headers, path } = sourceOf({ name: "first-page", prefix: "" })(0)
  await exchange(`${empty.url}${path}`, { headers, body })
  await empty.stop()
  const count = products[bench.plan.name]
  bench.say(`filling the books with ${count * warehouses.length} balances and ten entries for each`)
  const statements = statementsOf(count, Date.now())
  // A server of PostgreSQL does this by itself after a while.
  await onData(at, on === "postgres" ? [...statements, "VACUUM ANALYZE"] : ["BEGIN", ...statements, "COMMIT"])
  return { folders: { ledger: data }, ...(databaseUrl !== undefined && { databases: { ledger: databaseUrl } }) }
}

/** What is wrong with the writes beside the reads. */
const wrongWrites = ({ achieved, errors, rate, told, ...rest }: OpenResult): ReadonlyArray<string> => [
  ...(errors > 0 ? [`${errors} writes failed: ${told.join("; ").slice(0, 300)}`] : []),
  ...(isHeld({ achieved, rate, ...rest }) ? [] : [`only ${achieved} of ${rate} writes per second were answered`])
]

const ledgerReadOn = (on: Database): Case => ({
  name: "ledger-read",
  variant: on,
  description: `the first and the deepest page of 100,000 balances with costs and empty products, at ${readsPerSecond}/s beside ${writesPerSecond} writes/s${on === "postgres" ? ", on PostgreSQL" : ""}`,
  subject: "deepest",
  figure: "throughput",
  extraWork: "",
  order: () => ["first", "deepest", "first"],
  prepare: (bench) => filled(bench, on),
  run: async (bench, name, prepared) => {
    const { plan, round } = bench
    const at = await copied(bench, prepared, "ledger")
    const reads = await bench.load()
    const writes = await bench.load()
    const subject = await bench.subject("ledger", "crossdock", at)
    const entities = products[plan.name]
    const pages = { url: subject.url, connections: readers, source: { name: name === "first" ? "first-page" : "deepest-page", prefix: "", entities } as const }
    await reads.closed({ ...pages, bound: warmUpOf(plan, 50) })
    const alone = ofClosed(name, round, ...await observed(subject, () => reads.closed({ ...pages, bound: { seconds: plan.measuring } })))
    const source = { name: "ledger-writes", prefix: "N", entities } as const
    const seconds = Math.max(plan.atRate, plan.leastRequests / writesPerSecond)
    await writes.open({ url: subject.url, connections: writers, source, rate: writesPerSecond, seconds: plan.warmUp })
    const [[read, figures], written] = await Promise.all([
      observed(subject, () => reads.open({ ...pages, rate: readsPerSecond, seconds })),
      writes.open({ url: subject.url, connections: writers, source, rate: writesPerSecond, seconds })
    ])
    const told = (await writes.held()).length
    await subject.stop()
    const { moves, orders } = await onData(at, [storedOf(source.prefix)])
    const stored = Number(orders) + Number(moves)
    return failed([alone, ofOpen(name, round, read, figures)], [
      ...wrongWrites(written),
      ...(stored < told ? [`${told} writes were acknowledged and the books have ${stored}`] : [])
    ])
  }
})

export const ledgerRead = ledgerReadOn("sqlite")
export const ledgerReadOnPostgres = ledgerReadOn("postgres")

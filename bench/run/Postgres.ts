/** One PostgreSQL server for all runs of this process, with a database of its own for each run. It stores durably. */
import pg from "pg"
import { startPostgres } from "../../tools/peers/postgres.mjs"

type Server = Awaited<ReturnType<typeof startPostgres>>

let started: Promise<Server> | undefined
let count = 0

const server = (): Promise<Server> => started ??= startPostgres({ from: import.meta.url, connections: 100, isDurable: true })

/** The address of a new database: empty, or a copy of another, which nobody may use meanwhile. */
export const newDatabase = async (copyOf?: string): Promise<string> => {
  const { urlOf } = await server()
  const name = `bench_${++count}`
  const client = new pg.Client({ connectionString: urlOf("postgres") })
  await client.connect()
  try {
    await client.query(`create database ${name}${copyOf === undefined ? "" : ` template ${new URL(copyOf).pathname.slice(1)}`}`)
    // Otherwise the first run on a copy would pay for writing what the copy has left in memory.
    await client.query("checkpoint")
  } finally {
    await client.end()
  }
  return urlOf(name)
}

export const stopPostgres = async (): Promise<void> => {
  const running = await started
  started = undefined
  await running?.stop()
}

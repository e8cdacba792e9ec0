/**
 * Databases that are migrated and have no rows of a test. Those of finished tests are emptied and used again, also by the tests of other
 * files of the same process. A process keeps one connection to each of its databases, which has read once what it needs to empty it: a new
 * connection would take ten times as long as the emptying.
 */
import { copyFileSync } from "node:fs"
import pg from "pg"
import { inject, onTestFinished } from "vitest"
import { addressOf, createDatabase, filledOf, identityOf, rowsOf, type Template } from "./Postgres.ts"

interface Kept {
  readonly name: string
  readonly client: pg.Client
}

/** Databases that no test uses. */
const free: Array<Kept> = []

const connect = async (address: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: address })
  // It may fail while a test uses the database, and its next statement reports that.
  client.on("error", () => {})
  await client.connect()
  // The process ends when its tests are done.
  ;(client as unknown as { connection: { stream: { unref: () => void } } }).connection.stream.unref()
  return client
}

const using = async <A>(address: string, use: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = await connect(address)
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Address of a migrated database without rows of a test. It is emptied when the test that asked for it has finished. */
export const newDatabase = async (port: number): Promise<string> => {
  const kept = free.pop()
  const name = kept?.name ?? await using(addressOf(port, "postgres"), createDatabase)
  try {
    onTestFinished(() => giveBack(port, name, kept?.client))
  } catch {
    // Asked for outside of a test: it keeps its rows until the server stops.
  }
  return addressOf(port, name)
}

/** The most bytes by which a database that is used again may have grown. */
const mostGrown = 4_000_000

/** Makes the rows those of the migrations, and tells whether the database is as it was when it was new. */
const emptied = async (client: pg.Client): Promise<boolean> => {
  const { identity, rows, sequences, size, tables }: Template = inject("postgresTemplate")
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()")
  const { rows: [row] } = await client.query("select pg_database_size(current_database()) as size")
  if (Number(row["size"]) > size + mostGrown || await identityOf(client) !== identity) return false
  const written = (await filledOf(client, tables)).filter((table) => rows[table] === undefined)
  const restarted = `select ${sequences.map((sequence) => `setval('${sequence}', (select seqstart from pg_sequence where seqrelid = '${sequence}'::regclass), false)`).join(", ")}`
  await client.query(["begin", "set local session_replication_role = replica", ...written.map((table) => `delete from ${table}`), ...(sequences.length > 0 ? [restarted] : []), "commit"].join(";"))
  for (const [table, before] of Object.entries(rows)) if (await rowsOf(client, table) !== before) return false
  return (await filledOf(client, tables)).length === Object.keys(rows).length
}

/** Empties a database for the next test; one that is not as it was, or that has grown, is deleted. */
const giveBack = async (port: number, name: string, kept: pg.Client | undefined): Promise<void> => {
  const client = kept ?? await connect(addressOf(port, name))
  // A test may have ended every connection to its database.
  if (await emptied(client).catch(() => false)) free.push({ name, client })
  else {
    await client.end().catch(() => {})
    await using(addressOf(port, "postgres"), (admin) => admin.query(`drop database if exists ${name} with (force)`))
  }
}

/** Makes `filename` a migrated database of SQLite without rows of a test. */
export const newFile = (filename: string): string => {
  copyFileSync(inject("migratedFile"), filename)
  return filename
}

/**
 * Databases that are migrated and have no rows of a test. A new database of PostgreSQL takes two thirds of a second of CPU time, so those
 * of finished tests are emptied and used again, also by the tests of other files.
 */
import { copyFileSync } from "node:fs"
import pg from "pg"
import { inject, onTestFinished } from "vitest"
import { addressOf, createDatabase, free, identityOf, readRows, type Template } from "./Postgres.ts"

const connected = async <A>(address: string, use: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

const common = () => addressOf(inject("postgresPort"), "postgres")

/** Address of a migrated database without rows of a test. It is emptied when the test that asked for it has finished. */
export const newDatabase = async (port: number): Promise<string> => {
  const name = await connected(addressOf(port, "postgres"), async (client) => {
    const { rows: [row] } = await client.query(`delete from ${free} where name = (select name from ${free} limit 1 for update skip locked) returning name`)
    return row === undefined ? createDatabase(client) : String(row["name"])
  })
  try {
    onTestFinished(() => giveBack(port, name))
  } catch {
    // Asked for outside of a test: it keeps its rows until the server stops.
  }
  return addressOf(port, name)
}

/** The most bytes by which a database that is used again may have grown. */
const mostGrown = 4_000_000

/** Empties a database; one whose tables are not as they were, or that has grown, is deleted. */
const giveBack = async (port: number, name: string): Promise<void> => {
  const template: Template = inject("postgresTemplate")
  const isAsBefore = await connected(addressOf(port, "postgres"), async (client) => {
    await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name])
    const { rows: [row] } = await client.query("select pg_database_size($1) as size", [name])
    return Number(row["size"]) <= template.size + mostGrown
  }) && await connected(addressOf(port, name), async (client) => {
    if (await identityOf(client) !== template.identity) return false
    await client.query(template.emptying)
    return JSON.stringify(await readRows(client, template.tables)) === template.rows
  })
  await connected(common(), (client) => client.query(isAsBefore ? `insert into ${free} values ('${name}')` : `drop database if exists ${name} with (force)`))
}

/** Makes `filename` a migrated database of SQLite without rows of a test. */
export const newFile = (filename: string): string => {
  copyFileSync(inject("migratedFile"), filename)
  return filename
}

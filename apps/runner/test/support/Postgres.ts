/**
 * A real PostgreSQL for all tests of the runner: one server, started by vitest before the first file, with a migrated database from which
 * the others are copied. `FreshDatabases.ts` gives them to the tests.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import type { TestProject } from "vitest/node"
import { startPostgres } from "../../../../tools/peers/postgres.mjs"
import { Database } from "../../src/store/Database.ts"
import * as GrownPostgres from "./GrownPostgres.ts"

/** What a database is compared with before another test uses it. */
export interface Template {
  /** Bytes. */
  readonly size: number
  /** Of its tables and what belongs to them. */
  readonly identity: string
  readonly tables: ReadonlyArray<string>
  readonly sequences: ReadonlyArray<string>
  /** The tables into which the migrations write rows, each with these rows as JSON. */
  readonly rows: Readonly<Record<string, string>>
}

declare module "vitest" {
  interface ProvidedContext {
    readonly postgresPort: number
    readonly postgresTemplate: Template
    /** Address of a database with many rows, for reading alone. */
    readonly grownPostgres: string
    /** The path of a migrated database of SQLite. */
    readonly migratedFile: string
  }
}

const templateName = "crossdock_migrated"
export const addressOf = (port: number, name: string): string => `postgres://postgres:pw@127.0.0.1:${port}/${name}`

/** Makes a copy of the migrated database, and returns its name. */
export const createDatabase = async (client: pg.Client): Promise<string> => {
  const name = `t${randomUUID().replaceAll("-", "")}`
  await client.query(`create database ${name} template ${templateName}`)
  return name
}

/**
 * The number and the transactions of the rows in which the server describes tables, columns, indexes, constraints, triggers, functions
 * and settings. A copy of a database has the same, until any of them is changed.
 */
const described = [
  "pg_class where relnamespace = 'public'::regnamespace and relkind <> 'S'",
  "pg_attribute where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)",
  "pg_index where indexrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)",
  "pg_constraint where connamespace = 'public'::regnamespace",
  "pg_trigger where not tgisinternal",
  "pg_proc where pronamespace = 'public'::regnamespace",
  "pg_db_role_setting where setdatabase in (0, (select oid from pg_database where datname = current_database()))"
]
const identity = { name: "identity", text: `select concat_ws(' ', ${described.map((rows) => `(select concat(count(*), '/', sum(xmin::text::bigint)) from ${rows})`).join(", ")}) as identity` }

/** See `Template.identity`. */
export const identityOf = async (client: pg.Client): Promise<string> => {
  const { rows: [row] } = await client.query(identity)
  return String(row["identity"])
}

/** Those of the tables that have rows. */
export const filledOf = async (client: pg.Client, tables: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const each = tables.map((table) => `case when exists (select from ${table}) then '${table}' end`)
  const { rows: [row] } = await client.query({ name: "filled", text: `select array_remove(array[${each.join(", ")}], null) as filled` })
  return row["filled"]
}

/** The rows of a table as JSON. */
export const rowsOf = async (client: pg.Client, table: string): Promise<string> => {
  const { rows: [row] } = await client.query(`select coalesce(json_agg(t order by t::text), '[]')::text as rows from ${table} t`)
  return String(row["rows"])
}

const templateOf = async (address: string): Promise<Template> => {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    const { rows: found } = await client.query("select relname, relkind from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by relname")
    const named = (kind: string) => found.filter((row) => row["relkind"] === kind).map((row) => String(row["relname"]))
    const tables = named("r")
    const rows: Record<string, string> = {}
    for (const table of await filledOf(client, tables)) rows[table] = await rowsOf(client, table)
    const { rows: [row] } = await client.query("select pg_database_size(current_database()) as size")
    return { size: Number(row["size"]), identity: await identityOf(client), tables, sequences: named("S"), rows }
  } finally {
    await client.end()
  }
}

/** vitest calls it once for the whole run; what it answers stops the server. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { port, server, stop, urlOf } = await startPostgres({ from: import.meta.url, connections: 300 })
  const folder = mkdtempSync(join(tmpdir(), "crossdock-migrated-"))
  const migrated = (at: { readonly url: Redacted.Redacted } | { readonly filename: string }) => Effect.runPromise(Effect.void.pipe(Effect.provide(Database.layer(at))))
  const filename = join(folder, "migrated.sqlite")
  await migrated({ filename })
  project.provide("migratedFile", filename)
  await server.createDatabase(templateName)
  await migrated({ url: Redacted.make(urlOf(templateName)) })
  project.provide("postgresPort", port)
  project.provide("postgresTemplate", await templateOf(urlOf(templateName)))
  const client = new pg.Client({ connectionString: addressOf(port, "postgres") })
  await client.connect()
  try {
    const grown = addressOf(port, await createDatabase(client))
    await GrownPostgres.fill(grown)
    project.provide("grownPostgres", grown)
  } finally {
    await client.end()
  }
  return async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

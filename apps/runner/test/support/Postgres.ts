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
  /** SQL: makes the rows those of the migrations. */
  readonly emptying: string
  readonly tables: ReadonlyArray<string>
  /** The rows of the migrations. */
  readonly rows: string
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
/** The table of the databases that no test uses. */
export const free = "free_database"
export const addressOf = (port: number, name: string): string => `postgres://postgres:pw@127.0.0.1:${port}/${name}`

/** Makes a copy of the migrated database, and returns its name. */
export const createDatabase = async (client: pg.Client): Promise<string> => {
  const name = `t${randomUUID().replaceAll("-", "")}`
  await client.query(`create database ${name} template ${templateName}`)
  return name
}

/** A digest of the tables, columns, indexes, constraints, triggers, functions and settings of a database. */
export const identityOf = async (client: pg.Client): Promise<string> => {
  const { rows: [row] } = await client.query(`select md5(concat_ws(' ',
    (select string_agg(concat_ws(' ', relname, relkind, relnatts, relchecks, reloptions), ',' order by relname) from pg_class where relnamespace = 'public'::regnamespace),
    (select string_agg(concat_ws(' ', attrelid::regclass, attname, atttypid, attnotnull, atthasdef), ',' order by attrelid::regclass::text, attnum) from pg_attribute join pg_class c on c.oid = attrelid where relnamespace = 'public'::regnamespace),
    (select string_agg(pg_get_indexdef(indexrelid), ',' order by indexrelid::regclass::text) from pg_index join pg_class c on c.oid = indexrelid where relnamespace = 'public'::regnamespace),
    (select string_agg(concat_ws(' ', conname, contype), ',' order by conname) from pg_constraint where connamespace = 'public'::regnamespace),
    (select string_agg(concat_ws(' ', tgname, tgenabled), ',' order by tgname) from pg_trigger where not tgisinternal),
    (select string_agg(proname, ',' order by proname) from pg_proc where pronamespace = 'public'::regnamespace),
    (select string_agg(setconfig::text, ',') from pg_db_role_setting))) as digest`)
  return String(row["digest"])
}

/** The rows of some tables as text. */
export const readRows = async (client: pg.Client, tables: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { rows } = await client.query(tables.map((table, at) => `select ${at} as at, coalesce(json_agg(t order by t::text), '[]')::text as rows from ${table} t`).join(" union all ") + " order by at")
  return rows.map((row) => String(row["rows"]))
}

const templateOf = async (address: string): Promise<Template> => {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    const { rows: found } = await client.query("select relname, relkind from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by relname")
    const named = (kind: string) => found.filter((row) => row["relkind"] === kind).map((row) => String(row["relname"]))
    const tables = named("r")
    const rows = await readRows(client, tables)
    const filled = tables.flatMap((table, at) => rows[at] === "[]" ? [] : [{ table, rows: rows[at]! }])
    const { rows: [row] } = await client.query("select pg_database_size(current_database()) as size")
    return {
      size: Number(row["size"]),
      identity: await identityOf(client),
      emptying: [
        "begin",
        "set local session_replication_role = replica",
        ...tables.map((table) => `delete from ${table}`),
        ...filled.map(({ rows, table }) => `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, '${rows.replaceAll("'", "''")}')`),
        ...named("S").map((sequence) => `alter sequence ${sequence} restart`),
        "commit"
      ].join(";"),
      tables,
      rows: JSON.stringify(rows)
    }
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
    await client.query(`create unlogged table ${free} (name text primary key)`)
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

/**
 * A database with the schema of 0056, the oldest that this release can upgrade, and the rows of a test.
 */
import * as Redacted from "effect/Redacted"
import { readFileSync, rmSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import pg from "pg"
import type { DatabaseAt } from "./World.ts"

const done = `create table crossdock_migrations (
  migration_id integer primary key not null, created_at timestamp not null default current_timestamp, name varchar(255) not null)`

/** The migrations that such a database names; those between the first and the last are left out here. */
const ofOldest = ["0001_first", "0056_subscriptions"]

const schemaOf = (dialect: "sqlite" | "postgres"): string => readFileSync(new URL(`../store/schema-0056/${dialect}.sql`, import.meta.url), "utf8")

const textsOf = (dialect: "sqlite" | "postgres", rows: ReadonlyArray<string>, names: ReadonlyArray<string>): ReadonlyArray<string> => [
  schemaOf(dialect),
  done,
  ...names.map((name) => `insert into crossdock_migrations (migration_id, name) values (${Number(name.slice(0, 4))}, '${name.slice(5)}')`),
  ...rows
]

/** Removes what the database has, and fills it. */
export const fill = async (database: DatabaseAt, rows: ReadonlyArray<string>, names: ReadonlyArray<string> = ofOldest): Promise<void> => {
  await clear(database)
  await query(database, textsOf("filename" in database ? "sqlite" : "postgres", rows, names))
}

/** Makes the database one that no runner has opened. */
export const clear = async (database: DatabaseAt): Promise<void> => {
  if ("filename" in database) for (const end of ["", "-wal", "-shm"]) rmSync(`${database.filename}${end}`, { force: true })
  else await query(database, ["drop schema public cascade; create schema public"])
}

/** Runs SQL on the database as it is, and returns the rows of the last text. */
export const query = async (database: DatabaseAt, texts: ReadonlyArray<string>): Promise<ReadonlyArray<Record<string, any>>> => {
  if ("filename" in database) {
    const db = new DatabaseSync(database.filename)
    try {
      for (const text of texts.slice(0, -1)) db.exec(text)
      const last = texts.at(-1)!
      if (/^\s*(?:select|pragma)/i.test(last)) return db.prepare(last).all()
      db.exec(last)
      return []
    } finally {
      db.close()
    }
  }
  const client = new pg.Client({ connectionString: Redacted.value(database.url) })
  await client.connect()
  try {
    let rows: ReadonlyArray<Record<string, any>> = []
    for (const text of texts) ({ rows } = await client.query(text))
    return rows
  } finally {
    await client.end()
  }
}

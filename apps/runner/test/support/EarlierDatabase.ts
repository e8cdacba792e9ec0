/**
 * A database as an earlier release left it: its migrations and the rows of a test, without those of later releases.
 */
import * as Redacted from "effect/Redacted"
import { rmSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import pg from "pg"
import * as Migrations from "../../src/store/Migrations.ts"
import type { DatabaseAt } from "./World.ts"

const done = `create table crossdock_migrations (
  migration_id integer primary key not null, created_at timestamp not null default current_timestamp, name varchar(255) not null)`

/** Everything that a database of this release ran, and the rows that it got since. */
const textsOf = (dialect: "sqlite" | "postgres", release: number, rows: ReadonlyArray<string>): ReadonlyArray<string> => [
  done,
  ...Object.entries(Migrations.statements(dialect)).slice(0, release).flatMap(([name, statements]) => [
    ...statements,
    `insert into crossdock_migrations (migration_id, name) values (${Number(name.slice(0, 4))}, '${name.slice(5)}')`
  ]),
  ...rows
]

/** `release` is the number of its last migration. */
export const fill = async (database: DatabaseAt, release: number, rows: ReadonlyArray<string>): Promise<void> => {
  if ("filename" in database) {
    for (const end of ["", "-wal", "-shm"]) rmSync(`${database.filename}${end}`, { force: true })
    const db = new DatabaseSync(database.filename)
    for (const text of textsOf("sqlite", release, rows)) db.exec(text)
    db.close()
    return
  }
  const client = new pg.Client({ connectionString: Redacted.value(database.url) })
  await client.connect()
  try {
    await client.query("drop schema public cascade; create schema public")
    for (const text of textsOf("postgres", release, rows)) await client.query(text)
  } finally {
    await client.end()
  }
}

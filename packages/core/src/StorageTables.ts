/**
 * The tables of a plugin, the same for SQLite and PostgreSQL. They are created when a connection is opened, and what exists is not
 * touched: on PostgreSQL even `CREATE INDEX IF NOT EXISTS` waits for the transactions that write to the table, and a node that starts
 * would deadlock with nodes at work.
 */
import * as Effect from "effect/Effect"
import type { SqlStorage, StorageFailed } from "./SqlStorage.ts"

/** An index of one of the tables. */
export interface Index<Table extends string = string> {
  /** The name of the table, as in `tables`. */
  readonly table: Table
  /** What its name ends with, after the name of the table. */
  readonly name: string
  /** The columns. */
  readonly on: string
  /** Whether no two rows may have the same values in these columns. Default: false. */
  readonly unique?: boolean
}

/** The tables of a plugin and their indexes, which `create` creates. */
export interface Definition<Table extends string = string> {
  /**
   * What stands between the parentheses of `CREATE TABLE`, by the name of the table, in SQL of both dialects. A table that exists stays as
   * it is.
   */
  readonly tables: Readonly<Record<Table, string>>
  readonly indexes?: ReadonlyArray<Index<Table>>
}

/** PostgreSQL cuts longer names off. */
const maxName = 63

const nameOf = (prefix: string, ...parts: ReadonlyArray<string>): string => `${prefix}${parts.join("_")}`.slice(0, maxName)

/**
 * The full names of a plugin's tables by their short ones, in quotes for SQL of both dialects: with the prefix `acme_`, that of `orders` is
 * `"acme_orders"`. `prefix` is that of `SqlStorage`. Names longer than 63 characters are cut.
 */
export const names = <Table extends string>(prefix: string, tables: ReadonlyArray<Table>): { readonly [Name in Table]: string } =>
  Object.fromEntries(tables.map((table) => [table, `"${nameOf(prefix, table)}"`])) as { readonly [Name in Table]: string }

/**
 * Creates the tables and indexes that are missing. It looks first, so a repeat changes nothing and waits for no lock. It never changes a table
 * that exists: a plugin that needs another column adds it with a query of its own.
 */
export const create: (storage: SqlStorage["Service"], definition: Definition) => Effect.Effect<void, StorageFailed> = Effect.fnUntraced(function*(
  { dialect, prefix, query, transaction },
  { indexes = [], tables }
) {
  const wanted = [
    ...Object.entries(tables).map(([table, columns]) => {
      const name = nameOf(prefix, table)
      return { name, sql: `CREATE TABLE IF NOT EXISTS "${name}" (${columns})` }
    }),
    ...indexes.map(({ name: end, on, table, unique }) => {
      const name = nameOf(prefix, table, end)
      return { name, sql: `CREATE ${unique ? "UNIQUE " : ""}INDEX IF NOT EXISTS "${name}" ON "${nameOf(prefix, table)}" (${on})` }
    })
  ]
  const inCatalogue = dialect === "sqlite" ? "SELECT name FROM sqlite_master WHERE name" : "SELECT relname AS name FROM pg_class WHERE pg_table_is_visible(oid) AND relname"
  const missing = Effect.map(
    query(`${inCatalogue} IN (${wanted.map((_, at) => `$${at + 1}`).join(", ")})`, wanted.map(({ name }) => name)),
    (rows) => {
      const existing = new Set(rows.map(({ name }) => name))
      return wanted.filter(({ name }) => !existing.has(name))
    }
  )
  if ((yield* missing).length === 0) return
  yield* transaction(Effect.gen(function*() {
    // Two concurrent sessions that create a table collide in PostgreSQL, even with IF NOT EXISTS.
    if (dialect === "postgres") yield* query("SELECT pg_advisory_xact_lock(hashtext($1))", [`${prefix}tables`])
    for (const { sql } of yield* missing) yield* query(sql)
  }))
})

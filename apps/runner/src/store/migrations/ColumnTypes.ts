/**
 * Names of column types that the two databases write differently.
 */
export type Dialect = "sqlite" | "postgres"

export const types = {
  sqlite: { long: "integer", serial: "integer primary key autoincrement" },
  postgres: { long: "bigint", serial: "bigint generated always as identity primary key" }
} as const

export type Types = (typeof types)[Dialect]

/** The key of a table whose rows get their ids from the database. A row that is removed may leave its id to another in SQLite. */
export const rowId = (dialect: Dialect): string => dialect === "sqlite" ? "integer primary key" : "bigint generated always as identity primary key"

/** Ends a table of SQLite whose rows are stored in the order of their key. */
export const withoutRowid = (dialect: Dialect): string => dialect === "sqlite" ? " without rowid" : ""

/** Begins a table of which nothing is lost with its rows, so PostgreSQL need not flush them to disk. */
export const unlogged = (dialect: Dialect): string => dialect === "postgres" ? "unlogged " : ""

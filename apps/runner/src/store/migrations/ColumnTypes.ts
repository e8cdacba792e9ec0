/**
 * Names of column types that the two databases write differently.
 */
export type Dialect = "sqlite" | "postgres"

export const types = {
  sqlite: { long: "integer", serial: "integer primary key autoincrement" },
  postgres: { long: "bigint", serial: "bigint generated always as identity primary key" }
} as const

export type Types = (typeof types)[Dialect]

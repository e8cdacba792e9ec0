/**
 * Reads and writes many rows with one statement, whose text is the same for any number of rows: the rows are one JSON parameter.
 */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import type { Tables } from "../Tables.ts"

/** The columns of a list of rows, with their types. */
export type Columns = Readonly<Record<string, "TEXT" | "BIGINT">>

export type Row<C extends Columns> = { readonly [K in keyof C]: (C[K] extends "TEXT" ? string : number) | null }

type Session = Pick<BooksSession, "books" | "dialect" | "query" | "tables">

/** A `SELECT` of the rows of the JSON parameter `param`, for use in a join or an insert. */
export const listed = ({ dialect }: Pick<Session, "dialect">, columns: Columns, param: string): string =>
  `SELECT ${Object.entries(columns).map(([name, type], at) => `CAST(value ->> ${at} AS ${type}) AS ${name}`).join(", ")}
    FROM ${dialect === "sqlite" ? `json_each(${param})` : `jsonb_array_elements(CAST(${param} AS jsonb)) AS list(value)`}`

/** The JSON parameter of the rows. */
export const parameter = <C extends Columns>(columns: C, rows: ReadonlyArray<Row<C>>): string => {
  const names = Object.keys(columns)
  return JSON.stringify(rows.map((row) => names.map((name) => row[name] ?? null)))
}

const insertion = (session: Session, table: keyof Tables, columns: Columns): string => {
  const names = Object.keys(columns).join(", ")
  return `INSERT INTO ${session.tables[table]} (books, ${names}) SELECT CAST($1 AS TEXT), ${names} FROM (${listed(session, columns, "$2")}) AS given WHERE true`
}

const run = <C extends Columns>(session: Session, text: string, columns: C, rows: ReadonlyArray<Row<C>>): Effect.Effect<void, AdapterError.Reason> =>
  rows.length === 0 ? Effect.void : Effect.asVoid(session.query(text, [session.books, parameter(columns, rows)]))

/** Inserts rows. */
export const insert = <C extends Columns>(session: Session, table: keyof Tables, columns: C, rows: ReadonlyArray<Row<C>>) =>
  run(session, insertion(session, table, columns), columns, rows)

/** Inserts rows, and leaves those out whose key exists. */
export const insertNew = <C extends Columns>(session: Session, table: keyof Tables, columns: C, rows: ReadonlyArray<Row<C>>) =>
  run(session, `${insertion(session, table, columns)} ON CONFLICT DO NOTHING`, columns, rows)

/** Inserts rows, and replaces the values of those whose key exists. */
export const upsert = <C extends Columns>(
  session: Session,
  table: keyof Tables,
  key: ReadonlyArray<keyof C & string>,
  columns: C,
  rows: ReadonlyArray<Row<C>>
) => {
  const others = Object.keys(columns).filter((name) => !key.includes(name))
  const set = others.map((name) => `${name} = excluded.${name}`).join(", ")
  return run(session, `${insertion(session, table, columns)} ON CONFLICT (books, ${key.join(", ")}) DO UPDATE SET ${set}`, columns, rows)
}

/** Reads the rows of a table that match one of the keys in their columns. */
export const select = <C extends Columns>(
  session: Session,
  table: keyof Tables,
  columns: C,
  keys: ReadonlyArray<Row<C>>,
  where = "true"
) =>
  keys.length === 0
    ? Effect.succeed([])
    // The given rows come first: SQLite would otherwise read all rows of the books.
    : session.query(
      `SELECT found.* FROM (${listed(session, columns, "$2")}) AS given CROSS JOIN ${session.tables[table]} AS found
        WHERE found.books = $1 AND ${Object.keys(columns).map((name) => `found.${name} = given.${name}`).join(" AND ")} AND ${where}`,
      [session.books, parameter(columns, keys)]
    )

/** Replaces the values of rows that exist. */
export const update = <C extends Columns>(
  session: Session,
  table: keyof Tables,
  key: ReadonlyArray<keyof C & string>,
  columns: C,
  rows: ReadonlyArray<Row<C>>
) => {
  if (rows.length === 0) return Effect.void
  const others = Object.keys(columns).filter((name) => !key.includes(name))
  // The name of the books is a column of the given rows: SQLite would otherwise read all rows of the books first.
  const withBooks = { books: "TEXT", ...columns } as const
  return Effect.asVoid(session.query(
    `UPDATE ${session.tables[table]} AS kept SET ${others.map((name) => `${name} = given.${name}`).join(", ")}
      FROM (${listed(session, withBooks, "$1")}) AS given WHERE ${["books", ...key].map((name) => `kept.${name} = given.${name}`).join(" AND ")}`,
    [parameter<Columns>(withBooks, rows.map((row) => ({ books: session.books, ...row })))]
  ))
}

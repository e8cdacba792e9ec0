/**
 * Reads many rows with one statement, whose text is the same for any number of keys: they are one JSON parameter.
 */
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

export interface SelectOptions {
  /** What is true of the rows, beside their key. The table is called `found`. */
  readonly where?: string
  /** Columns of the rows of another table with the same values in the columns `on`; null where there is none. */
  readonly beside?: { readonly table: keyof Tables; readonly on: ReadonlyArray<string>; readonly columns: ReadonlyArray<string> }
}

/** Reads the rows of a table that match one of the keys in their columns. */
export const select = <C extends Columns>(
  { books, dialect, query, tables }: Session,
  table: keyof Tables,
  columns: C,
  keys: ReadonlyArray<Row<C>>,
  { beside, where = "true" }: SelectOptions = {}
) => {
  if (keys.length === 0) return Effect.succeed([])
  const more = (beside?.columns ?? []).map((name) => `, beside.${name}`).join("")
  const join = beside === undefined
    ? ""
    : `LEFT JOIN ${tables[beside.table]} AS beside ON ${["books", ...beside.on].map((name) => `beside.${name} = found.${name}`).join(" AND ")}`
  // The given rows come first: SQLite would otherwise read all rows of the books.
  return query(
    `SELECT found.*${more} FROM (${listed({ dialect }, columns, "$2")}) AS given CROSS JOIN ${tables[table]} AS found ${join}
      WHERE found.books = $1 AND ${Object.keys(columns).map((name) => `found.${name} = given.${name}`).join(" AND ")} AND ${where}`,
    [books, parameter(columns, keys)]
  )
}

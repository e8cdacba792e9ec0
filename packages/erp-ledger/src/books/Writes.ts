/**
 * Statements that write many rows. The text of one is the same for any number of rows, because the rows are one JSON parameter.
 */
import type { AdapterError, SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import type { Tables } from "../Tables.ts"
import { type Columns, listed, parameter, type Row } from "./Rows.ts"

type Session = Pick<BooksSession, "books" | "dialect" | "query" | "tables">

/** A statement that has not been sent yet. */
export interface Write {
  readonly text: string
  readonly params: ReadonlyArray<SqlStorage.Value>
}

/** The statements of a booking. There is none for a table without rows to write. */
export type Writes = ReadonlyArray<Write>

const inserted = (session: Session, table: keyof Tables, columns: Columns): string => {
  const names = Object.keys(columns).join(", ")
  return `INSERT INTO ${session.tables[table]} (books, ${names}) SELECT CAST($1 AS TEXT), ${names} FROM (${listed(session, columns, "$2")}) AS given WHERE true`
}

const of = <C extends Columns>(session: Session, text: string, columns: C, rows: ReadonlyArray<Row<C>>): Writes =>
  rows.length === 0 ? [] : [{ text, params: [session.books, parameter(columns, rows)] }]

/** Inserts rows. */
export const insert = <C extends Columns>(session: Session, table: keyof Tables, columns: C, rows: ReadonlyArray<Row<C>>): Writes =>
  of(session, inserted(session, table, columns), columns, rows)

/** Inserts rows, and leaves those out whose key exists. */
export const insertNew = <C extends Columns>(session: Session, table: keyof Tables, columns: C, rows: ReadonlyArray<Row<C>>): Writes =>
  of(session, `${inserted(session, table, columns)} ON CONFLICT DO NOTHING`, columns, rows)

/** Inserts rows, and replaces the values of those whose key exists. */
export const upsert = <C extends Columns>(
  session: Session,
  table: keyof Tables,
  key: ReadonlyArray<keyof C & string>,
  columns: C,
  rows: ReadonlyArray<Row<C>>
): Writes => {
  const others = Object.keys(columns).filter((name) => !key.includes(name))
  const set = others.map((name) => `${name} = excluded.${name}`).join(", ")
  return of(session, `${inserted(session, table, columns)} ON CONFLICT (books, ${key.join(", ")}) DO UPDATE SET ${set}`, columns, rows)
}

/** Replaces the values of rows that exist. */
export const update = <C extends Columns>(
  session: Session,
  table: keyof Tables,
  key: ReadonlyArray<keyof C & string>,
  columns: C,
  rows: ReadonlyArray<Row<C>>
): Writes => {
  if (rows.length === 0) return []
  const others = Object.keys(columns).filter((name) => !key.includes(name))
  // The name of the books is a column of the given rows: SQLite would otherwise read all rows of the books first.
  const withBooks = { books: "TEXT", ...columns } as const
  return [{
    text: `UPDATE ${session.tables[table]} AS kept SET ${others.map((name) => `${name} = given.${name}`).join(", ")}
      FROM (${listed(session, withBooks, "$1")}) AS given WHERE ${["books", ...key].map((name) => `kept.${name} = given.${name}`).join(" AND ")}`,
    params: [parameter<Columns>(withBooks, rows.map((row) => ({ books: session.books, ...row })))]
  }]
}

/** Removes the rows with one of the keys, which have the values of `same` in common. */
export const remove = <C extends Columns>(
  session: Session,
  table: keyof Tables,
  same: Readonly<Record<string, string>>,
  key: C,
  rows: ReadonlyArray<Row<C>>
): Writes =>
  rows.length === 0 ? [] : [{
    text: `DELETE FROM ${session.tables[table]} AS kept WHERE books = $1 AND ${Object.keys(same).map((name, at) => `${name} = $${at + 3}`).join(" AND ")}
      AND EXISTS (SELECT 1 FROM (${listed(session, key, "$2")}) AS given WHERE ${Object.keys(key).map((name) => `kept.${name} = given.${name}`).join(" AND ")})`,
    params: [session.books, parameter(key, rows), ...Object.values(same)]
  }]

const joined = (writes: Writes): Write => {
  const params: Array<SqlStorage.Value> = []
  const parts = writes.map((write) => {
    const text = write.text.replaceAll(/\$(\d+)/g, (_, number) => `$${params.length + Number(number)}`)
    params.push(...write.params)
    return text
  })
  const last = parts.pop() ?? ""
  return { text: parts.length === 0 ? last : `WITH ${parts.map((text, at) => `write${at + 1} AS (${text})`).join(", ")} ${last}`, params }
}

/**
 * Sends statements, of which no two write the same row, and none reads what another writes. PostgreSQL gets them as one, because each
 * round trip keeps the other bookings waiting; SQLite, which is in this process, gets them one by one.
 */
export const send = ({ dialect, query }: Pick<Session, "dialect" | "query">, writes: Writes): Effect.Effect<void, AdapterError.Reason> =>
  writes.length === 0
    ? Effect.void
    : Effect.forEach(dialect === "postgres" ? [joined(writes)] : writes, ({ params, text }) => query(text, params), { discard: true })

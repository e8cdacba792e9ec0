/**
 * Pages of a list. A cursor has the key of the last record of a page, and the next page begins behind it, so what comes into a list or leaves it
 * while it is read neither repeats nor drops another record. A page may also be asked for by its number, without those before it; what comes
 * and goes then shifts it.
 */
import { type AdapterError, type SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import * as Faults from "../Faults.ts"
import type { Selection } from "./Selection.ts"

type Reason = AdapterError.Reason

export interface Asked {
  readonly cursor?: string
  readonly limit: number
}

export interface Answer<Item> {
  readonly items: ReadonlyArray<Item>
  readonly total: number
  readonly nextCursor?: string
}

/** The columns that order a list, with the type of each; together they are different for each record. */
export type Key = ReadonlyArray<readonly [column: string, type: "number" | "string"]>

export type KeyValues = ReadonlyArray<number | string>

/** Where a page begins: behind a record by its key, or, if it was asked for by its number, behind so many records. */
export type Start = { readonly behind: KeyValues } | { readonly offset: number }

/** Where the page of a cursor begins, which is that of the page before or a number from 1. */
export const startOf = ({ cursor = "1", limit }: Asked, types: ReadonlyArray<"number" | "string">): Effect.Effect<Start, Reason> => {
  if (/^[1-9]\d{0,11}$/.test(cursor)) return Effect.succeed({ offset: (Number(cursor) - 1) * limit })
  const values = keyIn(cursor)
  const isKey = values?.length === types.length && values.every((value, at) => typeof value === types[at])
  return isKey ? Effect.succeed({ behind: values }) : Effect.fail(Faults.invalid("/cursor", "is no cursor of this list; send the nextCursor of the page before"))
}

const isValue = (value: unknown): value is number | string => typeof value === "string" ? !value.includes("\0") : Number.isSafeInteger(value)

const keyIn = (cursor: string): KeyValues | undefined => {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString())
    return Array.isArray(values) && values.every(isValue) ? values : undefined
  } catch {
    return undefined
  }
}

/** The cursor of the page that begins behind a key. */
export const cursorOf = (key: KeyValues): string => Buffer.from(JSON.stringify(key)).toString("base64url")

/** Makes the answer of what was found: up to one record more than a page has, which tells whether another page follows. */
export const answer = <Item, Found>(limit: number, total: number, found: ReadonlyArray<Found>, items: ReadonlyArray<Item>, keyOf: (last: Found) => KeyValues): Answer<Item> => {
  const last = found[limit - 1]
  return { items, total, ...(found.length > limit && last !== undefined && { nextCursor: cursorOf(keyOf(last)) }) }
}

export interface Parts {
  /** The tables after `FROM`, which the count needs as well. */
  readonly from: string
  readonly columns: string
  /** Whether the records are groups of rows with the same key. */
  readonly isGrouped?: boolean
  readonly key: Key
}

/** Reads one page. */
export const read = <Item>(
  { query }: Pick<BooksSession, "query">,
  asked: Asked,
  selection: Selection,
  { columns, from, isGrouped = false, key }: Parts,
  toItems: (rows: ReadonlyArray<SqlStorage.Row>) => Effect.Effect<ReadonlyArray<Item>, Reason>
): Effect.Effect<Answer<Item>, Reason> =>
  Effect.gen(function*() {
    const start = yield* startOf(asked, key.map(([, type]) => type))
    const names = key.map(([column]) => column).join(", ")
    const where = `WHERE ${selection.where()}`
    const grouped = isGrouped ? `GROUP BY ${names}` : ""
    const [counted] = yield* query(
      isGrouped ? `SELECT COUNT(*) AS total FROM (SELECT 1 FROM ${from} ${where} ${grouped}) AS groups` : `SELECT COUNT(*) AS total FROM ${from} ${where}`,
      selection.params
    )
    const total = Number(counted?.total)
    if ("offset" in start && start.offset >= total) return { items: [], total }
    const behind = "offset" in start ? "" : `AND (${names}) > (${start.behind.map(selection.value).join(", ")})`
    const offset = "offset" in start && start.offset > 0 ? `OFFSET ${selection.value(start.offset)}` : ""
    const keys = key.map(([column], at) => `${column} AS key_${at}`).join(", ")
    const most = selection.value(asked.limit + 1)
    const found = yield* query(`SELECT ${columns}, ${keys} FROM ${from} ${where} ${behind} ${grouped} ORDER BY ${names} LIMIT ${most} ${offset}`, selection.params)
    const items = found.length === 0 ? [] : yield* toItems(found.slice(0, asked.limit))
    return answer(asked.limit, total, found, items, (row) => key.map(([, type], at) => type === "number" ? Number(row[`key_${at}`]) : String(row[`key_${at}`])))
  })

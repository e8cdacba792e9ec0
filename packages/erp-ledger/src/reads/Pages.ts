/** Pages of a list. The cursor of a page is its number, from 1. */
import { type AdapterError, type Storage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import * as Faults from "../Faults.ts"
import type { Selection } from "./Selection.ts"

type Reason = AdapterError.Reason

export interface Asked {
  readonly cursor?: string
  readonly limit: number
}

export interface Page {
  readonly number: number
  readonly limit: number
  /** How many rows are before the page. */
  readonly offset: number
}

export interface Answer<Item> {
  readonly items: ReadonlyArray<Item>
  readonly total: number
  readonly nextCursor?: string
}

/** Returns the requested page. */
export const requested = ({ cursor = "1", limit }: Asked): Effect.Effect<Page, Reason> =>
  /^[1-9]\d{0,11}$/.test(cursor)
    ? Effect.succeed({ number: Number(cursor), limit, offset: (Number(cursor) - 1) * limit })
    : Effect.fail(Faults.invalid("/cursor", "is not the number of a page; send the nextCursor of the page before"))

/** Makes the answer with the items of a page. */
export const answer = <Item>({ limit, number }: Page, total: number, items: ReadonlyArray<Item>): Answer<Item> =>
  ({ items, total, ...(number * limit < total && { nextCursor: String(number + 1) }) })

export interface Parts {
  /** The tables after `FROM`, which the count needs as well. */
  readonly from: string
  readonly columns: string
  /** Tables that are joined to the rows of a page, and exclude none of them. */
  readonly joined?: string
  readonly groupBy?: string
  readonly orderBy: string
}

/** Reads one page. A page behind the last is empty, and its rows are not looked for. */
export const read = <Item>(
  { query }: Pick<BooksSession, "query">,
  asked: Asked,
  selection: Selection,
  { columns, from, groupBy, joined = "", orderBy }: Parts,
  toItems: (rows: ReadonlyArray<Storage.Row>) => Effect.Effect<ReadonlyArray<Item>, Reason>
): Effect.Effect<Answer<Item>, Reason> =>
  Effect.gen(function*() {
    const page = yield* requested(asked)
    const where = `WHERE ${selection.where()}`
    const grouped = groupBy === undefined ? "" : `GROUP BY ${groupBy}`
    const [counted] = yield* query(
      groupBy === undefined
        ? `SELECT COUNT(*) AS total FROM ${from} ${where}`
        : `SELECT COUNT(*) AS total FROM (SELECT 1 FROM ${from} ${where} ${grouped}) AS groups`,
      selection.params
    )
    const total = Number(counted?.total)
    if (page.offset >= total) return answer(page, total, [])
    const { length } = selection.params
    const rows = yield* query(
      `SELECT ${columns} FROM ${from} ${joined} ${where} ${grouped} ORDER BY ${orderBy} LIMIT $${length + 1} OFFSET $${length + 2}`,
      [...selection.params, page.limit, page.offset]
    )
    return answer(page, total, yield* toItems(rows))
  })

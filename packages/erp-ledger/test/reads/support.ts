/** Books with rows, for tests that read them. */
import { type AdapterError, SqlStorage } from "@crossdock/core"
import { layer, type Vitest } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as BooksSession from "../../src/BooksSession.ts"
import { handlers } from "../../src/reads/All.ts"
import { Settings } from "../../src/Settings.ts"
import type { Tables } from "../../src/Tables.ts"
import { postgres, sqlite } from "../storages.ts"

export type It = Vitest.MethodsNonLive<SqlStorage.SqlStorage>

/** Runs tests on both databases. */
export const onBothDatabases = (title: string, tests: (it: It) => void) => {
  for (const [database, storage] of [["SQLite", sqlite], ["PostgreSQL", postgres]] as const) {
    layer(storage, { timeout: 60_000 })(`${title} on ${database}`, tests)
  }
}

export type Row = Readonly<Record<string, SqlStorage.Value>>

/** 2026-01-31 12:00:00 UTC. */
export const noon = Date.UTC(2026, 0, 31, 12)
export const day = 86_400_000

export const at = (millis: number): DateTime.Utc => DateTime.makeUnsafe(millis)

let opened = 0

/** Opens new books of three warehouses. */
export const open = Effect.fnUntraced(function*(more: Partial<(typeof Settings)["Encoded"]> = {}, timeZone = "UTC") {
  const settings = Schema.decodeSync(Settings)({
    books: `books-${++opened}`,
    warehouses: [
      { id: "1", name: "One", code: "W-1", groups: ["North"] },
      { id: "2", name: "Two", code: "W-2", runsErpWms: true },
      { id: "3", name: "Three", code: "W-3", isOfMarketplace: true }
    ],
    ...more
  })
  const session = yield* BooksSession.make(yield* SqlStorage.SqlStorage, settings, timeZone)
  return { session, ...handlers(session), add: adding(session) }
})

/** Adds rows to a table. The rows must have the same columns. */
const adding = ({ books, query, tables }: BooksSession.BooksSession) =>
  Effect.fnUntraced(function*(table: keyof Tables, ...rows: ReadonlyArray<Row>): Effect.fn.Return<void, AdapterError.Reason> {
    for (const row of rows) {
      const entries = Object.entries(row)
      yield* query(
        `INSERT INTO ${tables[table]} (books, ${entries.map(([name]) => name).join(", ")}) VALUES ($1, ${entries.map((_, index) => `$${index + 2}`).join(", ")})`,
        [books, ...entries.map(([, value]) => value)]
      )
    }
  })

/** Balances of a warehouse, in the order of their positions. */
export const balances = (warehouse: string, ...rows: ReadonlyArray<Row>): ReadonlyArray<Row> => rows.map((row, position) => ({ warehouse, position, ...row }))

/** The texts of figures, so that they are easily compared. */
export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value, (_, each) => each))

/** Reads all pages of a list, page by page. */
export const pagesOf = Effect.fnUntraced(function*<A extends { readonly items: ReadonlyArray<unknown>; readonly nextCursor?: string }, E>(
  read: (cursor: string | undefined) => Effect.Effect<A, E>
): Effect.fn.Return<ReadonlyArray<A>, E> {
  const pages: Array<A> = []
  for (let cursor: string | undefined = undefined;;) {
    const page: A = yield* read(cursor)
    pages.push(page)
    cursor = page.nextCursor
    if (cursor === undefined || pages.length > 50) return pages
  }
})

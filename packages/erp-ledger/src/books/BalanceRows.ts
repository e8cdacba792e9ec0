/**
 * The rows of balances. Each row has a position, which counts the rows of a warehouse from 0 without a gap and never changes, so any
 * page of a long list is read by its positions, and no page shifts when a product is added.
 */
import type { AdapterError } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"

const rowsAtATime = 200

/** Adds the rows that are missing, with all figures 0. Call it in the transaction of a posting, before the figures are updated. */
export const addMissing = Effect.fnUntraced(function*(
  { books, query, tables: { balance } }: Pick<BooksSession, "books" | "query" | "tables">,
  places: ReadonlyArray<{ readonly warehouse: string; readonly sku: string }>
): Effect.fn.Return<void, AdapterError.Reason> {
  for (const some of Arr.chunksOf(places, rowsAtATime)) {
    const rows = some.map((_, index) => `($${index * 2 + 2}, $${index * 2 + 3})`)
    yield* query(
      `WITH wanted(warehouse, sku) AS (VALUES ${rows.join(", ")})
        INSERT INTO ${balance} (books, warehouse, sku, position)
        SELECT $1, missing.warehouse, missing.sku,
          COALESCE((SELECT MAX(position) + 1 FROM ${balance} WHERE books = $1 AND warehouse = missing.warehouse), 0)
            + ROW_NUMBER() OVER (PARTITION BY missing.warehouse ORDER BY missing.sku) - 1
        FROM (
          SELECT DISTINCT warehouse, sku FROM wanted
          WHERE NOT EXISTS (SELECT 1 FROM ${balance} AS held WHERE held.books = $1 AND held.warehouse = wanted.warehouse AND held.sku = wanted.sku)
        ) AS missing`,
      [books, ...some.flatMap(({ sku, warehouse }) => [warehouse, sku])]
    )
  }
})

/** Adds the rows of products that have none in some warehouse of the settings, so that empty balances show every product. */
export const addProducts = (
  { books, query, settings, tables: { balance, product } }: Pick<BooksSession, "books" | "query" | "settings" | "tables">
): Effect.Effect<void, AdapterError.Reason> =>
  Effect.forEach(settings.warehouses, ({ id }) =>
    query(
      `INSERT INTO ${balance} (books, warehouse, sku, position)
        SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), missing.sku,
          COALESCE((SELECT MAX(position) + 1 FROM ${balance} WHERE books = $1 AND warehouse = $2), 0)
            + ROW_NUMBER() OVER (ORDER BY missing.sku) - 1
        FROM (
          SELECT sku FROM ${product} AS every WHERE every.books = $1
            AND NOT EXISTS (SELECT 1 FROM ${balance} AS held WHERE held.books = $1 AND held.warehouse = $2 AND held.sku = every.sku)
        ) AS missing`,
      [books, id]
    ), { discard: true })

/**
 * Reads stock page by page. The reading always ends, whatever the warehouse answers.
 */
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { type Reason, ResponseInvalid } from "./AdapterError.ts"
import type * as StockLevel from "./model/StockLevel.ts"
import type * as Operation from "./Operation.ts"
import type { ListStock } from "./WarehouseV1.ts"

/** How many pages `forEachPage` reads at most, unless `maxPages` says otherwise: 10,000, more than any warehouse has (U-84). */
export const defaultMaxPages = 10_000

/** What `forEachPage` reads: the warehouse, and perhaps SKUs, a time and a cursor, as in the payload of `ListStock`. */
export interface ReadOptions extends Omit<typeof ListStock.payload.Type, "limit"> {
  /** Records per page. Default: 100 (U-22). */
  readonly limit?: number
  /** The most pages to read. Default: 10 000. */
  readonly maxPages?: number
}

const read = Effect.fnUntraced(function*<E, R>(
  listStock: Operation.Handler<typeof ListStock>,
  options: ReadOptions,
  onPage: (items: ReadonlyArray<StockLevel.StockLevel>, page: number) => Effect.Effect<void, E, R>
): Effect.fn.Return<void, E | Reason, R> {
  const { cursor: first, limit = 100, maxPages: cap = defaultMaxPages, ...asked } = options
  const seen = new Set<string>()
  const cursors = new Set<string>()
  let cursor = first
  for (let page = 1; page <= cap; page++) {
    const { items, nextCursor } = yield* listStock({ ...asked, ...(cursor !== undefined && { cursor }), limit })
    const digest = createHash("sha1").update(JSON.stringify(items)).digest("base64")
    // Empty pages, such as those without a wanted SKU, are equal and no sign of a loop.
    if (items.length > 0 && seen.has(digest)) return yield* new ResponseInvalid({ cause: `page ${page} repeats an earlier page` })
    seen.add(digest)
    yield* onPage(items, page)
    if (nextCursor === undefined) return
    if (cursors.has(nextCursor)) return yield* new ResponseInvalid({ cause: `the cursor after page ${page} leads back to an earlier page` })
    cursors.add(nextCursor)
    cursor = nextCursor
  }
  return yield* new ResponseInvalid({ cause: `the list of stock has more than ${cap} pages` })
})

/**
 * Reads all stock with `listStock`, a handler of that operation, from the page at `cursor` (default: the first, U-23) to the last one. It passes
 * each page to `onPage`, in order, with a number that counts the pages of this reading from 1. Fails with `ResponseInvalid` if a page that is
 * not empty repeats an earlier one, if a cursor comes twice, or if there are more than `maxPages` pages. It is for code that has a handler, such
 * as a plugin or its tests; the runner does not call it.
 */
export const forEachPage: <E, R>(
  listStock: Operation.Handler<typeof ListStock>,
  options: ReadOptions,
  onPage: (items: ReadonlyArray<StockLevel.StockLevel>, page: number) => Effect.Effect<void, E, R>
) => Effect.Effect<void, E | Reason, R> = read

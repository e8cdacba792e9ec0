/**
 * Reads stock page by page, and ends whatever the warehouse answers.
 */
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { type Reason, ResponseInvalid } from "./AdapterError.ts"
import type * as StockLevel from "./model/StockLevel.ts"
import type * as Operation from "./Operation.ts"
import type { ListStock } from "./WarehouseV1.ts"

/** More pages than any warehouse has (U-84). */
export const maxPages = 10_000

export interface Walk extends Omit<typeof ListStock.payload.Type, "page" | "pageSize"> {
  /** Records per page. Default: 100 (U-22). */
  readonly pageSize?: number
  /** Number of the first page. Default: 1 (U-23). */
  readonly firstPage?: number
  /** The most pages to read. Default: 10 000. */
  readonly maxPages?: number
}

/**
 * Passes every page to `onPage`, in order, up to the last one. Fails with `ResponseInvalid` if a page repeats an earlier
 * one or if there are more than `maxPages`.
 */
export const walk = Effect.fnUntraced(function*<E, R>(
  listStock: Operation.Handler<typeof ListStock>,
  { firstPage = 1, maxPages: cap = maxPages, pageSize = 100, ...asked }: Walk,
  onPage: (items: ReadonlyArray<StockLevel.StockLevel>, page: number) => Effect.Effect<void, E, R>
): Effect.fn.Return<void, E | Reason, R> {
  const seen = new Set<string>()
  for (let page = firstPage; page < firstPage + cap; page++) {
    const { isLast, items } = yield* listStock({ ...asked, page, pageSize })
    const digest = createHash("sha1").update(JSON.stringify(items)).digest("base64")
    if (seen.has(digest) && !(isLast && items.length === 0)) {
      return yield* new ResponseInvalid({ cause: `page ${page} repeats an earlier page` })
    }
    seen.add(digest)
    yield* onPage(items, page)
    if (isLast) return
  }
  return yield* new ResponseInvalid({ cause: `the list of stock has more than ${cap} pages` })
})

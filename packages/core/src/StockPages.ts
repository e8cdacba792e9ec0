/**
 * Reads stock page by page, with an end to it whatever a warehouse answers.
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
  /** Records of a page; 100 (U-22). */
  readonly pageSize?: number
  /** Number of the first page; 1 (U-23). */
  readonly firstPage?: number
  /** Absent: 10000. */
  readonly maxPages?: number
}

/**
 * Hands over every page in turn until the last. Ends with `ResponseInvalid` when a page repeats an earlier one or the
 * pages do not end.
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
  return yield* new ResponseInvalid({ cause: `the stock does not end after ${cap} pages` })
})

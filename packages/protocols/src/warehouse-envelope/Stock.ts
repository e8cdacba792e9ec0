/**
 * Walking stock page by page, with an end to it whatever a peer answers. Document 1, syncInventory.
 */
import { AdapterError, type Operation, type Sku, type StockLevel, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"

/** More pages than any warehouse has (U-84). */
export const maxPages = 10_000

export interface Walk {
  readonly warehouseCode: string
  readonly skus?: readonly [Sku.Sku, ...Array<Sku.Sku>]
  /** Records of a page; 100. */
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
export const walkStock = Effect.fnUntraced(function*<E, R>(
  listStock: Operation.Handler<typeof WarehouseV1.ListStock>,
  walk: Walk,
  onPage: (items: ReadonlyArray<StockLevel.StockLevel>, page: number) => Effect.Effect<void, E, R>
): Effect.fn.Return<void, E | AdapterError.Reason, R> {
  const { firstPage = 1, maxPages: cap = maxPages, pageSize = 100, skus, warehouseCode } = walk
  const seen = new Set<string>()
  for (let page = firstPage; page < firstPage + cap; page++) {
    const { isLast, items } = yield* listStock({ warehouseCode, page, pageSize, ...(skus && { skus }) })
    const key = createHash("sha1").update(JSON.stringify(items)).digest("base64")
    if (seen.has(key) && !(isLast && items.length === 0)) {
      return yield* new AdapterError.ResponseInvalid({ cause: `page ${page} repeats an earlier page` })
    }
    seen.add(key)
    yield* onPage(items, page)
    if (isLast) return
  }
  return yield* new AdapterError.ResponseInvalid({ cause: `the stock does not end after ${cap} pages` })
})

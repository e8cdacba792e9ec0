/**
 * Converts between the numbered stock pages of the two protocols and pages that name the cursor of the next page.
 */
import type { WarehouseV1 } from "@crossdock/core"
import { createHash } from "node:crypto"
import { omitUndefined, type Table } from "../wire/index.ts"
import { Invalid } from "./Exchange.ts"
import * as PageCursors from "./PageCursors.ts"
import { type inventory, levelFromWire, levelToWire } from "./Messages/Stock.ts"

type Payload = typeof WarehouseV1.ListStock.payload.Type
type Page = typeof WarehouseV1.ListStock.success.Type

/** Server: converts a page number to the cursor that `PageCursors` reads. */
export const cursorOf = (page: number): string | undefined => (page === 1 ? undefined : String(page))

/** Server: converts a page to the members of the answer. */
export const toWire = ({ items, nextCursor, pageCount }: Page, payload: Payload) =>
  omitUndefined({ isLastPage: nextCursor === undefined, currentPage: PageCursors.pageOf(payload), pageCount, data: items.map(levelToWire) })

/**
 * Client: reads the page number from a cursor. A cursor is the page number, followed by a point and a digest of the
 * previous page.
 */
export const numberOf = ({ cursor = "1" }: Payload): number => Number(cursor.split(".")[0])

const digestOf = (items: ReadonlyArray<unknown>): string => createHash("sha1").update(JSON.stringify(items)).digest("base64url").slice(0, 16)

interface Answered {
  readonly currentPage?: number
  readonly data?: ReadonlyArray<Table.Value<typeof inventory>>
  readonly isLastPage?: boolean
  readonly pageCount?: number
}

/**
 * Client: converts an answer to a page. `skipped` is the number of records that could not be read, and `place` is the
 * path of the page in the answer. If the answer has no isLastPage, the list ends at a page that is not full or that
 * equals the previous one (U-24). If it has isLastPage, a repeated page is an error (U-84). The client filters by SKU
 * itself, because a peer may not.
 */
export const fromWire = (
  { currentPage, data = [], isLastPage, pageCount }: Answered,
  payload: Payload,
  skipped: number,
  place: string
): Page | Invalid => {
  const page = numberOf(payload)
  if (currentPage !== undefined && currentPage !== page) return new Invalid(`${place}/currentPage is not the page asked for`)
  const items = data.map(levelFromWire)
  const digest = digestOf(items)
  const isLast = isLastPage ?? data.length + skipped < payload.limit
  if (!isLast && payload.cursor?.split(".")[1] === digest) {
    return isLastPage === undefined ? { items: [] } : new Invalid(`page ${page} repeats the previous page`)
  }
  const { skus } = payload
  return omitUndefined({
    items: skus === undefined ? items : items.filter(({ sku }) => skus.includes(sku)),
    nextCursor: isLast ? undefined : `${page + 1}.${digest}`,
    pageCount
  })
}

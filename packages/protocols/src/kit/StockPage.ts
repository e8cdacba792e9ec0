/**
 * Between a page of stock that has a number, as documents 1 and 2 count them, and one that names the cursor of the next.
 */
import type { WarehouseV1 } from "@crossdock/core"
import { createHash } from "node:crypto"
import { omitUndefined, type Table } from "../wire/index.ts"
import { Invalid } from "./Exchange.ts"
import * as PageCursors from "./PageCursors.ts"
import { type inventory, levelFromWire, levelToWire } from "./Messages/Stock.ts"

type Payload = typeof WarehouseV1.ListStock.payload.Type
type Page = typeof WarehouseV1.ListStock.success.Type

/** Server: the number of a page as the cursor that `PageCursors` reads. */
export const cursorOf = (page: number): string | undefined => (page === 1 ? undefined : String(page))

/** Server: what a page is answered with. */
export const toWire = ({ items, nextCursor, pageCount }: Page, payload: Payload) =>
  omitUndefined({ isLastPage: nextCursor === undefined, currentPage: PageCursors.pageOf(payload), pageCount, data: items.map(levelToWire) })

/** Client: a cursor is the number of a page and, behind a point, the digest of the page before. */
export const numberOf = ({ cursor = "1" }: Payload): number => Number(cursor.split(".")[0])

const digestOf = (items: ReadonlyArray<unknown>): string => createHash("sha1").update(JSON.stringify(items)).digest("base64url").slice(0, 16)

interface Answered {
  readonly currentPage?: number
  readonly data?: ReadonlyArray<Table.Value<typeof inventory>>
  readonly isLastPage?: boolean
  readonly pageCount?: number
}

/**
 * Client: a page, of which `skipped` records could not be read. Without isLastPage the list ends at a page that is not full
 * or equal to the one before (U-24); with it, a page that comes again is an error (U-84). What a peer does not filter is
 * sifted here. `place` is where the answer has the members of the page.
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
    return isLastPage === undefined ? { items: [] } : new Invalid(`page ${page} repeats the page before`)
  }
  const { skus } = payload
  return omitUndefined({
    items: skus === undefined ? items : items.filter(({ sku }) => skus.includes(sku)),
    nextCursor: isLast ? undefined : `${page + 1}.${digest}`,
    pageCount
  })
}

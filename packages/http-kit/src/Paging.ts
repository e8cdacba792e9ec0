/**
 * Reads paged lists to the end: by page number, by cursor, or by the URL of the next page.
 */
import { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"

export interface Page<Item, Cursor> {
  readonly items: ReadonlyArray<Item>
  /** The number, cursor or URL of the next page. Undefined on the last page. */
  readonly next: Cursor | undefined
}

export interface Options {
  /** The most pages to read. A list with more pages fails, so that an endless list cannot block the caller. Default: 1000. */
  readonly maxPages?: number
}

/**
 * Reads pages from `first` until one has no `next`, and joins their items. Fails with `ResponseInvalid` if the list has
 * more than `maxPages` pages or if a `next` repeats. It never returns an incomplete list.
 */
export const all = <Item, Cursor extends string | number | URL, E, R>(
  first: Cursor | undefined,
  read: (cursor: Cursor | undefined) => Effect.Effect<Page<Item, Cursor>, E, R>,
  { maxPages = 1000 }: Options = {}
): Effect.Effect<ReadonlyArray<Item>, E | AdapterError.ResponseInvalid, R> =>
  Effect.gen(function*() {
    const items: Array<Item> = []
    const seen = new Set<string>(first === undefined ? [] : [String(first)])
    let cursor = first
    for (let page = 1; page <= maxPages; page++) {
      const { items: found, next } = yield* read(cursor)
      for (const item of found) items.push(item)
      if (next === undefined) return items
      if (seen.has(String(next))) return yield* new AdapterError.ResponseInvalid({ cause: `page ${page} of the list names an earlier page as the next one` })
      seen.add(String(next))
      cursor = next
    }
    return yield* new AdapterError.ResponseInvalid({ cause: `the list has more than ${maxPages} pages` })
  })

/**
 * The number of the page that a cursor means, for a peer that counts its pages: `first` where there is no cursor. Name
 * the next page `String(page + 1)`. Text that is no number of a page is `RequestInvalid`.
 */
export const pageNumber = (cursor: string | undefined, first = 1): Effect.Effect<number, AdapterError.RequestInvalid> => {
  const page = cursor === undefined ? first : /^\d{1,9}$/.test(cursor) ? Number(cursor) : -1
  return page >= first
    ? Effect.succeed(page)
    : Effect.fail(new AdapterError.RequestInvalid({ path: "/cursor", message: "is not the cursor of a page; use nextCursor of the page before" }))
}

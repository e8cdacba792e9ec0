/**
 * Lists that come in pages, walked to their end: by page number, by cursor, or by the address of the next page.
 */
import { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"

export interface Page<Item, Cursor> {
  readonly items: ReadonlyArray<Item>
  /** Where the next page begins: its number, its cursor or its address. Undefined: this was the last page. */
  readonly next: Cursor | undefined
}

export interface Options {
  /** After so many pages the walk fails, because a peer that never ends would hold it for ever; absent: 1000. */
  readonly maxPages?: number
}

/**
 * Reads pages from `first` until one has no `next`, and joins their items. It fails with `ResponseInvalid` when the list has
 * more than `maxPages` pages or when a `next` comes a second time; a list that ends early is never taken for whole.
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
      if (seen.has(String(next))) return yield* new AdapterError.ResponseInvalid({ cause: `after page ${page} of the list an earlier page comes again` })
      seen.add(String(next))
      cursor = next
    }
    return yield* new AdapterError.ResponseInvalid({ cause: `the list has more than ${maxPages} pages` })
  })

/**
 * Reads all pages of a list. The walk always ends, whatever the peer answers.
 */
import * as Effect from "effect/Effect"

/** How many pages a list may have, unless a caller says another number (U-84). */
const usualMost = 10_000

interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  readonly nextCursor?: string
}

/** All records, in the order of the pages. It fails with `endless` if a cursor is repeated, or if there are too many pages. */
export const all = Effect.fnUntraced(function*<Item, E, R>(
  read: (page: { readonly cursor?: string }) => Effect.Effect<Page<Item>, E, R>,
  endless: () => E,
  most = usualMost
) {
  const items: Array<Item> = []
  const cursors = new Set<string>()
  let cursor: string | undefined
  for (let page = 1; page <= most; page++) {
    const found: Page<Item> = yield* read(cursor === undefined ? {} : { cursor })
    for (const item of found.items) items.push(item)
    cursor = found.nextCursor
    if (cursor === undefined) return items
    if (cursors.has(cursor)) break
    cursors.add(cursor)
  }
  return yield* Effect.fail(endless())
})

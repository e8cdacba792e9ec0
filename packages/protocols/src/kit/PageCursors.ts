/**
 * Serves numbered pages from lists that are read by cursors. The start cursors of recently read pages are kept in
 * memory. For any other page, for example because another node has read the earlier ones, the server reads forward from
 * the nearest page whose cursor it knows, or reads it by its number from a peer that numbers its pages.
 */
import { type Operation, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"

interface Asked {
  readonly cursor?: string
}

interface Page {
  readonly items: ReadonlyArray<unknown>
  readonly nextCursor?: string
  readonly pageCount?: number
}

interface Place {
  readonly cursor: string
  /** Milliseconds since 1970. */
  readonly readAt: number
}

/** The cursors at which pages start, by page number, for one caller and one query. */
type Walk = Map<number, Place>

/** The maximum number of pages kept per walk, since a caller reads the next page or the same page again. */
const placesPerWalk = 16
/** The maximum number of characters of all cursors and walks together. */
const maxCharacters = 2_000_000
/** The number of characters that a walk counts beside its cursors: its key, and about as much memory again for its map. */
const charactersPerWalk = 100
/** The maximum number of the pages of a list (U-84). */
export const maxPages = 10_000
/**
 * The maximum age of a cursor in milliseconds. From an older cursor, a page could miss records that were added since.
 */
const maxAge = 900_000

/** Whether an error says when the same call is to be sent again, so that it is not about the cursor. */
const isToRepeat = (error: unknown): boolean => (error as { readonly retryAfter?: number } | undefined)?.retryAfter !== undefined

/** The number of the requested page, which a server stores in `cursor`. */
export const pageOf = ({ cursor = "1" }: Asked): number => Number(cursor)

/** Reads the page that starts at the cursor of a payload. */
export type ReadPage<P extends Asked, A extends Page, E, R> = (payload: P) => Effect.Effect<A, E, R>

/** Creates the page reader of one server. It reads the page whose number is in `cursor`. */
export const make = (limits: { readonly maxCharacters?: number } = {}) => {
  const most = limits.maxCharacters ?? maxCharacters
  const walks = new Map<string, Walk>()
  let characters = 0

  const forget = (key: string, page: number): void => {
    const walk = walks.get(key)
    const place = walk?.get(page)
    if (walk === undefined || place === undefined) return
    characters -= place.cursor.length
    walk.delete(page)
    if (walk.size > 0) return
    walks.delete(key)
    characters -= charactersPerWalk
  }
  const remember = (key: string, page: number, place: Place): void => {
    forget(key, page)
    const held = walks.get(key)
    const walk = held ?? new Map<number, Place>()
    if (held === undefined) characters += charactersPerWalk
    walk.set(page, place)
    // Re-inserting the walk makes it the most recently used, so that it is removed last.
    walks.delete(key)
    walks.set(key, walk)
    characters += place.cursor.length
    if (walk.size > placesPerWalk) forget(key, walk.keys().next().value!)
    for (const [oldest, pages] of walks) {
      if (characters <= most) return
      for (const each of pages.keys()) forget(oldest, each)
    }
  }
  /** Returns the nearest page at or before this one whose cursor is known. */
  const nearest = (key: string, page: number, now: number): { readonly page: number; readonly cursor?: string } => {
    let found: { readonly page: number; readonly cursor?: string } = { page: 1 }
    for (const [known, { cursor, readAt }] of walks.get(key) ?? []) {
      if (known <= page && known > found.page && now - readAt < maxAge) found = { page: known, cursor }
    }
    return found
  }

  /** With `isNumbered`, a page whose cursor is not known is read by its number, without those before it. */
  return Effect.fnUntraced(function*<P extends Asked, A extends Page, E, R>(caller: string, asked: P, read: ReadPage<P, A, E, R>, isNumbered = false): Effect.fn.Return<A, E, R> {
    const wanted = pageOf(asked)
    if (wanted > maxPages) return isNumbered ? yield* read(asked) : { items: [] } as unknown as A
    const { cursor: _, ...question } = asked
    // A digest has a fixed length, however long the question is.
    const key = createHash("sha256").update(JSON.stringify([caller, question])).digest("base64url")
    const known = nearest(key, wanted, yield* Clock.currentTimeMillis)
    const from = isNumbered && known.page < wanted ? { page: wanted, cursor: String(wanted) } : known
    let { cursor } = from
    for (let page = from.page; ; page++) {
      const at = page
      const answer: A = yield* Effect.tapError(
        read({ ...question, ...(cursor !== undefined && { cursor }) } as P),
        // The peer may have rejected an expired cursor, so the next attempt starts from an earlier page.
        (error) => Effect.sync(() => isToRepeat(error) ? undefined : forget(key, at))
      )
      const { nextCursor } = answer
      if (nextCursor !== undefined) remember(key, page + 1, { cursor: nextCursor, readAt: yield* Clock.currentTimeMillis })
      if (page === wanted) return answer
      if (nextCursor === undefined) return { items: [], ...(answer.pageCount !== undefined && { pageCount: answer.pageCount }) } as unknown as A
      cursor = nextCursor
    }
  })
}

type Dispatch<Caller, Info, E, R, Any extends Operation.Any> = <O extends Any>(
  caller: Caller,
  operation: O,
  payload: O["payload"]["Type"],
  info: Info
) => Effect.Effect<O["success"]["Type"], E, R>

/** A caller whose pages are read from a peer. */
export interface PagedCaller {
  readonly key: string
  /** Whether the number of a page is a cursor of the peer. Such a page is read at once, without those before it. Default: false. */
  readonly numbersPages?: boolean
}

/** Wraps the dispatch of a server whose callers request the pages of some operations by number. */
export const dispatchingFor = <Any extends Operation.Any>(paged: ReadonlyArray<Any>) => {
  const names: ReadonlySet<string> = new Set(paged.map(({ name }) => name))
  return <Caller extends PagedCaller, Info, E, R>(dispatch: Dispatch<Caller, Info, E, R, Any>): Dispatch<Caller, Info, E, R, Any> => {
    const pages = make()
    return (caller, operation, payload, info) =>
      names.has(operation.name)
        ? pages(JSON.stringify([caller.key, operation.name]), payload as Asked, (asked) => dispatch(caller, operation, asked, info), caller.numbersPages)
        : dispatch(caller, operation, payload, info)
  }
}

/** Wraps the dispatch of a server of a warehouse, whose callers request stock pages by number. */
export const dispatching: <Caller extends { readonly key: string }, Info, E, R>(
  dispatch: Dispatch<Caller, Info, E, R, WarehouseV1.AnyOperation>
) => Dispatch<Caller, Info, E, R, WarehouseV1.AnyOperation> = dispatchingFor([WarehouseV1.ListStock])

/**
 * Pages by number over stock that goes by cursors. Where a page begins is remembered for those that were read lately;
 * another one, or one whose earlier pages another node has read, is walked to from the nearest page that is known.
 */
import { WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

type Payload = typeof WarehouseV1.ListStock.payload.Type
type Page = typeof WarehouseV1.ListStock.success.Type

interface Place {
  readonly cursor: string
  /** Milliseconds since 1970. */
  readonly readAt: number
}

/** Of one caller and one question: by the number of a page, where it begins. */
type Walk = Map<number, Place>

/** Pages of one walk; a caller reads the next one, or the same one again. */
const placesPerWalk = 16
/** Characters of all cursors together. */
const maxCharacters = 2_000_000
/** Milliseconds; what has come since would be missing from a page that begins where one began so long ago. */
const maxAge = 900_000

/** The number of the page that is asked for; a server reads it into `cursor`. */
export const pageOf = ({ cursor = "1" }: Pick<Payload, "cursor">): number => Number(cursor)

export type ReadPage<E, R> = (payload: Payload) => Effect.Effect<Page, E, R>

/** For one server: reads the page whose number stands in `cursor`. */
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
    if (walk.size === 0) walks.delete(key)
  }
  const remember = (key: string, page: number, place: Place): void => {
    forget(key, page)
    const walk = walks.get(key) ?? new Map<number, Place>()
    walk.set(page, place)
    // Whoever was used last is forgotten last.
    walks.delete(key)
    walks.set(key, walk)
    characters += place.cursor.length
    if (walk.size > placesPerWalk) forget(key, walk.keys().next().value!)
    for (const [oldest, pages] of walks) {
      if (characters <= most) return
      for (const each of pages.keys()) forget(oldest, each)
    }
  }
  /** The nearest page up to this one of which it is known where it begins. */
  const nearest = (key: string, page: number, now: number): { readonly page: number; readonly cursor?: string } => {
    let found: { readonly page: number; readonly cursor?: string } = { page: 1 }
    for (const [known, { cursor, readAt }] of walks.get(key) ?? []) {
      if (known <= page && known > found.page && now - readAt < maxAge) found = { page: known, cursor }
    }
    return found
  }

  return Effect.fnUntraced(function*<E, R>(caller: string, asked: Payload, read: ReadPage<E, R>): Effect.fn.Return<Page, E, R> {
    const wanted = pageOf(asked)
    const { cursor: _, ...question } = asked
    const key = JSON.stringify([caller, question])
    const from = nearest(key, wanted, yield* Clock.currentTimeMillis)
    let { cursor } = from
    for (let page = from.page; ; page++) {
      const at = page
      const answer: Page = yield* Effect.tapError(
        read({ ...question, ...(cursor !== undefined && { cursor }) }),
        // A peer may not take a cursor any more; the next attempt begins before it.
        () => Effect.sync(() => forget(key, at))
      )
      const { nextCursor } = answer
      if (nextCursor !== undefined) remember(key, page + 1, { cursor: nextCursor, readAt: yield* Clock.currentTimeMillis })
      if (page === wanted) return answer
      if (nextCursor === undefined) return { items: [], ...(answer.pageCount !== undefined && { pageCount: answer.pageCount }) }
      cursor = nextCursor
    }
  })
}

type Dispatch<Caller, Info, E, R> = <O extends WarehouseV1.AnyOperation>(
  caller: Caller,
  operation: O,
  payload: O["payload"]["Type"],
  info: Info
) => Effect.Effect<O["success"]["Type"], E, R>

/** The same work for a server whose callers count pages. */
export const dispatching = <Caller extends { readonly key: string }, Info, E, R>(dispatch: Dispatch<Caller, Info, E, R>): Dispatch<Caller, Info, E, R> => {
  const pages = make()
  return (caller, operation, payload, info) =>
    operation.name === WarehouseV1.ListStock.name
      ? pages(caller.key, payload as Payload, (asked) => dispatch(caller, WarehouseV1.ListStock, asked, info))
      : dispatch(caller, operation, payload, info)
}

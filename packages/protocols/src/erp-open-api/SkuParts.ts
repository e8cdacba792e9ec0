/** Reads a list for many SKUs in parts, because an ERP takes only some of them in one request (spec 3 §8, U-55). */
import { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { maxPageSize } from "./Messages/Response.ts"

interface Asked {
  readonly skus?: ReadonlyArray<string>
  readonly cursor?: string
  readonly limit: number
}

interface Found {
  readonly items: ReadonlyArray<unknown>
  readonly nextCursor?: string
  readonly total?: number
}

const invalid = () => new AdapterError.RequestInvalid({ path: "/cursor", message: "is not a cursor of this list; send the nextCursor of its last page" })

/** Where a page is: in which part, and which of its pages. */
interface Place {
  readonly part: number
  readonly page: number
}

const placed = /^(?:([1-9]\d{0,5})\.)?([1-9]\d{0,9})$/

/**
 * Wraps the reader of a list so that each call names at most `most` SKUs. The pages of one part follow those of the part before, and a
 * cursor has the number of the part and the page in it, such as `2.1`, or the number of the page alone. A list of several parts has no
 * total.
 */
export const reading = (most: number) =>
<P extends Asked, A extends Found, E>(read: (payload: P) => Effect.Effect<A, E>) =>
(payload: P): Effect.Effect<A, AdapterError.RequestInvalid | E> => {
  const skus = [...new Set(payload.skus)]
  if (skus.length <= most) return read(payload.skus === undefined ? payload : { ...payload, skus })
  const parts = Math.ceil(skus.length / most)
  const [, givenPart, givenPage] = placed.exec(payload.cursor ?? "1.1") ?? []
  if (givenPage === undefined || Number(givenPart ?? 1) > parts) return Effect.fail(invalid())

  const readAt = ({ page, part }: Place) => read({ ...payload, skus: skus.slice((part - 1) * most, part * most), cursor: String(page) })

  const answered = ({ page, part }: Place, answer: A): A => {
    const { nextCursor, total: _, ...found } = answer
    const next = nextCursor !== undefined ? `${part}.${page + 1}` : part < parts ? `${part + 1}.1` : undefined
    // The cast is safe: both members that were taken out are optional.
    return { ...found, ...(next !== undefined && { nextCursor: next }) } as unknown as A
  }

  /** How many pages a part has. An ERP that tells no total, or none on a page behind the last one, is asked for one after the other. */
  const pagesOf = Effect.fnUntraced(function*(part: number, { total = 0 }: A): Effect.fn.Return<number, E> {
    if (total > 0) return Math.ceil(total / Math.min(payload.limit, maxPageSize))
    let page = 1
    while ((yield* readAt({ part, page })).nextCursor !== undefined) page++
    return page
  })

  /** Finds the page with this number by the pages of the parts before it. */
  const numbered = Effect.fnUntraced(function*(number: number): Effect.fn.Return<A, E> {
    let left = number
    for (let part = 1;; part++) {
      const at = { part, page: left }
      const answer = yield* readAt(at)
      if (answer.items.length > 0 || left === 1 || part === parts) return answered(at, answer)
      const pages = yield* pagesOf(part, answer)
      // A page that has no records is the last one of its part.
      if (left <= pages) return answered(at, answer)
      left -= pages
    }
  })

  if (givenPart === undefined) return numbered(Number(givenPage))
  const at = { part: Number(givenPart), page: Number(givenPage) }
  return Effect.map(readAt(at), (answer) => answered(at, answer))
}

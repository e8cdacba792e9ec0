/** Reads a list for many SKUs in parts, because an ERP takes only some of them in one request (spec 3 §8, U-55). */
import { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"

interface Asked {
  readonly skus?: ReadonlyArray<string>
  readonly cursor?: string
}

interface Found {
  readonly nextCursor?: string
  readonly total?: number
}

const invalid = () => new AdapterError.RequestInvalid({ path: "/cursor", message: "is not a cursor of this list; send the nextCursor of its last page" })

/**
 * Wraps the reader of a list so that each call names at most `most` SKUs. The pages of one part follow those of the part before, and a
 * cursor has the number of the part and the page in it, such as `2.1`. A list of several parts has no total.
 */
export const reading = (most: number) =>
<P extends Asked, A extends Found, E>(read: (payload: P) => Effect.Effect<A, E>) =>
(payload: P): Effect.Effect<A, AdapterError.RequestInvalid | E> => {
  const skus = [...new Set(payload.skus)]
  if (skus.length <= most) return read(payload.skus === undefined ? payload : { ...payload, skus })
  const { cursor = "1.1" } = payload
  const [, number, page] = /^([1-9]\d{0,5})\.([1-9]\d{0,5})$/.exec(cursor) ?? []
  const part = Number(number)
  const asked = skus.slice((part - 1) * most, part * most)
  if (page === undefined || asked.length === 0) return Effect.fail(invalid())
  return Effect.map(read({ ...payload, skus: asked, cursor: page }), (answer) => {
    const { nextCursor, total: _, ...found } = answer
    const next = nextCursor !== undefined ? `${part}.${nextCursor}` : part * most < skus.length ? `${part + 1}.1` : undefined
    // The cast is safe: both members that were taken out are optional.
    return { ...found, ...(next !== undefined && { nextCursor: next }) } as A
  })
}

/**
 * Splits queries for many numbers, for peers that limit the numbers per call.
 */
import * as Effect from "effect/Effect"

/**
 * Queries `size` numbers at a time, one call after the other, and joins the answers in order. If one call fails, all of
 * it fails: an order that is missing in an answer counts as unknown to the peer, so a partial answer would be wrong.
 */
export const inParts = <A, B, E, R>(
  numbers: ReadonlyArray<A>,
  size: number,
  ask: (part: readonly [A, ...ReadonlyArray<A>]) => Effect.Effect<ReadonlyArray<B>, E, R>
): Effect.Effect<ReadonlyArray<B>, E, R> => {
  const length = Math.max(1, Math.floor(size))
  const parts: Array<readonly [A, ...ReadonlyArray<A>]> = []
  for (let at = 0; at < numbers.length; at += length) {
    const [first, ...rest] = numbers.slice(at, at + length)
    parts.push([first as A, ...rest])
  }
  return Effect.map(Effect.forEach(parts, ask), (answers) => answers.flat())
}

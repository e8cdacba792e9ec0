/**
 * Reads of many numbers at a peer that takes only so many in one call.
 */
import * as Effect from "effect/Effect"

/**
 * Asks for `size` numbers at a time, one call after the other, and joins the answers in the order of the numbers. When one
 * part fails the whole fails: an order that is missing from an answer counts as unknown to the peer, so half an answer
 * would be wrong.
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

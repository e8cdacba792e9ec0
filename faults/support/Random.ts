/** A seeded random number generator. */

export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number
  /** An integer from 0 (inclusive) to `below` (exclusive). */
  readonly below: (below: number) => number
  readonly pick: <A>(list: ReadonlyArray<A>) => A
}

/** The algorithm Mulberry32. */
export const of = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, pick: (list) => list[below(list.length)]! }
}

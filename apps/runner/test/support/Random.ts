/**
 * Numbers that look random and are the same for the same seed.
 */

/** Whole numbers from 0 to less than `below`. */
export type Random = (below: number) => number

export const randomOf = (seed: number): Random => {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export const shuffled = <A>(random: Random, items: ReadonlyArray<A>): ReadonlyArray<A> => {
  const all = [...items]
  for (let at = all.length - 1; at > 0; at--) {
    const other = random(at + 1)
    ;[all[at], all[other]] = [all[other]!, all[at]!]
  }
  return all
}

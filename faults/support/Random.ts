/** A seeded random number generator. */
import { randomOf } from "../../apps/runner/test/support/Random.ts"

export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number
  /** An integer from 0 (inclusive) to `below` (exclusive). */
  readonly below: (below: number) => number
  readonly pick: <A>(list: ReadonlyArray<A>) => A
}

export const of = (seed: number): Random => {
  const random = randomOf(seed)
  const next = () => random(2 ** 32) / 2 ** 32
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, pick: (list) => list[below(list.length)]! }
}
